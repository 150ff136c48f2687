import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/writer.ts'
import type { SentContact } from '../../contacts/core/shape.ts'
import { addToContact, changeContact } from '../../contacts/core/write.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { VisitResult } from './fields.ts'

/** Makes these contacts part of the action, with the door they belong to. Who is in it already stays where they are. */
export async function addContactsToAction(
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
export async function allowedContacts(
  sql: Sql,
  caller: Caller,
  action_id: number,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { group_id } = caller
  const inAction = may(caller, 'contacts:read')
    ? sql``
    : sql`and exists (
        select from action_contacts ac where ac.group_id = ${group_id} and ac.action_id = ${action_id} and ac.contact_id = c.id)`
  const rows = await sql<{ id: number }[]>`
    select c.id from contacts c
    where c.group_id = ${group_id} and c.id ${inList(sql, ids)} and c.deleted_at is null and c.restricted_at is null ${inAction}
    order by c.id`
  return new Set(rows.map(({ id }) => id))
}

export const visitSource = (visit_id: number) => `visit ${visit_id}`

/**
 * Those of these contacts that are still there and not restricted, held until the end of the transaction. In the order of their ids, so that
 * two phones that met the same people never wait for each other in a circle.
 */
export async function lockContacts(sql: Sql, { group_id }: Caller, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: number }[]>`
    select id from contacts where group_id = ${group_id} and id ${inList(sql, ids)} and deleted_at is null and restricted_at is null
    order by id
    for no key update`
  return new Set(rows.map(({ id }) => id))
}

interface VoteUpdate {
  action_id: number
  contact_id: number
  /** What came of the visit, and what it said before it was corrected. */
  results: VisitResult[]
}

interface VisitOutcome extends VoteUpdate {
  visit_id: number
  date: string
  formdatas: { form_id: number; form_ref_id: number; data: string }[]
  place: string
}

/** What was said goes to the contact, who must be held, with the visit as its source; so does the action's tag for having voted or not. */
export async function copyToContact(sql: Sql, writer: WriteContext, said: VisitOutcome) {
  const { visit_id, contact_id, date, formdatas, place } = said
  const source = visitSource(visit_id)
  if (formdatas.length > 0)
    await addToContact(sql, { ...writer, source, place }, contact_id, {
      formdatas: formdatas.map(answer => ({ ...answer, date, source })),
    })
  await updateVoteTag(sql, { ...writer, source, place }, said)
}

const votes = ['voted', 'not_voted', 'abstention'] as const
type Vote = (typeof votes)[number]
const isVote = (result: VisitResult): result is Vote => votes.some(vote => vote === result)

/**
 * Whether somebody voted is what the last visit in the action says, and that one of its tags the contact carries. A tag that a visit gave goes
 * when no visit says so any more; one that nobody gave here stays. The contact must be held.
 */
export async function updateVoteTag(sql: Sql, writer: WriteContext, { action_id, contact_id, results }: VoteUpdate) {
  if (!results.some(isVote)) return
  const { group_id } = writer.caller
  const [tags] = await sql<[Record<Vote, string>]>`
    select btrim(gotv_voted_tag) as voted, btrim(gotv_not_voted_tag) as not_voted, btrim(gotv_abstention_tag) as abstention
    from actions where group_id = ${group_id} and id = ${action_id}`
  const told = await sql<{ result: Vote }[]>`
    select v.result from visits v
    where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.action_id = ${action_id} and v.withdrawn_at is null
      and v.result = any(${[...votes]})
    order by v.date desc, v.id desc
    limit 100`
  const tag = told[0] ? tags[told[0].result] : ''
  const given = [...told.map(({ result }) => result), ...results.filter(isVote)].map(vote => tags[vote])
  const kept = await sql<{ name: string }[]>`
    select t.name from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = ${contact_id}
      and t.name_key not in (select lower(name) from unnest(${given}::text[]) as g (name))
    order by t.id`
  await changeContact(sql, writer, contact_id, { tags: [...kept, ...(tag ? [{ name: tag }] : [])] })
}

/** Takes the answers back that a contact gave at this visit, unless somebody has changed them since. The contact must be held. */
export async function removeVisitAnswers(sql: Sql, writer: WriteContext, visit_id: number, contact_id: number) {
  const { group_id } = writer.caller
  const answers = await sql<(NonNullable<SentContact['formdatas']>[number] & { source: string })[]>`
    select form_id, form_ref_id, data, date, survey_id, source from contact_answers
    where group_id = ${group_id} and contact_id = ${contact_id} and not custom
    order by id`
  const kept = answers.filter(({ source }) => source !== visitSource(visit_id))
  if (kept.length < answers.length) await changeContact(sql, writer, contact_id, { formdatas: kept })
}
