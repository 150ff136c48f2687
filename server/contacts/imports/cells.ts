import { instantOf, isMail } from '../../fields.ts'
import { countryNamed } from '../core/countries.ts'
import { contactFields, type FieldName, fileFields } from '../core/fields.ts'
import { bareWords } from './headers.ts'
import type { ImportField } from './schema.ts'

/** A cell that cannot be what its column says. The message goes on from the name of the column. */
export class BadCell extends Error {}

export interface CellOptions {
  date_order: 'day_first' | 'month_first'
  /** Nobody was born later. */
  today: string
}

type CellReader = (text: string, reading: CellOptions) => string | number | boolean

/** The value of a cell that is not empty, as contacts store it. */
export function readCell(field: ImportField, text: string, reading: CellOptions): string | number | boolean {
  const read = readersByField[field]
  if (read) return read(text, reading)
  if (text.length > 500) throw new BadCell('has more than 500 characters')
  return text
}

const readId: CellReader = text => {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw new BadCell('is no id')
  return Number(text)
}

/** How a cell is read, by the kind of its field. The other kinds are texts. */
const readersByKind: Partial<Record<(typeof contactFields)[FieldName]['kind'], CellReader>> = {
  gender: text => {
    const gender = genders.get(bareWords(text))
    if (!gender) throw new BadCell('is neither M nor F nor O; say in the value mapping what it means')
    return gender
  },
  date: (text, reading) => {
    const date = parseDate(text, reading)
    if (date > reading.today) throw new BadCell('is a date in the future')
    return date
  },
  count: text => {
    if (!/^\d{1,6}$/.test(text)) throw new BadCell('is no whole number')
    return Number(text)
  },
  foreign_id: readId,
  flag: text => parseFlag(text),
  mail: text => {
    const mail = text.replace(/^mailto:/i, '')
    if (mail.length > 254 || !isMail(mail)) throw new BadCell('is no e-mail address')
    return mail
  },
  country: text => {
    const country = countryNamed(text)
    if (!country) throw new BadCell('is no country we know')
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

/** Yes or no, as people write it. */
export function parseFlag(text: string): boolean {
  const bare = bareWords(text)
  if (yes.has(bare)) return true
  if (no.has(bare)) return false
  throw new BadCell('is neither yes nor no; say in the value mapping what it means')
}

const spreadsheetDate = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/
const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/

/** A day as files write it, as 1980-04-03. Of two digits for the year, those that are still to come belong to the last century. */
export function parseDate(text: string, { date_order, today }: CellOptions): string {
  const iso = isoDate.exec(text)
  if (iso) return existingDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = spreadsheetDate.exec(text)
  if (!parts) throw new BadCell('is no date, such as 31/12/1980')
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  const [day, month] = date_order === 'day_first' ? [first, second] : [second, first]
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const short = century + Number(parts[3])
  const year = parts[3]!.length === 4 ? Number(parts[3]) : short > Number(today.slice(0, 4)) ? short - 100 : short
  return existingDate(year, month, day)
}

function existingDate(year: number, month: number, day: number) {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (year < 1000 || !instantOf(date)) throw new BadCell('is a date that never was')
  return date
}
