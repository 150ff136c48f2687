import type { WriteContext } from '../../access/write_context.ts'
import { planAnswers, throwFaults } from '../../contacts/core/answers.ts'
import { hiddenForms, visibleForms } from '../../contacts/core/form_visibility.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, type Fault, forbidden } from '../../errors.ts'
import { validInstant } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { isInFuture } from '../core/fields.ts'
import { checkNotArchived } from '../core/visibility.ts'
import {
  addContactsToAction,
  allowedContacts,
  copyToContact,
  lockContacts,
  removeVisitAnswers,
  updateVoteTag,
} from '../core/visit_contacts.ts'
import { checkMayCorrect, lockVisit, maySeeAnswers, readVisit } from './queries.ts'
import { completeAnswer, doorIdOf } from './recording_queries.ts'
import type { NewVisit, VisitChange, VisitState } from './schema.ts'

const location = 'body.data.visit'

/** Changes the fields that are sent, and records the previous values. Where nothing changes, nothing is written. */
export async function correctVisit(sql: Sql, writer: WriteContext, action_id: number, id: number, change: VisitChange) {
  const { caller } = writer
  const { access, visit } = await lockVisit(sql, caller, action_id, id)
  checkMayCorrect(caller, visit)
  const sent = maySeeAnswers(caller, visit) ? change : withoutAnswers(change)
  checkNotArchived(access)
  if (visit.withdrawn_at) throw new ApiError('conflict', 'This visit was withdrawn; record it again with another key.')
  const old = await readState(sql, caller.group_id, id)
  await checkChange(sql, writer, action_id, sent, old)
  const hidden = await hiddenForms(sql, caller)
  const unseen = old.formdatas.filter(({ form_id }) => hidden.has(form_id))
  const wanted = { visit: sent as NewVisit, location }
  const state: VisitState = {
    date: sent.date === undefined ? old.date : validInstant(sent.date),
    result: sent.result ?? old.result,
    address_id: sent.address === undefined ? old.address_id : await doorIdOf(sql, caller, action_id, wanted),
    contact_id: sent.contact_id === undefined ? old.contact_id : sent.contact_id,
    comment: sent.comment ?? old.comment,
    formdatas: sent.formdatas ? [...sent.formdatas, ...unseen] : old.formdatas,
  }
  if (JSON.stringify(state) === JSON.stringify(old)) return visit
  const { formdatas, ...row } = state
  const changes = { ...row, answers: JSON.stringify(formdatas), updated_at: new Date().toISOString() }
  await sql`update visits set ${sql(changes)} where group_id = ${caller.group_id} and id = ${id}`
  await recordHistory(sql, writer, id, old, state)
  await moveAnswers(sql, writer, action_id, id, old, state)
  return readVisit(sql, caller, action_id, id)
}

/** A caller who does not see the answers cannot change them; an empty list means that they stay. */
function withoutAnswers({ formdatas = [], ...others }: VisitChange): VisitChange {
  if (formdatas.length === 0) return others
  throw forbidden('Only the user who recorded this visit, and users with contacts:sensitive, can change its answers.')
}

/** A withdrawn visit does not count. Withdrawing twice changes nothing. */
export async function withdrawVisit(sql: Sql, writer: WriteContext, action_id: number, id: number) {
  const { caller } = writer
  const { access, visit } = await lockVisit(sql, caller, action_id, id)
  checkMayCorrect(caller, visit)
  checkNotArchived(access)
  if (visit.withdrawn_at) return
  const old = await readState(sql, caller.group_id, id)
  await sql`
    update visits set withdrawn_at = now(), updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  await recordHistory(sql, writer, id, old, null)
  const { contact_id } = old
  const held = await lockContacts(sql, caller, contact_id === null ? [] : [contact_id])
  if (contact_id === null || !held.has(contact_id)) return
  if (old.formdatas.length > 0) await removeVisitAnswers(sql, writer, id, contact_id)
  await updateVoteTag(sql, writer, { action_id, contact_id, results: [old.result] })
}

async function checkChange(sql: Sql, writer: WriteContext, action_id: number, sent: VisitChange, old: VisitState) {
  const { caller } = writer
  const faults: Fault[] = []
  const now = new Date().toISOString()
  if (sent.date !== undefined && isInFuture(sent.date))
    faults.push({ location: `${location}.date`, message: 'must not be in the future', value: sent.date })
  if (sent.contact_id && sent.contact_id !== old.contact_id) {
    const known = await allowedContacts(sql, caller, action_id, [sent.contact_id])
    if (!known.has(sent.contact_id))
      faults.push({
        location: `${location}.contact_id`,
        message: msg`is ${sent.contact_id}, which is not a contact of this action`,
        value: sent.contact_id,
      })
  }
  const answers = sent.formdatas ?? []
  const forms = await visibleForms(
    sql,
    caller,
    answers.map(({ form_id }) => form_id),
  )
  planAnswers([], answers, false, `${location}.formdatas`, { forms, now, writer, faults })
  throwFaults(faults)
  for (const answer of answers) completeAnswer(answer, forms)
}

/** The stored visit, with its answers. */
async function readState(sql: Sql, group_id: number, id: number) {
  const [state] = await sql<[VisitState]>`
    select date, result, address_id, contact_id, comment, answers::json as formdatas
    from visits where group_id = ${group_id} and id = ${id}`
  return { ...state }
}

async function recordHistory(
  sql: Sql,
  { caller, request_id }: WriteContext,
  visit_id: number,
  old: VisitState,
  now: VisitState | null,
) {
  await sql`
    insert into visit_history (group_id, visit_id, user_id, request, old, new)
    values (${caller.group_id}, ${visit_id}, ${caller.id}, ${request_id}, ${JSON.stringify(old)}, ${now && JSON.stringify(now)})`
}

/** Moves the answers of a corrected visit from the old contact to the new one. Deleted contacts are left as they are. */
async function moveAnswers(
  sql: Sql,
  writer: WriteContext,
  action_id: number,
  id: number,
  old: VisitState,
  now: VisitState,
) {
  const { caller } = writer
  const named = [old.contact_id, now.contact_id].filter(contact => contact !== null)
  const held = await lockContacts(sql, caller, named)
  const said = (state: VisitState) => JSON.stringify([state.contact_id, state.formdatas])
  const changed = said(old) !== said(now)
  const met = (state: VisitState) => JSON.stringify([state.contact_id, state.result, state.date])
  if (old.contact_id !== null && held.has(old.contact_id)) {
    if (changed) await removeVisitAnswers(sql, writer, id, old.contact_id)
    if (old.contact_id !== now.contact_id)
      await updateVoteTag(sql, writer, { action_id, contact_id: old.contact_id, results: [old.result] })
  }
  if (now.contact_id === null || !held.has(now.contact_id)) return
  await addContactsToAction(sql, caller, action_id, [{ contact_id: now.contact_id, address_id: now.address_id }])
  await copyToContact(sql, writer, {
    action_id,
    visit_id: id,
    contact_id: now.contact_id,
    date: now.date,
    results: met(old) === met(now) ? [] : [old.result, now.result],
    formdatas: changed ? now.formdatas : [],
    location,
  })
}
