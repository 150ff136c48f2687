import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { IncomingFile } from '../../file_storage/incoming.ts'
import { type FileStorage, type LocalFile, newStorageKey } from '../../file_storage/storage.ts'
import { msg } from '../../messages/message.ts'
import { lockContactInPath } from '../core/referred_contacts.ts'
import { countUploads, dropUpload, expectContents, readUsage } from '../core/stored_files.ts'
import { cleanFileName } from './file_names.ts'
import { accepted_extensions, contentsProblem, isAcceptedName } from './file_types.ts'
import { spaceIsFull } from './queries.ts'

/** Where the contents of files are, and how large they may be. */
export interface FileOptions {
  storage: FileStorage
  incoming_folder: string
  file_bytes_max: number
  space_bytes_max: number
  log: Pick<FastifyBaseLogger, 'error'>
}

/** A file that arrives. */
export interface FileDraft {
  name: string
  storage_key: string
  incoming: IncomingFile
  local: LocalFile | undefined
}

/** Uploads of a space that may run at once, so that arriving files do not fill the disk. */
const uploads_max = 50

/** Refuses before the file arrives what would be refused afterwards. */
export async function beginUpload(
  sql: Sql,
  caller: Caller,
  { contact_id, name: sent }: { contact_id: number; name: string },
  { incoming_folder, space_bytes_max }: FileOptions,
): Promise<FileDraft> {
  const { group_id } = caller
  const name = cleanFileName(sent)
  if (!isAcceptedName(name))
    throw invalid('query.name', msg`must end in one of .${accepted_extensions.join(', .')}`, sent)
  await lockContactInPath(sql, caller, contact_id)
  if ((await readUsage(sql, group_id)) >= space_bytes_max) throw spaceIsFull(space_bytes_max)
  if ((await countUploads(sql, group_id)) >= uploads_max)
    throw new ApiError('rate_limited', msg`Your space is uploading ${uploads_max} files. Wait until one has arrived.`)
  const storage_key = newStorageKey(group_id)
  await expectContents(sql, group_id, storage_key)
  return { name, storage_key, incoming: new IncomingFile(incoming_folder), local: undefined }
}

/** Compares the contents with the name, and stores them. */
export async function completeUpload({ name, storage_key, incoming }: FileDraft, { storage }: FileOptions) {
  if (incoming.bytes === 0) throw invalid('body', 'is empty; send the contents of the file', null)
  const problem = contentsProblem(name, incoming.beginning)
  if (problem) throw invalid('body', problem, null)
  const local = await incoming.complete()
  try {
    await storage.put(storage_key, local)
  } finally {
    // A storage on another machine copies the file.
    await incoming.discard()
  }
  return local
}

export async function discardUpload(sql: Sql, { group_id }: Caller, { storage_key, incoming }: FileDraft) {
  await incoming.discard()
  await dropUpload(sql, group_id, storage_key)
}
