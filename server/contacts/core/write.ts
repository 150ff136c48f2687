import { may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { addToCounter } from '../../db/counters.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, type Fault, forbidden, notFound } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
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
import {
  type ContactColumns,
  columnNames,
  emptyColumns,
  patchedColumns,
  replacementPatch,
  sameColumns,
} from './columns.ts'
import { changedAnswers, changedFields } from './contact_changes.ts'
import { fieldsOf } from './fields.ts'
import { hiddenForms } from './form_visibility.ts'
import { countryCode } from './phone.ts'
import { seesRestricted } from './restriction.ts'
import { insertContacts } from './rows.ts'
import { publishContacts } from './search_index.ts'
import type { PatchedContact, SentContact } from './shape.ts'
import { addTags, type ChangedTags, namesOfTags, setTags, type Tagging } from './tags.ts'

// All writes of contacts go through here, so that keys, flags, consents, names in payments and events always follow.

/** Creates a contact and returns its id. */
export async function createContact(sql: Sql, writer: WriteContext, sent: SentContact): Promise<number> {
  const [id] = await create(sql, writer, [sent], () => writer.location ?? 'body.data.contact')
  if (id === undefined) throw new Error('no contact was created')
  return id
}

/** Creates up to a few thousand contacts with the statements of one. The ids are in the order of the list. */
export function createContacts(sql: Sql, writer: WriteContext, list: SentContact[]): Promise<number[]> {
  return create(sql, writer, list, index => `${writer.location ?? 'body.data.contacts'}.${index}`)
}

async function create(sql: Sql, writer: WriteContext, list: SentContact[], locationOf: (index: number) => string) {
  const { group_id } = writer.caller
  const [{ now, ids, addresses, locale }, forms] = await Promise.all([
    reserveIds(sql, group_id, list.length, list.filter(({ address }) => address).length),
    loadForms(sql, group_id, list.flatMap(formsOf)),
  ])
  for (const id of await hiddenTo(sql, writer)) forms.delete(id)
  const context: AnswerContext = { forms, now, writer, faults: [] }
  const plans: { contact_id: number; plan: AnswerPlan }[] = []
  const taggings: Tagging[] = []
  const rows = ids.map((id, index) => {
    const [sent, location] = [list[index] ?? {}, locationOf(index)]
    checkCountries(sent, location, context.faults)
    plans.push({ contact_id: id, plan: planBothLists([], sent, location, context) })
    taggings.push(...(sent.tags ?? []).map(({ name }) => ({ contact_id: id, name })))
    const columns = patchedColumns(emptyColumns, sent, sent.address ? (addresses.shift() ?? null) : null, locale)
    return { ...columns, id }
  })
  throwFaults(context.faults)
  await insertContacts(sql, writer.caller, now, rows)
  await writeAnswers(sql, writer, plans, forms, now)
  await addTags(sql, group_id, taggings)
  await Promise.all([
    publishContacts(sql, writer, 'contact.created', ids),
    addToCounter(sql, group_id, 'contacts', ids.length),
  ])
  return ids
}

/** Replaces the contact: what is left out is cleared. Returns whether anything changed. */
export function replaceContact(sql: Sql, writer: WriteContext, id: number, sent: SentContact): Promise<boolean> {
  // Lists that the caller cannot see were not left out on purpose.
  const lists = may(writer.caller, 'contacts:sensitive') ? { custom_fields: [], formdatas: [], tags: [] } : {}
  return write(sql, writer, id, before => replacementPatch(before, { ...lists, ...sent }))
}

/** Changes only what was sent; null clears, a list is replaced as a whole. Returns whether anything changed. */
export function changeContact(sql: Sql, writer: WriteContext, id: number, patch: PatchedContact): Promise<boolean> {
  return write(sql, writer, id, () => patch)
}

/** The same, but adds answers and tags to the stored ones. To a form that takes one answer, the new answer replaces the old one. */
export function addToContact(sql: Sql, writer: WriteContext, id: number, patch: PatchedContact): Promise<boolean> {
  return write(sql, writer, id, () => patch, true)
}

async function write(
  sql: Sql,
  writer: WriteContext,
  id: number,
  patchFor: (before: ContactColumns) => PatchedContact,
  adding = false,
) {
  const { group_id } = writer.caller
  const before = await lockContact(sql, group_id, id)
  const patch = patchFor(before)
  const location = writer.location ?? 'body.data.contact'
  const [{ now, addresses, locale }, all_answers, hidden] = await Promise.all([
    reserveIds(sql, group_id, 0, patch.address && before.address_id === null ? 1 : 0),
    storedAnswers(sql, group_id, id),
    hiddenTo(sql, writer),
  ])
  // Answers that the caller does not see stay as they are.
  const answers = all_answers.filter(({ form_id }) => !hidden.has(form_id))
  const named = [...formsOf(patch), ...answers.map(({ form_id }) => form_id)]
  const forms = await loadForms(
    sql,
    group_id,
    named.filter(form_id => !hidden.has(form_id)),
  )
  const context: AnswerContext = { forms, now, writer, faults: [] }
  checkCountries(patch, location, context.faults)
  const plan = planBothLists(answers, patch, location, context)
  throwFaults(context.faults)
  if (adding) plan.removed = []
  const after = patchedColumns(before, patch, addresses[0] ?? null, locale)
  const answered = await writeAnswers(sql, writer, [{ contact_id: id, plan }], forms, now)
  const tags = await writeTags(sql, group_id, id, patch.tags, adding)
  if (!answered && tags.added.length + tags.removed.length === 0 && sameColumns(before, after)) return false
  const fields = Object.fromEntries(columnNames.map(name => [name, after[name]]))
  await sql`
    update contacts set ${sql(rowOf({ ...fields, updated_at: now, changed_by: writer.caller.id }))}, version = version + 1
    where group_id = ${group_id} and id = ${id}`
  await renameInBundles(sql, before, { ...before, firstname: after.firstname, surname: after.surname })
  const changes = {
    fields: changedFields(before, after),
    answers: changedAnswers(plan, new Map(answers.map(answer => [answer.id, answer]))),
    added_tags: tags.added,
    removed_tags: tags.removed,
  }
  await publishContacts(sql, writer, 'contact.updated', [id], [{ contact_id: id, changes }])
  return true
}

async function writeTags(
  sql: Sql,
  group_id: number,
  contact_id: number,
  tags: { name: string }[] | null | undefined,
  adding: boolean,
): Promise<ChangedTags> {
  if (tags === undefined) return { added: [], removed: [] }
  const taggings = (tags ?? []).map(({ name }) => ({ contact_id, name }))
  if (!adding) return setTags(sql, group_id, contact_id, taggings)
  return { added: await namesOfTags(sql, group_id, await addTags(sql, group_id, taggings)), removed: [] }
}

/** Marks the contact as deleted. Its payments keep its name. */
export async function deleteContact(sql: Sql, writer: WriteContext, id: number) {
  const { group_id } = writer.caller
  await lockContact(sql, group_id, id)
  await sql`
    update contacts set deleted_at = now(), updated_at = now(), version = version + 1 where group_id = ${group_id} and id = ${id}`
  await Promise.all([
    publishContacts(sql, writer, 'contact.deleted', [id]),
    addToCounter(sql, group_id, 'contacts', -1),
  ])
}

/** Restores a deleted contact with all that it had. */
export async function restoreContact(sql: Sql, writer: WriteContext, id: number) {
  const { group_id } = writer.caller
  const [row] = await sql<{ deleted: boolean; erased: boolean; restricted: boolean; merged_into: number | null }[]>`
    select deleted_at is not null as deleted, erased_at is not null as erased, restricted_at is not null as restricted, merged_into
    from contacts where group_id = ${group_id} and id = ${id}
    for no key update`
  if (!row || (row.restricted && !seesRestricted(writer.caller))) throw notFound('contact')
  const conflict = (detail: Text) => new ApiError('conflict', detail)
  if (!row.deleted) throw conflict(msg`Contact ${id} is not deleted; there is nothing to restore.`)
  if (row.erased) throw conflict(msg`Contact ${id} was erased, and nothing is left that could come back.`)
  if (row.merged_into)
    throw conflict(msg`Contact ${id} was merged into contact ${row.merged_into}; undo that merge to have it back.`)
  await sql`
    update contacts set deleted_at = null, updated_at = now(), changed_by = ${writer.caller.id}, version = version + 1
    where group_id = ${group_id} and id = ${id}`
  await Promise.all([
    publishContacts(sql, writer, 'contact.restored', [id]),
    addToCounter(sql, group_id, 'contacts', 1),
  ])
}

/**
 * The contact without the lists that need `contacts:sensitive`. A caller without it reads them empty and may send them back empty; in a patch null
 * would clear them, and is refused.
 */
export function withoutSensitiveLists<Sent extends SentContact | PatchedContact>(
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

/** The forms whose answers this write neither changes nor adds. */
const hiddenTo = async (sql: Sql, { caller, all_forms }: WriteContext) =>
  all_forms ? new Set<number>() : hiddenForms(sql, caller)

/** Locks the contact until the end of the transaction. Contacts are always locked before payments. */
export async function lockContact(sql: Sql, group_id: number, id: number) {
  const [row] = await sql<(ContactColumns & LockedIdentity)[]>`
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
  select id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version from contact_answers
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
  location: string,
  context: AnswerContext,
): AnswerPlan {
  const plans = (['formdatas', 'custom_fields'] as const).map(list => {
    const [sent, custom] = [patch[list], list === 'custom_fields']
    if (sent === undefined) return { added: [], changed: [], removed: [] }
    const stored = before.filter(answer => answer.custom === custom)
    return planAnswers(stored, sent ?? [], custom, `${location}.${list}`, context)
  })
  return {
    added: plans.flatMap(({ added }) => added),
    changed: plans.flatMap(({ changed }) => changed),
    removed: plans.flatMap(({ removed }) => removed),
  }
}

const countryFields = fieldsOf('country')

/** Adds a fault for each field that must be a country and is not. */
export function checkCountries(patch: PatchedContact, location: string, faults: Fault[]) {
  for (const name of countryFields) {
    const value = patch[name]
    if (!value || countryCode(value)) continue
    const message = 'must be a country, by its code of ISO 3166, such as FR, or by its name'
    faults.push({ location: `${location}.${name}`, message, value })
  }
}
