import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { bytesOf, memoryUpload } from '../../http/stream/memory_upload.ts'
import { importFile } from './import.ts'
import { previewFile } from './preview.ts'
import { deleteStatement, listStatements, readStatement } from './queries.ts'
import { BankFile, BankFilePreview, BankImport, BankStatement, UploadParams } from './schema.ts'

const params = { id: Id }
const file_bytes_max = 20 * 1024 * 1024
const formats =
  'The file itself is the body, up to 20 MB: camt.053, camt.054, MT940, OFX or CSV, or a zip archive of such files. Any `Content-Type` is accepted. '

export const bank_statements = resource('bank_statements', 'Files from banks. Their lines are matched with payments.', {
  list: get('/v1/bank_statements', {
    summary: 'List statements, newest first.',
    access: requires('finance:read'),
    query: {
      ...paging(50),
      bank_account_id: Type.Optional(Type.Integer({ ...Id, description: 'Only of this bank account.' })),
    },
    returns: page(BankStatement),
    handle: ({ sql, caller, query }) => listStatements(sql, caller, query),
  }),

  upload: post('/v1/bank_statements', {
    summary: 'Import a file of a bank.',
    description:
      `${formats}All of it is imported, or nothing. Lines that are known from an earlier file are not added again. Opening balance and lines ` +
      'must give the closing balance, and the statement must continue those that were imported before.',
    access: requires('finance:write'),
    query: UploadParams,
    upload: { ...memoryUpload(file_bytes_max), file: BankFile },
    returns: data(BankImport),
    errors: ['conflict'],
    emits: { 'bank_statement.created': 'by queries' },
    handle: ({ sql, caller, query, draft, request }) =>
      importFile(sql, { caller, request_id: request.id }, { ...query, bytes: bytesOf(draft) }),
  }),

  preview: post('/v1/bank_statements/preview', {
    summary: 'Look at a file of a bank before it is imported.',
    description:
      `${formats}Nothing is stored. For a CSV file, the response has its columns, the bank that it seems to be of, and a ` +
      'proposal for what the columns mean.',
    access: requires('finance:write'),
    query: UploadParams,
    upload: { ...memoryUpload(file_bytes_max), file: BankFile },
    readsOnly: true,
    returns: record(BankFilePreview),
    handle: ({ sql, caller, query, draft }) => previewFile(sql, caller, { ...query, bytes: bytesOf(draft) }),
  }),

  read: get('/v1/bank_statements/:id', {
    summary: 'Read a statement.',
    access: requires('finance:read'),
    params,
    returns: record(BankStatement),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readStatement(sql, caller, params.id),
  }),

  delete: del('/v1/bank_statements/:id', {
    summary: 'Delete a statement that was imported by mistake, with its lines.',
    description: 'Refused if one of them is matched or ignored, or if a later statement continues it.',
    access: requires('finance:write'),
    params,
    returns: data({}),
    errors: ['not_found', 'conflict'],
    emits: { 'bank_statement.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await deleteStatement(sql, caller, params.id)
      return {}
    },
  }),
})
