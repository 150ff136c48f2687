import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/writer.ts'
import { loadForms, planAnswers, storedData, throwFaults } from '../../contacts/core/answers.ts'
import { createContact } from '../../contacts/core/write.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { ApiError, type Fault } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { instantOf } from '../../fields.ts'
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
import { visitColumns, visitTables } from './queries.ts'
import type { NewVisit, Visit } from './schema.ts'

/** A visit as it was sent, and where in the request. */
export interface SentVisit {
  visit: NewVisit
  place: string
}

/**
 * Records visits, all of them or none, and answers them in the order sent. One whose key is known already is not recorded again: it is
 * answered as it stands, also when the action has been archived since.
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
  return sent.map(({ visit }) => checkOwn(caller, access, found.get(visit.key)!))
}

const visitsByKey = (sql: Sql, caller: Caller, action_id: number, keys: string[]) => sql<Visit[]>`
  select ${visitColumns(sql, caller)}
  from ${visitTables(sql, caller)}
  where v.group_id = ${caller.group_id} and v.action_id = ${action_id} and v.key ${inList(sql, keys)}
  order by v.id`

// A key that somebody else made up too tells nobody what they recorded with it.
function checkOwn(caller: Caller, { insider }: ActionAccess, visit: Visit) {
  if (insider || visit.recorded_by === caller.id) return visit
  throw new ApiError('conflict', `The key ${visit.key} is taken in this action; make another one.`)
}

async function insertVisits(sql: Sql, writer: WriteContext, access: ActionAccess, fresh: SentVisit[]) {
  const { caller } = writer
  await checkVisits(sql, writer, access.id, fresh)
  const addresses = await doorIdsOf(sql, caller, access.id, fresh)
  await lockContacts(
    sql,
    caller,
    fresh.flatMap(({ visit }) => visit.contact_id ?? []),
  )
  // In the order of their keys, so that two phones that send the same visits never wait for each other in a circle.
  const rows = fresh
    .map(({ visit }, index) => ({
      group_id: caller.group_id,
      action_id: access.id,
      key: visit.key,
      recorded_by: caller.id,
      team_id: access.team_id,
      date: visit.date === undefined ? new Date().toISOString() : instantOf(visit.date)!,
      result: visit.result,
      address_id: addresses[index]!,
      contact_id: visit.contact_id ?? null,
      comment: visit.comment ?? '',
      answers: JSON.stringify(visit.formdatas ?? []),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const made = await sql<{ id: number; key: string; address_id: number | null; date: string }[]>`
    insert into visits ${sql(rows)}
    on conflict (group_id, action_id, key) do nothing
    returning id, key, address_id, date`
  await emitEvents(
    sql,
    writer,
    'visit.created',
    made.map(({ id }) => id),
  )
  const byKey = new Map(fresh.map(one => [one.visit.key, one]))
  const met: { contact_id: number; address_id: number | null }[] = []
  for (const { id, key, address_id, date } of made) {
    const one = byKey.get(key)!
    const contact_id = one.visit.contact_id ?? (await createMetContact(sql, writer, id, address_id, one))
    if (contact_id === null) continue
    met.push({ contact_id, address_id })
    const { result, formdatas = [] } = one.visit
    await copyToContact(sql, writer, {
      action_id: access.id,
      visit_id: id,
      contact_id,
      date,
      results: [result],
      formdatas,
      place: one.place,
    })
  }
  await addContactsToAction(sql, caller, access.id, met)
}

/** Everything that can be wrong with them, before anything is written. */
async function checkVisits(sql: Sql, writer: WriteContext, action_id: number, fresh: SentVisit[]) {
  const { caller } = writer
  const now = new Date().toISOString()
  const named = fresh.flatMap(({ visit }) => visit.contact_id ?? [])
  const [contacts, forms] = await Promise.all([
    allowedContacts(sql, caller, action_id, named),
    loadForms(
      sql,
      caller.group_id,
      fresh.flatMap(({ visit }) => (visit.formdatas ?? []).map(({ form_id }) => form_id)),
    ),
  ])
  const faults: Fault[] = []
  for (const { visit, place } of fresh) {
    const say = (field: string, message: string, value: unknown) =>
      faults.push({ location: `${place}.${field}`, message, value })
    if (visit.date !== undefined && isInFuture(visit.date)) say('date', 'must not lie in the future', visit.date)
    if (visit.contact_id && !contacts.has(visit.contact_id))
      say('contact_id', `is ${visit.contact_id}, which is no contact of this action`, visit.contact_id)
    if (visit.contact && visit.contact_id)
      say('contact', 'cannot be made where contact_id names one; send one of them', null)
    const { firstname, surname, mail, mobile, phone } = visit.contact ?? {}
    if (visit.contact && ![firstname, surname, mail, mobile, phone].some(part => part?.trim()))
      say('contact', 'must have a name, a mail address or a telephone number', null)
    planAnswers([], visit.formdatas ?? [], false, `${place}.formdatas`, { forms, now, writer, faults })
    for (const answer of visit.formdatas ?? []) answer.data = storedData(forms.get(answer.form_id), answer.data)
  }
  throwFaults(faults)
}

/** The door of each visit, or null. One that is described becomes one of the action. */
async function doorIdsOf(sql: Sql, caller: Caller, action_id: number, sent: SentVisit[]): Promise<(number | null)[]> {
  const named = sent.flatMap(({ visit }) => visit.address?.id ?? [])
  const known = await knownDoors(sql, caller, action_id, named)
  const faults: Fault[] = []
  const described: Door[] = []
  for (const { visit, place } of sent) {
    const { address } = visit
    if (!address) continue
    if (address.id === undefined) described.push(parseDoor(address, `${place}.address`))
    else if (!known.has(address.id))
      faults.push({
        location: `${place}.address.id`,
        message: `is ${address.id}, which is no address of this action`,
        value: address.id,
      })
  }
  throwFaults(faults)
  const placed = await addDoors(sql, caller, action_id, described)
  return sent.map(({ visit: { address } }) => (address ? (address.id ?? placed.shift()!) : null))
}

async function knownDoors(sql: Sql, { group_id }: Caller, action_id: number, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await sql<{ id: number }[]>`
    select id from action_addresses where group_id = ${group_id} and action_id = ${action_id} and id = any(${ids}) order by id`
  return new Set(rows.map(({ id }) => id))
}

export const doorIdOf = async (sql: Sql, caller: Caller, action_id: number, sent: SentVisit) =>
  (await doorIdsOf(sql, caller, action_id, [sent]))[0]!

/** Makes a contact of whoever was met; they live behind the door that was opened. */
async function createMetContact(
  sql: Sql,
  writer: WriteContext,
  id: number,
  address_id: number | null,
  { visit, place }: SentVisit,
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
    { ...writer, source: visitSource(id), place: `${place}.contact` },
    contact,
  )
  await sql`update visits set contact_id = ${contact_id} where group_id = ${group_id} and id = ${id}`
  return contact_id
}
