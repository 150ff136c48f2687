import type { Sql } from '../../db/sql.ts'
import { accountingYear, dayAfter, type LedgerRules, ledgerRules } from '../core/ledger/accounts.ts'
import { isCarriedKind, sumsBefore, type YearSum } from '../core/ledger/carried.ts'
import { carriedEntries, openingDays, yearSums } from '../core/ledger/carry.ts'
import type { LedgerEntry } from '../core/ledger/changes.ts'
import { bookedEntries } from '../core/ledger/entries.ts'
import { opening_bundle_id } from '../core/ledger/labels.ts'
import { ledgerState } from '../core/ledger/post.ts'

/** Compares the stored carried-forward entries with what the accounts had the day before. */
export async function wrongCarriedEntries(sql: Sql, group_id: number): Promise<string[]> {
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const rules = ledgerRules(stored)
  const booked = (await bookedEntries(sql, group_id, [opening_bundle_id])).get(opening_bundle_id) ?? []
  const days = [
    ...Map.groupBy(
      booked.filter(({ kind }) => isCarriedKind(kind)),
      ({ date }) => date,
    ),
  ].sort(([one], [other]) => (one < other ? -1 : 1))
  const openings = await openingDays(sql, group_id)
  const findings: string[] = []
  for (const [index, [day, entries]] of days.entries()) {
    const sums = await yearSums(sql, group_id, rules, { since: days[index - 1]?.[0], before: day })
    const earlier = openings.filter(opening => opening.day < day)
    const year = accountingYear(rules.year_end, day)
    findings.push(...carriedFindings(day, entries, sumsBefore(sums, year, rules, earlier), rules))
  }
  const [first, last] = [days[0]?.[0], validated_until ?? '']
  return first === undefined
    ? findings
    : [...findings, ...(await missingEntries(sql, group_id, rules, { first, last }))]
}

/** Once entries that open a year are stored, those of all later years are. */
async function missingEntries(
  sql: Sql,
  group_id: number,
  rules: LedgerRules,
  { first, last }: { first: string; last: string },
) {
  const [from, to] = [first, last && dayAfter(last)].map(day => (day ? accountingYear(rules.year_end, day) : 0))
  const years = Array.from({ length: Math.max(0, (to ?? 0) - (from ?? 0) + 1) }, (_, index) => (from ?? 0) + index)
  const missing = await carriedEntries(sql, group_id, rules, years)
  return [...new Set(missing.map(({ date }) => date))].map(
    day => `the entries that open the year on ${day} are missing`,
  )
}

/**
 * What is wrong with the entries that open a year. An account with a result is not compared, because it has the results of all years since the last such
 * entries; that the entries are balanced shows that it is right.
 */
function carriedFindings(day: string, entries: LedgerEntry[], sums: YearSum[], { accounts }: LedgerRules) {
  const counterpart = counterpartOf(entries, accounts.opening)
  const sides = entries.map(entry => sideOf(entry, counterpart))
  // A counterpart with a balance of its own comes to it without an entry.
  const own = new Set(sums.filter(({ account }) => account === counterpart).map(({ currency }) => currency))
  const results = [counterpart, accounts.surplus, accounts.deficit]
  const carried = sides.filter(({ kind, account }) => kind === 'carried_forward' && !results.includes(account))
  const names = new Set(carried.map(nameOf))
  const before = sums.filter(sum => names.has(nameOf(sum))).map(sum => ({ ...sum, amount: -sum.amount }))
  const unbalanced = unequal(sides.filter(({ currency }) => !own.has(currency)).map(one => [one.currency, one.amount]))
  const different = unequal([...carried, ...before].map(one => [nameOf(one), one.amount]))
  return [
    ...unbalanced.map(currency => `the entries that open the year on ${day} are not balanced in ${currency}`),
    ...different.map(name => `what is carried forward to ${day} differs from the balance of ${name}`),
  ]
}

/** What an entry brings to the account that is not the counterpart. */
function sideOf(entry: LedgerEntry, counterpart: string | undefined) {
  const { kind, currency, debit_account, debit_contact_id, credit_account, credit_contact_id } = entry
  const amount = BigInt(entry.amount)
  return credit_account === counterpart && credit_contact_id === null
    ? { kind, currency, account: debit_account, contact_id: debit_contact_id, amount }
    : { kind, currency, account: credit_account, contact_id: credit_contact_id, amount: -amount }
}

/** The names whose amounts do not come to zero. */
function unequal(amounts: [name: string, amount: bigint][]) {
  const sums = new Map<string, bigint>()
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0n) + amount)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([name]) => name)
}

const nameOf = ({ account, contact_id, currency }: Pick<YearSum, 'account' | 'contact_id' | 'currency'>) =>
  `${account} ${contact_id === null ? '' : `C${contact_id} `}${currency}`

/** The account that all entries have: that for opening balances at the time. */
function counterpartOf(entries: LedgerEntry[], opening: string) {
  const [first, ...others] = entries.map(entry => {
    const { debit_account, debit_contact_id, credit_account, credit_contact_id } = entry
    return [
      ...(debit_contact_id === null ? [debit_account] : []),
      ...(credit_contact_id === null ? [credit_account] : []),
    ]
  })
  const common = (first ?? []).filter(account => others.every(list => list.includes(account)))
  return common.includes(opening) ? opening : common[0]
}
