import { randomUUID } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { deleteOldestOfSpaces } from '../../db/batch_delete.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import type { KnownForm } from '../core/answers.ts'
import { seesForm } from '../core/form_visibility.ts'
import { identity_slots } from '../core/identity_locks.ts'
import { findMergedMatches, type MergedMatch, survivorOf, withoutMergedKeys } from '../core/merged.ts'
import { isRestricted, seesRestricted } from '../core/restriction.ts'
import { addToContact, createContact } from '../core/write.ts'
import { namedAnswerLists, resolveAnswers } from './answers.ts'
import { formKindOf, type KnownBy, type Upsert, type UpsertReceipt } from './schema.ts'

type Outcome = Omit<UpsertReceipt, 'receipt'>

const refused = (...reasons: string[]): Outcome => ({ state: 'refused', contact_id: null, reasons })

/** Writes the person at once, and returns the receipt by which the outcome can be read. */
export async function upsertContact(sql: Sql, writer: WriteContext, sent: Upsert, by?: KnownBy): Promise<string> {
  const { caller } = writer
  const outcome = await writePerson(sql, { ...writer, source: 'upsert', location: 'data' }, sent, by)
  const receipt = randomUUID()
  const row = { group_id: caller.group_id, user_id: caller.id, receipt, ...outcome }
  await sql`insert into upsert_receipts ${sql(row)}`
  return receipt
}

export async function readReceipt(sql: Sql, { group_id }: Caller, receipt: string): Promise<UpsertReceipt> {
  const [row] = await sql<UpsertReceipt[]>`
    select receipt, state, contact_id, reasons from upsert_receipts where group_id = ${group_id} and receipt = ${receipt}`
  if (!row) throw notFound('receipt')
  return row
}

const kept_days = 90

/** Deletes a batch of the oldest receipts. Spans all spaces. */
export const deleteOldReceipts = (sql: Sql) =>
  deleteOldestOfSpaces(sql, 'upsert_receipts', 'created_at', kept_days * 24)

/** Checks everything before it writes anything: a refusal leaves nothing but its receipt. */
async function writePerson(sql: Sql, writer: WriteContext, sent: Upsert, by: KnownBy | undefined): Promise<Outcome> {
  if (Object.keys(sent).length === 0) return refused('There is nothing about a person in it.')
  const { reasons, ...answers } = resolveAnswers(sent, await openForms(sql, writer.caller, sent))
  if (reasons.length > 0) return refused(...reasons)
  const { found, merged } = await findPerson(sql, writer.caller, sent, by)
  const refusal = await refusalOf(sql, writer.caller, sent, found)
  if (refusal) return refused(refusal)
  const contact = { ...detailsOf(sent), ...answers }
  const [contact_id] = found
  try {
    if (contact_id === undefined)
      return { state: 'created', contact_id: await createContact(sql, writer, contact), reasons: [] }
    await addToContact(sql, writer, contact_id, merged ? await withoutMergedKeys(sql, contact, merged) : contact)
    return { state: 'updated', contact_id, reasons: [] }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_request')) throw error
    return refused(...(error.faults ?? []).map(({ location, message }) => `${location} ${message}.`))
  }
}

/** What was sent without the id and without the answers by name. */
function detailsOf(sent: Upsert) {
  const { id, consents, custom_fields, formdatas, status, forms, actions, name_presences, ...details } = sent
  return details
}

/** Why nothing is written about these contacts; undefined when something is. */
async function refusalOf(sql: Sql, caller: Caller, { id }: Upsert, found: number[]) {
  const { group_id } = caller
  const restricted = (await Promise.all(found.map(one => isRestricted(sql, group_id, one)))).includes(true)
  const unseen = restricted && !seesRestricted(caller)
  if ((found.length === 0 || unseen) && id !== undefined) {
    const survivor = await survivorOf(sql, group_id, id)
    return survivor
      ? `Contact ${id} was merged into contact ${survivor}; send that id.`
      : `There is no contact ${id} in your space.`
  }
  if (restricted) return 'This person asked that their data be kept and not used.'
  return found.length > 1 ? `Several contacts fit (${found.join(', ')}); send the id of the one you mean.` : undefined
}

async function openForms(sql: Sql, caller: Caller, sent: Upsert) {
  const { group_id } = caller
  const kinds = [...new Set(namedAnswerLists(sent).map(({ list }) => formKindOf[list] as string))]
  if (kinds.length === 0) return []
  return sql<KnownForm[]>`
    select f.id, f.label, f.type, f.kind, f.version, false as archived, coalesce((
             select json_agg(json_build_object('id', r.id, 'label', r.label, 'value', r.value, 'archived', r.archived_at is not null)
                             order by r.position, r.id)
             from form_refvalues r
             where r.group_id = ${group_id} and r.form_id = f.id), '[]') as refvalues
    from forms f
    where f.group_id = ${group_id} and f.kind = any(${kinds}) and f.archived_at is null and ${seesForm(sql, caller)}
    order by f.id`
}

interface MatchedPerson {
  found: number[]
  /** Set when a key of a merged contact led here. */
  merged?: MergedMatch
}

/**
 * Finds the person: by id; else by external id, where the client says so; else by mail; else by name and birthdate; else by name and place, unless
 * mail or birthdate contradict it. An external id or mail without a contact may be that of a merged one. Returns at most three contacts, which is
 * enough to see that it is unclear. Locks them, and the identity, so that no other request creates the same person.
 */
async function findPerson(sql: Sql, caller: Caller, sent: Upsert, by: KnownBy | undefined): Promise<MatchedPerson> {
  const finder = { sql, group_id: caller.group_id }
  if (sent.id !== undefined) return { found: await lockMatches(finder, sql`c.id = ${sent.id}`) }
  const external_id = (by && sent[by]) || ''
  await lockIdentity(sql, caller.group_id, sent, external_id)
  return (
    (await findByExternalId(finder, external_id)) ??
    (await findByMail(finder, sent)) ?? { found: await findByName(finder, sent) }
  )
}

interface Finder {
  sql: Sql
  group_id: number
}

async function lockMatches({ sql, group_id }: Finder, condition: Fragment) {
  const rows = await sql<{ id: number }[]>`
    select c.id from contacts c where c.group_id = ${group_id} and c.deleted_at is null and ${condition} order by c.id limit 3 for no key update`
  return rows.map(row => row.id)
}

async function findByExternalId(finder: Finder, external_id: string): Promise<MatchedPerson | undefined> {
  if (external_id === '') return undefined
  const { sql } = finder
  const found = await lockMatches(finder, sql`c.external_id = ${external_id} and c.external_id <> ''`)
  return found.length > 0 ? { found } : findMerged(finder, 'external_id', [external_id])
}

async function findByMail(finder: Finder, sent: Upsert): Promise<MatchedPerson | undefined> {
  const { mail } = identityOf(sent)
  if (mail === '') return undefined
  const { sql } = finder
  const hasMail = sql`c.mail <> '' and c.mail_key = lower(${mail})`
  const found = await lockMatches(finder, hasMail)
  if (found.length === 1) return { found }
  // People who share an address differ in their names.
  if (found.length > 1) {
    const named = await lockMatches(finder, sql`${hasMail} and ${isNamed(sql, sent)}`)
    return { found: named.length === 1 ? named : found }
  }
  return findMerged(finder, 'mail', await mailKeysOf(sql, [mail]))
}

/** The survivors of contacts that had one of these keys. */
async function findMerged(finder: Finder, by: 'mail' | 'external_id', keys: string[]) {
  const { sql, group_id } = finder
  const matches = await findMergedMatches(sql, group_id, by, keys)
  const [merged] = matches
  return merged && { found: await lockMatches(finder, sql`c.id = any(${matches.map(({ id }) => id)})`), merged }
}

async function findByName(finder: Finder, sent: Upsert): Promise<number[]> {
  const { sql } = finder
  const { mail, surname, firstname } = identityOf(sent)
  if (surname.trim() === '' || firstname.trim() === '') return []
  const born = instantOf(sent.birthdate ?? '')
  const byBirth = born ? await lockMatches(finder, sql`${isNamed(sql, sent)} and c.birthdate = ${born}`) : []
  const city = String(sent.address?.city ?? '')
  const postal_code = String(sent.address?.postal_code ?? sent.address?.postalcode ?? '')
  if (byBirth.length > 0 || (city.trim() === '' && postal_code === '')) return byBirth
  return lockMatches(
    finder,
    sql`${isNamed(sql, sent)}
    ${city.trim() === '' ? sql`` : sql`and c.city_key = normalize_text(${city})`}
    ${postal_code === '' ? sql`` : sql`and c.postal_code = ${postal_code}`}
    ${mail === '' ? sql`` : sql`and c.mail = ''`}
    ${born ? sql`and c.birthdate is null` : sql``}`,
  )
}

const isNamed = (sql: Sql, sent: Upsert) => {
  const { surname, firstname } = identityOf(sent)
  return sql`c.surname_key = normalize_text(${surname}) and c.firstname_key = normalize_text(${firstname})`
}

const identityOf = ({ mail, surname, firstname }: Upsert) => ({
  mail: mail ?? '',
  surname: surname ?? '',
  firstname: firstname ?? '',
})

// Locks in the order of the slots, so that two requests cannot deadlock.
async function lockIdentity(sql: Sql, group_id: number, sent: Upsert, external_id: string) {
  const { mail, surname, firstname } = identityOf(sent)
  await sql`
    insert into contact_locks (group_id, slot)
    select distinct ${group_id}::bigint, abs(hashtext(key) % ${identity_slots}) as slot
    from (values (case when ${external_id}::text <> '' then 'number ' || ${external_id} end),
                 (case when ${mail}::text <> '' then 'mail ' || lower(${mail}) end),
                 (case when ${surname}::text <> '' then 'name ' || normalize_text(${surname}) || ' ' || normalize_text(${firstname}) end)) as keys (key)
    where key is not null
    order by slot
    on conflict (group_id, slot) do update set slot = excluded.slot`
}
