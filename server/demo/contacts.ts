import type { SentContact } from '../contacts/core/shape.ts'
import { createContacts } from '../contacts/core/write.ts'
import type { Form } from '../contacts/forms/schema.ts'
import type { DemoContacts, QuestionKey } from './data.ts'
import type { DemoContext } from './demo.ts'
import { demoForms, newsletterVersion } from './forms.ts'
import { type Random, seededRandom } from './random.ts'
import { houseAt } from './street_grid.ts'

/** The first of the contacts are members and donors. */
export const donors_count = 90
const at_once = 200
// As far as the turfs reach.
const canvassed_number_max = 48

/** The supporters of a space: neighbours who know each other, a crowd, and some who were entered twice. */
export async function fillContacts(context: DemoContext) {
  const { sql, caller, data } = context
  const { neighbours, duplicates, count } = data.contacts
  const form = await demoForms(context)
  const withAnswers = (contact: SentContact, index: number) => ({
    ...contact,
    ...answersOf(data.contacts, seededRandom(index + 1), form, true),
  })
  const crowd = Array.from({ length: count - neighbours.length - 2 * duplicates.length }, (_, place) =>
    crowdContact(context, neighbours.length + place, form),
  )
  const contacts = [...neighbours.map(withAnswers), ...crowd, ...duplicates.flat()]
  for (let start = 0; start < contacts.length; start += at_once)
    await createContacts(
      sql,
      { caller, request_id: 'demo', source: 'demo' },
      contacts.slice(start, start + at_once).map(contact => withCountry(contact, data.country)),
    )
}

const withCountry = (contact: SentContact, country: string): SentContact =>
  contact.address ? { ...contact, address: { country, ...contact.address } } : contact

function crowdContact({ data }: DemoContext, index: number, form: (key: QuestionKey) => Form): SentContact {
  const { contacts } = data
  const pick = seededRandom(index + 1)
  const { names, one_in } = contacts.newcomers
  const origin = pick.below(one_in) === 0 ? names : contacts.names
  const gender = pick(['F', 'M', 'F', 'M', 'F', 'M', 'O', ''] as const)
  const firstname = pick(gender === 'M' || (gender !== 'F' && index % 2) ? origin.men : origin.women)
  const surname = pick(origin.surnames)
  const born = 1938 + pick.below(70)
  return {
    firstname,
    surname,
    gender,
    mail: pick.below(10) < 7 ? `${asciiOf(firstname)}.${asciiOf(surname)}${index}@example.com` : '',
    mobile: mobileOf(contacts, pick, index),
    phone: pick.below(4) === 0 ? contacts.phoneOf(index) : '',
    birthdate: pick.below(10) < 7 ? new Date(Date.UTC(born, pick.below(12), 1 + pick.below(28))).toISOString() : null,
    birth_city: pick.below(2) === 0 ? pick(origin.towns) : '',
    birth_country: origin.country,
    nationality: origin.country,
    age_category: 1 + Math.floor((2008 - born) / 12),
    black_list: pick.below(25) === 0,
    external_id: pick.below(5) === 0 ? `${contacts.former_prefix}${10_000 + index}` : '',
    address: pick.below(20) === 0 ? null : home(contacts, pick),
    tags: pick.below(3) > 0 ? [{ name: pick(contacts.tags) }, { name: pick(contacts.tags) }] : [],
    ...answersOf(contacts, pick, form),
  }
}

// Most have a mobile, and some of the others were written down incompletely.
const mobileOf = (contacts: DemoContacts, pick: Random, index: number) =>
  pick.below(10) < 8 ? contacts.mobileOf(index) : pick.below(6) === 0 ? contacts.incomplete_mobile : ''

function home({ streets, canvassed, house_suffix }: DemoContacts, pick: Random) {
  const [street, postal_code, city, latitude, longitude] = pick(streets)
  const nearby = (degree: number) => (degree + (pick.below(2000) - 1000) / 400_000).toFixed(5)
  const line = canvassed.find(one => one.street === street && one.city === city)
  const number = 1 + (pick.below(140) % (line ? canvassed_number_max : 140))
  const suffix = pick.below(12) === 0 ? house_suffix : ''
  const place = { latitude: nearby(latitude), longitude: nearby(longitude) }
  return {
    house_number: `${number}${suffix}`,
    street,
    postal_code,
    city,
    ...(line ? houseAt(line, number) : place),
    floor: pick.below(3) === 0 ? String(pick.below(9)) : '',
    pollingstation: String(1 + pick.below(60)),
  }
}

/** `consenting`: agrees wherever asked, as a neighbour who is called about a task does. */
function answersOf(
  { sources, ideas, jobs }: DemoContacts,
  pick: Random,
  form: (key: QuestionKey) => Form,
  consenting = false,
) {
  const answer = (key: QuestionKey, data?: string) => {
    const { id, kind, refvalues } = form(key)
    const picked = pick(refvalues)
    const chosen = (consenting && kind === 'consent' && refvalues[0]) || picked
    return { form_id: id, form_ref_id: chosen.id, data: data ?? chosen.value }
  }
  const date = new Date(Date.UTC(2024, pick.below(24), 1 + pick.below(28))).toISOString()
  const source = pick(sources)
  const formdatas: NonNullable<SentContact['formdatas']> = []
  if (pick.below(10) < 7)
    formdatas.push({ ...answer('newsletter'), date, source, form_version: newsletterVersion(date) })
  if (pick.below(10) < 3) formdatas.push({ ...answer('calls'), date, source })
  if (pick.below(10) < 5) formdatas.push({ ...answer('support'), date, source })
  if (pick.below(10) < 3) {
    const first = answer('priorities')
    const second = answer('priorities')
    const chosen = first.form_ref_id === second.form_ref_id ? [first] : [first, second]
    formdatas.push(...chosen.map(one => ({ ...one, date, source, survey_id: 1 })))
  }
  if (pick.below(20) === 0) formdatas.push({ ...answer('idea', pick(ideas)), date, source, survey_id: 1 })
  if (pick.below(10) < 2) formdatas.push({ ...answer('assembly'), date, source })
  if (pick.below(10) < 2) formdatas.push({ ...answer('help'), date, source })
  const custom_fields: NonNullable<SentContact['custom_fields']> = []
  if (pick.below(10) < 4) custom_fields.push(answer('job', pick(jobs)))
  if (pick.below(10) < 2) custom_fields.push(answer('household', String(1 + pick.below(6))))
  if (pick.below(10) < 2) custom_fields.push(answer('first_met', date.slice(0, 10)))
  if (pick.below(10) < 2) custom_fields.push(answer('language'))
  return { formdatas, custom_fields }
}

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
