import { mailKeyOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { ContactScope } from './restriction.ts'

/** The error for a contact that does not exist. For a merged one it names the contact that has the data now. */
export async function absentContact(sql: Sql, group_id: number, id: number): Promise<ApiError> {
  const now = await survivorOf(sql, group_id, id)
  if (!now) return notFound('contact')
  return new ApiError('not_found', msg`Contact ${id} was merged into contact ${now}.`, {
    faults: [{ location: 'path.id', message: msg`was merged into contact ${now}`, value: now }],
    headers: { link: `</contacts/${now}>; rel="canonical"` },
  })
}

/** The contact that this one was merged into, also through several merges. Undefined when that one is restricted. */
export async function survivorOf(sql: Sql, group_id: number, id: number): Promise<number | undefined> {
  const [now] = await sql<{ id: number }[]>`
    with recursive merged as (
      select id, merged_into, deleted_at, restricted_at from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id, c.merged_into, c.deleted_at, c.restricted_at from contacts c
      join merged on c.id = merged.merged_into
      where c.group_id = ${group_id}
    )
    select id from merged where deleted_at is null and restricted_at is null and id <> ${id}`
  return now?.id
}

/** This contact and all that were merged into it, also through several merges; on request without those that are restricted. */
export async function mergedIds(
  sql: Sql,
  group_id: number,
  id: number,
  among: ContactScope = 'all',
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive person as (
      select id from contacts where group_id = ${group_id} and id = ${id}
      union
      select c.id from contacts c
      join person on c.merged_into = person.id
      where c.group_id = ${group_id} ${among === 'all' ? sql`` : sql`and c.restricted_at is null`}
    )
    select id from person order by id`
  return rows.map(row => row.id)
}

/** A contact that is found by a key of a contact that was merged into it. */
export interface MergedMatch {
  key: string
  id: number
  /** The keys of the merged contacts. */
  mails: string[]
  external_ids: string[]
}

/**
 * The contacts that these mail addresses or external ids belonged to before a merge, as their survivors. Addresses are in the lower case of the
 * database. When a merge is undone, the keys lead to the other contact again. Our own ids are not keys: a merged id is refused.
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
    with recursive merged as (
      select ${key} as key, g.mail_key, g.external_id, g.merged_into as id
      from contacts g
      where g.group_id = ${group_id} and g.merged_into is not null and ${which}
      union
      select merged.key, merged.mail_key, merged.external_id, c.merged_into
      from merged
      join contacts c on c.group_id = ${group_id} and c.id = merged.id and c.merged_into is not null
    )
    select merged.key, c.id, array_agg(distinct merged.mail_key) as mails, array_agg(distinct merged.external_id) as external_ids
    from merged
    join contacts c on c.group_id = ${group_id} and c.id = merged.id and c.deleted_at is null
    group by merged.key, c.id
    order by merged.key, c.id`
}

/** The patch without the keys of merged contacts: these already lead to the survivor and must not replace its own. */
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
