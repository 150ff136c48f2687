import { mailKeyOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'

/** There is no such contact; if it was merged, this says into which one, so that whoever holds the old number finds the person. */
export async function absentContact(sql: Sql, group_id: number, id: number): Promise<ApiError> {
  const now = await survivorOf(sql, group_id, id)
  if (!now) return notFound('contact')
  return new ApiError('not_found', `Contact ${id} was merged into contact ${now}.`, {
    faults: [{ location: 'path.id', message: `was merged into contact ${now}`, value: now }],
    headers: { link: `</contacts/${now}>; rel="canonical"` },
  })
}

/** The contact that this one was merged into, at the end of the way. A restricted one is not told of. */
export async function survivorOf(sql: Sql, group_id: number, id: number): Promise<number | undefined> {
  const [now] = await sql<{ id: number }[]>`
    with recursive way as (
      select id, merged_into, deleted_at, restricted_at from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id, c.merged_into, c.deleted_at, c.restricted_at from contacts c
      join way on c.id = way.merged_into
      where c.group_id = ${group_id}
    )
    select id from way where deleted_at is null and restricted_at is null and id <> ${id}`
  return now?.id
}

/** This contact and all that were merged into it, one after the other. */
export async function mergedIds(sql: Sql, group_id: number, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive person as (
      select id from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id from contacts c
      join person on c.merged_into = person.id
      where c.group_id = ${group_id}
    )
    select id from person order by id`
  return rows.map(row => row.id)
}

/** A contact that is known by something that it does not have itself: one that was merged into it has it. */
export interface MergedMatch {
  key: string
  id: number
  /** What the merged ones are known by. */
  mails: string[]
  external_ids: string[]
}

/**
 * Who the people are now that these mail addresses or numbers elsewhere led to before they were merged. Addresses are in the lower case of
 * the database. As soon as a merge is undone, they lead to the other contact again. An id of ours is no such thing: it says where it went,
 * and nothing is written under it.
 */
export async function findMergedMatches(
  sql: Sql,
  group_id: number,
  by: 'mail' | 'external_id',
  keys: string[],
): Promise<MergedMatch[]> {
  if (keys.length === 0) return []
  const [key, which] =
    by === 'mail'
      ? [sql`g.mail_key`, sql`g.mail <> '' and g.mail_key = any(${keys}::text[])`]
      : [sql`g.external_id`, sql`g.external_id <> '' and g.external_id = any(${keys}::text[])`]
  return sql<MergedMatch[]>`
    with recursive way as (
      select ${key} as key, g.mail_key, g.external_id, g.merged_into as id
      from contacts g
      where g.group_id = ${group_id} and g.merged_into is not null and ${which}
      union
      select way.key, way.mail_key, way.external_id, c.merged_into
      from way
      join contacts c on c.group_id = ${group_id} and c.id = way.id and c.merged_into is not null
    )
    select way.key, c.id, array_agg(distinct way.mail_key) as mails, array_agg(distinct way.external_id) as external_ids
    from way
    join contacts c on c.group_id = ${group_id} and c.id = way.id and c.deleted_at is null
    group by way.key, c.id
    order by way.key, c.id`
}

/** What is sent about a person who is known by a merged contact: its address and number lead here already, and replace nothing. */
export async function withoutMergedKeys<
  Sent extends { mail?: string | null | undefined; external_id?: string | null | undefined },
>(sql: Sql, sent: Sent, { mails, external_ids }: MergedMatch): Promise<Sent> {
  const { mail, external_id, ...others } = sent
  const keeps_mail = mail !== undefined && !mails.includes(await mailKeyOf(sql, mail ?? ''))
  return {
    ...others,
    ...(keeps_mail && { mail }),
    ...(external_id !== undefined && !external_ids.includes(external_id ?? '') && { external_id }),
  } as Sent
}
