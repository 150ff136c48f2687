import type { Reversal } from '../../api.ts'
import { sumByCurrency, sumOf } from '../../components/amounts.ts'
import { spaceDay } from '../../components/space_day.ts'
import type { Payment } from './search_params.ts'

export type Transaction = Payment['transactions'][number]

/** What is left of a transaction after refunds and returns. */
export const leftOf = ({ amount, reimbursed_amount, unpaid_amount }: Transaction) =>
  amount - reimbursed_amount - unpaid_amount

/** The refunds and returns of a transaction, each with the one that cancels it. */
export function reversalsOf({ reversals = [] }: Payment, transaction: Transaction) {
  const own = reversals.filter(({ transaction_id }) => transaction_id === transaction.id)
  return own
    .filter(({ cancels }) => cancels === null)
    .map(reversal => ({ reversal, cancellation: own.find(({ cancels }) => cancels === reversal.id) }))
}

/** What the bank returned of a transaction. The rest of its unpaid amount never came in. */
export function returnedOf({ reversals = [] }: Payment, { id }: Transaction) {
  const sum = (kind: Reversal['kind']) =>
    Number(sumOf(reversals.filter(one => one.transaction_id === id && one.kind === kind).map(({ amount }) => amount)))
  return sum('return') - sum('return_cancelled')
}

/** The refunds and returns of a payment that were not cancelled, the oldest first. */
export const standingReversals = (payment: Payment) =>
  payment.transactions
    .flatMap(transaction => reversalsOf(payment, transaction))
    .filter(({ cancellation }) => !cancellation)
    .map(({ reversal }) => reversal)

/** The id of the element that shows a refund or return. */
export const reversalAnchor = (id: number) => `reversal-${id}`

/** The kinds of statuses which mean that the money has not come in, as on the server. */
const not_received = ['pending', 'unpaid', 'bank_error', 'cancel']
/** Those of money that is not awaited either. */
const failed = ['unpaid', 'bank_error', 'cancel']

export type Statuses = readonly { id: number; kind: string }[]

/** Whether a transaction has a status of one of these kinds. Money without a status has come in. */
const isOneOf = (kinds: string[], { status_id }: Transaction, statuses: Statuses) =>
  statuses.some(({ id, kind }) => id === status_id && kinds.includes(kind))

/** What can be refunded or returned of a transaction: money that came in and is still here. */
export const reversibleOf = (transaction: Transaction, statuses: Statuses) =>
  isOneOf(not_received, transaction, statuses) ? 0 : leftOf(transaction)

/** Whether some of a payment is still to be paid: it is in the list of unpaid payments. */
export const isOwed = ({ transactions }: Payment, statuses: Statuses) =>
  transactions.some(
    one =>
      isOneOf(['unpaid', 'bank_error'], one, statuses) ||
      (one.unpaid_amount > 0 && !isOneOf(not_received, one, statuses)),
  )

export interface Reversed {
  what: 'refunded' | 'returned' | 'refunded_and_returned'
  /** Whether nothing is left, neither received nor awaited. */
  whole: boolean
  /** What was received and not given back, in each currency. */
  kept: [currency: string, amount: bigint][]
}

/**
 * Whether these transactions of a payment were refunded or returned, in whole or in part; undefined if not at all. They may have several currencies:
 * what is left in one is kept, although nothing is left in another.
 */
export function reversedOf(
  payment: Payment,
  statuses: Statuses,
  transactions = payment.transactions,
): Reversed | undefined {
  const refunded = transactions.some(({ reimbursed_amount }) => reimbursed_amount > 0)
  const returned = transactions.some(transaction => returnedOf(payment, transaction) > 0)
  if (!refunded && !returned) return undefined
  const left = (some: Transaction[]) =>
    sumByCurrency(some.map(one => ({ currency: one.currency, amount: leftOf(one) }))).filter(
      ([, amount]) => amount > 0n,
    )
  const never = (one: Transaction) =>
    isOneOf(failed, one, statuses) && one.reimbursed_amount === 0 && returnedOf(payment, one) === 0
  return {
    what: refunded && returned ? 'refunded_and_returned' : refunded ? 'refunded' : 'returned',
    whole: left(transactions.filter(one => !never(one))).length === 0,
    kept: left(transactions.filter(one => !isOneOf(not_received, one, statuses))),
  }
}

/** The day of a reversal as it is sent: on the day of the payment, not before its time. */
export const reversalDate = (day: string, { date }: Transaction) => (day === spaceDay(date) ? date : day)
