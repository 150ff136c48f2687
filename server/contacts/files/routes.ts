import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record, type StoredContents, storedFile } from '../../http/response_format.ts'
import { withStorage } from '../core/storage_errors.ts'
import { readUsage } from '../core/stored_files.ts'
import { accepted_extensions } from './file_types.ts'
import {
  changeFile,
  createFile,
  deleteFile,
  fileCursor,
  listFiles,
  lockFile,
  readFile,
  storageKeyOf,
} from './queries.ts'
import { ContactFile, FileChange, FileUsage, UploadedFile, UploadParams } from './schema.ts'
import { beginUpload, completeUpload, discardUpload, type FileOptions } from './upload.ts'

const params = { id: Id }
const response = record(ContactFile)

const ifMatch = {
  returns: response,
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockFile(sql, caller, params.id),
}

const auditedAs = {
  entry: (_: unknown, { id, contact_id }: ContactFile) => ({
    kind: 'contact.files_read',
    subject: 'contact',
    subject_id: contact_id,
    details: { file_id: id },
  }),
}

export const filesOf = (options: FileOptions) =>
  resource('files', 'Files of contacts, such as signed forms and letters.', {
    list: get('/v1/contacts/:id/files', {
      summary: 'List the files of a contact, newest first.',
      description:
        'Without `contacts:sensitive`, only files that the caller uploaded. Each call is recorded in the audit log.',
      access: requires('contacts:read'),
      params,
      query: { limit: paging(100).limit, cursor: fileCursor.schema },
      returns: cursorPage(ContactFile),
      errors: ['not_found'],
      audited: { entry: ({ params }) => ({ kind: 'contact.files_read', subject: 'contact', subject_id: params.id }) },
      handle: ({ sql, caller, params, query }) => listFiles(sql, caller, params.id, query),
    }),

    upload: post('/v1/contacts/:id/files', {
      summary: 'Upload a file of a contact.',
      description:
        'The file itself is the body, up to 20 MB unless the operator has set another limit. Any `Content-Type` is accepted: the extension of ' +
        '`name` and the contents must agree. Refused for a restricted contact, for a file that the contact has already, and if the space has no room left.',
      access: requires('contacts:write'),
      params,
      query: UploadParams,
      upload: {
        media: 'application/octet-stream',
        any_media: true,
        file: UploadedFile,
        bytes_max: options.file_bytes_max,
        begin: ({ sql, caller, params, query }) =>
          beginUpload(sql, caller, { contact_id: params.id, name: query.name }, options),
        store: (draft, chunk) => withStorage(options, () => draft.incoming.append(chunk)),
        complete: async (_, draft) => {
          draft.local = await withStorage(options, () => completeUpload(draft, options))
        },
        discard: ({ sql, caller }, draft) => discardUpload(sql, caller, draft),
      },
      returns: response,
      etag: true,
      errors: ['not_found', 'conflict', 'unavailable'],
      emits: { 'file.created': (_, { id }) => id },
      handle: ({ sql, caller, params, draft: { name, storage_key, local } }) => {
        if (!local) throw new Error('the upload is not complete')
        return createFile(sql, caller, params.id, { ...local, name, storage_key }, options.space_bytes_max)
      },
    }),

    readUsage: get('/v1/files/usage', {
      summary: 'Read how much room files use, and what may be uploaded.',
      access: requires('contacts:read'),
      returns: data(FileUsage),
      handle: async ({ sql, caller }) => ({
        bytes: await readUsage(sql, caller.group_id),
        bytes_max: options.space_bytes_max,
        file_bytes_max: options.file_bytes_max,
        extensions: accepted_extensions,
      }),
    }),

    read: get('/v1/files/:id', {
      summary: 'Read what is known about a file: its name, size and hash.',
      description: 'Each call is recorded in the audit log.',
      access: requires('contacts:read'),
      params,
      returns: response,
      etag: true,
      errors: ['not_found'],
      audited: auditedAs,
      handle: ({ sql, caller, params }) => readFile(sql, caller, params.id),
    }),

    download: get('/v1/files/:id/content', {
      summary: 'Download a file.',
      description: 'Sent as an attachment, as it was uploaded. Each call is recorded in the audit log.',
      access: requires('contacts:read'),
      params,
      returns: storedFile<StoredContents & { contact_id: number }>(),
      errors: ['not_found', 'unavailable'],
      audited: {
        entry: ({ params }, { contact_id }) => ({
          kind: 'contact.file_downloaded',
          subject: 'contact',
          subject_id: contact_id,
          details: { file_id: params.id },
        }),
      },
      handle: async ({ sql, caller, params }) => {
        const { name, bytes, contact_id } = await readFile(sql, caller, params.id)
        const storage_key = await storageKeyOf(sql, caller.group_id, params.id)
        return { name, bytes, contact_id, open: () => openContents(options, storage_key) }
      },
    }),

    update: patch('/v1/files/:id', {
      summary: 'Change the name of a file.',
      description: 'Only the user who uploaded it can, and the extension stays.',
      access: requires('contacts:write'),
      params,
      body: FileChange,
      returns: response,
      etag: true,
      errors: ['not_found', 'conflict'],
      ifMatch,
      audited: auditedAs,
      emits: { 'file.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => changeFile(sql, caller, params.id, body),
    }),

    remove: del('/v1/files/:id', {
      summary: 'Delete a file and its contents.',
      description:
        'Users delete their own files with `contacts:write`. `privacy:manage` allows to delete those of others. Backups still have it.',
      access: requires('contacts:read'),
      params,
      returns: data({ message: Type.String(), file_id: Id }),
      errors: ['not_found'],
      emits: { 'file.deleted': ({ params }) => params.id },
      handle: async ({ sql, caller, params, request }) => {
        await deleteFile(sql, { caller, request_id: request.id }, params.id)
        return { message: 'The file was deleted.', file_id: params.id }
      },
    }),
  })

async function openContents(options: FileOptions, storage_key: string) {
  const contents = await withStorage(options, () => options.storage.read(storage_key))
  if (contents) return contents
  throw new ApiError(
    'not_found',
    'The contents of this file are missing from the storage. Tell the operator of this server.',
  )
}
