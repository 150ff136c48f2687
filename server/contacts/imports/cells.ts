import { instantOf, isMail } from '../../fields.ts'
import { countryNamed } from '../core/countries.ts'
import { contactFields, type FieldName, fileFields } from '../core/fields.ts'
import { normalizeWords } from './headers.ts'
import type { MessageParams } from './message_params.ts'
import type { RefusalCode } from './refusal_reasons.ts'
import type { ImportField } from './schema.ts'

/** A cell that does not fit its field. The column is added to `params` by the reader of the row. */
export class BadCell extends Error {
  readonly code: RefusalCode
  readonly params: MessageParams

  constructor(code: RefusalCode, params: MessageParams = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

export interface CellOptions {
  date_order: 'day_first' | 'month_first'
  /** Dates of birth are not later. */
  today: string
}

const text_max = 500

type CellReader = (text: string, reading: CellOptions) => string | number | boolean

/** The value of a cell that is not empty, as contacts store it. */
export function readCell(field: ImportField, text: string, reading: CellOptions): string | number | boolean {
  const read = readersByField[field]
  return read ? read(text, reading) : shortText(text)
}

function shortText(text: string) {
  if (text.length > text_max) throw new BadCell('text_too_long', { max: text_max })
  return text
}

const readId: CellReader = text => {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw new BadCell('not_an_id')
  return Number(text)
}

/** How a cell is read, by the kind of its field. The other kinds are texts. */
const readersByKind: Partial<Record<(typeof contactFields)[FieldName]['kind'], CellReader>> = {
  gender: text => {
    const gender = genders.get(normalizeWords(text))
    if (!gender) throw new BadCell('not_a_gender')
    return gender
  },
  date: (text, reading) => {
    const date = parseDate(text, reading)
    if (date > reading.today) throw new BadCell('future_date')
    return date
  },
  count: text => {
    if (!/^\d{1,6}$/.test(text)) throw new BadCell('not_a_whole_number')
    return Number(text)
  },
  foreign_id: readId,
  flag: text => parseFlag(text),
  mail: text => {
    const mail = text.replace(/^mailto:/i, '')
    if (mail.length > 254 || !isMail(mail)) throw new BadCell('not_a_mail')
    return mail
  },
  // A number that lacks only its prefix is kept and marked; a word such as "none" is no number at all.
  phone: text => {
    if (!/\p{Nd}/u.test(text)) throw new BadCell('no_digit')
    return shortText(text)
  },
  country: text => {
    const country = countryNamed(text)
    if (!country) throw new BadCell('unknown_country')
    return country
  },
}

const readersByField: Partial<Record<string, CellReader>> = {
  id: readId,
  ...Object.fromEntries(fileFields.map(name => [name, readersByKind[contactFields[name].kind]])),
}

const genders = new Map(
  Object.entries({
    M: 'm, h, homme, male, man, monsieur, mr, masculin, garcon',
    F: 'f, femme, female, woman, madame, mme, mlle, mademoiselle, mrs, ms, miss, feminin, fille',
    O: 'o, x, autre, other, non binaire, nonbinary, non binary, nb, divers',
  }).flatMap(([gender, words]) => words.split(', ').map(word => [word, gender])),
)

const yes = new Set(['oui', 'yes', 'true', 'vrai', '1', 'x', 'o', 'y', 'ok', 'on'])
const no = new Set(['non', 'no', 'false', 'faux', '0', 'n', 'off'])

/** Yes or no, in the words that people use. */
export function parseFlag(text: string): boolean {
  const bare = normalizeWords(text)
  if (yes.has(bare)) return true
  if (no.has(bare)) return false
  throw new BadCell('not_yes_or_no')
}

const spreadsheetDate = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/
const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/

/** A day in the notations of files, as 1980-04-03. With a year of two digits it is the last such day that is not in the future. */
export function parseDate(text: string, { date_order, today }: CellOptions): string {
  const iso = isoDate.exec(text)
  if (iso) return existingDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = spreadsheetDate.exec(text)
  if (!parts) throw new BadCell('not_a_date')
  const [first, second, written] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [day, month] = date_order === 'day_first' ? [first, second] : [second, first]
  if (date_order === 'month_first' && month > 12) throw new BadCell('month_not_first')
  if (parts[3]?.length === 4) return existingDate(written, month, day)
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const date = existingDate(century + written, month, day)
  return date > today ? existingDate(century + written - 100, month, day) : date
}

function existingDate(year: number, month: number, day: number) {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (year < 1000 || !instantOf(date)) throw new BadCell('not_a_date')
  return date
}
