import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { findMergedMatches, mergedIds } from '../core/merged.ts'
import { group_size_max } from './schema.ts'
import { type ComparedContact, comparedColumns, type GroupRow } from './summary_queries.ts'

// A merged contact keeps the mail address it had before the merge. Another contact with that address may be the same person.

/** Groups of contacts that share an address, which one of them has and another had before a merge, ordered by address. */
export async function groupsByFormerMail(
  sql: Sql,
  { group_id }: Caller,
  after: number,
  limit: number,
): Promise<GroupRow[]> {
  const places = await sql<{ key: string; last_id: number }[]>`
    with place as (select p.mail_key from contacts p where p.group_id = ${group_id} and p.id = ${after})
    select g.mail_key as key, max(g.id) as last_id
    from contacts g
    where g.group_id = ${group_id} and g.merged_into is not null and g.mail <> ''
      ${after ? sql`and g.mail_key > (select mail_key from place)` : sql``}
      and exists (
        select from contacts c
        where c.group_id = ${group_id} and c.mail_key = g.mail_key and c.mail <> '' and c.deleted_at is null and c.id <> g.merged_into)
    group by g.mail_key
    order by g.mail_key
    limit ${limit}`
  const keys = places.map(({ key }) => key)
  const former = await findMergedMatches(sql, group_id, 'mail', keys)
  const rows = await sql<{ key: string; count: number; others: number; members: ComparedContact[] }[]>`
    select k.key, count(*) filter (where not m.restricted) as count, count(*) filter (where not m.own) as others,
           coalesce(json_agg(m order by m.id) filter (where not m.restricted), '[]') as members
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (
      select ${comparedColumns(sql)}, c.restricted_at is not null as restricted, c.mail_key = k.key as own
      from contacts c
      where c.group_id = ${group_id} and c.id in (
        select o.id from contacts o where o.group_id = ${group_id} and o.mail_key = k.key and o.mail <> '' and o.deleted_at is null
        union
        select f.id from unnest(${former.map(({ key }) => key)}::text[], ${former.map(({ id }) => id)}::bigint[]) as f (key, id) where f.key = k.key)
      order by c.id
      limit ${group_size_max}
    ) m
    group by k.key`
  const byKey = new Map(rows.map(row => [row.key, row]))
  return places.map(({ key, last_id }) => {
    const { count, others, members } = byKey.get(key) ?? { count: 0, others: 0, members: [] }
    // If all of them have the address now, the group is listed under the reason mail already.
    return { last_id, count, members: others > 0 ? members : [] }
  })
}

/** The contacts that share a current or former address with this contact, or with one merged into it. */
export async function candidatesByFormerMail(sql: Sql, { group_id }: Caller, id: number): Promise<ComparedContact[]> {
  const own = await mergedIds(sql, group_id, id)
  const mails = await sql<{ mail_key: string }[]>`
    select distinct mail_key from contacts where group_id = ${group_id} and id = any(${own}) and mail <> '' order by mail_key`
  const keys = mails.map(({ mail_key }) => mail_key)
  const former = await findMergedMatches(sql, group_id, 'mail', keys)
  return sql<ComparedContact[]>`
    select m.*
    from contacts t
    cross join lateral (
      select ${comparedColumns(sql)}
      from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and c.restricted_at is null and c.id <> t.id
        and c.id in (
          select f.id from unnest(${former.map(one => one.id)}::bigint[]) as f (id)
          union
          select o.id from contacts o where o.group_id = ${group_id} and o.mail_key = any(${keys}::text[]) and o.mail <> '' and o.deleted_at is null)
        and not exists (
          select from not_duplicates a
          where a.group_id = ${group_id} and a.low_id = least(c.id, t.id) and a.high_id = greatest(c.id, t.id))
      order by c.id
      limit 100
    ) m
    where t.group_id = ${group_id} and t.id = ${id}`
}
