import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { type Forms, planAnswers, storedData, throwFaults } from '../../contacts/core/answers.ts'
import { visibleForms } from '../../contacts/core/form_visibility.ts'
import { createContact } from '../../contacts/core/write.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { ApiError, type Fault } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { validInstant } from '../../fields.ts'
import { msg, type Text } from '../../messages/message.ts'
import { addDoors, type Door, parseDoor } from '../core/doors.ts'
import { isInFuture } from '../core/fields.ts'
import { type ActionAccess, actionAccess, checkNotArchived } from '../core/visibility.ts'
import {
  addContactsToAction,
  allowedContacts,
  copyToContact,
  lockContacts,
  visitSource,
} from '../core/visit_contacts.ts'
import { visitColumns, visitTables, withVisibleAnswers } from './queries.ts'
import type { NewVisit, Visit } from './schema.ts'

/** A visit as it was sent, and its location in the request. */
export interface SentVisit {
  visit: NewVisit
  location: string
}

/**
 * Records visits, all of them or none, and returns them in the order sent. A visit whose key exists is returned as it is, also when the
 * action was archived since.
 */
export async function recordVisits(
  sql: Sql,
  writer: WriteContext,
  action_id: number,
  sent: SentVisit[],
): Promise<Visit[]> {
  const { caller } = writer
  const access = await actionAccess(sql, caller, action_id, 'share')
  const keys = [...new Set(sent.map(({ visit }) => visit.key))]
  const known = new Set((await visitsByKey(sql, caller, action_id, keys)).map(({ key }) => key))
  const fresh = sent.filter(({ visit }, index) => {
    const first = sent.findIndex(other => other.visit.key === visit.key) === index
    return first && !known.has(visit.key)
  })
  if (fresh.length > 0) {
    checkNotArchived(access)
    await insertVisits(sql, writer, access, fresh)
  }
  const found = new Map((await visitsByKey(sql, caller, action_id, keys)).map(visit => [visit.key, visit]))
  return sent.map(({ visit }) => {
    const recorded = checkOwn(caller, access, found.get(visit.key))
    if (!recorded) throw new Error(`visit ${visit.key} was not recorded`)
    return recorded
  })
}

const visitsByKey = async (sql: Sql, caller: Caller, action_id: number, keys: string[]) =>
  withVisibleAnswers(
    sql,
    caller,
    await sql<Visit[]>`
      select ${visitColumns(sql, caller)}
      from ${visitTables(sql, caller)}
      where v.group_id = ${caller.group_id} and v.action_id = ${action_id} and v.key ${inList(sql, keys)}
      order by v.id`,
  )

/** Refuses a key that another user has used, unless the caller may see their visits. */
function checkOwn(caller: Caller, { insider }: ActionAccess, visit: Visit | undefined) {
  if (!visit || insider || visit.recorded_by === caller.id) return visit
  throw new ApiError('conflict', msg`The key ${visit.key} is already used in this action; choose another one.`)
}

async function insertVisits(sql: Sql, writer: WriteContext, access: ActionAccess, fresh: SentVisit[]) {
  const { caller } = writer
  await checkVisits(sql, writer, access.id, fresh)
  const addresses = await doorIdsOf(sql, caller, access.id, fresh)
  const contact_ids = fresh.flatMap(({ visit }) => visit.contact_id ?? [])
  await lockContacts(sql, caller, contact_ids)
  // In the order of keys, which avoids deadlocks between requests with the same visits.
  const rows = fresh
    .map(({ visit }, index) => ({
      group_id: caller.group_id,
      action_id: access.id,
      key: visit.key,
      recorded_by: caller.id,
      team_id: access.team_id,
      date: visit.date === undefined ? new Date().toISOString() : validInstant(visit.date),
      result: visit.result,
      address_id: addresses[index] ?? null,
      contact_id: visit.contact_id ?? null,
      comment: visit.comment ?? '',
      answers: JSON.stringify(visit.formdatas ?? []),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const inserted = await sql<InsertedVisit[]>`
    insert into visits ${sql(rows)}
    on conflict (group_id, action_id, key) do nothing
    returning id, key, address_id, date`
  const ids = inserted.map(({ id }) => id)
  await emitEvents(sql, writer, 'visit.created', ids)
  await updateContacts(sql, writer, access.id, inserted, fresh)
}

interface InsertedVisit {
  id: number
  key: string
  address_id: number | null
  date: string
}

/** Creates new contacts of visits, copies answers and votes to contacts, and adds the contacts to the action. */
async function updateContacts(
  sql: Sql,
  writer: WriteContext,
  action_id: number,
  inserted: Iterable<InsertedVisit>,
  fresh: SentVisit[],
) {
  const byKey = new Map(fresh.map(sent => [sent.visit.key, sent]))
  const met: { contact_id: number; address_id: number | null }[] = []
  for (const { id, key, address_id, date } of inserted) {
    const sent = byKey.get(key)
    const contact_id = sent && (sent.visit.contact_id ?? (await createMetContact(sql, writer, id, address_id, sent)))
    if (!contact_id) continue
    met.push({ contact_id, address_id })
    const { result, formdatas = [] } = sent.visit
    const { location } = sent
    await copyToContact(sql, writer, {
      action_id,
      visit_id: id,
      contact_id,
      date,
      results: [result],
      formdatas,
      location,
    })
  }
  await addContactsToAction(sql, writer.caller, action_id, met)
}

/** Checks visits before anything is written, and reports all faults at once. */
async function checkVisits(sql: Sql, writer: WriteContext, action_id: number, fresh: SentVisit[]) {
  const { caller } = writer
  const now = new Date().toISOString()
  const contact_ids = fresh.flatMap(({ visit }) => visit.contact_id ?? [])
  const form_ids = fresh.flatMap(({ visit }) => (visit.formdatas ?? []).map(({ form_id }) => form_id))
  const [contacts, forms] = await Promise.all([
    allowedContacts(sql, caller, action_id, contact_ids),
    visibleForms(sql, caller, form_ids),
  ])
  const faults: Fault[] = []
  for (const sent of fresh) {
    const { visit, location } = sent
    faults.push(...visitFaults(sent, contacts))
    planAnswers([], visit.formdatas ?? [], false, `${location}.formdatas`, { forms, now, writer, faults })
    for (const answer of visit.formdatas ?? []) completeAnswer(answer, forms)
  }
  throwFaults(faults)
}

/** Sets the text as it is stored, and the version of a consent that was shown. */
export function completeAnswer(answer: NonNullable<NewVisit['formdatas']>[number], forms: Forms) {
  const form = forms.get(answer.form_id)
  answer.data = storedData(form, answer.data)
  if (form?.kind === 'consent') answer.form_version ??= form.version
}

/** The faults of one visit, besides its answers. `contacts`: those that the caller may use. */
function visitFaults({ visit, location }: SentVisit, contacts: ReadonlySet<number>): Fault[] {
  const { date, contact, contact_id } = visit
  const faults: Fault[] = []
  const add = (field: string, message: Text, value: unknown) =>
    faults.push({ location: `${location}.${field}`, message, value })
  if (date !== undefined && isInFuture(date)) add('date', 'must not be in the future', date)
  if (contact_id && !contacts.has(contact_id))
    add('contact_id', msg`is ${contact_id}, which is not a contact of this action`, contact_id)
  if (contact && contact_id) add('contact', 'cannot be combined with contact_id; send one of them', null)
  const { firstname, surname, mail, mobile, phone } = contact ?? {}
  if (contact && ![firstname, surname, mail, mobile, phone].some(part => part?.trim()))
    add('contact', 'must have a name, a mail address or a telephone number', null)
  return faults
}

/** The id of the address of each visit, or null. A new address is added to the action. */
async function doorIdsOf(sql: Sql, caller: Caller, action_id: number, sent: SentVisit[]): Promise<(number | null)[]> {
  const named = sent.flatMap(({ visit }) => visit.address?.id ?? [])
  const known = await knownDoors(sql, caller, action_id, named)
  const faults: Fault[] = []
  const described: Door[] = []
  for (const { visit, location } of sent) {
    const { address } = visit
    if (!address) continue
    if (address.id === undefined) described.push(parseDoor(address, `${location}.address`))
    else if (!known.has(address.id))
      faults.push({
        location: `${location}.address.id`,
        message: msg`is ${address.id}, which is not an address of this action`,
        value: address.id,
      })
  }
  throwFaults(faults)
  const placed = await addDoors(sql, caller, action_id, described)
  return sent.map(({ visit: { address } }) => (address ? (address.id ?? placed.shift() ?? null) : null))
}

async function knownDoors(sql: Sql, { group_id }: Caller, action_id: number, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await sql<{ id: number }[]>`
    select id from action_addresses where group_id = ${group_id} and action_id = ${action_id} and id = any(${ids}) order by id`
  return new Set(rows.map(({ id }) => id))
}

export const doorIdOf = async (sql: Sql, caller: Caller, action_id: number, sent: SentVisit) =>
  onlyRow(await doorIdsOf(sql, caller, action_id, [sent]))

/** Creates the contact of a visit, with the address of the visit. */
async function createMetContact(
  sql: Sql,
  writer: WriteContext,
  id: number,
  address_id: number | null,
  { visit, location }: SentVisit,
) {
  if (!visit.contact) return null
  const { group_id } = writer.caller
  const [door] = await sql<Door[]>`
    select house_number, street, postal_code, city_code as citycode, city, state, country, addition, infos, building, floor, door,
           polling_station as pollingstation, latitude, longitude
    from action_addresses where group_id = ${group_id} and id = ${address_id}`
  const contact = { ...visit.contact, ...(door && { address: { ...door } }) }
  const contact_id = await createContact(
    sql,
    { ...writer, source: visitSource(id), location: `${location}.contact` },
    contact,
  )
  await sql`update visits set contact_id = ${contact_id} where group_id = ${group_id} and id = ${id}`
  return contact_id
}
