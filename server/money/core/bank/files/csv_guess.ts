import type { CsvRow } from '../../../../csv_reader.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import { csvRows } from './csv.ts'
import { type DateFormat, date_formats, isCsvAmount, isCsvDay } from './csv_cells.ts'

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

export const normalizedHeader = (header: string) =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 100)

const looked_at_rows = 200
/** Where the column names may be at the latest. */
const skipped_rows_max = 30

/** How a CSV file seems to be written; undefined if no row names a day and an amount. */
export function guessMapping(text: string): CsvMapping | undefined {
  const rows = csvRows(text, 'auto', looked_at_rows)
  for (const [position, header] of rows.slice(0, skipped_rows_max).entries()) {
    const columns = columnsOf(header)
    const texts = textColumns(columns)
    if (columns.date === undefined || !hasAmount(columns) || texts.length === 0) continue
    return mappingOf(header, columns as Columns & { date: number }, texts, rows.slice(position + 1))
  }
  return undefined
}

/** Whether a row has a day and an amount in two cells, whatever the columns are called. */
export const hasDatedAmount = (text: string) =>
  csvRows(text, 'auto', looked_at_rows).some(({ cells }) => {
    const amounts = cells.filter(isCsvAmount).length
    return cells.some(cell => isDay(cell) && amounts > (isCsvAmount(cell) ? 1 : 0))
  })

const isDay = (cell: string) => date_formats.some(format => isCsvDay(cell, format))

type Columns = Partial<Record<Field, number>> & { texts: number[] }

const hasAmount = ({ amount, debit, credit }: Columns) =>
  amount !== undefined || (debit !== undefined && credit !== undefined)

/** The column for each field: those whose name is known exactly, then those that begin with a known name. */
function columnsOf({ cells }: CsvRow): Columns {
  const found: Columns = { texts: [] }
  const headers = cells.slice(0, 200).map(normalizedHeader)
  const open = new Set(headers.keys())
  const take = (field: Field, column: number) => {
    if (field === 'text') found.texts.push(column)
    else if (found[field] === undefined) found[field] = column
    else return
    open.delete(column)
  }
  for (const fits of [isName, beginsWithName])
    for (const field of Object.keys(names) as Field[])
      for (const column of [...open]) if (fits(headers[column] ?? '', names[field])) take(field, column)
  return found
}

const isName = (header: string, known: string[]) => known.includes(header)
const beginsWithName = (header: string, known: string[]) => known.some(name => header.startsWith(`${name} `))

const textColumns = ({ texts, counterparty }: Columns) => {
  const found = texts.toSorted((one, other) => one - other).slice(0, 5)
  return found.length > 0 || counterparty === undefined ? found : [counterparty]
}

function mappingOf(header: CsvRow, columns: Columns & { date: number }, text: number[], data: CsvRow[]): CsvMapping {
  const values = (column: number | undefined) =>
    column === undefined ? [] : data.map(({ cells }) => (cells[column] ?? '').trim()).filter(cell => cell !== '')
  const { date, value_date, amount, debit, credit, counterparty, counterparty_iban, reference, balance } = columns
  const amounts = amount === undefined ? { debit, credit } : { amount }
  const references = values(reference)
  // Only a reference of its own for each row tells lines apart.
  const unique = references.length === data.length && new Set(references).size === references.length
  const optional = {
    value_date,
    ...amounts,
    counterparty,
    counterparty_iban,
    ...(unique && { reference }),
    balance,
  }
  return {
    encoding: 'auto',
    separator: 'auto',
    skip_rows: header.index,
    date_format: dateFormatOf(values(date)),
    decimal: decimalOf([amount, debit, credit, balance].flatMap(values)),
    date,
    text,
    ...Object.fromEntries(Object.entries(optional).filter(([, column]) => column !== undefined)),
  }
}

/** The format in which most values are days. Where day and month may be either, the day comes first. */
function dateFormatOf(values: string[]): DateFormat {
  const scores = date_formats.map(format => values.filter(value => isCsvDay(value, format)).length)
  return date_formats[scores.indexOf(Math.max(...scores))] ?? 'YYYY-MM-DD'
}

function decimalOf(values: string[]): CsvMapping['decimal'] {
  const ending = (sign: RegExp) => values.filter(value => sign.test(value.slice(-20))).length
  return ending(/\.\d{1,2}\D{0,5}$/) > ending(/,\d{1,2}\D{0,5}$/) ? '.' : ','
}
