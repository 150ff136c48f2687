import { recordAuditOfEach } from '../../access/audit.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { publishContacts } from '../core/search_index.ts'

interface TagNames {
  add: string[]
  remove: string[]
}

/**
 * Changes the tags of these contacts in bulk. Each contact that changes gets a new version, an event and an audit entry, as after a single
 * change. Restricted and deleted contacts are skipped.
 */
export async function changeTags(sql: Sql, writer: WriteContext, ids: number[], { add, remove }: TagNames) {
  const { group_id } = writer.caller
  const locked = await sql<{ id: number }[]>`
    select id from contacts
    where group_id = ${group_id} and id = any(${ids}) and deleted_at is null and restricted_at is null
    order by id
    for no key update`
  const contacts = locked.map(({ id }) => id)
  const changed = new Set([
    ...(await removeTags(sql, group_id, contacts, remove)),
    ...(await addTags(sql, group_id, contacts, add)),
  ])
  const touched = [...changed].sort((a, b) => a - b)
  await sql`
    update contacts set updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${group_id} and id = any(${touched})`
  await publishContacts(sql, writer, 'contact.updated', touched)
  const deed = { kind: 'contact.tagged', subject: 'contact', details: { added: add, removed: remove } }
  await recordAuditOfEach(sql, { ...writer, ...deed }, touched)
  return { matched: contacts.length, changed: touched.length }
}

/** Adds tags. Returns the contacts that lacked one of them. */
async function addTags(sql: Sql, group_id: number, ids: number[], names: string[]) {
  if (names.length === 0) return []
  await sql`
    insert into tags (group_id, name) select ${group_id}::bigint, name from unnest(${names}::text[]) as name
    on conflict (group_id, name_key) do nothing`
  const rows = await sql<{ contact_id: number }[]>`
    with named as materialized (
      select id from tags
      where group_id = ${group_id} and name_key = any(array(select lower(name) from unnest(${names}::text[]) as name)))
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}::bigint, c.id, named.id
    from unnest(${ids}::bigint[]) as c (id)
    cross join named
    on conflict (group_id, contact_id, tag_id) do nothing
    returning contact_id`
  return rows.map(({ contact_id }) => contact_id)
}

/** Removes tags. Returns the contacts that had one of them. */
async function removeTags(sql: Sql, group_id: number, ids: number[], names: string[]) {
  if (names.length === 0) return []
  const rows = await sql<{ contact_id: number }[]>`
    delete from contact_tags ct
    using tags t
    where ct.group_id = ${group_id} and ct.contact_id = any(${ids}) and t.group_id = ${group_id} and t.id = ct.tag_id
      and t.name_key = any(array(select lower(name) from unnest(${names}::text[]) as name))
    returning ct.contact_id`
  return rows.map(({ contact_id }) => contact_id)
}
