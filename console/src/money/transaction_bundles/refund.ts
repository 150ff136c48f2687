import type { PaymentChange } from './data.ts'
import type { Payment } from './search_params.ts'

type Transaction = Payment['transactions'][number]
type Item = Payment['donations'][number] | Payment['memberships'][number]

export interface ReducedItem {
  kind: 'donations' | 'memberships'
  id: number
  before: number
  after: number
}

/** The items reduced by a refund: donations first, the last one first, then memberships. */
export function reducedItems(amount: number, { donations, memberships }: Payment, currency: string): ReducedItem[] {
  let rest = amount
  const lower = (kind: ReducedItem['kind']) => (item: Item) => {
    const less = Math.min(rest, item.amount)
    rest -= less
    return { kind, id: item.id, before: item.amount, after: item.amount - less }
  }
  const sameMoney = (item: Item) => item.currency.toUpperCase() === currency.toUpperCase()
  return [
    ...donations.filter(sameMoney).reverse().map(lower('donations')),
    ...memberships.filter(sameMoney).reverse().map(lower('memberships')),
  ].filter(({ before, after }) => after !== before)
}

/** A refund is one change of status, refunded amount and items, so that the sums are right at every moment. */
export function refundOf(
  transaction: Transaction,
  amount: number,
  comment: string,
  status_id: number,
  lowered: ReducedItem[],
) {
  const items = (kind: ReducedItem['kind'], of: 'before' | 'after') =>
    lowered.filter(item => item.kind === kind).map(item => ({ id: item.id, amount: item[of] }))
  const { id, reimbursed_amount } = transaction
  const change: PaymentChange = {
    transactions: [{ id, status_id, reimbursed_amount: reimbursed_amount + amount, comment }],
    donations: items('donations', 'after'),
    memberships: items('memberships', 'after'),
  }
  const undo: PaymentChange = {
    transactions: [{ id, status_id: transaction.status_id, reimbursed_amount, comment: transaction.comment }],
    donations: items('donations', 'before'),
    memberships: items('memberships', 'before'),
  }
  return { change, undo }
}
