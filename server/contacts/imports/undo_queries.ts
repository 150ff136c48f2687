import type { Sql } from '../../db/sql.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { StoredAnswer } from '../core/answers.ts'
import { findReferenced } from '../core/bulk.ts'
import type { ContactColumns } from '../core/columns.ts'
import { keptReason } from './kept_reasons.ts'
import type { KeptContact } from './schema.ts'

export interface UndoableChange {
  contact_id: number
  created: boolean
  version: number
  version_before: number
  before: Partial<ContactColumns>
  answers: StoredAnswer[] | null
  added_tags: number[]
}

/** The next contacts that this import changed and that the undo has not processed. */
export const changesToUndo = (sql: Sql, group_id: number, import_id: number, after: number, limit: number) => sql<
  UndoableChange[]
>`
  select contact_id, created, version, version_before, before::json as before, answers::json as answers, added_tags
  from import_changes
  where group_id = ${group_id} and import_id = ${import_id} and contact_id > ${after} and undone is null
  order by contact_id
  limit ${limit}`

export async function countToUndo(sql: Sql, group_id: number, import_id: number) {
  const [row] = await sql<[{ total: number }]>`
    select count(*) as total from import_changes where group_id = ${group_id} and import_id = ${import_id} and undone is null`
  return row.total
}

/** Removes the tags that the import added. Returns their names by contact. */
export async function removeTags(sql: Sql, group_id: number, changes: UndoableChange[]) {
  const pairs = changes.flatMap(({ contact_id, added_tags }) => added_tags.map(tag_id => ({ contact_id, tag_id })))
  if (pairs.length === 0) return new Map<number, string[]>()
  const removed = await sql<{ contact_id: number; name: string }[]>`
    delete from contact_tags ct
    using tags t, unnest(${pairs.map(({ contact_id }) => contact_id)}::bigint[], ${pairs.map(({ tag_id }) => tag_id)}::bigint[]) as p (contact_id, tag_id)
    where ct.group_id = ${group_id} and ct.contact_id = p.contact_id and ct.tag_id = p.tag_id and t.group_id = ${group_id} and t.id = ct.tag_id
    returning ct.contact_id, t.name`
  const names = new Map<number, string[]>()
  for (const { contact_id, name } of removed) names.set(contact_id, [...(names.get(contact_id) ?? []), name])
  return names
}

/** Records the outcome of each: restored, deleted, or kept and why. */
export async function recordUndone(
  sql: Sql,
  group_id: number,
  import_id: number,
  fates: { contact_id: number; undone: string; kept_because: string }[],
) {
  await sql`
    update import_changes i
    set undone = f.undone, kept_because = f.kept_because
    from json_to_recordset(${JSON.stringify(fates)}::text::json) as f (contact_id bigint, undone text, kept_because text)
    where i.group_id = ${group_id} and i.import_id = ${import_id} and i.contact_id = f.contact_id`
}

/** These contacts are again as an earlier import left them, so that import can be undone too. */
export async function restoreEarlierVersions(
  sql: Sql,
  group_id: number,
  import_id: number,
  restored: { contact_id: number; was: number; now: number }[],
) {
  if (restored.length === 0) return
  await sql`
    update import_changes i
    set version = r.now
    from json_to_recordset(${JSON.stringify(restored)}::text::json) as r (contact_id bigint, was bigint, now bigint)
    where i.group_id = ${group_id} and i.contact_id = r.contact_id and i.import_id <> ${import_id} and i.version = r.was and i.undone is null`
}

/** Deletes the tags that the import created and nothing uses. */
export async function deleteUnusedTags(sql: Sql, group_id: number, import_id: number) {
  const made = await sql<{ tag_id: number }[]>`
    select tag_id from import_tags where group_id = ${group_id} and import_id = ${import_id} order by tag_id`
  const ids = made.map(({ tag_id }) => tag_id)
  const used = await findReferenced(sql, group_id, 'tags', ids, [])
  const unused = ids.filter(id => !used.has(id))
  await sql`delete from tags where group_id = ${group_id} and id = any(${unused})`
  await sql`delete from import_tags where group_id = ${group_id} and import_id = ${import_id}`
}

export async function listKeptContacts(sql: Sql, group_id: number, import_id: number, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<{ contact_id: number; kept_because: string }[]>`
      select contact_id, kept_because from import_changes
      where group_id = ${group_id} and import_id = ${import_id} and undone = 'kept'
      order by contact_id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`
      select count(*) as total from import_changes where group_id = ${group_id} and import_id = ${import_id} and undone = 'kept'`,
  ])
  const kept: KeptContact[] = rows.map(({ contact_id, kept_because }) => ({ contact_id, ...keptReason(kept_because) }))
  return { rows: kept, total: count.total }
}
