import type { LedgerRules } from '../core/ledger/accounts.ts'
import { pieceOf } from '../core/ledger/labels.ts'
import { type EntryRow, textsOf } from './queries.ts'

// The columns of the "fichier des écritures comptables" of article A47 A-1 of the French Livre des procédures fiscales: 18 columns, two lines for each entry.

export const columns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const

type Line = Partial<Record<(typeof columns)[number], string>>

interface FileFormat {
  separator: string
  /** Whether each line names its currency. The tax file has euros only. */
  with_currency: boolean
}

/** The file, some entries at a time. */
export async function* fecOf(
  pages: AsyncIterable<EntryRow[]>,
  rules: LedgerRules,
  format: FileFormat,
): AsyncIterable<string> {
  yield `${columns.join(format.separator)}\r\n`
  for await (const entries of pages)
    yield entries
      .flatMap(entry => entryLines(entry, rules, format).map(line => lineOf(line, format.separator)))
      .join('')
}

/** A provisional entry has neither a number nor a date of validation. */
function entryLines(entry: EntryRow, rules: LedgerRules, { with_currency }: FileFormat): Line[] {
  const { journal_code, journal_label, label, debit_label, credit_label } = textsOf(entry, rules)
  const common: Line = {
    JournalCode: journal_code,
    JournalLib: journal_label,
    EcritureNum: entry.number === null ? '' : String(entry.number),
    EcritureDate: compact(entry.date),
    PieceRef: pieceOf(entry),
    PieceDate: compact(entry.event_date),
    EcritureLib: label,
    ValidDate: entry.validated_on === null ? '' : compact(entry.validated_on),
    ...(with_currency && { Idevise: entry.currency }),
  }
  const [amount, none] = [euros(entry.amount), euros(0)]
  const person = (id: number | null, name: string | null): Line =>
    id === null ? {} : { CompAuxNum: `C${id}`, CompAuxLib: legible(name, `C${id}`) }
  return [
    {
      ...common,
      CompteNum: entry.debit_account,
      CompteLib: legible(debit_label, entry.debit_account),
      ...person(entry.debit_contact_id, entry.debit_name),
      Debit: amount,
      Credit: none,
    },
    {
      ...common,
      CompteNum: entry.credit_account,
      CompteLib: legible(credit_label, entry.credit_account),
      ...person(entry.credit_contact_id, entry.credit_name),
      Debit: none,
      Credit: amount,
    },
  ]
}

/** The format requires a text: a name may have nothing but characters that it cannot contain. */
const legible = (text: string | null, otherwise: string) => plain(text ?? '', '|') || otherwise

const compact = (day: string) => day.replaceAll('-', '')

const lineOf = (line: Line, separator: string) =>
  `${columns.map(column => cellOf(column, line[column] ?? '', separator)).join(separator)}\r\n`

const amounts = new Set(['Debit', 'Credit'])

/** Between commas, amounts have a decimal point. */
function cellOf(column: (typeof columns)[number], text: string, separator: string) {
  if (!amounts.has(column)) return plain(text, separator)
  return separator === ',' ? text.replace(',', '.') : text
}

function euros(cents: number) {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)},${text.slice(-2)}`
}

/**
 * The format has no quoting: separators and line breaks become blanks. A spreadsheet takes a quote for the start of a cell that spans tabs,
 * and runs text that starts like a formula, also after a comma that it takes for a separator.
 */
const plain = (text: string, separator: string) =>
  text
    .replace(/[|\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(separator === ';' || separator === ',' ? separator : '|', ' ')
    .replaceAll('"', '”')
    .trim()
    .replace(/(?<=^|[,;])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/gu, "'")

// Signs that ISO 8859-15 lacks, and what is usual in their place.
const plain_signs: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '”': "'",
  '“': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '\u2009': ' ',
  '\u202f': ' ',
}

// What ISO 8859-15 has in place of the characters of ISO 8859-1.
const latin9: Record<string, number> = { '€': 0xa4, Š: 0xa6, š: 0xa8, Ž: 0xb4, ž: 0xb8, Œ: 0xbc, œ: 0xbd, Ÿ: 0xbe }
const replaced = new Set(Object.values(latin9))

/** A text in ISO 8859-15. A letter that it lacks loses its accent, any other character becomes a question mark. */
export const toLatin9 = (text: string) => Buffer.from(Array.from(text.normalize('NFC'), latin9Code).flat() as number[])

function latin9Code(character: string): number | number[] {
  const own = codeIn(character)
  if (own !== undefined) return own
  const letters = Array.from(plain_signs[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, ''))
  return letters.map(letter => codeIn(letter) ?? 0x3f)
}

function codeIn(character: string) {
  const code = character.codePointAt(0) ?? 0
  return latin9[character] ?? (code <= 0xff && !replaced.has(code) ? code : undefined)
}
