import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { beginningsOf } from '../core/ledger/carried.ts'
import { openingDays } from '../core/ledger/carry.ts'
import { todayOf } from '../core/ledger/validate.ts'
import {
  accountOf,
  type ClosedMonth,
  closedMonths,
  type EntrySum,
  entrySums,
  type LineSum,
  lineSums,
  type MonthlyAccount,
} from './balances_queries.ts'
import type { BankMonth } from './schema.ts'

/** A bank account and its months, oldest first: from its first line to now. */
export async function monthsOf(sql: Sql, { group_id }: Caller, bank_account_id: number) {
  const account = await accountOf(sql, group_id, bank_account_id)
  if (!account) throw notFound('bank account')
  const days = beginningsOf(await openingDays(sql, group_id), account.currency)
  const lines = await lineSums(sql, group_id, account, days)
  const entries = await entrySums(sql, group_id, account, days)
  const facts: MonthFacts = {
    account,
    ...withoutContinued({ days, lines, entries }),
    closed: new Map((await closedMonths(sql, group_id, bank_account_id)).map(month => [month.month, month])),
    today: await todayOf(sql, group_id),
  }
  return { account, months: balancedMonths(facts), closed: facts.closed, today: facts.today }
}

interface MonthFacts {
  account: MonthlyAccount
  days: string[]
  lines: LineSum[]
  entries: EntrySum[]
  closed: Map<string, ClosedMonth>
  today: string
}

/**
 * Where the ledger begins anew with what it had the day before, the account goes on, and its differences keep their explanations: only the other days are
 * left.
 */
function withoutContinued({ days, lines, entries }: Pick<MonthFacts, 'days' | 'lines' | 'entries'>) {
  const sumOf = (list: EntrySum[]) => list.reduce((sum, { amount }) => sum + amount, 0)
  const balances = [0, ...days.keys().map(index => index + 1)].map(segment => {
    const own = entries.filter(entry => entry.segment === segment && entry.source !== 'line_event')
    return { held: sumOf(own), opening: sumOf(own.filter(({ source }) => source === 'opening')) }
  })
  const isBreak = (index: number) => balances[index + 1]?.opening !== balances[index]?.held
  const breaks = days.map((_, index) => isBreak(index))
  const again = <Sum extends { segment: number }>(sum: Sum): Sum => ({
    ...sum,
    segment: breaks.slice(0, sum.segment).filter(Boolean).length,
  })
  const isContinued = ({ source, segment }: EntrySum) => source === 'opening' && !breaks[segment - 1]
  return {
    days: days.filter((_, index) => breaks[index]),
    lines: lines.map(again),
    entries: entries.filter(entry => !isContinued(entry)).map(again),
  }
}

function balancedMonths({ account, days, lines, entries, closed, today }: MonthFacts): BankMonth[] {
  const names = monthNames(lines, today)
  const [linesIn, entriesIn] = [Map.groupBy(lines, monthOf), Map.groupBy(entries, monthOf)]
  const sums = new RunningSums(account.opening_balance)
  // Entries before the first line are those of the account all the same.
  for (const entry of entries) if (entry.month < (names[0] ?? '')) sums.addEntry(entry)
  let open_count = 0
  let is_closable = true
  return names.map(month => {
    const own = linesIn.get(month) ?? []
    for (const line of own) sums.addLine(line)
    for (const entry of entriesIn.get(month) ?? []) sums.addEntry(entry)
    const counts = countsOf(own)
    open_count += counts.open_count
    const closing = closed.get(month)
    const isDue = is_closable && open_count === 0 && lastDayOf(month) < today
    const row: BankMonth = {
      bank_account_id: account.id,
      month,
      currency: account.currency,
      ...sums.balances(segmentAt(days, lastDayOf(month))),
      ...counts,
      can_close: !closing && isDue,
      closed_at: closing?.closed_at ?? null,
      closed_by: closing?.closed_by ?? null,
    }
    if (!closing && own.length > 0) is_closable = false
    return row
  })
}

const monthOf = ({ month }: { month: string }) => month

/** From the first line to this month, or to the last line if that is later. */
function monthNames(lines: LineSum[], today: string): string[] {
  const [first, last = ''] = [lines[0]?.month, lines.at(-1)?.month]
  const end = [last, today.slice(0, 'YYYY-MM'.length)].sort().at(-1) ?? ''
  const names: string[] = []
  for (let month = first; month !== undefined && month <= end; month = monthAfter(month)) names.push(month)
  return names
}

function monthAfter(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
}

export function lastDayOf(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const date = new Date(Date.UTC(2000, number, 0))
  // Years before 100 are no years of Date.UTC.
  date.setUTCFullYear(year, number, 0)
  return `${month}-${String(date.getUTCDate()).padStart(2, '0')}`
}

const segmentAt = (days: string[], day: string) => days.filter(opening => opening <= day).length

function countsOf(lines: LineSum[]) {
  const sumOf = (name: 'count' | 'amount', state?: LineSum['state']) =>
    lines.filter(line => state === undefined || line.state === state).reduce((sum, line) => sum + line[name], 0)
  return {
    lines_count: sumOf('count'),
    open_count: sumOf('count', 'open'),
    matched_count: sumOf('count', 'matched'),
    ignored_count: sumOf('count', 'ignored'),
    imported_amount: sumOf('amount'),
    open_amount: sumOf('amount', 'open'),
  }
}

type Sums = Record<LineSum['state'] | EntrySum['source'] | 'open_count' | 'ignored_count', number>

const noSums = (): Sums => ({
  open: 0,
  matched: 0,
  ignored: 0,
  opening: 0,
  line: 0,
  line_event: 0,
  other: 0,
  open_count: 0,
  ignored_count: 0,
})

/** The sums up to a month, for each span between two opening balances of the ledger. */
class RunningSums {
  readonly #opening_balance: number
  readonly #segments = new Map<number, Sums>()

  constructor(opening_balance: number) {
    this.#opening_balance = opening_balance
  }

  #in(segment: number): Sums {
    const known = this.#segments.get(segment) ?? noSums()
    this.#segments.set(segment, known)
    return known
  }

  addLine({ segment, state, amount, count }: LineSum) {
    const sums = this.#in(segment)
    sums[state] += amount
    if (state !== 'matched') sums[`${state}_count`] += count
  }

  addEntry({ segment, source, amount }: EntrySum) {
    this.#in(segment)[source] += amount
  }

  /** The balances of the bank and of the ledger, and what explains the difference: the sum of the explanations is the difference. */
  balances(segment: number) {
    const earlier = [...this.#segments].filter(([number]) => number < segment).map(([, sums]) => sums)
    const before = earlier.reduce(
      (sum, { open, matched, ignored }) => sum + open + matched + ignored,
      this.#opening_balance,
    )
    const { open, matched, ignored, opening, line, line_event, other, open_count, ignored_count } = this.#in(segment)
    const bank_balance = before + open + matched + ignored
    const book_balance = opening + line + other
    const explanations: BankMonth['explanations'] = [
      { kind: 'open_lines', count: open_count, amount: open },
      { kind: 'ignored_lines', count: ignored_count, amount: ignored },
      { kind: 'opening_balance', count: 0, amount: before - opening },
      { kind: 'booked_later', count: 0, amount: line_event - line },
      // A payment that was booked to the account before it was a bank account, and is matched since, is no difference.
      { kind: 'other_entries', count: 0, amount: matched - line_event - other },
    ]
    return {
      bank_balance,
      book_balance,
      difference: bank_balance - book_balance,
      explanations: explanations.filter(({ count, amount }) => count !== 0 || amount !== 0),
    }
  }
}
