import type { ReplyBody } from './reply_body.ts'

// Computes statistics from all bundles, without the sums that the server keeps.

type Sums = Record<string, number>
export type StatisticsLists = Record<'months' | 'by_payment_method' | 'by_campaign' | 'by_status', Record<string, Sums>>

interface Transaction {
  id: number
  date: string
  status_id: number | null
  amount: number
  currency: string
  reimbursed_amount: number
  unpaid_amount: number
  payment_method_kind: string
  code_campaign: string
}

interface Bundle {
  transactions: Transaction[]
  donations: { amount: number; currency: string }[]
  memberships: { amount: number; currency: string }[]
  reversals?: Reversal[]
}

interface Reversal {
  transaction_id: number
  kind: string
  date: string
  amount: number
}

const lost = ['unpaid', 'bank_error']
const never = [...lost, 'pending', 'cancel']
const none = {
  collected: 0,
  pending: 0,
  refunded: 0,
  unpaid: 0,
  returned: 0,
  transactions: 0,
  donations: 0,
  memberships: 0,
}

/** Every list with its rows by name, from bundles as they are read and what the statuses mean. */
export function expectedStatistics(
  bundles: Bundle[],
  kinds: Map<number, string>,
  from: string,
  to: string,
): StatisticsLists {
  const lists: StatisticsLists = { months: {}, by_payment_method: {}, by_campaign: {}, by_status: {} }
  const first = Date.parse(from)
  const last = /T/.test(to) ? Date.parse(to) : Date.parse(to) + 86_399_999
  const isIn = ({ date }: { date: string }) => Date.parse(date) >= first && Date.parse(date) <= last
  const kindOf = ({ status_id }: Transaction) => kinds.get(status_id ?? 0) ?? ''
  const add = (list: keyof StatisticsLists, name: unknown, currency: string, sums: Sums) => {
    const row = (lists[list][`${name} ${currency.toUpperCase()}`] ??= {})
    for (const [measure, value] of Object.entries(sums)) row[measure] = (row[measure] ?? 0) + value
  }
  const addSums = (item: Transaction, date: string, sums: Sums) => {
    add('months', date.slice(0, 7), item.currency, { ...sums, donations: 0, memberships: 0 })
    add('by_payment_method', item.payment_method_kind.toLowerCase(), item.currency, sums)
    add('by_campaign', item.code_campaign.toLowerCase(), item.currency, sums)
    add('by_status', item.status_id, item.currency, sums)
  }
  for (const { item, date, sums } of bundles.flatMap(bundle => movementsOf(bundle, kindOf)).filter(isIn))
    addSums(item, date, sums)
  for (const { date, currency, ...filled } of bundles.flatMap(bundle => filledBy(bundle, kindOf)).filter(isIn))
    add('months', date.slice(0, 7), currency, { ...none, ...filled })
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, Object.fromEntries(Object.entries(list).filter(hasSums))]),
  ) as StatisticsLists
}

const hasSums = ([, row]: [string, Sums]) => Object.values(row).some(value => value !== 0)

/** What each transaction and each of its reversals adds to the sums, on its own date. */
function movementsOf({ transactions, reversals = [] }: Bundle, kindOf: (item: Transaction) => string) {
  return transactions.flatMap(item => {
    const kind = kindOf(item)
    const own = never.includes(kind) ? [] : reversals.filter(({ transaction_id }) => transaction_id === item.id)
    const paid = kind === 'cancel' ? [] : [{ item, date: item.date, sums: sumsOf(item, kind) }]
    return [...paid, ...own.map(one => ({ item, date: one.date, sums: reversedSums(one) }))]
  })
}

/** What each instant changed in the memberships and donations that are paid: received money fills memberships first. */
function filledBy(bundle: Bundle, kindOf: (item: Transaction) => string) {
  const movements = movementsOf(bundle, kindOf)
  const dates = [...new Set(movements.map(({ date }) => date))].sort()
  const currencies = [...new Set(bundle.transactions.map(({ currency }) => currency.toUpperCase()))]
  return currencies.flatMap(currency => {
    const cost = (list: { amount: number; currency: string }[]) =>
      list.filter(one => one.currency.toUpperCase() === currency).reduce((sum, { amount }) => sum + amount, 0)
    const [due, given] = [cost(bundle.memberships), cost(bundle.donations)]
    const filledUntil = (until: string) => {
      const received = movements
        .filter(({ item, date }) => item.currency.toUpperCase() === currency && date <= until)
        .reduce((sum, { sums }) => sum + sums.collected, 0)
      return [Math.min(Math.max(received, 0), due), Math.min(Math.max(received - due, 0), given)] as const
    }
    return dates.map((date, index) => {
      const [memberships, donations] = filledUntil(date)
      const [before, given_before] = filledUntil(dates[index - 1] ?? '')
      return { date, currency, memberships: memberships - before, donations: donations - given_before }
    })
  })
}

function sumsOf({ amount }: Transaction, kind: string) {
  return {
    collected: never.includes(kind) ? 0 : amount,
    pending: kind === 'pending' ? amount : 0,
    refunded: 0,
    unpaid: lost.includes(kind) ? amount : 0,
    returned: 0,
    transactions: 1,
  }
}

function reversedSums({ kind, amount }: Reversal) {
  const taken = kind.endsWith('cancelled') ? -amount : amount
  const isRefund = kind.startsWith('refund')
  return {
    collected: -taken,
    pending: 0,
    refunded: isRefund ? taken : 0,
    unpaid: isRefund ? 0 : taken,
    returned: isRefund ? 0 : taken,
    transactions: 0,
  }
}

const names = {
  months: 'month',
  by_payment_method: 'payment_method_kind',
  by_campaign: 'code_campaign',
  by_status: 'status_id',
}

/** The same from a reply. */
export const statisticsInReply = (reply: ReplyBody): StatisticsLists =>
  Object.fromEntries(
    Object.entries(names).map(([list, name]) => [
      list,
      Object.fromEntries(
        reply[list].map(({ [name]: value, currency, name: _, kind: __, ...sums }: ReplyBody) => [
          `${list === 'by_campaign' ? value.toLowerCase() : value} ${currency}`,
          sums,
        ]),
      ),
    ]),
  ) as StatisticsLists
