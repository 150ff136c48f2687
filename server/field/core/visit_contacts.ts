import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { SentContact } from '../../contacts/core/shape.ts'
import { addToContact, changeContact } from '../../contacts/core/write.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { VisitResult } from './fields.ts'

/** Adds contacts to the action, with their door. Contacts that are in it already keep theirs. */
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

/** The contacts among these that the caller may use in the action: those in it, or any with contacts:read. */
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
 * Locks contacts until the end of the transaction, in the order of their ids, which avoids deadlocks. Returns those that are neither deleted
 * nor restricted.
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
  /** The result of the visit, and the one before a correction. */
  results: VisitResult[]
}

interface VisitOutcome extends VoteUpdate {
  visit_id: number
  date: string
  formdatas: { form_id: number; form_ref_id: number; data: string; form_version?: number | null }[]
  location: string
}

/** Copies the answers of a visit to the contact, with the visit as their source, and updates the vote tag. The contact must be locked. */
export async function copyToContact(sql: Sql, writer: WriteContext, said: VisitOutcome) {
  const { visit_id, contact_id, date, formdatas, location } = said
  const source = visitSource(visit_id)
  if (formdatas.length > 0)
    // The answers were checked when they were sent. Those to forms that the caller no longer sees move with the visit.
    await addToContact(sql, { ...writer, source, location, all_forms: true }, contact_id, {
      formdatas: formdatas.map(answer => ({ ...answer, date, source })),
    })
  await updateVoteTag(sql, { ...writer, source, location }, said)
}

const votes = ['voted', 'not_voted', 'abstention'] as const
type Vote = (typeof votes)[number]
const isVote = (result: VisitResult): result is Vote => votes.some(vote => vote === result)

/**
 * Gives the contact the tag of the action for its last vote result, and removes the tags for earlier ones. Tags that no visit gave stay. The
 * contact must be locked.
 */
export async function updateVoteTag(sql: Sql, writer: WriteContext, { action_id, contact_id, results }: VoteUpdate) {
  if (!results.some(isVote)) return
  const { group_id } = writer.caller
  const [tags] = await sql<[Record<Vote, string>]>`
    select btrim(gotv_voted_tag) as voted, btrim(gotv_not_voted_tag) as not_voted, btrim(gotv_abstention_tag) as abstention
    from actions where group_id = ${group_id} and id = ${action_id}`
  const results_so_far = await sql<{ result: Vote }[]>`
    select v.result from visits v
    where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.action_id = ${action_id} and v.withdrawn_at is null
      and v.result = any(${[...votes]})
    order by v.date desc, v.id desc
    limit 100`
  const [last] = results_so_far
  const tag = last ? tags[last.result] : ''
  const given = [...results_so_far.map(({ result }) => result), ...results.filter(isVote)].map(vote => tags[vote])
  const kept = await sql<{ name: string }[]>`
    select t.name from contact_tags ct
    join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
    where ct.group_id = ${group_id} and ct.contact_id = ${contact_id}
      and t.name_key not in (select lower(name) from unnest(${given}::text[]) as g (name))
    order by t.id`
  await changeContact(sql, writer, contact_id, { tags: [...kept, ...(tag ? [{ name: tag }] : [])] })
}

/** Removes the answers of this visit from the contact, except those that were changed since. The contact must be locked. */
export async function removeVisitAnswers(sql: Sql, writer: WriteContext, visit_id: number, contact_id: number) {
  const { group_id } = writer.caller
  const answers = await sql<(NonNullable<SentContact['formdatas']>[number] & { source: string })[]>`
    select form_id, form_ref_id, data, date, survey_id, source, form_version from contact_answers
    where group_id = ${group_id} and contact_id = ${contact_id} and not custom
    order by id`
  const kept = answers.filter(({ source }) => source !== visitSource(visit_id))
  if (kept.length < answers.length)
    await changeContact(sql, { ...writer, all_forms: true }, contact_id, { formdatas: kept })
}
