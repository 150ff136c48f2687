import type { CsvRow } from '../../../../csv_reader.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { csvRows } from './csv.ts'
import { isAnyDay, isCsvAmount } from './csv_cells.ts'
import { headingsLayout } from './csv_headings.ts'
import { guessByValues } from './csv_shape.ts'
import { dateFormatOf, decimalOf, looked_at, valuesOf } from './csv_values.ts'
import { plainWords } from './values.ts'

type Field =
  | 'date'
  | 'value_date'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'text'
  | 'counterparty'
  | 'counterparty_iban'
  | 'reference'
  | 'balance'

/** Column names of French, English and German banks, without accents. */
const names: Record<Field, string[]> = {
  date: list(`date, date operation, date de l operation, date d operation, dateop, date comptable, date de comptabilisation, jour,
    booking date, posting date, posted date, transaction date, completed date, buchungstag, buchungsdatum, datum, buchung`),
  value_date: list(
    'date valeur, date de valeur, dateval, value date, valuta, valutadatum, wertstellung, valuta datum, wertstellungsdatum',
  ),
  amount: list(
    'montant, montant operation, montant de l operation, amount, betrag, umsatz, montant eur, montant euros, betrag eur, betrag in eur',
  ),
  debit: list(
    'debit, debits, debit eur, debit euros, soll, belastung, belastung in chf, withdrawal, withdrawals, paid out, money out, lastschrift',
  ),
  credit: list(
    'credit, credits, credit eur, credit euros, haben, gutschrift, gutschrift in chf, deposit, deposits, paid in, money in',
  ),
  text: list(`libelle, libelle operation, libelle simplifie, libelle complet, informations complementaires, label, intitule, objet,
    description, details, detail, memo, narrative, motif, communication, verwendungszweck, buchungstext, avisierungstext, mitteilung,
    transaction details, payment reference, type operation`),
  counterparty:
    list(`nom, nom du tiers, contrepartie, nom contrepartie, beneficiaire, emetteur, tiers, payee, name, counterparty, counterparty name,
    auftraggeber, empfanger, auftraggeber empfanger, beguenstigter zahlungspflichtiger, begunstigter zahlungspflichtiger, name zahlungsbeteiligter,
    partner name`),
  counterparty_iban:
    list(`iban, iban contrepartie, iban du tiers, compte contrepartie, counterparty iban, kontonummer iban, iban zahlungsbeteiligter,
    partner iban, account number`),
  reference: list(
    'reference, ref, reference operation, reference bancaire, numero operation, transaction id, reference number, referenz, fitid',
  ),
  balance: list(
    'solde, solde apres operation, balance, running balance, saldo, saldo nach buchung, kontostand, saldo in chf',
  ),
}

function list(text: string) {
  return text.split(',').map(name => name.trim())
}

const field_of_name = new Map(
  (Object.keys(names) as Field[]).flatMap(field => names[field].map(name => [name, field] as const)),
)

/** How a CSV file seems to be written, and the bank whose layout it has. */
export interface CsvGuess {
  mapping: CsvMapping
  layout: string | null
}

/** The first rows, which are enough to guess from. */
export const sampleRows = (text: string) => csvRows(text, 'auto', looked_at.rows_above + 1 + looked_at.values)

/** Undefined if no row names a day and an amount, and no two columns hold them. */
export function guessMapping(rows: CsvRow[]): CsvGuess | undefined {
  for (const [position, row] of rows.slice(0, looked_at.rows_above).entries()) {
    const headings = row.cells.slice(0, looked_at.cells).map(plainWords)
    const data = rows.slice(position + 1)
    const known = headingsLayout(row.index, headings, data)
    if (known) return known
    const columns = columnsOf(headings)
    const texts = textColumns(columns)
    if (columns.date === undefined || !hasAmount(columns) || texts.length === 0) continue
    const mapping = mappingOf(row.index, columns as Columns & { date: number }, texts, data)
    return { mapping, layout: null }
  }
  return guessByValues(rows)
}

/** Whether a row has a day and an amount in two cells, whatever the columns are called. */
export function isDated({ cells }: CsvRow) {
  const looked = cells.slice(0, looked_at.cells)
  const amounts = looked.filter(isCsvAmount).length
  return looked.some(cell => isAnyDay(cell) && amounts > (isCsvAmount(cell) ? 1 : 0))
}

type Columns = Partial<Record<Field, number>> & { texts: number[] }

const hasAmount = ({ amount, debit, credit }: Columns) =>
  amount !== undefined || (debit !== undefined && credit !== undefined)

/** The column for each field: those whose name is known exactly, then those that begin with a known name. */
function columnsOf(headings: string[]): Columns {
  const found: Columns = { texts: [] }
  const open = new Set(headings.keys())
  const take = (field: Field, column: number) => {
    if (field === 'text') found.texts.push(column)
    else if (found[field] === undefined) found[field] = column
    else return
    open.delete(column)
  }
  const exact = headings.map(heading => [field_of_name.get(heading)])
  for (const fields of [exact, headings.map(fieldsItBegins)])
    for (const field of Object.keys(names) as Field[])
      for (const column of [...open]) if (fields[column]?.includes(field)) take(field, column)
  return found
}

/** The fields with a name at the beginning of the heading. */
function fieldsItBegins(heading: string) {
  const words = heading.split(' ')
  return words.map((_, index) => field_of_name.get(words.slice(0, index).join(' ')))
}

const textColumns = ({ texts, counterparty }: Columns) => {
  const found = texts.toSorted((one, other) => one - other).slice(0, 5)
  return found.length > 0 || counterparty === undefined ? found : [counterparty]
}

function mappingOf(skip_rows: number, columns: Columns & { date: number }, text: number[], data: CsvRow[]): CsvMapping {
  const values = (column: number | undefined) => valuesOf(data, column)
  const { date, value_date, amount, debit, credit, counterparty, counterparty_iban, reference, balance } = columns
  const amounts = amount === undefined ? { debit, credit } : { amount }
  const references = values(reference)
  // Only a reference of its own for each row tells lines apart.
  const unique =
    references.length === Math.min(data.length, looked_at.values) && new Set(references).size === references.length
  const optional = { value_date, ...amounts, counterparty, counterparty_iban, ...(unique && { reference }), balance }
  return {
    encoding: 'auto',
    separator: 'auto',
    skip_rows,
    date_format: dateFormatOf(values(date), 'DD/MM/YYYY'),
    decimal: decimalOf([amount, debit, credit, balance].flatMap(values)),
    date,
    text,
    ...Object.fromEntries(Object.entries(optional).filter(([, column]) => column !== undefined)),
  }
}
