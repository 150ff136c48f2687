import type { ImportField, MatchRule } from './schema.ts'
import { type Meaning, systemOf } from './systems.ts'

/** What people write at the head of a column, in French and English, without accents and signs. */
const words: Record<Exclude<ImportField, 'form'>, string> = {
  id: 'contact id, muster id',
  external_id:
    'external id, id, identifiant, id externe, identifiant externe, reference, ref, numero adherent, member id, membership number, external key',
  firstname: 'firstname, first name, prenom, prenoms, given name, forename, first',
  surname: 'surname, nom, nom de famille, last name, lastname, family name, nom de naissance, nom usuel, name, last',
  married_name: 'married name, nom marital, nom d usage, nom d epouse, nom d epoux',
  gender: 'gender, sexe, genre, civilite, sex, title, titre',
  birthdate:
    'birthdate, date de naissance, birth date, date of birth, dob, naissance, ne le, nee le, ne e le, birthday, anniversaire',
  age_category: 'age category, categorie d age, tranche d age',
  birth_city: 'birth city, ville de naissance, lieu de naissance, commune de naissance, birthplace, place of birth',
  birth_country: 'birth country, pays de naissance, country of birth',
  nationality: 'nationality, nationalite',
  mail: 'mail, email, e mail, courriel, adresse mail, adresse email, adresse e mail, adresse courriel, email address, mail address, mel',
  mobile:
    'mobile, portable, telephone portable, tel portable, telephone mobile, tel mobile, gsm, cell, cell phone, mobile phone, numero de portable, mobile number',
  phone:
    'phone, telephone, tel, fixe, telephone fixe, tel fixe, landline, home phone, phone number, numero de telephone, telephone domicile',
  black_list:
    'black list, blacklist, liste noire, desinscrit, desabonne, ne pas contacter, opt out, opted out, unsubscribed, do not contact, do not email',
  house_number: 'house number, housenumber, numero, n, numero de rue, numero de voie, street number, no',
  street:
    'street, rue, voie, adresse, address, adresse 1, adresse postale, street address, nom de voie, address line 1, nom de la voie',
  addition: 'addition, complement, complement d adresse, adresse 2, address 2, address line 2, complement adresse',
  building: 'building, batiment, residence, bat',
  floor: 'floor, etage',
  door: 'door, porte, appartement, apt, appt, flat, apartment',
  infos: 'infos, info, informations d adresse',
  postal_code: 'postal code, code postal, cp, zip, zip code, postcode, zipcode, postalcode, codepostal',
  city_code: 'city code, citycode, code insee, insee, code commune',
  city: 'city, ville, commune, town, localite',
  county: 'county, departement',
  state: 'state, region, province',
  country: 'country, pays',
  polling_station: 'polling station, pollingstation, bureau de vote, bureau, polling place',
  latitude: 'latitude, lat, lattitude',
  longitude: 'longitude, lon, lng, long',
  tags: 'tags, tag, etiquettes, etiquette, mots cles, mot cle, labels, libelles, keywords, categories',
}

const fieldOf = new Map(
  Object.entries(words).flatMap(([field, text]) => text.split(', ').map(word => [word, field as ImportField])),
)

/** A text without case, accents and signs, for comparing what people wrote. */
export const bareWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const opt_words =
  /\b(opt(ed)? ?(in|out)|do ?not|don t|unsubscri\w*|subscription status|sms status|ne \w* ?(pas|plus)|desabonn\w*|desinscri\w*|consent\w*)\b/

/** Whether a column seems to say who may be written to, or who may not. */
export const tellsWhomToLeaveAlone = (header: string) => opt_words.test(bareWords(header))

export interface Guess {
  field: ImportField | null
  form_id: number | null
  values: Record<string, string>
}

export const noGuess: Guess = { field: null, form_id: null, values: {} }

/** Fields that several columns may be: what they say adds up. */
export const additive: ReadonlySet<string> = new Set<ImportField>(['tags', 'black_list'])

/**
 * What each column seems to be. A field is given once, to the first column that asks for it, but a wish to be left alone counts wherever it
 * stands; a form is known by its label.
 */
export function guessColumns(headers: string[], forms: { id: number; label: string }[]): Guess[] {
  const taken = new Set<string>()
  const byLabel = new Map(forms.map(({ id, label }) => [bareWords(label), id]))
  const system = systemOf(headers.map(bareWords))
  return headers.map(header => {
    const bare = bareWords(header)
    const meant = system && Object.hasOwn(system.fields, bare) ? system.fields[bare]! : (fieldOf.get(bare) ?? null)
    const { field, values }: Partial<Meaning> = typeof meant === 'string' ? { field: meant } : (meant ?? {})
    const form_id = field ? undefined : byLabel.get(bare)
    const name = field ?? (form_id && `form ${form_id}`)
    if (!name || (taken.has(name) && name !== 'black_list')) return noGuess
    taken.add(name)
    return { field: field ?? 'form', form_id: form_id ?? null, values: values ?? {} }
  })
}

/** The rule that finds people most surely, with the columns there are. */
export function guessMatch(fields: (ImportField | null)[]): MatchRule {
  const has = (field: ImportField) => fields.includes(field)
  if (has('id')) return 'id'
  if (has('external_id')) return 'external_id'
  if (has('mail')) return 'mail'
  return has('surname') && has('firstname') && has('birthdate') ? 'name_and_birthdate' : 'nothing'
}
