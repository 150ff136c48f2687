import type { Sql } from '../../../db/sql.ts'
import { inList } from '../../../db/stable_plans.ts'
import { type LedgerRules, moneyAccount } from '../ledger/accounts.ts'
import { type BookedEntry, type LedgerDays, type LedgerEntry, ledgerChange, netPostings } from '../ledger/changes.ts'
import { bookedEntries, replaceEntries } from '../ledger/entries.ts'
import { bundleIdOfLine } from '../ledger/labels.ts'
import type { EntryKind, Posting } from '../ledger/postings.ts'
import { loadBundles } from '../rows.ts'

// What matched bank lines mean in double-entry bookkeeping: their money moves between the account of the bank and the account where each payment stands.

const lines_at_once = 500

/** Posts these lines again. What is validated stays, and differences are booked on an open day. */
export async function postLineEntries(
  sql: Sql,
  group_id: number,
  { rules, days }: { rules: LedgerRules; days: LedgerDays },
  line_ids: number[],
) {
  const ids = [...new Set(line_ids)]
  for (let start = 0; start < ids.length; start += lines_at_once) {
    const part = ids.slice(start, start + lines_at_once)
    const postings = await linePostings(sql, group_id, rules, part)
    const booked = await bookedEntries(sql, group_id, part.map(bundleIdOfLine))
    const changed = new Map<number, LedgerEntry[]>()
    for (const id of part) {
      const entries = booked.get(bundleIdOfLine(id)) ?? []
      // A line has no earlier version to compare with. What is booked is what it was.
      const change = { before: netPostings(entries), after: postings.get(id) ?? [] }
      const next = ledgerChange(change, entries, days)
      if (next) changed.set(bundleIdOfLine(id), next)
    }
    await replaceEntries(sql, group_id, changed)
  }
}

/** The lines that are matched to payments of these bundles. */
export async function linesOfBundles(sql: Sql, group_id: number, bundle_ids: number[]): Promise<number[]> {
  if (bundle_ids.length === 0) return []
  const rows = await sql<{ line_id: number }[]>`
    select distinct line_id from bank_matches where group_id = ${group_id} and bundle_id ${inList(sql, bundle_ids)} order by line_id`
  return rows.map(({ line_id }) => line_id)
}

/** The bundles of the payments that these lines are matched to. */
export async function bundlesOfLines(sql: Sql, group_id: number, line_ids: number[]): Promise<number[]> {
  if (line_ids.length === 0) return []
  const rows = await sql<{ bundle_id: number }[]>`
    select distinct bundle_id from bank_matches
    where group_id = ${group_id} and line_id ${inList(sql, line_ids)} and bundle_id is not null order by bundle_id`
  return rows.map(({ bundle_id }) => bundle_id)
}

interface MatchRow {
  line_id: number
  date: string
  bank_account: string
  currency: string
  kind: 'payment' | 'reversal' | 'account'
  bundle_id: number | null
  transaction_id: number | null
  reversal_id: number | null
  account: string | null
  amount: number
}

/** What lines are to be booked as: one posting for each account that their money comes from or goes to. */
export async function linePostings(sql: Sql, group_id: number, rules: LedgerRules, line_ids: number[]) {
  const rows = await sql<MatchRow[]>`
    select m.line_id, l.date::text as date, a.ledger_account as bank_account, upper(a.currency) as currency, m.kind, m.bundle_id, m.transaction_id,
           m.reversal_id, m.account, m.amount::bigint as amount
    from bank_matches m
    join bank_lines l on l.group_id = ${group_id} and l.id = m.line_id
    join bank_accounts a on a.group_id = ${group_id} and a.id = l.bank_account_id
    where m.group_id = ${group_id} and m.line_id ${inList(sql, line_ids)}
    order by m.line_id, m.id`
  const accountOf = await accountsOfMatches(sql, group_id, rules, rows)
  const sums = new Map<string, Posting>()
  for (const row of rows) {
    const account = accountOf(row)
    // The money of a payment that was booked before the bank account existed stands on it already.
    if (account === row.bank_account) continue
    const key = `${row.line_id} ${account}`
    const amount = (sums.get(key)?.amount ?? 0) + row.amount
    sums.set(key, { ...postingOf(row, account), amount })
  }
  const postings = [...sums.values()].filter(({ amount }) => amount !== 0).map(withPositiveAmount)
  return Map.groupBy(postings, ({ item_id }) => item_id)
}

const postingOf = ({ line_id, date, bank_account, currency }: MatchRow, account: string): Omit<Posting, 'amount'> => ({
  journal: 'bank',
  kind: 'bank_line',
  item_id: line_id,
  event_date: date,
  debit_account: bank_account,
  debit_contact_id: null,
  credit_account: account,
  credit_contact_id: null,
  currency,
})

const withPositiveAmount = (posting: Posting): Posting =>
  posting.amount > 0
    ? posting
    : {
        ...posting,
        amount: -posting.amount,
        debit_account: posting.credit_account,
        credit_account: posting.debit_account,
      }

/** The account where the money of a match stands, by the entries of its payment. */
async function accountsOfMatches(sql: Sql, group_id: number, rules: LedgerRules, matches: MatchRow[]) {
  const bundle_ids = [...new Set(matches.flatMap(({ bundle_id }) => bundle_id ?? []))]
  if (bundle_ids.length === 0) return ({ account }: MatchRow) => account ?? rules.accounts.waiting
  const standing = new Map<string, string>()
  for (const entries of (await bookedEntries(sql, group_id, bundle_ids)).values()) addStandings(standing, entries)
  const isMissing = ({ kind, transaction_id, reversal_id }: MatchRow) =>
    kind !== 'account' && !standing.has(paymentKey(transaction_id)) && !standing.has(reversalKey(reversal_id))
  const missing = [...new Set(matches.filter(isMissing).flatMap(({ bundle_id }) => bundle_id ?? []))]
  // A payment that came back as a whole has no entries. Its money came and went by the account of its method.
  const methods = new Map<number, string>()
  for (const { transactions } of missing.length > 0 ? await loadBundles(sql, group_id, missing) : [])
    for (const { id, payment_method_kind } of transactions) methods.set(id, payment_method_kind)
  return ({ account, transaction_id, reversal_id }: MatchRow) =>
    account ??
    (reversal_id === null ? undefined : standing.get(reversalKey(reversal_id))) ??
    standing.get(paymentKey(transaction_id)) ??
    moneyAccount(rules, methods.get(transaction_id ?? 0) ?? '')
}

const paymentKey = (id: number | null) => `payment ${id}`
const reversalKey = (id: number | null) => `reversal ${id}`

/** Adds the account of money that each payment and reversal of a bundle has most of. */
function addStandings(standing: Map<string, string>, entries: BookedEntry[]) {
  const money = entries.filter(({ journal, kind }) => journal === 'money' && kind !== 'refund_undated')
  const events = Map.groupBy(money, ({ kind, item_id }) => (kind === 'payment' ? paymentKey : reversalKey)(item_id))
  for (const [key, list] of events) {
    const sums = new Map<string, number>()
    for (const entry of list) {
      const isDebit = isMoneyDebited(entry)
      const account = isDebit ? entry.debit_account : entry.credit_account
      sums.set(account, (sums.get(account) ?? 0) + (isDebit ? entry.amount : -entry.amount))
    }
    const [first] = [...sums].sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    if (first && first[1] !== 0) standing.set(key, first[0])
  }
}

const inflows: EntryKind[] = ['payment', 'refund_cancelled', 'return_cancelled']

/** Which side has the account of money: the other one is of a person, or of refunds. */
function isMoneyDebited({ kind, reversed, debit_contact_id, credit_contact_id }: BookedEntry) {
  if (debit_contact_id !== null) return false
  return credit_contact_id !== null || inflows.includes(kind) !== reversed
}
