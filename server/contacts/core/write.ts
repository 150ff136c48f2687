import { may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/writer.ts'
import { addToCounter } from '../../db/counters.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, type Fault, forbidden, notFound } from '../../errors.ts'
import { emitContactEvents } from '../../events/outbox.ts'
import { renameInBundles } from '../../money/core/contact_names.ts'
import {
  type AnswerContext,
  type AnswerPlan,
  loadForms,
  planAnswers,
  type StoredAnswer,
  throwFaults,
  writeAnswers,
} from './answers.ts'
import { type Columns, columnNames, emptyColumns, patchedColumns, replacementPatch, sameColumns } from './columns.ts'
import { countryCode } from './phone.ts'
import { seesRestricted } from './restriction.ts'
import { insertContacts } from './rows.ts'
import type { PatchedContact, SentContact } from './shape.ts'
import { addTags, setTags } from './tags.ts'

// The one way in which contacts are written, whoever writes them: keys, flags, consents, names in payments and the event always follow.

/** Makes a contact and answers its id. */
export async function createContact(sql: Sql, writer: WriteContext, sent: SentContact): Promise<number> {
  const [id] = await create(sql, writer, [sent], () => writer.place ?? 'body.data.contact')
  return id!
}

/** Makes many at once, with the same few statements as for one; a few hundred or thousand at a time. Ids come in the order of the list. */
export function createContacts(sql: Sql, writer: WriteContext, list: SentContact[]): Promise<number[]> {
  return create(sql, writer, list, index => `${writer.place ?? 'body.data.contacts'}.${index}`)
}

async function create(sql: Sql, writer: WriteContext, list: SentContact[], placeOf: (index: number) => string) {
  const { group_id } = writer.caller
  const [{ now, ids, addresses, locale }, forms] = await Promise.all([
    reserveIds(sql, group_id, list.length, list.filter(({ address }) => address).length),
    loadForms(sql, group_id, list.flatMap(formsOf)),
  ])
  const occasion: AnswerContext = { forms, now, writer, faults: [] }
  const plans: { contact_id: number; plan: AnswerPlan }[] = []
  const rows = list.map((sent, index) => {
    const [id, place] = [ids[index]!, placeOf(index)]
    checkCountry(sent, place, occasion.faults)
    plans.push({ contact_id: id, plan: planBothLists([], sent, place, occasion) })
    const columns = patchedColumns(emptyColumns, sent, sent.address ? addresses.shift()! : null, locale)
    return { ...columns, id }
  })
  throwFaults(occasion.faults)
  await insertContacts(sql, writer.caller, now, rows)
  await writeAnswers(sql, writer, plans, forms, now)
  const taggings = list.flatMap(({ tags }, index) =>
    (tags ?? []).map(({ name }) => ({ contact_id: ids[index]!, name })),
  )
  await addTags(sql, group_id, taggings)
  await Promise.all([
    emitContactEvents(sql, writer, 'contact.created', ids),
    addToCounter(sql, group_id, 'contacts', ids.length),
  ])
  return ids
}

/** Makes the contact what was sent: what is left out is cleared. Tells whether that changed anything. */
export function replaceContact(sql: Sql, writer: WriteContext, id: number, sent: SentContact): Promise<boolean> {
  // What somebody cannot see, they did not leave out on purpose.
  const lists = may(writer.caller, 'contacts:sensitive') ? { custom_fields: [], formdatas: [], tags: [] } : {}
  return write(sql, writer, id, before => replacementPatch(before, { ...lists, ...sent }))
}

/** Changes only what was sent; null clears, a list is replaced as a whole. Tells whether that changed anything. */
export function changeContact(sql: Sql, writer: WriteContext, id: number, patch: PatchedContact): Promise<boolean> {
  return write(sql, writer, id, () => patch)
}

/** The same, but answers and tags join those that are there; an answer to a form that takes only one replaces the one before. */
export function addToContact(sql: Sql, writer: WriteContext, id: number, patch: PatchedContact): Promise<boolean> {
  return write(sql, writer, id, () => patch, true)
}

async function write(
  sql: Sql,
  writer: WriteContext,
  id: number,
  patchFor: (before: Columns) => PatchedContact,
  adding = false,
) {
  const { group_id } = writer.caller
  const before = await lockContact(sql, group_id, id)
  const patch = patchFor(before)
  const place = writer.place ?? 'body.data.contact'
  const [{ now, addresses, locale }, answers] = await Promise.all([
    reserveIds(sql, group_id, 0, patch.address && before.address_id === null ? 1 : 0),
    storedAnswers(sql, group_id, id),
  ])
  const forms = await loadForms(sql, group_id, [...formsOf(patch), ...answers.map(({ form_id }) => form_id)])
  const occasion: AnswerContext = { forms, now, writer, faults: [] }
  checkCountry(patch, place, occasion.faults)
  const plan = planBothLists(answers, patch, place, occasion)
  throwFaults(occasion.faults)
  if (adding) plan.removed = []
  const after = patchedColumns(before, patch, addresses[0] ?? null, locale)
  const answered = await writeAnswers(sql, writer, [{ contact_id: id, plan }], forms, now)
  const tagged = patch.tags !== undefined && (await writeTags(sql, group_id, id, patch.tags ?? [], adding))
  if (!answered && !tagged && sameColumns(before, after)) return false
  const fields = Object.fromEntries(columnNames.map(name => [name, after[name]]))
  await sql`
    update contacts set ${sql(rowOf({ ...fields, updated_at: now, changed_by: writer.caller.id }))}, version = version + 1
    where group_id = ${group_id} and id = ${id}`
  await renameInBundles(sql, before, { ...before, firstname: after.firstname, surname: after.surname })
  await emitContactEvents(sql, writer, 'contact.updated', [id])
  return true
}

async function writeTags(sql: Sql, group_id: number, contact_id: number, tags: { name: string }[], adding: boolean) {
  const taggings = tags.map(({ name }) => ({ contact_id, name }))
  return adding ? (await addTags(sql, group_id, taggings)) > 0 : setTags(sql, group_id, contact_id, taggings)
}

/** Takes the contact out of sight. Payments keep naming it. */
export async function deleteContact(sql: Sql, writer: WriteContext, id: number) {
  const { group_id } = writer.caller
  await lockContact(sql, group_id, id)
  await sql`
    update contacts set deleted_at = now(), updated_at = now(), version = version + 1 where group_id = ${group_id} and id = ${id}`
  await Promise.all([
    emitContactEvents(sql, writer, 'contact.deleted', [id]),
    addToCounter(sql, group_id, 'contacts', -1),
  ])
}

/** Brings back a contact that was deleted, with all that it had. */
export async function restoreContact(sql: Sql, writer: WriteContext, id: number) {
  const { group_id } = writer.caller
  const [row] = await sql<{ deleted: boolean; erased: boolean; restricted: boolean; merged_into: number | null }[]>`
    select deleted_at is not null as deleted, erased_at is not null as erased, restricted_at is not null as restricted, merged_into
    from contacts where group_id = ${group_id} and id = ${id}
    for no key update`
  if (!row || (row.restricted && !seesRestricted(writer.caller))) throw notFound('contact')
  const refuse = (why: string) => new ApiError('conflict', `Contact ${id} ${why}.`)
  if (!row.deleted) throw refuse('is not deleted; there is nothing to restore')
  if (row.erased) throw refuse('was erased, and nothing is left that could come back')
  if (row.merged_into) throw refuse(`was merged into contact ${row.merged_into}; undo that merge to have it back`)
  await sql`
    update contacts set deleted_at = null, updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${group_id} and id = ${id}`
  await Promise.all([
    emitContactEvents(sql, writer, 'contact.restored', [id]),
    addToCounter(sql, group_id, 'contacts', 1),
  ])
}

/**
 * The lists that need `contacts:sensitive`: whoever may not see them may not write them either. Empty ones are what they read; in a patch
 * null is meant to clear.
 */
export function withoutUnseen<Sent extends SentContact | PatchedContact>(
  caller: WriteContext['caller'],
  sent: Sent,
  { patch } = { patch: false },
): Sent {
  if (may(caller, 'contacts:sensitive')) return sent
  const { custom_fields, formdatas, tags, ...others } = sent
  if ([custom_fields, formdatas, tags].some(list => (list === null && patch) || (list && list.length > 0)))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags and answers need.')
  return others as Sent
}

/** The contact about to be changed, held until the end of the transaction. Contacts are always held before payments. */
export async function lockContact(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<(Columns & LockedIdentity)[]>`
    select id, group_id, membership_code, coalesce(membership_number, 0) as membership_number, ${sql(columnNames)}
    from contacts
    where group_id = ${group_id} and id = ${id} and deleted_at is null
    for no key update`
  if (!row) throw notFound('contact')
  return row
}

interface LockedIdentity {
  id: number
  group_id: number
  membership_code: string
  membership_number: number
}

const storedAnswers = (sql: Sql, group_id: number, id: number) => sql<StoredAnswer[]>`
  select id, custom, form_id, form_ref_id, data, date, survey_id, source from contact_answers
  where group_id = ${group_id} and contact_id = ${id}
  order by id`

async function reserveIds(sql: Sql, group_id: number, contacts: number, addresses: number) {
  const [row] = await sql<[{ now: string; ids: number[]; addresses: number[]; locale: string }]>`
    select date_trunc('milliseconds', clock_timestamp()) as now,
           array(select nextval('contacts_id_seq') from generate_series(1, ${contacts}::int)) as ids,
           array(select nextval('contact_addresses_id_seq') from generate_series(1, ${addresses}::int)) as addresses,
           (select locale from spaces where id = ${group_id}) as locale`
  return row
}

const formsOf = ({ formdatas, custom_fields }: PatchedContact) =>
  [...(formdatas ?? []), ...(custom_fields ?? [])].map(({ form_id }) => form_id)

/** The plan for both lists of answers; a list that was not sent stays. */
function planBothLists(
  before: StoredAnswer[],
  patch: PatchedContact,
  place: string,
  occasion: AnswerContext,
): AnswerPlan {
  const plans = (['formdatas', 'custom_fields'] as const).map(list => {
    const [sent, custom] = [patch[list], list === 'custom_fields']
    if (sent === undefined) return { added: [], changed: [], removed: [] }
    const there = before.filter(answer => answer.custom === custom)
    return planAnswers(there, sent ?? [], custom, `${place}.${list}`, occasion)
  })
  return {
    added: plans.flatMap(({ added }) => added),
    changed: plans.flatMap(({ changed }) => changed),
    removed: plans.flatMap(({ removed }) => removed),
  }
}

function checkCountry({ birth_country }: PatchedContact, place: string, faults: Fault[]) {
  if (!birth_country || countryCode(birth_country)) return
  faults.push({
    location: `${place}.birth_country`,
    message: 'must be a country, by its code of ISO 3166, such as FR, or by its name',
    value: birth_country,
  })
}
