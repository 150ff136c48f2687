import { ApiError } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
import { formatUnits } from '../core/bank/files/values.ts'
import type { BankFormat, ParsedStatement, StatementLine } from '../core/bank/statement.ts'
import { freeKey, type LineCounts, lineKeys } from './line_keys.ts'
import { type Proof, pairLines, type Said } from './pairs.ts'

// Compares a statement with the lines that are stored. Stored lines are known; the others are added, if the balances agree.

export interface StoredLine extends Said {
  id: number
  line_key: string
  date: string
  position: number
  amount: number
  state: string
  /** Whether it has neither details nor a counterparty nor an end-to-end id. */
  bare: boolean
  /** Whether a person was erased from it. What files say about it stays erased. */
  erased: boolean
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

/** The counts are those that the numbers of equal lines continue. */
export function mergeStatement(
  statement: ParsedStatement,
  account: AccountState,
  counts: LineCounts = new Map(),
): Merge {
  const keys = lineKeys(statement.lines, counts)
  const compared = compare(statement, account, keys)
  const { known, unknown, placed } =
    place(statement, account, compared) ??
    (continuesDay(statement, account)
      ? place(statement, account, compareAfter(statement, account.lines, keys))
      : undefined) ??
    refuseGap(statement, account, compared)
  const [surplus] = unknown.slice(placed.prepended ? placed.older_count : 0)
  if (surplus && placed.followed) throw misplaced(surplus, statement.currency)
  return {
    opening_balance: placed.opening_balance,
    added: positioned(unknown, account.lines, placed.prepended),
    completed: known.flatMap(pair => (isCompleted(pair, statement) ? [{ id: pair.stored.id, line: pair.line }] : [])),
  }
}

function place(statement: ParsedStatement, account: AccountState, compared: Comparison) {
  checkPeriods(statement, account, compared.unknown)
  const placed = placeStatement(statement, account, compared)
  return placed && { ...compared, placed }
}

interface Known {
  line: StatementLine
  stored: StoredLine
  index: number
  /** Whether both say the same; otherwise only the balances tell that they are one line. */
  agreed: boolean
}

interface Comparison {
  known: Known[]
  unknown: (StatementLine & { line_key: string })[]
  /** Stored lines of these days that the statement does not have. */
  missing: StoredLine[]
}

/** Pairs lines by key and, between formats, which write references and texts differently, by day, amount and whom they name. */
function compare(statement: ParsedStatement, account: AccountState, keys: string[]): Comparison {
  const by_key = new Map(account.lines.map(line => [line.line_key, line]))
  const found = new Set(keys.flatMap(key => by_key.get(key)?.id ?? []))
  const group = ({ date, amount }: { date: string; amount: number }) => `${date} ${amount}`
  const others = Map.groupBy(
    account.lines.filter(line => !found.has(line.id) && line.format !== statement.format),
    group,
  )
  const unkeyed = Map.groupBy(
    statement.lines.filter((_, index) => !by_key.has(keys[index] ?? '')),
    group,
  )
  const pairs = [...others].flatMap(([name, stored]) =>
    pairLines(unkeyed.get(name) ?? [], stored, proofIn(statement, account)),
  )
  const by_line = new Map(pairs.map(pair => [pair.line, pair]))
  return split(statement.lines, account.lines, (line, index) => {
    const line_key = keys[index] ?? ''
    const stored = by_key.get(line_key)
    return { line_key, pair: stored ? { stored, agreed: true } : by_line.get(line) }
  })
}

/** How well balances prove that a stored line of the same day and amount is the one in the statement. */
const proofIn =
  (statement: ParsedStatement, { periods }: AccountState) =>
  ({ date, balanced }: StoredLine): Proof => {
    const { first, last } = daysOf(statement)
    const has_balances = statement.opening_balance !== null
    const whole_day =
      (has_balances && first < date && date < last) ||
      periods.some(({ from_date, to_date }) => from_date < date && date < to_date)
    if (whole_day || (has_balances && balanced)) return 'full'
    return has_balances || balanced ? 'some' : 'none'
  }

/** Whether the statement begins with the balance after all stored lines, which are of its first day. */
function continuesDay(statement: ParsedStatement, account: AccountState) {
  const { first } = daysOf(statement)
  const balance = account.opening_balance + account.sum_before + sumOf(account.lines)
  return (
    statement.opening_balance === balance && !account.has_after && account.lines.every(({ date }) => date === first)
  )
}

/** All lines without a reference of the bank are new, though equal ones may be stored. */
function compareAfter({ lines }: ParsedStatement, stored: StoredLine[], keys: string[]): Comparison {
  const by_key = new Map(stored.map(line => [line.line_key, line]))
  const counts: LineCounts = new Map()
  return split(lines, stored, (line, index) => {
    const key = keys[index] ?? ''
    const same = line.bank_reference ? by_key.get(key) : undefined
    if (same) return { line_key: key, pair: { stored: same, agreed: true } }
    return { line_key: line.bank_reference ? key : freeKey(line, counts, by_key), pair: undefined }
  })
}

function split(
  lines: StatementLine[],
  stored: StoredLine[],
  find: (
    line: StatementLine,
    index: number,
  ) => { line_key: string; pair: Pick<Known, 'stored' | 'agreed'> | undefined },
): Comparison {
  const result: Comparison = { known: [], unknown: [], missing: [] }
  for (const [index, line] of lines.entries()) {
    const { line_key, pair } = find(line, index)
    if (pair) result.known.push({ line, index, stored: pair.stored, agreed: pair.agreed })
    else result.unknown.push({ ...line, line_key })
  }
  const found = new Set(result.known.map(({ stored: { id } }) => id))
  result.missing = stored.filter(({ id }) => !found.has(id))
  return result
}

/** A statement with balances has all lines between its first and its last day. */
function checkPeriods({ currency }: ParsedStatement, { periods }: AccountState, unknown: StatementLine[]) {
  for (const { date, amount, text } of unknown) {
    const period = periods.find(({ from_date, to_date }) => from_date < date && date < to_date)
    if (period)
      throw conflicting(
        msg`The file has a line of ${date} with ${formatUnits(amount, currency)} (${text.slice(0, 60)}) that is not in the statement from
          ${period.from_date} to ${period.to_date}, which was imported before. Check which of the files is right.`,
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

/** Where the statement belongs among the stored lines, by its opening balance; undefined if nowhere. Without one it is not checked. */
function placeStatement(
  statement: ParsedStatement,
  account: AccountState,
  { known, missing }: Pick<Comparison, 'known' | 'missing'>,
): Place | undefined {
  const { opening_balance: opening, currency } = statement
  const { first, last } = daysOf(statement)
  const unchanged = { opening_balance: account.opening_balance, prepended: false, older_count: 0, followed: false }
  if (opening === null) return unchanged
  const lost = missing.find(({ date }) => first < date && date < last)
  if (lost)
    throw conflicting(
      msg`A line of ${lost.date} with ${formatUnits(lost.amount, currency)} was imported before and is missing in this file.
        Check which of the files is right.`,
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
  if (account.has_before || !joins) return undefined
  return { opening_balance: opening, prepended: true, older_count: older.length, followed: account.has_after }
}

/** The balances that the account had on the first day before or between the lines that the file does not have. */
function openings({ opening_balance, sum_before }: AccountState, same_day: StoredLine[]) {
  const found = [opening_balance + sum_before]
  for (const { amount } of same_day) found.push((found.at(-1) ?? 0) + amount)
  return found
}

function refuseGap(statement: ParsedStatement, account: AccountState, { missing }: Comparison): never {
  const { currency, opening_balance } = statement
  const { known_until } = account
  const { first } = daysOf(statement)
  const balance = account.opening_balance + account.sum_before + sumOf(missing.filter(({ date }) => date === first))
  const until = known_until && known_until < first ? known_until : first
  throw conflicting(
    msg`The statement begins on ${first} with ${formatUnits(opening_balance ?? 0, currency)}, but the lines imported until ${until} end with
      ${formatUnits(balance, currency)}. Import the statements in between first, or check the lines of these days.`,
  )
}

const misplaced = ({ date, amount, text }: StatementLine, currency: string) =>
  conflicting(
    msg`The file has a line of ${date} with ${formatUnits(amount, currency)} (${text.slice(0, 60)}), but later lines were imported whose balances
      do not count it. Check which of the files is right.`,
  )

const conflicting = (detail: Text) =>
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

/** Whether the file tells more about an open line than the file of another format that it came with. */
const isCompleted = ({ line, stored, agreed }: Known, { format }: ParsedStatement) =>
  stored.state === 'open' &&
  stored.bare &&
  !stored.erased &&
  stored.format !== format &&
  saysMore(line) &&
  (agreed || stored.text === '' || line.details.length > 0)

const saysMore = ({ details, counterparty, end_to_end_id }: StatementLine) =>
  details.length > 0 || counterparty !== '' || end_to_end_id !== ''
