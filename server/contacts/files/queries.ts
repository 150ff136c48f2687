import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import type { LocalFile } from '../../file_storage/storage.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { type AttachedRecord, checkMayDelete } from '../core/deletion.ts'
import { isReadableFile } from '../core/file_visibility.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { checkUnrestricted, lockContactInPath } from '../core/referred_contacts.ts'
import { addToUsage, deleteFiles, keepContents } from '../core/stored_files.ts'
import { cleanFileName } from './file_names.ts'
import { extensionOf } from './file_types.ts'
import type { ContactFile, FileChange } from './schema.ts'

const columns = (sql: Sql, { id }: Caller) => sql`
  f.id, f.created_at, f.updated_at, f.contact_id,
  json_build_object('id', a.id, 'firstname', a.firstname, 'surname', a.surname) as user, f.name, f.bytes, f.sha256, f.user_id = ${id} as own`

export const fileCursor = cursorOf('id')

/** The files of a contact, newest first. */
export async function listFiles(
  sql: Sql,
  caller: Caller,
  contact_id: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const page_size = Math.min(limit, page_size_max)
  const after = fileCursor.read(cursor)
  const rows = await sql<ContactFile[]>`
    select ${columns(sql, caller)}
    from files f
    join users a on a.group_id = ${group_id} and a.id = f.user_id
    where f.group_id = ${group_id} and f.contact_id = ${contact_id} and ${isReadableFile(sql, caller)}
      ${after ? sql`and f.id < ${after[0]}` : sql``}
    order by f.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? fileCursor.write(last.id) : null }
}

/** Contents that were stored, and their name. */
export interface StoredUpload extends Pick<LocalFile, 'bytes' | 'sha256'> {
  name: string
  storage_key: string
}

export async function createFile(
  sql: Sql,
  caller: Caller,
  contact_id: number,
  { name, bytes, sha256, storage_key }: StoredUpload,
  space_bytes_max: number,
) {
  const { group_id } = caller
  await lockContactInPath(sql, caller, contact_id)
  await checkNew(sql, caller, contact_id, sha256)
  if (!(await addToUsage(sql, group_id, bytes, space_bytes_max))) throw spaceIsFull(space_bytes_max)
  if (!(await keepContents(sql, group_id, storage_key)))
    throw new ApiError('conflict', 'The upload took longer than an hour. Send the file again.')
  const rows = await sql<{ id: number }[]>`
    insert into files (group_id, contact_id, user_id, name, bytes, sha256, storage_key)
    values (${group_id}, ${contact_id}, ${caller.id}, ${name}, ${bytes}, ${sha256}, ${storage_key})
    returning id`
  return readFile(sql, caller, onlyRow(rows).id)
}

export const spaceIsFull = (bytes_max: number) =>
  new ApiError(
    'conflict',
    msg`The files of your space may have ${bytes_max / 2 ** 20} MB together, and this one does not fit. Delete files that you no longer need.`,
  )

/** Refuses a file that the contact has. Its name is only told to callers who may read it. */
async function checkNew(sql: Sql, caller: Caller, contact_id: number, sha256: string) {
  const [known] = await sql<{ name: string; readable: boolean }[]>`
    select f.name, ${isReadableFile(sql, caller)} as readable from files f
    where f.group_id = ${caller.group_id} and f.contact_id = ${contact_id} and f.sha256 = ${sha256}`
  if (!known) return
  throw new ApiError(
    'conflict',
    known.readable
      ? msg`This contact has this file already, as “${known.name}”.`
      : 'This contact has this file already.',
  )
}

/** Reads a file and locks it until the end of the transaction. */
export async function lockFile(sql: Sql, caller: Caller, id: number): Promise<ContactFile> {
  await sql`select from files where group_id = ${caller.group_id} and id = ${id} for update`
  return readFile(sql, caller, id)
}

/** The user who uploaded a file changes its name. The extension stays: it was compared with the contents. */
export async function changeFile(sql: Sql, caller: Caller, id: number, { name: sent }: FileChange) {
  const { group_id } = caller
  const before = await lockFile(sql, caller, id)
  if (sent === undefined || sent === before.name) return before
  if (!before.own) throw forbidden('Only the user who uploaded a file can change its name.')
  const name = cleanFileName(sent)
  const extension = extensionOf(before.name)
  if (name === '') throw invalid('body.data.name', 'must be a name', sent)
  if (extensionOf(name) !== extension) throw invalid('body.data.name', msg`must end in .${extension}`, sent)
  await checkUnrestricted(sql, group_id, before.contact_id)
  await sql`update files set name = ${name}, updated_at = now() where group_id = ${group_id} and id = ${id}`
  return readFile(sql, caller, id)
}

/** The user who uploaded a file deletes it; with `privacy:manage` also the files of others. */
export async function deleteFile(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const { group_id } = caller
  await sql`select from files where group_id = ${group_id} and id = ${id} for update`
  const [found] = await sql<AttachedRecord[]>`
    select f.contact_id, f.user_id, ${isReadableFile(sql, caller)} as readable
    from files f
    join contacts c on c.group_id = ${group_id} and c.id = f.contact_id
    where f.group_id = ${group_id} and f.id = ${id} and ${isVisible(sql, caller)}`
  const file = checkMayDelete(caller, found, {
    name: 'file',
    refuse: () =>
      forbidden('Only the user who uploaded a file and users with the permission privacy:manage can delete it.'),
  })
  await deleteFiles(sql, group_id, sql`f.id = ${id}`)
  await recordAudit(sql, {
    ...{ caller, request_id, kind: 'contact.file_deleted', subject: 'contact' },
    ...{ subject_id: file.contact_id, details: { file_id: id, uploaded_by: file.user_id } },
  })
}

/** The file, if the caller sees its contact and may read it. */
export async function readFile(sql: Sql, caller: Caller, id: number): Promise<ContactFile> {
  const { group_id } = caller
  const [row] = await sql<ContactFile[]>`
    select ${columns(sql, caller)}
    from files f
    join users a on a.group_id = ${group_id} and a.id = f.user_id
    join contacts c on c.group_id = ${group_id} and c.id = f.contact_id
    where f.group_id = ${group_id} and f.id = ${id} and ${isVisible(sql, caller)} and ${isReadableFile(sql, caller)}`
  if (!row) throw notFound('file')
  return row
}

export async function storageKeyOf(sql: Sql, group_id: number, id: number): Promise<string> {
  const rows = await sql<{ storage_key: string }[]>`
    select storage_key from files where group_id = ${group_id} and id = ${id}`
  return onlyRow(rows).storage_key
}
