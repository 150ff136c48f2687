import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import { lastPayments } from '../../money/core/last_payments.ts'
import { phoneCountry, phoneKey } from '../core/phone.ts'
import { areStrangers, differencesOf, strengthOf } from './comparison.ts'
import { summaryOf } from './queries.ts'
import type { SimilarContact, SimilarReason, UnsavedPerson } from './schema.ts'
import { type ComparedContact, comparedColumns } from './summary_queries.ts'

// Who of the stored contacts may be a person that is about to be created.

const similar_max = 5
const read_max = 20
const strengths = ['strong', 'likely', 'possible']

/** The contacts that may be this person, the most likely first. Restricted contacts are not listed. */
export async function similarContacts(sql: Sql, caller: Caller, sent: UnsavedPerson): Promise<SimilarContacts> {
  const { group_id } = caller
  if (!Object.values(sent).some(value => typeof value === 'string' && value.trim() !== ''))
    throw invalid('body.data', 'must have a name, a mail address or a telephone number', null)
  const person = await keysOf(sql, group_id, sent)
  const found = new Map<number, { contact: ComparedContact; reasons: SimilarReason[] }>()
  for (const [reason, condition] of conditionsFor(sql, person)) {
    const contacts = await sql<ComparedContact[]>`
      select ${comparedColumns(sql)} from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and c.restricted_at is null and ${condition}
      order by c.id
      limit ${read_max}`
    for (const contact of contacts) {
      const { reasons = [] } = found.get(contact.id) ?? {}
      found.set(contact.id, { contact, reasons: [...reasons, reason] })
    }
  }
  const likely = [...found.values()]
    .filter(({ contact }) => !areStrangers(person, contact))
    .map(({ contact, reasons }) => ({ contact, reasons, strength: strengthBy(reasons, person, contact) }))
    .sort((a, b) => strengths.indexOf(a.strength) - strengths.indexOf(b.strength) || a.contact.id - b.contact.id)
    .slice(0, similar_max)
  const ids = likely.map(({ contact }) => contact.id)
  const payments = may(caller, 'finance:read') ? await lastPayments(sql, group_id, ids) : new Map()
  const rows = likely.map(({ contact, reasons, strength }) => ({
    contact: summaryOf(contact),
    reasons,
    strength,
    differences: differencesOf(person, contact),
    last_payment: payments.get(contact.id) ?? null,
  }))
  const invalid_numbers = numbers.filter(name => sent[name]?.trim() && person[`${name}_key`] === '')
  return { rows, invalid_numbers }
}

const numbers = ['mobile', 'phone'] as const

interface SimilarContacts {
  rows: SimilarContact[]
  invalid_numbers: (typeof numbers)[number][]
}

type PersonKeys = ComparedContact & { mail_key: string; mobile_key: string; phone_key: string }

/** The person as a contact that is compared with others. */
async function keysOf(sql: Sql, group_id: number, sent: UnsavedPerson): Promise<PersonKeys> {
  const { firstname = '', surname = '', mail = '', mobile = '', phone = '', gender = '', birthdate } = sent
  const [row] = await sql<[Pick<PersonKeys, 'surname_key' | 'firstname_key' | 'mail_key'> & { locale: string }]>`
    select normalize_text(${surname.trim()}) as surname_key, normalize_text(${firstname.trim()}) as firstname_key,
           lower(${mail.trim()}::text) as mail_key, (select locale from spaces where id = ${group_id}) as locale`
  const { locale, ...keys } = row
  const country = phoneCountry(undefined, locale)
  const shown = { created_at: '', street: '', city: '', membership_number: 0, black_list: false }
  return {
    ...{ id: 0, firstname, surname, mail, mobile, phone, gender, ...shown },
    ...keys,
    birthdate: instantOf(birthdate ?? '') ?? null,
    mobile_key: phoneKey(mobile, country),
    phone_key: phoneKey(phone, country),
  }
}

/** What is compared: each way has an index, and needs a value. A number is compared with both numbers of a contact. */
function conditionsFor(sql: Sql, person: PersonKeys): [SimilarReason, Fragment][] {
  const { surname_key, firstname_key, mail_key, birthdate } = person
  const keys = [person.mobile_key, person.phone_key].filter(Boolean)
  const named = sql`
    c.surname_key = ${surname_key} and c.firstname_key = ${firstname_key}`
  const all: [SimilarReason, boolean, Fragment][] = [
    ['birthdate', Boolean(birthdate && surname_key), sql`${named} and c.birthdate = ${birthdate}`],
    ['mail', mail_key !== '', sql`c.mail_key = ${mail_key} and c.mail <> ''`],
    ['mobile', keys.length > 0, sql`c.mobile_key = any(${keys}) and c.mobile_key <> ''`],
    ['phone', keys.length > 0, sql`c.phone_key = any(${keys}) and c.phone_key <> ''`],
    ['name', surname_key !== '', named],
  ]
  return all.filter(([, known]) => known).map(([reason, , condition]) => [reason, condition])
}

/** A name alone is no more than possible. */
function strengthBy(reasons: SimilarReason[], person: ComparedContact, contact: ComparedContact) {
  const others = reasons.filter(reason => reason !== 'name')
  return others.length > 0 ? strengthOf(others, person, contact) : 'possible'
}
