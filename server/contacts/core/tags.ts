import type { Sql } from '../../db/sql.ts'

/** One name on one contact. */
export interface Tagging {
  contact_id: number
  name: string
}

// The database compares names without case; JavaScript has other rules for it.

/** Adds tags to contacts and creates those that the space lacks. Returns the ids of tags that a contact did not have. */
export async function addTags(sql: Sql, group_id: number, taggings: Tagging[]): Promise<number[]> {
  if (taggings.length === 0) return []
  const names = taggings.map(({ name }) => name.trim())
  const ids = taggings.map(({ contact_id }) => contact_id)
  await sql`
    insert into tags (group_id, name)
    select distinct on (lower(name)) ${group_id}::bigint, name from unnest(${names}::text[]) with ordinality as t (name, place)
    order by lower(name), place
    on conflict (group_id, name_key) do nothing`
  const added = await sql<{ tag_id: number }[]>`
    with named as materialized (
      select distinct s.contact_id, t.id as tag_id
      from unnest(${ids}::bigint[], ${names}::text[]) as s (contact_id, name)
      join tags t on t.group_id = ${group_id} and t.name_key = lower(s.name))
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}::bigint, contact_id, tag_id from named
    on conflict (group_id, contact_id, tag_id) do nothing
    returning tag_id` // Without it, Citus counts the rows of a conflict too.
  return added.map(({ tag_id }) => tag_id)
}

/** Gives the contact these tags and no others. Returns what changed. The contact must be locked. */
export async function setTags(
  sql: Sql,
  group_id: number,
  contact_id: number,
  taggings: Tagging[],
): Promise<ChangedTags> {
  const names = taggings.map(({ name }) => name.trim())
  const removed = await sql<{ name: string }[]>`
    delete from contact_tags ct
    using tags t
    where ct.group_id = ${group_id} and ct.contact_id = ${contact_id} and t.group_id = ${group_id} and t.id = ct.tag_id
      and not exists (select from unnest(${names}::text[]) as s (name) where lower(s.name) = t.name_key)
    returning t.name`
  const added = await addTags(sql, group_id, taggings)
  return { added: await namesOfTags(sql, group_id, added), removed: removed.map(({ name }) => name) }
}

/** The names of tags that a contact got and lost. */
export interface ChangedTags {
  added: string[]
  removed: string[]
}

export async function namesOfTags(sql: Sql, group_id: number, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ name: string }[]>`
    select name from tags where group_id = ${group_id} and id = any(${ids}) order by name`
  return rows.map(({ name }) => name)
}

/** The names, each once, and one that is in both lists; null if there is none. */
export async function distinctTags(sql: Sql, { add, remove }: { add: string[]; remove: string[] }) {
  const distinct = (names: string[]) => sql`
    select distinct on (lower(name)) name from unnest(${names.map(name => name.trim())}::text[]) with ordinality as n (name, place)
    order by lower(name), place`
  const [row] = await sql<[{ add: string[]; remove: string[]; both: string | null }]>`
    with a as (${distinct(add)}), r as (${distinct(remove)})
    select array(select name from a) as add, array(select name from r) as remove,
           (select min(r.name) from r join a on lower(a.name) = lower(r.name)) as both`
  return row
}
