import { recordAuditOfEach } from '../../access/audit.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { publishContacts } from './search_index.ts'
import type { ChangedTags, Tagging } from './tags.ts'

export interface TaggedContact extends ChangedTags {
  contact_id: number
}

/** Adds tags to locked contacts, creating those that the space lacks, and removes others. Both ways to tag many contacts run on it. */
export async function tagContacts(
  sql: Sql,
  writer: WriteContext,
  ids: number[],
  names: { add: string[]; remove: string[] },
): Promise<{ changed: TaggedContact[]; created_tags: number[] }> {
  const { group_id } = writer.caller
  const created_tags = await createTags(sql, group_id, names.add)
  const removed = await removeNames(sql, group_id, ids, names.remove)
  const added = await addNames(sql, group_id, ids, names.add)
  const byContact = (list: Tagging[]) => Map.groupBy(list, ({ contact_id }) => contact_id)
  const [gained, lost] = [byContact(added), byContact(removed)]
  const namesOf = (list: Tagging[] | undefined) => (list ?? []).map(({ name }) => name)
  const changed = [...new Set([...lost.keys(), ...gained.keys()])]
    .sort((a, b) => a - b)
    .map(contact_id => ({ contact_id, added: namesOf(gained.get(contact_id)), removed: namesOf(lost.get(contact_id)) }))
  await publishTagged(sql, writer, changed, { added: names.add, removed: names.remove })
  return { changed, created_tags }
}

async function createTags(sql: Sql, group_id: number, names: string[]) {
  if (names.length === 0) return []
  const rows = await sql<{ id: number }[]>`
    insert into tags (group_id, name) select ${group_id}::bigint, name from unnest(${names}::text[]) as name
    on conflict (group_id, name_key) do nothing
    returning id`
  return rows.map(({ id }) => id)
}

/** Each contact that changed gets a new version, an event and an audit entry, as after a single change. */
export async function publishTagged(sql: Sql, writer: WriteContext, changed: TaggedContact[], details: ChangedTags) {
  if (changed.length === 0) return
  const ids = changed.map(({ contact_id }) => contact_id)
  await sql`
    update contacts set updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${writer.caller.group_id} and id = any(${ids})`
  const history = changed.map(({ contact_id, added, removed }) => ({
    contact_id,
    changes: { added_tags: added, removed_tags: removed },
  }))
  await publishContacts(sql, writer, 'contact.updated', ids, history)
  await recordAuditOfEach(sql, { ...writer, kind: 'contact.tagged', subject: 'contact', details }, ids)
}

/** Adds tags. Returns those that contacts lacked. */
async function addNames(sql: Sql, group_id: number, ids: number[], names: string[]): Promise<Tagging[]> {
  if (names.length === 0) return []
  const tags = await sql<{ id: number; name: string }[]>`
    select id, name from tags
    where group_id = ${group_id} and name_key = any(array(select lower(name) from unnest(${names}::text[]) as name))
    order by id`
  const rows = await sql<{ contact_id: number; tag_id: number }[]>`
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}::bigint, c.id, t.id
    from unnest(${ids}::bigint[]) as c (id)
    cross join unnest(${tags.map(tag => tag.id)}::bigint[]) as t (id)
    on conflict (group_id, contact_id, tag_id) do nothing
    returning contact_id, tag_id`
  const nameOf = new Map(tags.map(tag => [tag.id, tag.name]))
  return rows.map(({ contact_id, tag_id }) => ({ contact_id, name: nameOf.get(tag_id) ?? '' }))
}

/** Removes tags. Returns those that contacts had. */
async function removeNames(sql: Sql, group_id: number, ids: number[], names: string[]): Promise<Tagging[]> {
  if (names.length === 0) return []
  return sql<Tagging[]>`
    delete from contact_tags ct
    using tags t
    where ct.group_id = ${group_id} and ct.contact_id = any(${ids}) and t.group_id = ${group_id} and t.id = ct.tag_id
      and t.name_key = any(array(select lower(name) from unnest(${names}::text[]) as name))
    returning ct.contact_id, t.name`
}
