import { randomUUID } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/writer.ts'
import { batch_size } from '../../db/batch_delete.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import type { KnownForm } from '../core/answers.ts'
import { identity_slots } from '../core/identity_locks.ts'
import { findMergedMatches, type MergedMatch, survivorOf, withoutMergedKeys } from '../core/merged.ts'
import { isRestricted, seesRestricted } from '../core/restriction.ts'
import { addToContact, createContact } from '../core/write.ts'
import { namedLists, resolveAnswers } from './answers.ts'
import { type KnownBy, kindOf, type Receipt, type Upsert } from './schema.ts'

type Outcome = Omit<Receipt, 'receipt'>

const refused = (...reasons: string[]): Outcome => ({ state: 'refused', contact_id: null, reasons })

/** Does the work at once, so that nothing can get lost on the way, and answers the receipt by which its outcome can be read. */
export async function upsertContact(sql: Sql, writer: WriteContext, sent: Upsert, by?: KnownBy): Promise<string> {
  const { caller } = writer
  const outcome = await writePerson(sql, { ...writer, source: 'upsert', place: 'data' }, sent, by)
  const receipt = randomUUID()
  const row = { group_id: caller.group_id, user_id: caller.id, receipt, ...outcome }
  await sql`insert into upsert_receipts ${sql(row)}`
  return receipt
}

export async function readReceipt(sql: Sql, { group_id }: Caller, receipt: string): Promise<Receipt> {
  const [row] = await sql<Receipt[]>`
    select receipt, state, contact_id, reasons from upsert_receipts where group_id = ${group_id} and receipt = ${receipt}`
  if (!row) throw notFound('receipt')
  return row
}

const kept_days = 90

/** Forgets a lot of the receipts that nobody will ask for any more, oldest first. Spans all spaces. */
export async function deleteOldReceipts(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from upsert_receipts
    where group_id > 0 and created_at <= (
      select max(o.created_at) from (
        select created_at from upsert_receipts
        where group_id > 0 and created_at < now() - make_interval(days => ${kept_days})
        order by created_at
        limit ${batch_size}) o)`
  return count
}

/** Everything is checked before anything is written: a refusal leaves no trace but its receipt. */
async function writePerson(sql: Sql, writer: WriteContext, sent: Upsert, by: KnownBy | undefined): Promise<Outcome> {
  const {
    id: _,
    consents,
    custom_fields: __,
    formdatas: ___,
    status,
    forms,
    actions,
    name_presences,
    ...details
  } = sent
  if (Object.keys(sent).length === 0) return refused('There is nothing about a person in it.')
  const { reasons, ...answers } = resolveAnswers(sent, await openForms(sql, writer.caller, sent))
  if (reasons.length > 0) return refused(...reasons)
  const { found, former } = await findPerson(sql, writer.caller, sent, by)
  const restricted = (await Promise.all(found.map(id => isRestricted(sql, writer.caller.group_id, id)))).includes(true)
  const unseen = restricted && !seesRestricted(writer.caller)
  if ((found.length === 0 || unseen) && sent.id !== undefined) {
    const now = await survivorOf(sql, writer.caller.group_id, sent.id)
    return refused(
      now
        ? `Contact ${sent.id} was merged into contact ${now}; send that id.`
        : `There is no contact ${sent.id} in your space.`,
    )
  }
  const [contact_id, ...others] = found
  if (restricted) return refused('This person asked that their data be kept and not used.')
  if (others.length > 0) return refused(`Several contacts fit (${found.join(', ')}); send the id of the one you mean.`)
  try {
    const contact = { ...details, ...answers }
    if (contact_id === undefined)
      return { state: 'created', contact_id: await createContact(sql, writer, contact), reasons: [] }
    await addToContact(sql, writer, contact_id, former ? await withoutMergedKeys(sql, contact, former) : contact)
    return { state: 'updated', contact_id, reasons: [] }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_request')) throw error
    return refused(...(error.faults ?? []).map(({ location, message }) => `${location} ${message}.`))
  }
}

async function openForms(sql: Sql, { group_id }: Caller, sent: Upsert) {
  const kinds = [...new Set(namedLists(sent).map(({ list }) => kindOf[list] as string))]
  if (kinds.length === 0) return []
  return sql<KnownForm[]>`
    select f.id, f.label, f.type, f.kind, false as archived, coalesce((
             select json_agg(json_build_object('id', r.id, 'label', r.label, 'value', r.value, 'archived', r.archived_at is not null)
                             order by r.position, r.id)
             from form_refvalues r
             where r.group_id = ${group_id} and r.form_id = f.id), '[]') as refvalues
    from forms f
    where f.group_id = ${group_id} and f.kind = any(${kinds}) and f.archived_at is null
    order by f.id`
}

interface MatchedPerson {
  found: number[]
  former?: MergedMatch
}

/**
 * Who is meant: by id; else by the number elsewhere, where that is asked for; else by mail; else by name and birthdate; else by name and
 * place, unless mail or birthdate speak against it. A number or mail that nobody has any more may be that of a contact that was merged. At
 * most three, which is enough to know that it is unclear. Whoever fits is held, and so is the name where nobody does.
 */
async function findPerson(
  sql: Sql,
  { group_id }: Caller,
  sent: Upsert,
  by: KnownBy | undefined,
): Promise<MatchedPerson> {
  const number = (by && sent[by]) || ''
  const { id, birthdate, address } = sent
  const { mail, surname, firstname } = identityOf(sent)
  const meant = async (fits: ReturnType<Sql>) => {
    const rows = await sql<{ id: number }[]>`
      select c.id from contacts c where c.group_id = ${group_id} and c.deleted_at is null and ${fits} order by c.id limit 3 for no key update`
    return rows.map(row => row.id)
  }
  /** Who it leads to where a contact that was merged had it. */
  const once = async (by: 'mail' | 'external_id', keys: string[]): Promise<MatchedPerson | undefined> => {
    const people = await findMergedMatches(sql, group_id, by, keys)
    const [former] = people
    return former && { found: await meant(sql`c.id = any(${people.map(one => one.id)})`), former }
  }
  if (id !== undefined) return { found: await meant(sql`c.id = ${id}`) }
  await lockIdentity(sql, group_id, sent, number)
  if (number !== '') {
    const numbered = await meant(sql`c.external_id = ${number} and c.external_id <> ''`)
    if (numbered.length > 0) return { found: numbered }
    const merged = await once('external_id', [number])
    if (merged) return merged
  }
  const isNamed = sql`c.surname_key = normalize_text(${surname}) and c.firstname_key = normalize_text(${firstname})`
  if (mail !== '') {
    const byMail = await meant(sql`c.mail <> '' and c.mail_key = lower(${mail})`)
    if (byMail.length === 1) return { found: byMail }
    // People who share an address are told apart by their names.
    if (byMail.length > 1) {
      const byName = await meant(sql`c.mail <> '' and c.mail_key = lower(${mail}) and ${isNamed}`)
      return { found: byName.length === 1 ? byName : byMail }
    }
    const merged = await once('mail', await mailKeysOf(sql, [mail]))
    if (merged) return merged
  }
  if (surname.trim() === '' || firstname.trim() === '') return { found: [] }
  const born = birthdate ? instantOf(birthdate)! : null
  const byBirth = born ? await meant(sql`${isNamed} and c.birthdate = ${born}`) : []
  const city = String(address?.city ?? '')
  const postal_code = String(address?.postal_code ?? address?.postalcode ?? '')
  if (byBirth.length > 0 || (city.trim() === '' && postal_code === '')) return { found: byBirth }
  const byPlace = await meant(sql`${isNamed}
    ${city.trim() === '' ? sql`` : sql`and c.city_key = normalize_text(${city})`}
    ${postal_code === '' ? sql`` : sql`and c.postal_code = ${postal_code}`}
    ${mail === '' ? sql`` : sql`and c.mail = ''`}
    ${born ? sql`and c.birthdate is null` : sql``}`)
  return { found: byPlace }
}

const identityOf = ({ mail, surname, firstname }: Upsert) => ({
  mail: mail ?? '',
  surname: surname ?? '',
  firstname: firstname ?? '',
})

// In the order of the slots, so that nobody waits in a circle.
async function lockIdentity(sql: Sql, group_id: number, sent: Upsert, number: string) {
  const { mail, surname, firstname } = identityOf(sent)
  await sql`
    insert into contact_locks (group_id, slot)
    select distinct ${group_id}::bigint, abs(hashtext(key) % ${identity_slots}) as slot
    from (values (case when ${number}::text <> '' then 'number ' || ${number} end),
                 (case when ${mail}::text <> '' then 'mail ' || lower(${mail}) end),
                 (case when ${surname}::text <> '' then 'name ' || normalize_text(${surname}) || ' ' || normalize_text(${firstname}) end)) as keys (key)
    where key is not null
    order by slot
    on conflict (group_id, slot) do update set slot = excluded.slot`
}
