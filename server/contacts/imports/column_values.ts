import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isMail } from '../../fields.ts'
import { countryNamed, countryOfLocale } from '../core/countries.ts'
import { phoneKey } from '../core/phone.ts'
import { BadCell, parseDate, readCell } from './cells.ts'
import { type ColumnGuess, normalizeWords } from './headers.ts'
import type { ImportField } from './schema.ts'

// Recognises columns by their values, where the header says nothing.

interface FileContext {
  today: string
  /** The language of the space, for telephone numbers and postal codes. */
  locale: string
}

interface ValueRule {
  /** The fields it may be, the best first. */
  fields: (values: string[], context: FileContext) => ImportField[]
  /** How many values are needed. */
  values_min: number
  /** Words in the header that agree with the field. Without one of them the header must be empty or general; undefined: any header will do. */
  header?: RegExp
}

const share_min = 0.8
/** Nothing else looks like a mail address, so that some may be wrong. */
const mail_share_min = 0.6

/** The share of the values for which this holds. */
const mostly = (values: string[], holds: (value: string) => boolean, share = share_min) =>
  values.filter(holds).length >= values.length * share

const rules: ValueRule[] = [
  {
    fields: values => (mostly(values, value => isMail(value.replace(/^mailto:/i, '')), mail_share_min) ? ['mail'] : []),
    values_min: 1,
  },
  { fields: phoneFieldsOf, values_min: 2 },
  {
    fields: values => (isGender(values) ? ['gender'] : []),
    values_min: 3,
  },
  {
    fields: (values, context) => (mostly(values, value => isBirthdate(value, context), 0.9) ? ['birthdate'] : []),
    values_min: 3,
    header: /\b(naiss\w*|birth\w*|born|dob|nee?|ddn)\b/,
  },
  {
    fields: (values, { locale }) => (isPostalCodes(values, countryOfLocale(locale)) ? ['postal_code'] : []),
    values_min: 3,
    header: /\b(postal\w*|postaux|zip|cp|post ?code)\b/,
  },
  {
    fields: values =>
      mostly(values, value => value.length > 1 && countryNamed(value) !== undefined) ? ['country'] : [],
    values_min: 3,
    header: /\b(pays|country|land)\b/,
  },
]

/** Headers that say nothing about the column. */
const general_header =
  /^(|\d+|[a-z]|((column|colonne|col|champ|field|valeur|value|donnee|data|info|unnamed|sans nom|variable|var|f|x)( ?\d+)?( [a-z])?))$/

/** Words of headers about another person. */
const others =
  'parrain, marraine, referent, responsable, sponsor, referrer, referred, recruiter, manager, parent, mere, pere, mother, father, conjoint, spouse, ' +
  'partner, partenaire, urgence, emergency, tuteur, tutrice, guardian, enfant, child, agent, assigned, owner, auteur, author, created by, cree par'
const other_person = new RegExp(`\\b(${others.split(', ').join('|')})(e|s|es)?\\b`)

/** The field of a column by its values; undefined if none is clear or another column has it. */
export function guessByValues(
  header: string,
  cells: string[],
  taken: ReadonlySet<string>,
  context: FileContext,
): ColumnGuess | undefined {
  const words = normalizeWords(header)
  if (other_person.test(words)) return undefined
  const values = cells.map(cell => cell.trim()).filter(cell => cell !== '')
  for (const rule of rules) {
    if (values.length < rule.values_min) continue
    if (rule.header && !general_header.test(words) && !rule.header.test(words)) continue
    const field = rule.fields(values, context).find(one => !taken.has(one))
    if (field) return { field, form_id: null, values: {}, recognised_by: 'values' }
  }
  return undefined
}

/** Mobile or landline, by what most numbers are. In countries where they look the same, the one that is not taken. */
function phoneFieldsOf(values: string[], { locale }: FileContext): ImportField[] {
  const country = countryOfLocale(locale)
  const types = values.flatMap(value => {
    // Numbers of members and postal codes have fewer digits.
    if (value.replace(/\D/g, '').length < 8 || /^\d{1,8}$/.test(value)) return []
    const key = phoneKey(value, country)
    return key === '' ? [] : [parsePhoneNumberFromString(key)?.getType() ?? 'UNKNOWN']
  })
  if (types.length < values.length * share_min) return []
  const mobiles = types.filter(type => type === 'MOBILE').length
  const landlines = types.filter(type => type === 'FIXED_LINE' || type === 'VOIP').length
  if (mobiles === landlines) return ['mobile', 'phone']
  return mobiles > landlines ? ['mobile'] : ['phone']
}

/** A column of nothing but crosses or O is yes or no rather than a gender. */
function isGender(values: string[]) {
  const genders = values.flatMap(value => {
    const gender = reads(() => readCell('gender', value, { date_order: 'day_first', today: '' }))
    return gender === undefined ? [] : [gender]
  })
  const distinct = new Set(values.map(normalizeWords))
  const clear = genders.filter(gender => gender !== 'O').length
  return (
    genders.length >= values.length * share_min &&
    clear >= values.length / 2 &&
    (distinct.size > 1 || [...distinct].every(word => word.length > 1))
  )
}

const youngest_years = 10
const oldest_years = 110

function isBirthdate(value: string, { today }: FileContext) {
  const date =
    reads(() => parseDate(value, { date_order: 'day_first', today })) ??
    reads(() => parseDate(value, { date_order: 'month_first', today }))
  if (date === undefined) return false
  const age = Number(today.slice(0, 4)) - Number(date.slice(0, 4))
  return age >= youngest_years && age <= oldest_years
}

const postalCodes: Partial<Record<string, RegExp>> = {
  GB: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
  IE: /^[a-z]\d[\dw] ?[a-z\d]{4}$/i,
  NL: /^\d{4} ?[a-z]{2}$/i,
  CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i,
  BE: /^(B-)?\d{4}$/,
  CH: /^(CH-)?\d{4}$/,
  LU: /^(L-)?\d{4}$/,
  AT: /^(A-)?\d{4}$/,
}
const five_digits = /^\d{5}(-\d{4})?$/

/** Numbers that only grow are rather an id, and years are no postal codes. */
function isPostalCodes(values: string[], country: string) {
  const pattern = postalCodes[country] ?? five_digits
  if (!mostly(values, value => pattern.test(value) || five_digits.test(value))) return false
  const numbers = values.map(Number)
  const grows = values.length > 3 && numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? 0))
  return !grows && !mostly(values, value => /^(19|20)\d\d$/.test(value))
}

/** What a reader returns; undefined for a cell that does not fit. */
function reads<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof BadCell) return undefined
    throw error
  }
}
