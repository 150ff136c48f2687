import type { SentContact } from '../contacts/core/shape.ts'
import { createContacts } from '../contacts/core/write.ts'
import { listForms } from '../contacts/forms/queries.ts'
import type { Form } from '../contacts/forms/schema.ts'
import type { DemoContext } from './demo.ts'
import { newsletterVersion } from './forms.ts'
import { english, french, jobs, sampleProposals, streets } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { required } from './required.ts'

const contacts_count = 1200
/** The first of the contacts are members and donors. */
export const donors_count = 90
const at_once = 100

const tags = ['sympathisant', 'bénévole', 'presse', 'étudiant', 'élu', 'locataire', 'parent d’élève', 'ancien adhérent']

/** The supporters of a chapter in and around Lyon. */
export async function fillContacts({ sql, caller }: DemoContext) {
  const forms = new Map((await listForms(sql, caller, { limit: 100, offset: 0 })).map(form => [form.label, form]))
  for (let start = 0; start < contacts_count; start += at_once) {
    const batch = Array.from({ length: at_once }, (_, index) =>
      contactAt(start + index, seededRandom(start + index + 1), forms),
    )
    await createContacts(sql, { caller, request_id: 'demo', source: 'demo' }, batch)
  }
}

function contactAt(index: number, pick: Random, forms: Map<string, Form>): SentContact {
  const origin = pick.below(8) === 0 ? english : french
  const gender = pick(['F', 'M', 'F', 'M', 'F', 'M', 'O', ''] as const)
  const firstname = pick(gender === 'M' || (gender !== 'F' && index % 2) ? origin.men : origin.women)
  const surname = spaced(pick(origin.surnames))
  const born = 1938 + pick.below(70)
  return {
    firstname,
    surname,
    gender,
    mail: pick.below(10) < 7 ? `${asciiOf(firstname)}.${asciiOf(surname)}${index}@example.com` : '',
    // Numbers reserved for fiction, in the formats that people use, and sometimes an invalid one.
    mobile: mobileOf(pick),
    phone: pick.below(4) === 0 ? `04 65 71 ${pair(pick.below(100))} ${pair(pick.below(100))}` : '',
    birthdate: pick.below(10) < 7 ? new Date(Date.UTC(born, pick.below(12), 1 + pick.below(28))).toISOString() : null,
    birth_city: pick.below(2) === 0 ? pick(origin.towns) : '',
    birth_country: origin === english ? 'GB' : 'FR',
    nationality: origin === english ? 'GB' : 'FR',
    age_category: 1 + Math.floor((2008 - born) / 12),
    black_list: pick.below(25) === 0,
    external_id: pick.below(5) === 0 ? `ancien-${10_000 + index}` : '',
    address: pick.below(20) === 0 ? null : home(pick),
    tags: pick.below(3) > 0 ? [{ name: pick(tags) }, { name: pick(tags) }] : [],
    ...answersOf(pick, forms),
  }
}

function home(pick: Random) {
  const [street, postal_code, city, latitude, longitude] = pick(streets)
  const nearby = (degree: number) => (degree + (pick.below(2000) - 1000) / 400_000).toFixed(5)
  return {
    house_number: `${1 + pick.below(140)}${pick.below(12) === 0 ? ' bis' : ''}`,
    street,
    postal_code,
    city,
    country: 'FR',
    latitude: nearby(latitude),
    longitude: nearby(longitude),
    floor: pick.below(3) === 0 ? String(pick.below(9)) : '',
    pollingstation: String(1 + pick.below(60)),
  }
}

function answersOf(pick: Random, forms: Map<string, Form>) {
  const form = (label: string) => required(forms.get(label), `form ${label}`)
  const choice = (label: string, value?: string) => {
    const { id, refvalues } = form(label)
    const chosen =
      value === undefined
        ? pick(refvalues)
        : required(
            refvalues.find(refvalue => refvalue.label === value),
            value,
          )
    return { form_id: id, form_ref_id: chosen.id, data: chosen.value }
  }
  const free = (label: string, data: string) => ({ ...choice(label), data })
  const date = new Date(Date.UTC(2024, pick.below(24), 1 + pick.below(28))).toISOString()
  const source = pick(['formulaire en ligne', 'porte-à-porte', 'stand du marché', 'téléphone'])
  const formdatas: NonNullable<SentContact['formdatas']> = []
  if (pick.below(10) < 7)
    formdatas.push({
      ...choice('Recevoir la lettre d’information'),
      ...{ date, source, form_version: newsletterVersion(date) },
    })
  if (pick.below(10) < 3) formdatas.push({ ...choice('Être appelé·e au téléphone'), date, source })
  if (pick.below(10) < 5) formdatas.push({ ...choice('Niveau de soutien'), date, source })
  if (pick.below(10) < 3)
    for (const value of new Set([pick(priorities), pick(priorities)]))
      formdatas.push({ ...choice('Priorités pour le quartier', value), date, source, survey_id: 1 })
  if (pick.below(20) === 0)
    formdatas.push({ ...free('Une idée à partager', pick(sampleProposals)), date, source, survey_id: 1 })
  if (pick.below(10) < 2) formdatas.push({ ...choice('Assemblée de quartier'), date, source })
  if (pick.below(10) < 2) formdatas.push({ ...choice('Peut donner un coup de main'), date, source })
  const custom_fields: NonNullable<SentContact['custom_fields']> = []
  if (pick.below(10) < 4) custom_fields.push(free('Profession', spaced(pick(jobs))))
  if (pick.below(10) < 2) custom_fields.push(free('Personnes au foyer', String(1 + pick.below(6))))
  if (pick.below(10) < 2) custom_fields.push(free('Première rencontre', date.slice(0, 10)))
  if (pick.below(10) < 2) custom_fields.push(choice('Preferred language'))
  return { formdatas, custom_fields }
}

const priorities = ['Logement', 'Transports', 'École', 'Santé', 'Espaces verts'] as const

const mobileOf = (pick: Random) => {
  if (pick.below(10) >= 8) return pick.below(6) === 0 ? '06 39 98' : ''
  const ending = `${pair(pick.below(100))} ${pair(pick.below(100))}`
  return pick.below(2) === 0 ? `+33 6 39 98 ${ending}` : `06 39 98 ${ending}`.replaceAll(' ', pick([' ', '.', '']))
}

const pair = (number: number) => String(number).padStart(2, '0')

// The lists of names are separated by blanks; an underscore stands for a blank within a name.
const spaced = (word: string) => word.replaceAll('_', ' ')

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
