import { type Caller, may } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'
import type { SentContact } from '../people/contact_shape.ts'
import { addToContact, changeContact } from '../people/contact_writing.ts'
import type { Writer } from '../people/writer.ts'
import type { VisitResult } from './fields.ts'

/** Makes these contacts part of the action, with the door they belong to. Who is in it already stays where they are. */
export async function joinContacts(
  sql: Sql,
  { group_id }: Caller,
  action_id: number,
  met: { contact_id: number; address_id: number | null }[],
) {
  if (met.length === 0) return
  await sql`
    insert into action_contacts (group_id, action_id, contact_id, address_id)
    select distinct on (contact_id) ${group_id}::bigint, ${action_id}::bigint, contact_id, address_id
    from json_to_recordset(${JSON.stringify(met)}::text::json) as (contact_id bigint, address_id bigint)
    order by contact_id, address_id
    on conflict (group_id, action_id, contact_id) do nothing`
}

/** Which of these contacts the caller may name in the action: those that are in it, and with contacts:read any. */
export async function knownContacts(sql: Sql, caller: Caller, action_id: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { group_id } = caller
  const inAction = may(caller, 'contacts:read')
    ? sql``
    : sql`and exists (
        select from action_contacts ac where ac.group_id = ${group_id} and ac.action_id = ${action_id} and ac.contact_id = c.id)`
  const rows = await sql<{ id: number }[]>`
    select c.id from contacts c
    where c.group_id = ${group_id} and c.id = any(${ids}) and c.deleted_at is null and c.restricted_at is null ${inAction}
    order by c.id`
  return new Set(rows.map(({ id }) => id))
}

export const sourceOf = (visit_id: number) => `visit ${visit_id}`

interface Said {
  action_id: number
  visit_id: number
  contact_id: number
  date: string
  /** What came of the visit; null where that has been passed on before. */
  result: VisitResult | null
  formdatas: { form_id: number; form_ref_id: number; data: string }[]
  place: string
}

/** What was said goes to the contact, with the visit as its source; so does the action's tag for having voted or not. */
export async function passOn(sql: Sql, writer: Writer, said: Said) {
  const { action_id, visit_id, contact_id, date, result, formdatas, place } = said
  const source = sourceOf(visit_id)
  const tag = await tagFor(sql, writer.caller, action_id, result)
  if (formdatas.length === 0 && !tag) return
  await addToContact(sql, { ...writer, source, place }, contact_id, {
    ...(formdatas.length > 0 && { formdatas: formdatas.map(answer => ({ ...answer, date, source })) }),
    ...(tag && { tags: [{ name: tag }] }),
  })
}

async function tagFor(sql: Sql, { group_id }: Caller, action_id: number, result: VisitResult | null) {
  if (result !== 'voted' && result !== 'not_voted' && result !== 'abstention') return undefined
  const [row] = await sql<[{ tag: string }]>`
    select btrim(${sql(`gotv_${result}_tag`)}) as tag from actions where group_id = ${group_id} and id = ${action_id}`
  return row.tag
}

/** Takes the answers back that a contact gave at this visit, unless somebody has changed them since. */
export async function takeAnswersBack(sql: Sql, writer: Writer, visit_id: number, contact_id: number) {
  const { group_id } = writer.caller
  const answers = await sql<(NonNullable<SentContact['formdatas']>[number] & { source: string })[]>`
    select form_id, form_ref_id, data, date, survey_id, source from contact_answers
    where group_id = ${group_id} and contact_id = ${contact_id} and not custom
    order by id`
  const kept = answers.filter(({ source }) => source !== sourceOf(visit_id))
  if (kept.length < answers.length) await changeContact(sql, writer, contact_id, { formdatas: kept })
}
