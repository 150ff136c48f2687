import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { seesFormOf } from '../core/form_visibility.ts'
import { mergedIds } from '../core/merged.ts'
import { checkVisible } from '../core/read.ts'
import { seesRestricted, visibleScope } from '../core/restriction.ts'
import {
  type ConsentEntry,
  type DeletedContact,
  type TimelineCounts,
  type TimelineEntry,
  type TimelineTopic,
  timelineKinds,
  timelineTopics,
} from './schema.ts'
import { type TimelineSource, timelineSources } from './timeline_sources_queries.ts'
import { valueChangesOf } from './value_change_queries.ts'

// What happened with a contact, newest first.

export async function listConsents(sql: Sql, caller: Caller, contact_id: number, { limit, offset }: Paging) {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const rows = await sql<ConsentEntry[]>`
    select h.id, h.created_at, h.contact_id, h.form_id, h.form_label, h.form_ref_id, h.label, h.data, h.date, h.survey_id,
           case when h.given then 'given' else 'withdrawn' end as state, h.source, ${person(sql)} as user, h.request,
           h.form_version, coalesce(v.text, '') as form_text
    from consent_history h
    left join users u on u.group_id = ${group_id} and u.id = h.user_id
    left join form_versions v on v.group_id = ${group_id} and v.form_id = h.form_id and v.version = h.form_version
    where h.group_id = ${group_id} and h.contact_id = ${contact_id} and ${seesFormOf(sql, caller, sql`h.form_id`)}
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

export const timelineCursor = cursorOf('time', Object.values(timelineKinds).flat(), 'id')

interface TimelinePage extends Paging {
  cursor?: string
  /** Only entries about this. */
  about?: TimelineTopic
}

/** Reads as many entries of each kind as the page could need, and keeps the newest. The first page has the numbers of all entries. */
export async function readTimeline(sql: Sql, caller: Caller, contact_id: number, page: TimelinePage) {
  const { group_id } = caller
  const { limit, offset, cursor, about } = page
  await checkVisible(sql, caller, contact_id)
  const page_size = Math.min(limit, page_size_max)
  const position = timelineCursor.read(cursor)
  const person_ids = await mergedIds(sql, group_id, contact_id, visibleScope(caller))
  const sources = timelineSources(sql, caller, contact_id, person_ids)
  const parts = sources
    .filter(({ topic }) => about === undefined || topic === about)
    .map(
      ({ entries }) => sql`
        (select * from (${entries}) p
         where ${position ? isAfter(sql, position) : sql`true`}
         order by p.at desc, p.kind, p.id desc
         limit ${page_size + offset})`,
    )
  const rows = parts[0]
    ? await sql<Omit<TimelineEntry, 'changes' | 'source' | 'merged_contact'>[]>`
        select p.at, p.kind, p.id, p.title, p.detail, p.amount, p.currency, p.transaction_bundle_id, p.action_id, p.payment_method_kind, p.status,
               p.received, ${person(sql)} as user
        from (${parts.reduce((whole, part) => sql`${whole} union all ${part}`)}) p
        left join users u on u.group_id = ${group_id} and u.id = p.user_id
        order by p.at desc, p.kind, p.id desc
        limit ${page_size} offset ${offset}`
    : []
  const comments = await commentsOf(sql, group_id, contact_id, rows)
  const types = await answerTypesOf(sql, group_id, contact_id, rows)
  const notes = await noteMarksOf(sql, caller, contact_id, rows)
  const updates = rows.filter(({ kind }) => kind === 'updated').map(({ id }) => id)
  const values = await valueChangesOf(sql, caller, person_ids, updates)
  const merged = await mergedContactsOf(sql, group_id, contact_id, person_ids, rows)
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return {
    timeline: rows.map(row => ({
      ...row,
      detail: comments.get(`${row.kind} ${row.id}`) ?? row.detail,
      answer_type: (row.kind === 'answer' && types.get(row.id)) || '',
      ...((row.kind === 'note' && notes.get(row.id)) || unmarked),
      ...((row.kind === 'updated' && values.get(row.id)) || { changes: [], source: '' }),
      merged_contact: (isChange(row) && merged.get(row.id)) || null,
    })),
    counts: position || offset > 0 ? null : await countEntries(sql, sources),
    next_cursor: last ? timelineCursor.write(last.at, last.kind, last.id) : null,
  }
}

/** That entry `p` comes after the one in the cursor. */
const isAfter = (sql: Sql, [at, kind, id]: readonly [string, string, number]) => sql`
  (p.at < ${at}::timestamptz
   or (p.at = ${at}::timestamptz and (p.kind > ${kind} or (p.kind = ${kind} and p.id < ${id}::bigint))))`

async function countEntries(sql: Sql, sources: TimelineSource[]): Promise<TimelineCounts> {
  const counted = sources.map(
    ({ topic, entries, counted = sql`true` }) =>
      sql`select ${topic}::text as topic, count(*) as count from (${entries}) p where ${counted}`,
  )
  const rows = await sql<{ topic: TimelineTopic; count: number }[]>`
    select c.topic, sum(c.count)::bigint as count
    from (${counted.reduce((whole, part) => sql`${whole} union all ${part}`)}) c
    group by c.topic
    order by c.topic
    limit ${timelineTopics.length}`
  const none = Object.fromEntries(timelineTopics.map(topic => [topic, null])) as TimelineCounts
  return { ...none, ...Object.fromEntries(rows.map(({ topic, count }) => [topic, count])) }
}

/** The comments on the payments of a contact in the bundles of these entries. Reads each document once, also where it has many entries. */
async function commentsOf(
  sql: Sql,
  group_id: number,
  contact_id: number,
  entries: readonly Pick<TimelineEntry, 'transaction_bundle_id'>[],
) {
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

type EntryKey = Pick<TimelineEntry, 'kind' | 'id'>

const idsOf = (entries: readonly EntryKey[], wanted: TimelineEntry['kind']) =>
  entries.filter(({ kind }) => kind === wanted).map(({ id }) => id)

/** The types of the forms that these entries answer, by answer. */
async function answerTypesOf(sql: Sql, group_id: number, contact_id: number, entries: readonly EntryKey[]) {
  const ids = idsOf(entries, 'answer')
  if (ids.length === 0) return new Map<number, string>()
  const rows = await sql<{ id: number; type: string }[]>`
    select a.id, f.type from contact_answers a
    join forms f on f.group_id = ${group_id} and f.id = a.form_id
    where a.group_id = ${group_id} and a.contact_id = ${contact_id} and a.id = any(${ids})`
  return new Map(rows.map(({ id, type }) => [id, type]))
}

const change_kinds: TimelineEntry['kind'][] = ['created', 'updated', 'restored']
const isChange = ({ kind }: EntryKey) => change_kinds.includes(kind)

type MergedContact = NonNullable<TimelineEntry['merged_contact']>

/** The merged contacts whose changes these entries are, by entry. */
async function mergedContactsOf(
  sql: Sql,
  group_id: number,
  contact_id: number,
  person_ids: number[],
  entries: readonly EntryKey[],
) {
  const others = person_ids.filter(id => id !== contact_id)
  const ids = others.length > 0 ? entries.filter(isChange).map(({ id }) => id) : []
  if (ids.length === 0) return new Map<number, MergedContact>()
  const rows = await sql<(MergedContact & { event_id: number })[]>`
    select e.id as event_id, c.id, c.firstname, c.surname
    from events e
    join contacts c on c.group_id = ${group_id} and c.id = e.subject_id
    where e.group_id = ${group_id} and e.subject_id = any(${others}::bigint[]) and e.id = any(${ids})
    order by e.id`
  return new Map(rows.map(({ event_id, ...contact }) => [event_id, contact]))
}

type NoteMarks = Pick<TimelineEntry, 'own' | 'pinned' | 'mentions'>

const unmarked: NoteMarks = { own: null, pinned: null, mentions: [] }

/** Whether these notes are pinned and by the caller, and whom they mention. */
async function noteMarksOf(sql: Sql, caller: Caller, contact_id: number, entries: readonly EntryKey[]) {
  const { group_id, id: user_id } = caller
  const ids = idsOf(entries, 'note')
  if (ids.length === 0) return new Map<number, NoteMarks>()
  const rows = await sql<(NoteMarks & { id: number })[]>`
    select n.id, n.pinned, n.user_id = ${user_id} as own,
           coalesce(
             (select json_agg(json_build_object('id', m.id, 'firstname', m.firstname, 'surname', m.surname) order by m.id)
              from users m where m.group_id = ${group_id} and m.id = any(n.mentioned_ids)), '[]') as mentions
    from notes n
    where n.group_id = ${group_id} and n.contact_id = ${contact_id} and n.id = any(${ids})`
  return new Map(rows.map(({ id, ...marks }) => [id, marks]))
}

const person = (sql: Sql) => sql`
  case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end`
