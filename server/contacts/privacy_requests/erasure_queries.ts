import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import { addToCounter } from '../../db/counters.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { emitEvents } from '../../events/outbox.ts'
import { erasePersonFromBank } from '../../money/core/bank/erase_lines.ts'
import { type ErasedPerson, erasePersonFromPayments } from '../../money/core/erase.ts'
import { eraseFromBulkChanges } from '../core/bulk_change_retention.ts'
import { type ContactColumns, emptyColumns } from '../core/columns.ts'
import { eraseChanges } from '../core/contact_changes.ts'
import { recordErasures } from '../core/erasure_receipts.ts'
import { eraseFromImports } from '../core/import_retention.ts'
import { mentionsAny } from '../core/mentioned_words.ts'
import { mergedIds } from '../core/merged.ts'
import { publishContacts } from '../core/search_index.ts'
import { eraseFromNotes } from './note_erasure_queries.ts'
import type { CompletedRequest } from './schema.ts'

type ErasedContact = Pick<
  ContactColumns,
  'firstname' | 'surname' | 'married_name' | 'mail' | 'mobile' | 'phone' | 'mobile_key' | 'phone_key'
> & {
  id: number
  deleted: boolean
}

/**
 * Erases a person, with all contacts merged into theirs. Payments keep amount, date and method, and no longer identify the person. Returns
 * where the same mail address is still in use, by a user or an invitation.
 */
export async function erasePerson(
  sql: Sql,
  writer: WriteContext,
  contact_id: number,
): Promise<CompletedRequest['still_known_as']> {
  const { group_id } = writer.caller
  await sql`select from contacts where group_id = ${group_id} and id = ${contact_id} for update`
  const contact_ids = await mergedIds(sql, group_id, contact_id)
  const contacts = await lockContacts(sql, group_id, contact_ids)
  const person: ErasedPerson = { contact_ids, words: await identifyingWords(sql, contacts) }
  await recordErasures(sql, group_id, contacts)
  await anonymiseContacts(sql, group_id, contact_ids)
  await emitEvents(sql, writer, 'transaction_bundle.updated', await erasePersonFromPayments(sql, group_id, person))
  await erasePersonFromBank(sql, group_id, person)
  await eraseMutableRecords(sql, group_id, person)
  await eraseFromNotes(sql, writer, person)
  for (const id of contact_ids) await eraseFromImports(sql, group_id, id)
  await eraseAppendOnlyRecords(sql, group_id, person, surnamesOf(contacts))
  await publishContacts(sql, writer, 'contact.erased', contact_ids)
  await addToCounter(sql, group_id, 'contacts', -contacts.filter(({ deleted }) => !deleted).length)
  return remainingUses(sql, group_id, contacts)
}

async function lockContacts(sql: Sql, group_id: number, ids: number[]): Promise<ErasedContact[]> {
  return [
    ...(await sql<ErasedContact[]>`
      select id, firstname, surname, married_name, mail, mobile, phone, mobile_key, phone_key, deleted_at is not null as deleted
      from contacts where group_id = ${group_id} and id = any(${ids})
      order by id
      for update`),
  ]
}

const word_length_min = 5

/**
 * The words that identify a person in a text: addresses, phone numbers and the full name. They are escaped as in JSON, and lower-cased both
 * as the database and as JavaScript do it, because both search for them.
 */
async function identifyingWords(sql: Sql, contacts: ErasedContact[]) {
  const words = contacts.flatMap(({ firstname, surname, married_name, mail, mobile, phone, mobile_key, phone_key }) => [
    ...[mail, mobile, phone, mobile_key, phone_key],
    ...[surname, married_name]
      .filter(name => name !== '' && firstname !== '')
      .flatMap(name => [`${firstname} ${name}`, `${name} ${firstname}`]),
  ])
  const escaped = words.map(word => JSON.stringify(word.trim()).slice(1, -1))
  const lowered = [...escaped.map(word => word.toLowerCase()), ...(await mailKeysOf(sql, escaped))]
  return [...new Set(lowered)].filter(word => word.length >= word_length_min)
}

/** Many people share a surname, so it is only searched for where few other texts would be lost with it. */
const surnamesOf = (contacts: ErasedContact[]) =>
  contacts
    .flatMap(({ surname, married_name }) => [surname, married_name])
    .map(name => name.trim().toLowerCase())
    .filter(name => name.length >= word_length_min)

async function anonymiseContacts(sql: Sql, group_id: number, ids: number[]) {
  const now = await databaseTime(sql)
  await sql`
    update contacts
    set ${sql(rowOf(emptyColumns))}, restricted_at = null, erased_at = ${now}, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now},
        version = version + 1
    where group_id = ${group_id} and id = any(${ids})`
}

/** Erases the person from tables that the application role may change. */
async function eraseMutableRecords(sql: Sql, group_id: number, { contact_ids, words }: ErasedPerson) {
  await sql`delete from contact_answers where group_id = ${group_id} and contact_id = any(${contact_ids})`
  await sql`delete from contact_tags where group_id = ${group_id} and contact_id = any(${contact_ids})`
  await eraseChanges(sql, group_id, contact_ids)
  await sql`delete from action_contacts where group_id = ${group_id} and contact_id = any(${contact_ids})`
  await eraseFromVisits(sql, group_id, contact_ids, words)
  await sql`
    delete from saved_filters f
    where f.group_id = ${group_id} and ${mentionsAny(sql, sql`f.name || f.query::text`, words)}`
  await sql`delete from payment_views v where v.group_id = ${group_id} and ${mentionsAny(sql, sql`v.name`, words)}`
  await sql`
    update payment_warnings p set note = ''
    where p.group_id = ${group_id} and p.note <> '' and (
      ${mentionsAny(sql, sql`p.note`, words)}
      or p.bundle_id in (select i.bundle_id from items i where i.group_id = ${group_id} and i.contact_id = any(${contact_ids})))`
  await sql`
    update tag_changes t set query = null
    where t.group_id = ${group_id} and t.query is not null and ${mentionsAny(sql, sql`t.query::text`, words)}`
  await eraseFromBulkChanges(sql, group_id, contact_ids, words)
  await sql`
    delete from not_duplicates
    where group_id = ${group_id} and (low_id = any(${contact_ids}) or high_id = any(${contact_ids}))`
  await sql`
    update merges set record = null
    where group_id = ${group_id} and (survivor_id = any(${contact_ids}) or gone_id = any(${contact_ids}))`
  await sql`
    update webhook_deliveries d set answer = '', error = ''
    where d.group_id = ${group_id} and ${mentionsAny(sql, sql`d.answer || d.error`, words)}`
  await sql`update privacy_requests set notes = '' where group_id = ${group_id} and contact_id = any(${contact_ids})`
  await eraseFromMails(sql, group_id, words)
}

/** Deletes mail that names the person, also before it is sent, and mail that was sent to them. */
const eraseFromMails = (sql: Sql, group_id: number, words: string[]) => sql`
  delete from mail_outbox o
  where o.group_id = ${group_id} and (
    ${mentionsAny(sql, sql`o.subject || ' ' || coalesce(o.body, '')`, words)}
    or ((o.sent_at is not null or o.abandoned_at is not null) and lower(o.recipient) = any(${words})))`

/** Visits keep their result, for statistics. Comments and answers are erased, also where another visit mentions the person. */
async function eraseFromVisits(sql: Sql, group_id: number, contact_ids: number[], words: string[]) {
  const withoutContent = (state: 'old' | 'new') => sql`
    (${sql(state)}::jsonb || '{"comment": "", "formdatas": []}')::text`
  await sql`
    update visit_history h set old = ${withoutContent('old')}, new = ${withoutContent('new')}
    where h.group_id = ${group_id} and (
      h.visit_id in (select v.id from visits v where v.group_id = ${group_id} and v.contact_id = any(${contact_ids}))
      or ${mentionsAny(sql, sql`h.old || coalesce(h.new, '')`, words)})`
  await sql`
    update visits v set comment = '', answers = '[]', updated_at = now()
    where v.group_id = ${group_id} and v.contact_id = any(${contact_ids})`
  await sql`
    update visits v set comment = '', updated_at = now()
    where v.group_id = ${group_id} and v.comment <> '' and ${mentionsAny(sql, sql`v.comment`, words)}`
  await sql`
    update declared_visits t set comment = ''
    where t.group_id = ${group_id} and t.comment <> '' and ${mentionsAny(sql, sql`t.comment`, words)}`
  await sql`
    update action_addresses d set infos = ''
    where d.group_id = ${group_id} and d.infos <> '' and ${mentionsAny(sql, sql`d.infos`, words)}`
}

/** Erases the person from append-only tables, which only an operation with `erases` may change. */
async function eraseAppendOnlyRecords(
  sql: Sql,
  group_id: number,
  { contact_ids, words }: ErasedPerson,
  names: string[],
) {
  await sql`delete from consent_history where group_id = ${group_id} and contact_id = any(${contact_ids})`
  await sql`
    update upsert_receipts r set reasons = '{}'
    where r.group_id = ${group_id} and r.reasons <> '{}'
      and (r.contact_id = any(${contact_ids}) or ${mentionsAny(sql, sql`array_to_string(r.reasons, ' ')`, [...words, ...names])})`
  await sql`
    update audit_log a set details = '{}'
    where a.group_id = ${group_id} and ${mentionsAny(sql, sql`a.details::text`, words)}`
  // How a stored response contains the contact: as its own record, or as a reference.
  const fragments = contact_ids.flatMap(id => [`{"id":${id},`, `"contact_id":${id},`, `"contact_id":${id}}`])
  await sql`
    update idempotency_keys k set body = null, headers = '{}'
    where k.group_id = ${group_id} and k.body is not null and ${mentionsAny(sql, sql`k.body`, [...fragments, ...words])}`
}

async function remainingUses(sql: Sql, group_id: number, contacts: ErasedContact[]) {
  const mails = await mailKeysOf(
    sql,
    contacts.map(({ mail }) => mail).filter(mail => mail !== ''),
  )
  const rows = await sql<{ place: CompletedRequest['still_known_as'][number] }[]>`
    select 'user' as place where exists (select from users where group_id = ${group_id} and mail_key = any(${mails}))
    union all
    select 'invitation' where exists (select from invitations where group_id = ${group_id} and email_key = any(${mails}))`
  return rows.map(({ place }) => place)
}
