import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { seesVisit } from '../../field/core/visibility.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { checkVisible } from '../core/read.ts'
import { seesRestricted } from '../core/restriction.ts'
import type { ConsentEntry, DeletedContact, TimelineEntry } from './schema.ts'

// What happened with a contact, newest first.

export async function listConsents(sql: Sql, caller: Caller, contact_id: number, { limit, offset }: Paging) {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const rows = await sql<ConsentEntry[]>`
    select h.id, h.created_at, h.contact_id, h.form_id, h.form_label, h.form_ref_id, h.label, h.data, h.date, h.survey_id,
           case when h.given then 'given' else 'withdrawn' end as state, h.source, ${person(sql)} as user, h.request
    from consent_history h
    left join users u on u.group_id = ${group_id} and u.id = h.user_id
    where h.group_id = ${group_id} and h.contact_id = ${contact_id}
    order by h.id desc
    limit ${Math.min(limit, page_size_max)} offset ${offset}`
  return [...rows]
}

export const deletedCursor = cursorOf('time', 'id')

/** Deleted contacts that can be restored, the latest first; not those that were merged or erased. */
export async function listDeleted(sql: Sql, caller: Caller, { limit, cursor }: { limit: number; cursor?: string }) {
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const position = deletedCursor.read(cursor)
  const rows = await sql<DeletedContact[]>`
    select c.id, c.deleted_at, c.firstname, c.surname, c.mail, c.city, c.black_list, ${person(sql)} as user
    from (
      select c.id, c.deleted_at, c.firstname, c.surname, c.mail, c.city, c.black_list from contacts c
      where c.group_id = ${group_id} and c.deleted_at is not null and c.merged_into is null and c.erased_at is null
        ${seesRestricted(caller) ? sql`` : sql`and c.restricted_at is null`}
        ${position ? sql`and (c.deleted_at, c.id) < (${position[0]}::timestamptz, ${position[1]}::bigint)` : sql``}
      order by c.deleted_at desc, c.id desc
      limit ${page_size}
    ) c
    left join lateral (
      select e.user_id from events e
      where e.group_id = ${group_id} and e.subject_id = c.id and e.kind = 'contact.deleted'
      order by e.id desc limit 1
    ) e on true
    left join users u on u.group_id = ${group_id} and u.id = e.user_id
    order by c.deleted_at desc, c.id desc`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? deletedCursor.write(last.deleted_at, last.id) : null }
}

/** Reads as many entries of each kind as the page could need, and keeps the newest. */
export async function readTimeline(sql: Sql, caller: Caller, contact_id: number, { limit, offset }: Paging) {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const page_size = Math.min(limit, page_size_max)
  const enough = page_size + offset
  const parts = [
    sql`
      (select e.created_at as at, substr(e.kind, 9) as kind, e.id, '' as title, '' as detail, null::bigint as amount, '' as currency,
              null::bigint as transaction_bundle_id,
              null::bigint as action_id, e.user_id
       from events e
       where e.group_id = ${group_id} and e.subject_id = ${contact_id} and e.kind in ('contact.created', 'contact.updated')
       order by e.id desc limit ${enough})`,
  ]
  if (may(caller, 'contacts:sensitive')) {
    parts.push(sql`
      (select h.created_at, 'consent', h.id, h.form_label, case when h.given then h.label else '' end, null, '', null, null, h.user_id
       from consent_history h
       where h.group_id = ${group_id} and h.contact_id = ${contact_id}
       order by h.id desc limit ${enough})`)
    parts.push(sql`
      (select coalesce(a.date, a.updated_at), 'answer', a.id, f.label,
              case when f.type = 'date' then replace(a.data, 'T00:00:00.000Z', '') else coalesce(nullif(a.data, ''), r.label) end,
              null, '', null, null, a.user_id
       from contact_answers a
       join forms f on f.group_id = ${group_id} and f.id = a.form_id and f.kind <> 'consent'
       join form_refvalues r on r.group_id = ${group_id} and r.id = a.form_ref_id
       where a.group_id = ${group_id} and a.contact_id = ${contact_id}
       order by 1 desc limit ${enough})`)
  }
  parts.push(sql`
    (select v.date, 'visit', v.id, a.name, concat_ws(': ', v.result, nullif(v.comment, '')), null, '', null, v.action_id, v.recorded_by
     from visits v
     join actions a on a.group_id = ${group_id} and a.id = v.action_id
     where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.withdrawn_at is null and ${seesVisit(sql, caller)}
     order by v.date desc, v.id desc limit ${enough})`)
  if (may(caller, 'finance:read'))
    for (const [kind, table, date] of payments)
      parts.push(sql`
      (select i.${sql(date)}, ${kind}, i.id, '', '', i.amount, i.currency, i.transaction_bundle_id, null, null
       from ${sql(table)} i
       join transaction_bundles b on b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null
       where i.group_id = ${group_id} and i.contact_id = ${contact_id}
       order by 1 desc limit ${enough})`)
  const rows = await sql<TimelineEntry[]>`
    select p.at, p.kind, p.id, p.title, p.detail, p.amount, p.currency, p.transaction_bundle_id, p.action_id, ${person(sql)} as user
    from (${parts.reduce((whole, part) => sql`${whole} union all ${part}`)}) p
    left join users u on u.group_id = ${group_id} and u.id = p.user_id
    order by p.at desc, p.kind, p.id desc
    limit ${page_size} offset ${offset}`
  const comments = await commentsOf(sql, group_id, contact_id, rows)
  return rows.map(row => ({ ...row, detail: comments.get(`${row.kind} ${row.id}`) ?? row.detail }))
}

const payments = [
  ['transaction', 'transactions', 'date'],
  ['membership', 'memberships', 'start_date'],
  ['donation', 'donations', 'date'],
] as const

/** The comments on the payments of a contact in the bundles of these entries. Reads each document once, also where it has many entries. */
async function commentsOf(sql: Sql, group_id: number, contact_id: number, entries: readonly TimelineEntry[]) {
  const bundles = [...new Set(entries.flatMap(({ transaction_bundle_id }) => transaction_bundle_id ?? []))]
  if (bundles.length === 0) return new Map<string, string>()
  const rows = await sql<{ entry: string; comment: string }[]>`
    select l.kind || ' ' || i.id as entry, i.comment
    from transaction_bundles b
    cross join lateral json_to_record(b.document::json) as d (transactions json, memberships json, donations json)
    cross join lateral (values ('transaction', d.transactions), ('membership', d.memberships), ('donation', d.donations)) as l (kind, list)
    cross join lateral json_to_recordset(l.list) as i (id bigint, contact_id bigint, comment text)
    where b.group_id = ${group_id} and b.id = any(${bundles}) and i.contact_id = ${contact_id} and i.comment <> ''`
  return new Map(rows.map(({ entry, comment }) => [entry, comment]))
}

const person = (sql: Sql) => sql`
  case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end`
