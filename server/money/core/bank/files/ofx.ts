import { msg, type Text } from '../../../../messages/message.ts'
import type { ParsedStatement, StatementLine } from '../statement.ts'
import { fileError, quoted } from './errors.ts'
import { lines_max, tooManyLines } from './limits.ts'
import { returnReasonIn } from './return_reason.ts'
import { mapInTurns, Turns } from './turns.ts'
import { cleanIban, cleanName, cleanReference, cleanText, currencyOf, dayOf, joinTexts, minorUnits } from './values.ts'

// Version 1 of OFX is SGML, whose leaf elements are not closed; version 2 is XML. One reader takes both: an element with a text is a leaf.

/** The values of an aggregate such as STMTTRN, each with its line. */
interface Aggregate {
  line: number
  values: Map<string, string>
}

interface OfxStatement {
  line: number
  account: Map<string, string>
  /** CURDEF, DTSTART and DTEND. */
  values: Map<string, string>
  balance: Map<string, string>
  transactions: Aggregate[]
}

export async function readOfx(text: string): Promise<ParsedStatement[]> {
  const start = text.search(/<OFX>/i)
  if (start < 0) throw fileError('', 'This file has no <OFX> element. Choose another export at the bank.')
  const statements: ParsedStatement[] = []
  for (const read of await statementsIn(text, start)) statements.push(await statementOf(read))
  return statements
}

async function statementsIn(text: string, start: number): Promise<OfxStatement[]> {
  const turns = new Turns()
  const collector = new Collector()
  const pattern = /<(\/?)([A-Za-z0-9_.]{1,40})>([^<]*)/g
  let [line, counted, closed] = [1, 0, false]
  pattern.lastIndex = start
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, slash, written = '', content = ''] = match
    const name = written.toUpperCase()
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 10) line++
    if (!slash) collector.open(name, content, line)
    else if (name === 'OFX') closed = true
    else collector.close(name)
    if (turns.isDue()) await turns.give()
  }
  if (!closed)
    throw fileError(msg`Line ${line}`, 'the end </OFX> is missing. The file is incomplete: download it again.')
  return collector.statements
}

/** Collects the values of each aggregate. */
class Collector {
  readonly statements: OfxStatement[] = []
  #values = new Map<string, string>()
  #transactions = 0

  open(name: string, content: string, line: number) {
    if (name === 'STMTRS' || name === 'CCSTMTRS') {
      const values = new Map<string, string>()
      this.statements.push({ line, account: new Map(), values, balance: new Map(), transactions: [] })
      this.#values = values
      return
    }
    const statement = this.statements.at(-1)
    if (!statement) return
    if (content.trim() !== '') {
      if (!this.#values.has(name)) this.#values.set(name, unescapeText(content))
    } else this.#values = this.#aggregate(name, statement, line)
  }

  close(name: string) {
    const statement = this.statements.at(-1)
    if (statement && closing.has(name)) this.#values = statement.values
  }

  #aggregate(name: string, statement: OfxStatement, line: number) {
    if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') return statement.account
    if (name === 'LEDGERBAL') return statement.balance
    if (name === 'AVAILBAL') return new Map<string, string>()
    if (name !== 'STMTTRN') return this.#values
    if (++this.#transactions > lines_max) throw tooManyLines()
    const values = new Map<string, string>()
    statement.transactions.push({ line, values })
    return values
  }
}

/** Aggregates after which values belong to the statement again. */
const closing = new Set(['STMTTRN', 'LEDGERBAL', 'AVAILBAL', 'BANKACCTFROM', 'CCACCTFROM'])

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

const unescapeText = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '').trim()

async function statementOf(read: OfxStatement): Promise<ParsedStatement> {
  const { account, values, transactions } = read
  const where = msg`Line ${read.line}`
  const currency = currencyOf(values.get('CURDEF') ?? '', where)
  const written = account.get('ACCTID') ?? ''
  const iban = cleanIban(written)
  const number = [account.get('BANKID'), account.get('BRANCHID'), written].filter(Boolean).join('/')
  const lines = await mapInTurns(transactions, transaction => lineOf(transaction, currency))
  const { from_date, to_date, as_of } = periodOf(read, lines, where)
  const amount = read.balance.get('BALAMT')
  // A balance of a later day may count transactions that are not in the file.
  const closing = amount !== undefined && as_of === to_date ? minorUnits(plain(amount), currency, where) : null
  return {
    format: 'ofx',
    iban,
    number: iban ? '' : cleanText(number, 100),
    currency,
    reference: '',
    from_date,
    to_date,
    opening_balance: closing === null ? null : closing - lines.reduce((sum, { amount }) => sum + amount, 0),
    closing_balance: closing,
    lines,
  }
}

function periodOf({ values, balance }: OfxStatement, lines: StatementLine[], where: Text) {
  const day = (text: string | undefined) => (text ? dayIn(text, where) : undefined)
  const dates = lines.map(({ date }) => date)
  const as_of = day(balance.get('DTASOF'))
  // The end may be the one that was asked for, and in the future.
  const ends = [day(values.get('DTEND')), as_of].filter(end => end !== undefined).sort()
  const to_date = [...dates, ...ends.slice(0, 1)].sort().at(-1)
  if (!to_date) throw fileError(where, 'the statement says no period and has no transactions.')
  const from_date = [...dates, day(values.get('DTSTART')) ?? to_date, to_date].sort()[0] ?? to_date
  return { from_date, to_date, as_of }
}

function lineOf({ line, values }: Aggregate, currency: string): StatementLine | undefined {
  const where = msg`Line ${line}`
  const need = (name: string) => {
    const value = values.get(name)
    if (!value) throw fileError(where, msg`the transaction has no ${name}.`)
    return value
  }
  const amount = minorUnits(plain(need('TRNAMT')), currency, where)
  if (amount === 0) return undefined
  const date = dayIn(need('DTPOSTED'), where)
  const name = values.get('NAME') ?? ''
  const text = joinTexts(name, values.get('MEMO') ?? '', cleanReference(values.get('CHECKNUM') ?? ''))
  return {
    amount,
    date,
    value_date: values.has('DTAVAIL') ? dayIn(values.get('DTAVAIL') ?? '', where) : date,
    text,
    counterparty: cleanName(name),
    counterparty_iban: cleanIban(values.get('ACCTID') ?? ''),
    end_to_end_id: '',
    mandate_id: '',
    bank_reference: cleanReference(values.get('FITID') ?? ''),
    return_reason: amount < 0 ? returnReasonIn(text) : '',
    details: [],
  }
}

/** Without blanks and, where a dot follows, without thousands separators. */
const plain = (text: string) =>
  text
    .slice(0, 60)
    .replace(/[\s\u202f\u00a0']/g, '')
    .replace(/,(?=\d{3}(?!\d).*\.)/g, '')

/** 20261031, or 20261031120000.000[+1:CET]. */
function dayIn(text: string, where: Text) {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  if (!year) throw fileError(where, msg`${quoted(text)} is not a day. A day is written as 20261031.`, text)
  return dayOf(Number(year), Number(month), Number(day), where, text)
}
