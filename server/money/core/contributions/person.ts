import { countryNamed } from '../../../contacts/core/countries.ts'
import { msg, type Text } from '../../../messages/message.ts'
import type { RefusalReason, UnknownFact } from '../../contribution_rules/schema.ts'
import type { StoredRules } from './rules.ts'

/** What the database knows of a payer. Tags are null if the contact has none. */
export interface PayerFacts {
  id: number
  nationality: string
  country: string
  legal_person: boolean | null
  elected: boolean | null
  exempt: boolean | null
}

type PersonRefusal = Pick<RefusalReason, 'rule'> & { message: Text }

/** Why this person may not pay at all. What is not known refuses nothing. */
export function personRefusals(rules: StoredRules, facts: PayerFacts): PersonRefusal[] {
  const refusals: PersonRefusal[] = []
  if (!rules.legal_persons && facts.legal_person)
    refusals.push({
      rule: 'legal_persons',
      message: msg`legal persons may not pay, and contact ${facts.id} has the tag “${rules.legal_person_tag}”. Record the payment for the natural person
        who paid it, or remove the tag if it is wrong`,
    })
  const { allowed, nationality, residence } = countriesOf(rules, facts)
  if (!allowed && nationality && residence)
    refusals.push({
      rule: 'countries',
      message: msg`only nationals and residents of ${rules.countries} may pay, and contact ${facts.id} has the nationality ${nationality} and lives in
        ${residence}. Correct the contact if this is wrong, or return the money`,
    })
  return refusals
}

/** What the rules need to know of the payer and Muster does not. */
export function unknownFacts(rules: StoredRules, facts: PayerFacts, isMembership: boolean): UnknownFact[] {
  const unknown: UnknownFact[] = []
  const { allowed, nationality, residence } = countriesOf(rules, facts)
  const countries = `Only nationals and residents of ${list(rules.countries)} may pay.`
  if (!allowed && !nationality)
    unknown.push({
      fact: 'nationality',
      message: `${countries} The nationality of the contact is empty or not the name of a country.`,
    })
  if (!allowed && !residence)
    unknown.push({
      fact: 'residence',
      message: `${countries} The address of the contact has no country that is recognised.`,
    })
  if (!rules.legal_persons && rules.legal_person_tag === null)
    unknown.push({
      fact: 'legal_person',
      message: 'Legal persons may not pay. No tag says which contacts are legal persons: name one in the rules.',
    })
  if (rules.exempt_elected_dues && rules.elected_tag === null && isMembership)
    unknown.push({
      fact: 'elected',
      message:
        'Dues of elected members do not count towards the caps. No tag says who holds an elected office: name one in the rules.',
    })
  return unknown
}

/** Whether the person may pay by nationality or residence, and both as country codes, where they are known. */
function countriesOf({ countries }: StoredRules, facts: PayerFacts) {
  const nationality = nationalityOf(facts.nationality)
  const residence = countryNamed(facts.country)
  const isListed = (code: string | undefined) => code !== undefined && countries.includes(code)
  return { allowed: countries.length === 0 || isListed(nationality) || isListed(residence), nationality, residence }
}

/** A nationality is written as a country, or as an adjective; of the adjectives only the French ones are known. */
const nationalityOf = (text: string) =>
  /^(fran[cç]ais([.·(-]?e\)?)?|french)$/i.test(text.trim()) ? 'FR' : countryNamed(text)

const list = (countries: string[]) => countries.join(', ')
