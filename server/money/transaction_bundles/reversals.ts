import { ApiError, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { Bundle } from '../core/document.ts'
import { reversalFields } from '../core/item_fields.ts'
import { partOf, signOf } from '../core/reversal_kinds.ts'
import { changedItem, type Faults, type NewItemIds, newItem, type References } from './items.ts'
import type { NewReversal, Reversal, ReversalCancellation, Transaction } from './schema.ts'

// A reversal takes money back from a transaction. The transaction has the sums of its reversals, as refunds in `reimbursed_amount` and as returns in
// `unpaid_amount`.

/** A reversal to add: what was sent, or the cancellation of another one. */
export type SentReversal = { transaction_id: number } & (
  | ({ kind: 'refund' | 'return' } & NewReversal)
  | ({ cancels: number } & ReversalCancellation)
)

const kindsOf = {
  reimbursed_amount: ['refund', 'refund_cancelled'],
  unpaid_amount: ['return', 'return_cancelled'],
} as const

interface Moment {
  now: string
  nextIds: () => NewItemIds
}

/** The transactions and reversals of a bundle after the reversals that were sent. */
export function addReversals(
  before: Bundle,
  sent: SentReversal[],
  { now, nextIds }: Moment,
  known: References,
  faults: Faults,
): Pick<Bundle, 'transactions' | 'reversals'> {
  let { transactions, reversals } = before
  for (const one of sent) {
    const transaction = transactions.find(({ id }) => id === one.transaction_id)
    if (!transaction) throw notFound('transaction')
    const reversal = newReversal(transaction, reversals, one, nextIds())
    checkReversal(transaction, reversal, known, faults)
    const part = partOf(reversal.kind)
    const amount = transaction[part] + signOf(reversal.kind) * reversal.amount
    transactions = transactions.map(item => (item === transaction ? changedItem(item, { [part]: amount }, now) : item))
    reversals = [...reversals, reversal]
  }
  return { transactions, reversals }
}

function newReversal(transaction: Transaction, reversals: Reversal[], sent: SentReversal, ids: NewItemIds): Reversal {
  const own = { ...takenFrom(transaction), date: ids.now }
  if (!('cancels' in sent)) return reversalOf({ ...own, ...sent }, ids)
  const cancelled = reversals.find(({ id, transaction_id }) => id === sent.cancels && transaction_id === transaction.id)
  if (!cancelled || signOf(cancelled.kind) < 0) throw notFound('reversal')
  if (reversals.some(({ cancels }) => cancels === cancelled.id))
    throw new ApiError('conflict', msg`Reversal ${cancelled.id} is cancelled already.`)
  const kind = kindsOf[partOf(cancelled.kind)][1]
  const { amount, payment_method_kind } = cancelled
  return reversalOf({ ...own, ...sent, kind, amount, payment_method_kind }, ids)
}

/** What a reversal has from its transaction, unless something else is sent. */
const takenFrom = ({ id, contact_id, currency, payment_method_kind }: Transaction) => ({
  transaction_id: id,
  contact_id,
  currency,
  payment_method_kind,
})

const reversalOf = (values: object, ids: NewItemIds): Reversal => newItem(reversalFields, values, ids)

function checkReversal(transaction: Transaction, reversal: Reversal, known: References, faults: Faults) {
  const { amount, reimbursed_amount, unpaid_amount } = transaction
  const left = amount - reimbursed_amount - unpaid_amount
  if (signOf(reversal.kind) > 0 && reversal.amount > left)
    faults.add(
      'amount',
      left > 0
        ? msg`must not be more than ${left}, which is what is left of the payment`
        : 'is too much: nothing is left of the payment, all of it went back',
      reversal.amount,
    )
  if (signOf(reversal.kind) < 0 && reversal.amount > transaction[partOf(reversal.kind)])
    throw new ApiError('conflict', msg`Reversal ${reversal.cancels} is not part of what is recorded any more.`)
  if (reversal.date < transaction.date)
    faults.add('date', msg`must not be before the payment, ${transaction.date}`, reversal.date)
  const { payment_method_kind: method } = reversal
  if (method && method !== transaction.payment_method_kind && !known.payment_method_kinds.has(method))
    faults.add('payment_method_kind', msg`must be one of ${known.settings.payment_method_kinds}`, method)
}

/**
 * The reversals of a bundle whose transactions were changed by themselves. Where a reimbursed or unpaid amount changes, the difference becomes a
 * reversal: dated now, or like a new transaction. Payer and currency follow the transaction.
 */
export function followTransactions(before: Bundle, transactions: Transaction[], { now, nextIds }: Moment): Reversal[] {
  const olds = new Map(before.transactions.map(item => [item.id, item]))
  const current = new Map(transactions.map(item => [item.id, item]))
  const followed = before.reversals.map(reversal => {
    const transaction = current.get(reversal.transaction_id)
    if (!transaction) return reversal
    const { contact_id, currency } = transaction
    return changedItem(reversal, { contact_id, currency }, now)
  })
  const added = transactions.flatMap(transaction => {
    const old = olds.get(transaction.id)
    return (['reimbursed_amount', 'unpaid_amount'] as const).flatMap(part => {
      const difference = transaction[part] - (old?.[part] ?? 0)
      if (difference === 0) return []
      const kind = kindsOf[part][difference > 0 ? 0 : 1]
      const date = old && old.date <= now ? now : transaction.date
      return [reversalOf({ ...takenFrom(transaction), kind, date, amount: Math.abs(difference) }, nextIds())]
    })
  })
  return [...followed, ...added]
}
