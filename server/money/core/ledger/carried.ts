import { accountingYear, dayAfter, firstDayOf, type LedgerRules } from './accounts.ts'
import type { LedgerEntry } from './changes.ts'
import { type EntryKind, exchanged } from './postings.ts'

// What the accounts of the balance sheet hold at the end of an accounting year opens the next one. Income and expenses begin at nothing: what is left of
// them is the result of the year.

/** The kinds of carried-forward entries. */
export const isCarriedKind = (kind: EntryKind) => kind === 'carried_forward' || kind === 'result'

/** What the entries of an accounting year brought to an account: debits less credits. */
export interface YearSum {
  year: number
  account: string
  contact_id: number | null
  currency: string
  amount: bigint
}

/** A day with opening entries in a currency: balances that were entered by hand, or carried-forward ones that are fixed. */
export interface OpeningDay {
  currency: string
  day: string
  by_hand: boolean
}

/**
 * The days on which the balances of a currency begin anew. The balance of an account at a day is the sum of the stored entries from the last of these days
 * on. Carried-forward entries are fixed in all currencies at once, also in those that have nothing to carry.
 */
export const beginningsOf = (openings: OpeningDay[], currency: string) => [
  ...new Set(openings.filter(one => !one.by_hand || one.currency === currency).map(({ day }) => day)),
]

/** The sums that open a year: of the years since balances began anew. None of a currency that has opening entries on its first day. */
export function sumsBefore(sums: YearSum[], year: number, { year_end }: LedgerRules, openings: OpeningDay[]) {
  const first_day = firstDayOf(year_end, year)
  return [...Map.groupBy(sums, ({ currency }) => currency)].flatMap(([currency, list]) => {
    const beginnings = beginningsOf(openings, currency)
    if (beginnings.includes(first_day)) return []
    const beginning = beginnings.findLast(day => day < first_day)
    const first = beginning === undefined ? Number.NEGATIVE_INFINITY : accountingYear(year_end, beginning)
    return list.filter(sum => first <= sum.year && sum.year < year)
  })
}

/** The entries that open a year: one for each account of the balance sheet, person and currency, and the result of the year before. */
export function carriedForward(sums: YearSum[], year: number, rules: LedgerRules): LedgerEntry[] {
  const isCarried = balanceSheetOf(rules)
  const results = totalsOf(
    sums.filter(({ account }) => !isCarried(account)).map(sum => ({ ...sum, account: '', contact_id: null })),
    true,
  ).map(sum => ({ ...sum, account: sum.amount > 0n ? rules.accounts.deficit : rules.accounts.surplus }))
  const isLast = (sum: YearSum) => sum.year === year - 1
  const held = totalsOf([
    ...sums.filter(({ account }) => isCarried(account)),
    ...results.filter(result => !isLast(result)),
  ])
  const date = firstDayOf(rules.year_end, year)
  return [
    ...held.sort(inOrder).flatMap(sum => entriesOf(sum, { kind: 'carried_forward', item_id: year, date }, rules)),
    ...results
      .filter(isLast)
      .sort(inOrder)
      .flatMap(sum => entriesOf(sum, { kind: 'result', item_id: year - 1, date }, rules)),
  ].map((entry, index) => ({ ...entry, position: index + 1 }))
}

/**
 * Whether an account is one of the balance sheet. Accounts of people, money and results are. The others are told by their class: 1 to 5 of the French chart,
 * 1 to 3 of the plain one, where the settings do not use them for income or expenses.
 */
function balanceSheetOf({ preset, accounts, methods, bank_accounts, membership_prices, donation_prices }: LedgerRules) {
  const { people, money, waiting, surplus, deficit, memberships, donations, refunds, fees } = accounts
  const carried = new Set([people, money, waiting, surplus, deficit, ...Object.values(methods), ...bank_accounts])
  const prices = [...Object.values(membership_prices), ...Object.values(donation_prices)]
  const others = new Set(preset === 'generic' ? [memberships, donations, refunds, fees, ...prices] : [])
  const classes = preset === 'generic' ? /^[1-3]/ : /^[1-5]/
  return (account: string) => carried.has(account) || (!others.has(account) && classes.test(account))
}

/** The sums by account, person and currency, of each year or of all. */
function totalsOf(sums: YearSum[], by_year = false): YearSum[] {
  const totals = new Map<string, YearSum>()
  for (const sum of sums) {
    const { year, account, contact_id, currency, amount } = sum
    const name = JSON.stringify([by_year && year, account, contact_id, currency])
    totals.set(name, { ...sum, amount: (totals.get(name)?.amount ?? 0n) + amount })
  }
  return [...totals.values()].filter(({ amount }) => amount !== 0n)
}

const inOrder = (one: YearSum, other: YearSum) =>
  compare(one.account, other.account) ||
  (one.contact_id ?? 0) - (other.contact_id ?? 0) ||
  compare(one.currency, other.currency)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The entries of an account against that for opening balances: one, unless its balance is more than an entry can have. */
function entriesOf(
  { account, contact_id, currency, amount }: YearSum,
  { date, ...event }: Pick<LedgerEntry, 'kind' | 'item_id' | 'date'>,
  { accounts }: LedgerRules,
): Omit<LedgerEntry, 'position'>[] {
  // The counterpart comes to its own balance by itself.
  if (account === accounts.opening) return []
  const debit = {
    ...event,
    journal: 'opening' as const,
    reversed: false,
    date,
    event_date: date,
    debit_account: account,
    debit_contact_id: contact_id,
    credit_account: accounts.opening,
    credit_contact_id: null,
    currency,
  }
  const entry = amount > 0n ? debit : exchanged(debit)
  return partsOf(amount > 0n ? amount : -amount).map(part => ({ ...entry, amount: part }))
}

function partsOf(amount: bigint): number[] {
  const max = BigInt(Number.MAX_SAFE_INTEGER)
  return amount > max ? [Number.MAX_SAFE_INTEGER, ...partsOf(amount - max)] : [Number(amount)]
}

/**
 * The accounting years up to a day whose carried-forward entries may still have to be drawn up: those after the first year of the ledger that are not
 * validated to their end.
 */
export function openYears(
  { year_end }: LedgerRules,
  { first_day, validated_until, until }: { first_day: string; validated_until: string | null; until: string },
): number[] {
  const second = accountingYear(year_end, first_day) + 1
  const open = validated_until === null ? second : accountingYear(year_end, dayAfter(validated_until))
  const [first, last] = [Math.max(second, open), accountingYear(year_end, until)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
