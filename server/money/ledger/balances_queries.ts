import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { accountingYear, accountLabel, firstDayOf, type LedgerRules } from '../core/ledger/accounts.ts'
import { carriedEntries, firstDayOfLedger, openingDays } from '../core/ledger/carry.ts'
import { provisionalCarried } from './carried_queries.ts'
import { conditions, rulesOf, spanOf } from './queries.ts'
import type { EntryFilters, LedgerSum } from './schema.ts'

interface BalanceRow {
  account: string
  label: string | null
  currency: string
  debit: number
  credit: number
  balance: number
  opening: number
}

const balances_max = 10_000

/**
 * The sums of each account. Opening entries count on the first day of the span only: later they repeat what the span has. An account that the settings do
 * not name has a label of its validated entries.
 */
export async function readBalances(sql: Sql, caller: Caller, sent: EntryFilters) {
  const { group_id } = caller
  const [rules, filters] = [await rulesOf(sql, caller), await spanOf(sql, caller, sent)]
  const starts = await startsOf(sql, group_id, filters)
  const carried = await carriedAt(sql, group_id, rules, filters)
  // As JSON: a sum may exceed the safe integers of JavaScript.
  const [row] = await sql<[{ list: BalanceRow[] }]>`
    select coalesce(json_agg(x), '[]') as list
    from (
      select account, max(label) as label, currency, sum(debit) as debit, sum(credit) as credit, sum(debit) - sum(credit) as balance,
             coalesce(sum(debit - credit) filter (where opening), 0) as opening
      from (
        select s.account, s.label, e.currency, s.debit * e.amount::numeric as debit, s.credit * e.amount::numeric as credit,
               e.journal = 'opening' as opening
        from ledger_entries e
        cross join lateral (values (e.debit_account, e.debit_label, 1, 0), (e.credit_account, e.credit_label, 0, 1)) as s (account, label, debit, credit)
        left join json_to_recordset(${JSON.stringify(starts)}::text::json) as b (currency text, day date) on b.currency = e.currency
        where e.group_id = ${group_id} ${conditions(sql, filters)} and e.date >= coalesce(b.day, '-infinity'::date)
          and (e.journal <> 'opening' or e.date = coalesce(b.day, ${filters.from ?? null}::date)) ${withoutCarried(sql, carried.length)}
        union all
        select c.account, null, c.currency, c.debit, c.credit, true
        from json_to_recordset(${JSON.stringify(carried)}::text::json) as c (account text, currency text, debit numeric, credit numeric)
      ) l
      group by account, currency
      order by account, currency
      limit ${balances_max}
    ) x`
  const rows = row.list.map(({ label, ...sums }) => ({
    ...sums,
    account_label: rules.labels[sums.account] ?? label ?? accountLabel(rules, sums.account),
  }))
  return { rows, total: rows.length }
}

/**
 * Where the sums of a currency begin later than the span: without a first day with the last opening balances by hand, otherwise with those that the ledger
 * begins with.
 */
async function startsOf(sql: Sql, group_id: number, { from, to }: EntryFilters) {
  const by_hand = (await openingDays(sql, group_id)).filter(one => one.by_hand && (to === undefined || one.day <= to))
  if (from === undefined)
    return [...Map.groupBy(by_hand, ({ currency }) => currency)].map(([currency, list]) => ({
      currency,
      day: list.at(-1)?.day,
    }))
  const first_day = by_hand.length > 0 ? await firstDayOfLedger(sql, group_id) : undefined
  return by_hand.filter(({ day }) => from < day && day === first_day)
}

/** What is carried forward to the first day of the span and is not stored. */
async function carriedAt(sql: Sql, group_id: number, rules: LedgerRules, { from, state }: EntryFilters) {
  if (from === undefined || state === 'validated') return []
  const year = accountingYear(rules.year_end, from)
  if (from !== firstDayOf(rules.year_end, year)) return []
  const sums = new Map<string, { account: string; currency: string; debit: bigint; credit: bigint }>()
  for (const entry of await carriedEntries(sql, group_id, rules, [year]))
    for (const side of ['debit', 'credit'] as const) {
      const [account, currency] = [entry[`${side}_account`], entry.currency]
      const sum = sums.get(`${account} ${currency}`) ?? { account, currency, debit: 0n, credit: 0n }
      sums.set(`${account} ${currency}`, { ...sum, [side]: sum[side] + BigInt(entry.amount) })
    }
  return [...sums.values()].map(sum => ({ ...sum, debit: String(sum.debit), credit: String(sum.credit) }))
}

/** Where entries are drawn up, none are stored yet. A validation that commits between both statements would have them counted twice. */
const withoutCarried = (sql: Sql, drawn: number) =>
  drawn > 0 ? sql`and e.kind not in ('carried_forward', 'result')` : sql``

/** The amounts of the matching entries by currency. */
export async function sumEntries(sql: Sql, caller: Caller, sent: EntryFilters): Promise<LedgerSum[]> {
  const filters = await spanOf(sql, caller, sent)
  const carried = await provisionalCarried(sql, caller, await rulesOf(sql, caller), filters)
  const amounts = carried.map(({ currency, amount }) => ({ currency, amount: String(amount) }))
  const days = [...new Set(carried.map(({ date }) => date))]
  const [answer] = await sql<[{ sums: LedgerSum[] }]>`
    select coalesce(json_agg(x), '[]') as sums
    from (
      select l.currency, sum(l.amount) as amount, count(*) as entries
      from (
        select e.currency, e.amount::numeric as amount
        from ledger_entries e
        where e.group_id = ${caller.group_id} ${conditions(sql, filters)}
          and (e.bundle_id <> 0 or e.kind = 'opening' or e.date <> all(${days}::text[]::date[]))
        union all
        select c.currency, c.amount from json_to_recordset(${JSON.stringify(amounts)}::text::json) as c (currency text, amount numeric)
      ) l
      group by l.currency
      order by l.currency
      limit ${balances_max}
    ) x`
  return answer.sums
}
