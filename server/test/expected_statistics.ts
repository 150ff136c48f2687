// Computes statistics from all bundles, without the sums that the server keeps.

type Sums = Record<string, number>
export type StatisticsLists = Record<'months' | 'by_payment_method' | 'by_campaign' | 'by_status', Record<string, Sums>>

const lost = ['unpaid', 'bank_error']
const never = [...lost, 'pending', 'cancel']

/** Every list with its rows by name, from bundles as they are read and what the statuses mean. */
export function expectedStatistics(
  bundles: any[],
  kinds: Map<number, string>,
  from: string,
  to: string,
): StatisticsLists {
  const lists: StatisticsLists = { months: {}, by_payment_method: {}, by_campaign: {}, by_status: {} }
  const first = Date.parse(from)
  const last = /T/.test(to) ? Date.parse(to) : Date.parse(to) + 86_399_999
  const isIn = ({ date }: { date: string }) => Date.parse(date) >= first && Date.parse(date) <= last
  const kindOf = ({ status_id }: { status_id: number | null }) => kinds.get(status_id ?? 0) ?? ''
  const add = (list: keyof StatisticsLists, name: unknown, currency: string, sums: Sums) => {
    const row = (lists[list][`${name} ${currency.toUpperCase()}`] ??= {})
    for (const [measure, value] of Object.entries(sums)) row[measure] = (row[measure] ?? 0) + value
  }
  for (const { transactions, donations, memberships } of bundles) {
    for (const item of transactions.filter(isIn)) {
      const kind = kindOf(item)
      if (kind === 'cancel') continue
      const { amount, currency, reimbursed_amount: refunded, unpaid_amount: unpaid } = item
      const came = !never.includes(kind)
      const sums = {
        collected: came ? Math.max(0, amount - refunded - unpaid) : 0,
        pending: kind === 'pending' ? amount : 0,
        refunded: came ? refunded : 0,
        unpaid: lost.includes(kind) ? amount : came ? unpaid : 0,
        transactions: 1,
      }
      add('months', item.date.slice(0, 7), currency, { ...sums, donations: 0, memberships: 0 })
      add('by_payment_method', item.payment_method_kind.toLowerCase(), currency, sums)
      add('by_campaign', item.code_campaign.toLowerCase(), currency, sums)
      add('by_status', item.status_id, currency, sums)
    }
    const paid = transactions.find((item: any) => !never.includes(kindOf(item)))
    if (!paid || !isIn(paid)) continue
    const none = { collected: 0, pending: 0, refunded: 0, unpaid: 0, transactions: 0, donations: 0, memberships: 0 }
    for (const { amount, currency } of donations)
      add('months', paid.date.slice(0, 7), currency, { ...none, donations: amount })
    for (const { amount, currency } of memberships)
      add('months', paid.date.slice(0, 7), currency, { ...none, memberships: amount })
  }
  return lists
}

const names = {
  months: 'month',
  by_payment_method: 'payment_method_kind',
  by_campaign: 'code_campaign',
  by_status: 'status_id',
}

/** The same from a reply. */
export const statisticsInReply = (answer: any): StatisticsLists =>
  Object.fromEntries(
    Object.entries(names).map(([list, name]) => [
      list,
      Object.fromEntries(
        answer[list].map(({ [name]: value, currency, name: _, kind: __, ...sums }: any) => [
          `${list === 'by_campaign' ? value.toLowerCase() : value} ${currency}`,
          sums,
        ]),
      ),
    ]),
  ) as StatisticsLists
