import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { tagContacts } from '../core/tag_contacts.ts'

interface TagNames {
  add: string[]
  remove: string[]
}

/** Changes the tags of these contacts, and creates those that the space lacks. Restricted and deleted contacts are skipped. */
export async function changeTags(sql: Sql, writer: WriteContext, ids: number[], names: TagNames) {
  const { group_id } = writer.caller
  const locked = await sql<{ id: number }[]>`
    select id from contacts
    where group_id = ${group_id} and id = any(${ids}) and deleted_at is null and restricted_at is null
    order by id
    for no key update`
  const contacts = locked.map(({ id }) => id)
  const { changed } = await tagContacts(sql, writer, contacts, names)
  return { matched: contacts.length, changed: changed.length }
}
