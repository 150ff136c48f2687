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
export function carriedFindings(day: string, entries: LedgerEntry[], sums: YearSum[], { accounts }: LedgerRules) {
  const counterpart = counterpartOf(entries, accounts.opening)
  const differences = new Map<string, bigint>()
  const totals = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, name: string, amount: bigint) => map.set(name, (map.get(name) ?? 0n) + amount)
  for (const {
    kind,
    debit_account,
    debit_contact_id,
    credit_account,
    credit_contact_id,
    amount,
    currency,
  } of entries) {
    const isDebit = credit_account === counterpart && credit_contact_id === null
    const [account, contact_id] = isDebit ? [debit_account, debit_contact_id] : [credit_account, credit_contact_id]
    const signed = isDebit ? BigInt(amount) : -BigInt(amount)
    add(totals, currency, signed)
    if (kind === 'carried_forward') add(differences, nameOf({ account, contact_id, currency }), signed)
  }
  for (const sum of sums)
    if (differences.has(nameOf(sum)) && sum.account !== counterpart) add(differences, nameOf(sum), -sum.amount)
  for (const account of [accounts.surplus, accounts.deficit])
    for (const currency of totals.keys()) differences.delete(nameOf({ account, contact_id: null, currency }))
  const unequal = (map: Map<string, bigint>) => [...map].filter(([, amount]) => amount !== 0n).map(([name]) => name)
  return [
    ...unequal(totals).map(currency => `the entries that open the year on ${day} are not balanced in ${currency}`),
    ...unequal(differences).map(name => `what is carried forward to ${day} differs from the balance of ${name}`),
  ]
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
