import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { seesVisit } from '../../field/core/visibility.ts'
import { receivedMark } from '../../money/core/contact_summary.ts'
import { isReadableFile } from '../core/file_visibility.ts'
import { seesForm, seesFormOf } from '../core/form_visibility.ts'
import { isReadableNote } from '../core/note_visibility.ts'
import { seesRestricted } from '../core/restriction.ts'
import type { TimelineTopic } from './schema.ts'

// Where the entries of a timeline come from. Each source selects the columns of an entry, without an order and a limit.

export interface TimelineSource {
  topic: TimelineTopic
  entries: Fragment
  /** Which entries `p` are counted, unless all are. */
  counted?: Fragment
}

/** The sources that the caller may see. `person_ids` has the contact, and those that were merged into it. */
export function timelineSources(sql: Sql, caller: Caller, contact_id: number, person_ids: number[]): TimelineSource[] {
  const sensitive = may(caller, 'contacts:sensitive')
  return [
    { topic: 'changes', entries: changes(sql, caller, person_ids) },
    { topic: 'changes', entries: merges(sql, caller, person_ids) },
    { topic: 'changes', entries: undoneMerges(sql, caller, person_ids) },
    { topic: 'notes', entries: notes(sql, caller, contact_id) },
    { topic: 'tasks', entries: tasks(sql, caller, contact_id) },
    { topic: 'tasks', entries: doneTasks(sql, caller, contact_id) },
    { topic: 'files', entries: files(sql, caller, contact_id) },
    { topic: 'visits', entries: visits(sql, caller, contact_id) },
    ...(sensitive ? [{ topic: 'answers' as const, entries: consents(sql, caller, contact_id) }] : []),
    ...(sensitive ? [{ topic: 'answers' as const, entries: answers(sql, caller, contact_id) }] : []),
    ...(may(caller, 'finance:read') ? payments(sql, caller, contact_id) : []),
  ]
}

/** The columns that only payments and visits have. */
const elsewhere = (sql: Sql) => sql`
  null::bigint as amount, '' as currency, null::bigint as transaction_bundle_id, null::bigint as action_id, '' as payment_method_kind, '' as status,
  null::boolean as received`

const changes = (sql: Sql, { group_id }: Caller, person_ids: number[]) => sql`
  select e.created_at as at, substr(e.kind, 9) as kind, e.id, '' as title, '' as detail, ${elsewhere(sql)}, e.user_id
  from events e
  where e.group_id = ${group_id} and e.subject_id = any(${person_ids}::bigint[]) and e.kind in ('contact.created', 'contact.updated', 'contact.restored')`

/** The name of a merged contact `c`, unless it is restricted and the caller may not see it. */
const mergedName = (sql: Sql, caller: Caller) => {
  const name = sql`btrim(c.firstname || ' ' || c.surname)`
  return seesRestricted(caller) ? name : sql`case when c.restricted_at is null then ${name} else '' end`
}

const merges = (sql: Sql, caller: Caller, person_ids: number[]) => sql`
  select m.created_at as at, 'merge' as kind, m.id, ${mergedName(sql, caller)} as title, '' as detail, ${elsewhere(sql)}, m.user_id
  from merges m
  join contacts c on c.group_id = ${caller.group_id} and c.id = m.gone_id
  where m.group_id = ${caller.group_id} and m.survivor_id = any(${person_ids}::bigint[])`

const undoneMerges = (sql: Sql, caller: Caller, person_ids: number[]) => sql`
  select m.undone_at as at, 'merge_undone' as kind, m.id, ${mergedName(sql, caller)} as title, '' as detail, ${elsewhere(sql)}, m.undone_by as user_id
  from merges m
  join contacts c on c.group_id = ${caller.group_id} and c.id = m.gone_id
  where m.group_id = ${caller.group_id} and m.survivor_id = any(${person_ids}::bigint[]) and m.undone_at is not null`

const notes = (sql: Sql, caller: Caller, contact_id: number) => sql`
  select n.created_at as at, 'note' as kind, n.id, '' as title, n.text as detail, ${elsewhere(sql)}, n.user_id
  from notes n
  where n.group_id = ${caller.group_id} and n.contact_id = ${contact_id} and ${isReadableNote(sql, caller)}`

const tasks = (sql: Sql, { group_id }: Caller, contact_id: number) => sql`
  select t.created_at as at, 'task' as kind, t.id, t.title, t.text as detail, ${elsewhere(sql)}, t.created_by as user_id
  from tasks t
  where t.group_id = ${group_id} and t.contact_id = ${contact_id}`

const doneTasks = (sql: Sql, { group_id }: Caller, contact_id: number) => sql`
  select t.done_at as at, 'task_done' as kind, t.id, t.title, '' as detail, ${elsewhere(sql)}, t.done_by as user_id
  from tasks t
  where t.group_id = ${group_id} and t.contact_id = ${contact_id} and t.done_at is not null`

const files = (sql: Sql, caller: Caller, contact_id: number) => sql`
  select f.created_at as at, 'file' as kind, f.id, f.name as title, '' as detail, ${elsewhere(sql)}, f.user_id
  from files f
  where f.group_id = ${caller.group_id} and f.contact_id = ${contact_id} and ${isReadableFile(sql, caller)}`

const visits = (sql: Sql, caller: Caller, contact_id: number) => sql`
  select v.date as at, 'visit' as kind, v.id, a.name as title, concat_ws(': ', v.result, nullif(v.comment, '')) as detail, null::bigint as amount,
         '' as currency, null::bigint as transaction_bundle_id, v.action_id, '' as payment_method_kind, '' as status, null::boolean as received,
         v.recorded_by as user_id
  from visits v
  join actions a on a.group_id = ${caller.group_id} and a.id = v.action_id
  where v.group_id = ${caller.group_id} and v.contact_id = ${contact_id} and v.withdrawn_at is null and ${seesVisit(sql, caller)}`

const consents = (sql: Sql, caller: Caller, contact_id: number) => sql`
  select coalesce(h.date, h.created_at) as at, 'consent' as kind, h.id, h.form_label as title,
         case when h.given then h.label else '' end as detail, ${elsewhere(sql)},
         h.user_id
  from consent_history h
  where h.group_id = ${caller.group_id} and h.contact_id = ${contact_id} and ${seesFormOf(sql, caller, sql`h.form_id`)}`

const answers = (sql: Sql, caller: Caller, contact_id: number) => sql`
  select coalesce(a.date, a.updated_at) as at, 'answer' as kind, a.id, f.label as title,
         case when f.type = 'date' then replace(a.data, 'T00:00:00.000Z', '') else coalesce(nullif(a.data, ''), r.label) end as detail,
         ${elsewhere(sql)}, a.user_id
  from contact_answers a
  join forms f on f.group_id = ${caller.group_id} and f.id = a.form_id and f.kind <> 'consent'
  join form_refvalues r on r.group_id = ${caller.group_id} and r.id = a.form_ref_id
  where a.group_id = ${caller.group_id} and a.contact_id = ${contact_id} and ${seesForm(sql, caller)}`

const payments = (sql: Sql, { group_id }: Caller, contact_id: number): TimelineSource[] => {
  const isReturned = sql`(i.unpaid_amount > 0 and i.reimbursed_amount::bigint + i.unpaid_amount::bigint >= i.amount)`
  return [
    {
      topic: 'payments',
      entries: sql`
      select i.date as at, 'transaction' as kind, i.id, '' as title, '' as detail, i.amount::bigint as amount, i.currency::text as currency,
             i.transaction_bundle_id, null::bigint as action_id, i.payment_method_kind, case when ${isReturned} then '' else coalesce(s.name, '') end as status,
             ${receivedMark(sql)} and not ${isReturned} as received, null::bigint as user_id
      from transactions i
      join transaction_bundles b on b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null
      left join transaction_statuses s on s.group_id = ${group_id} and s.id = i.status_id
      where i.group_id = ${group_id} and i.contact_id = ${contact_id}`,
    },
    ...(['membership', 'donation'] as const).map(kind => ({
      topic: 'payments' as const,
      counted: sql`
      not exists (
        select from items t
        where t.group_id = ${group_id} and t.bundle_id = p.transaction_bundle_id and t.kind = 'transaction' and t.contact_id = ${contact_id})`,
      entries: sql`
      select i.${sql(kind === 'membership' ? 'start_date' : 'date')} as at, ${kind}::text as kind, i.id, '' as title, '' as detail,
             i.amount::bigint as amount, i.currency::text as currency, i.transaction_bundle_id, null::bigint as action_id,
             '' as payment_method_kind, '' as status, null::boolean as received, null::bigint as user_id
      from ${sql(`${kind}s`)} i
      join transaction_bundles b on b.group_id = ${group_id} and b.id = i.transaction_bundle_id and b.deleted_at is null
      where i.group_id = ${group_id} and i.contact_id = ${contact_id} ${kind === 'donation' ? sql`and i.amount > 0` : sql``}`,
    })),
  ]
}
