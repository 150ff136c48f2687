import { ApiError } from '../../errors.ts'
import { formatUnits } from '../core/bank/files/values.ts'
import type { BankFormat, ParsedStatement, StatementLine } from '../core/bank/statement.ts'
import { lineKeys } from './line_keys.ts'

// Compares a statement with the lines that are stored. Stored lines are known; the others are added, if the balances agree.

export interface StoredLine {
  id: number
  line_key: string
  date: string
  position: number
  amount: number
  state: string
  /** Whether it has neither details nor a counterparty nor an end-to-end id. */
  bare: boolean
  /** Of the file that it came with. */
  format: BankFormat
  /** Whether that file has balances. */
  balanced: boolean
}

/** What is stored about the account of the statement. */
export interface AccountState {
  opening_balance: number
  /** Whether a statement gave a balance. Before that the opening balance is unknown. */
  anchored: boolean
  /** Lines before the first day of the statement: whether there are any, and their sum. */
  has_before: boolean
  sum_before: number
  /** The last day with a line or a balance; null if there is none. */
  known_until: string | null
  /** Whether a statement with balances has lines after the last day of this one. */
  has_after: boolean
  /** From the first to the last day of the statement, in order. */
  lines: StoredLine[]
  /** Periods of statements with balances that touch these days. */
  periods: { from_date: string; to_date: string }[]
}

export interface AddedLine extends StatementLine {
  line_key: string
  position: number
}

export interface Merge {
  opening_balance: number
  added: AddedLine[]
  /** Known lines that the file knows more about. */
  completed: { id: number; line: StatementLine }[]
}

/** The days whose stored lines the statement is compared with. */
export function daysOf({ lines, to_date }: ParsedStatement) {
  const dates = lines.map(({ date }) => date).sort()
  return { first: dates[0] ?? to_date, last: dates.at(-1) ?? to_date }
}

export function mergeStatement(statement: ParsedStatement, account: AccountState): Merge {
  const { known, unknown, missing } = compare(statement, account.lines)
  checkPeriods(statement, account, unknown)
  const placed = placeStatement(statement, account, { known, missing })
  const [surplus] = unknown.slice(placed.prepended ? placed.older_count : 0)
  if (surplus && placed.followed) throw misplaced(surplus, statement.currency)
  return {
    opening_balance: placed.opening_balance,
    added: positioned(unknown, account.lines, placed.prepended),
    completed: known.flatMap(({ line, stored }) =>
      stored.state === 'open' && stored.bare && saysMore(line) ? [{ id: stored.id, line }] : [],
    ),
  }
}

interface Comparison {
  known: { line: StatementLine; stored: StoredLine; index: number }[]
  unknown: (StatementLine & { line_key: string })[]
  /** Stored lines of these days that the statement does not have. */
  missing: StoredLine[]
}

/** Pairs lines by key and, between formats, which write references and texts differently, by day and amount. */
function compare(statement: ParsedStatement, stored: StoredLine[]): Comparison {
  const by_key = new Map(stored.map(line => [line.line_key, line]))
  const keys = lineKeys(statement.lines)
  const found = new Set(keys.flatMap(key => by_key.get(key)?.id ?? []))
  const others = Map.groupBy(
    stored.filter(line => !found.has(line.id) && line.format !== statement.format),
    ({ date, amount }) => `${date} ${amount}`,
  )
  const result: Comparison = { known: [], unknown: [], missing: [] }
  for (const [index, line] of statement.lines.entries()) {
    const line_key = keys[index] ?? ''
    const same = by_key.get(line_key) ?? others.get(`${line.date} ${line.amount}`)?.shift()
    if (same) {
      result.known.push({ line, stored: same, index })
      found.add(same.id)
    } else result.unknown.push({ ...line, line_key })
  }
  result.missing = stored.filter(({ id }) => !found.has(id))
  return result
}

/** A statement with balances has all lines between its first and its last day. */
function checkPeriods({ currency }: ParsedStatement, { periods }: AccountState, unknown: StatementLine[]) {
  for (const { date, amount, text } of unknown) {
    const period = periods.find(({ from_date, to_date }) => from_date < date && date < to_date)
    if (period)
      throw conflicting(
        `The file has a line of ${date} with ${formatUnits(amount, currency)} (${text.slice(0, 60)}) that is not in the statement from ` +
          `${period.from_date} to ${period.to_date}, which was imported before. Check which of the files is right.`,
      )
  }
}

interface Place {
  opening_balance: number
  /** Whether the statement, or its first lines, come before all stored ones; and how many lines do. */
  prepended: boolean
  older_count: number
  /** Whether lines of a statement with balances follow. New lines before them would change those balances. */
  followed: boolean
}

/** Where the statement belongs among the stored lines, by its opening balance. Without one it is not checked. */
function placeStatement(
  statement: ParsedStatement,
  account: AccountState,
  { known, missing }: Pick<Comparison, 'known' | 'missing'>,
): Place {
  const { opening_balance: opening, currency } = statement
  const { first, last } = daysOf(statement)
  const unchanged = { opening_balance: account.opening_balance, prepended: false, older_count: 0, followed: false }
  if (opening === null) return unchanged
  const lost = missing.find(({ date }) => first < date && date < last)
  if (lost)
    throw conflicting(
      `A line of ${lost.date} with ${formatUnits(lost.amount, currency)} was imported before and is missing in this file. ` +
        'Check which of the files is right.',
    )
  const same_day = missing.filter(({ date }) => date === first)
  const before = account.sum_before + sumOf(same_day)
  if (!account.anchored) return { ...unchanged, opening_balance: opening - before }
  const index = openings(account, same_day).lastIndexOf(opening)
  const later = missing.slice(index)
  const followed = account.has_after || later.some(({ balanced }) => balanced)
  if (index >= 0) return { ...unchanged, followed }
  const older = statement.lines.slice(0, known[0]?.index)
  const joins = opening + sumOf(older) === account.opening_balance
  if (account.has_before || !joins) throw gap(statement, account, account.opening_balance + before)
  return { opening_balance: opening, prepended: true, older_count: older.length, followed: account.has_after }
}

/** The balances that the account had on the first day before or between the lines that the file does not have. */
function openings({ opening_balance, sum_before }: AccountState, same_day: StoredLine[]) {
  const found = [opening_balance + sum_before]
  for (const { amount } of same_day) found.push((found.at(-1) ?? 0) + amount)
  return found
}

function gap(statement: ParsedStatement, { known_until }: AccountState, balance: number) {
  const { currency, opening_balance } = statement
  const { first } = daysOf(statement)
  const until = known_until && known_until < first ? known_until : first
  return conflicting(
    `The statement begins on ${first} with ${formatUnits(opening_balance ?? 0, currency)}, but the lines imported until ${until} end with ` +
      `${formatUnits(balance, currency)}. Import the statements in between first, or check the lines of these days.`,
  )
}

const misplaced = ({ date, amount, text }: StatementLine, currency: string) =>
  conflicting(
    `The file has a line of ${date} with ${formatUnits(amount, currency)} (${text.slice(0, 60)}), but later lines were imported whose balances ` +
      'do not count it. Check which of the files is right.',
  )

const conflicting = (detail: string) =>
  new ApiError('conflict', detail, { faults: [{ location: 'body', message: detail, value: '' }] })

const sumOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Adds lines of a day after those that are stored, or before them if the file is older. */
function positioned(lines: (StatementLine & { line_key: string })[], stored: StoredLine[], prepended: boolean) {
  const places = Map.groupBy(stored, ({ date }) => date)
  return [...Map.groupBy(lines, ({ date }) => date)].flatMap(([date, added]): AddedLine[] => {
    const taken = places.get(date) ?? []
    const next = prepended ? (taken[0]?.position ?? 0) - added.length : (taken.at(-1)?.position ?? -1) + 1
    return added.map((line, index) => ({ ...line, position: next + index }))
  })
}

const saysMore = ({ details, counterparty, end_to_end_id }: StatementLine) =>
  details.length > 0 || counterparty !== '' || end_to_end_id !== ''
