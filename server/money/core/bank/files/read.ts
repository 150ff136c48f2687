import { ApiError } from '../../../../errors.ts'
import { id_max } from '../../../../fields.ts'
import { msg } from '../../../../messages/message.ts'
import type { CsvMapping } from '../../../bank_accounts/schema.ts'
import type { ParsedStatement } from '../statement.ts'
import { readCamt } from './camt.ts'
import { decodeText } from './charset.ts'
import { readCsv } from './csv.ts'
import { type FileKind, kindOf } from './detect.ts'
import { fileError } from './errors.ts'
import { checkLineBreaks, lines_max, tooManyLines } from './limits.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { formatUnits } from './values.ts'
import { isZip, type NamedBytes, unzip } from './zip.ts'

/** A text file, decoded. Those of an archive have a name. */
export interface BankFile {
  name: string
  kind: FileKind
  text: string
}

/** How CSV files are read: the mapping and the currency of the account. */
export interface CsvSettings {
  mapping: CsvMapping
  currency: string
}

/** The files in an upload: itself, or those of the archive. */
export async function openBankFiles(bytes: Uint8Array, encoding: CsvMapping['encoding'] = 'auto'): Promise<BankFile[]> {
  if (bytes.length === 0) throw fileError('', 'The file is empty.')
  const files = isZip(bytes) ? unzip(bytes) : [{ name: '', bytes }]
  if (files.some(({ name }) => name === '[Content_Types].xml' || name === 'content.xml'))
    throw fileError('', 'This is a file of a spreadsheet or a text editor. Save it as CSV, and send that file.')
  return Promise.all(files.map(file => inFile(file.name, async () => openFile(file, encoding))))
}

function openFile({ name, bytes }: NamedBytes, encoding: CsvMapping['encoding']): BankFile {
  if (isZip(bytes)) throw fileError('', 'An archive inside of an archive is not read. Unpack it first.')
  const beginning = Buffer.from(bytes.subarray(0, 4000)).toString('latin1')
  const marked = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(beginning)
  if (!/^(\xff\xfe|\xfe\xff)/.test(beginning) && bytes.includes(0))
    throw fileError('', msg`This is not a text file. ${takes}`)
  const kind = kindOf(marked ? decodeText(bytes).slice(0, 4000) : beginning)
  const text = decodeText(bytes, declaredCharset(kind, beginning, encoding))
  // The elements of XML are counted instead.
  if (kind !== 'xml') checkLineBreaks(text)
  return { name, kind, text }
}

const takes = msg`Send camt.053, camt.054, MT940, OFX or CSV, as a file or in a zip archive.`

/** The character set that the file says, or that the account has for CSV. */
function declaredCharset(kind: FileKind, beginning: string, encoding: CsvMapping['encoding']): string | undefined {
  if (kind === 'csv') return encoding === 'auto' ? undefined : encoding
  if (kind !== 'xml') return undefined
  return /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(beginning)?.[1] ?? 'utf-8'
}

/** The statements of opened files. In each the opening balance and the lines give the closing balance. */
export async function readStatements(files: BankFile[], csv?: CsvSettings): Promise<ParsedStatement[]> {
  const parts: ParsedStatement[][] = []
  for (const file of files) parts.push(await inFile(file.name, () => statementsOf(file, csv)))
  const statements = parts.flat()
  if (statements.length === 0) throw fileError('', msg`The file has no statements. ${takes}`)
  const lines = statements.flatMap(statement => statement.lines)
  if (lines.reduce((sum, { details }) => sum + 1 + details.length, 0) > lines_max) throw tooManyLines()
  return statements
}

async function statementsOf({ kind, text }: BankFile, csv: CsvSettings | undefined): Promise<ParsedStatement[]> {
  const statements = kind === 'csv' ? await csvStatements(text, csv) : await readers[kind](text)
  for (const statement of statements) checkSum(statement)
  return statements
}

const readers = { xml: readCamt, mt940: readMt940, ofx: readOfx }

async function csvStatements(text: string, csv: CsvSettings | undefined) {
  if (!csv)
    throw fileError(
      '',
      msg`For a CSV file, choose the bank account and say once what its columns mean: send the file to
        /v1/bank_statements/preview and save csv_mapping in the bank account.`,
    )
  return [await readCsv(text, csv.mapping, csv.currency)]
}

function checkSum({
  lines,
  opening_balance,
  closing_balance,
  currency,
  reference,
  to_date,
  from_date,
}: ParsedStatement) {
  const where = reference ? msg`Statement ${reference}` : msg`Statement of ${to_date}`
  if (from_date > to_date) throw fileError(where, msg`it begins on ${from_date} and ends on ${to_date}.`)
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount), BigInt(opening_balance ?? 0))
  const largest = BigInt(id_max)
  if (sum > largest || sum < -largest) throw fileError(where, 'the sum of its lines is too large.')
  if (opening_balance === null || closing_balance === null || sum === BigInt(closing_balance)) return
  throw fileError(
    where,
    msg`the opening balance ${formatUnits(opening_balance, currency)} and the lines give ${formatUnits(Number(sum), currency)},
      but the closing balance is ${formatUnits(closing_balance, currency)}. The file may be incomplete: download it again.`,
  )
}

/** Says in which file of an archive an error is. */
async function inFile<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (!name || !(error instanceof ApiError)) throw error
    throw fileError(msg`File ${name}`, error.detail)
  }
}
