import type { Donation, Membership, Reversal, Transaction } from '../transaction_bundles/schema.ts'
import { partOf, signOf } from './reversal_kinds.ts'
import { isReceivedKind } from './status_kinds.ts'

// What a bundle received: the money that its transactions brought, less refunds and returns. It fills the memberships of the bundle first, in their
// order, and then its donations. Statistics, the search of contacts, summaries and `verify` follow this file; movement_queries.ts says the same
// in SQL.

/** The kind of a status; empty for none. */
export type KindOf = (status_id: number | null) => string

/** The kinds of these statuses, by their id. */
export const kindsIn =
  (statuses: ReadonlyMap<number, { kind: string }>): KindOf =>
  id =>
    id === null ? '' : (statuses.get(id)?.kind ?? '')

export interface BundleItems {
  transactions: Transaction[]
  memberships: Membership[]
  donations: Donation[]
  reversals: Reversal[]
}

/** A transaction on its day, or a reversal of it on its own day. */
export interface Movement {
  transaction: Transaction
  reversal_id: number | null
  date: string
  /** 1 for the transaction itself. */
  transactions: bigint
  amount: bigint
  reimbursed: bigint
  unpaid: bigint
  /** What came in, if the status says that money did. Negative if it went back. */
  net: bigint
  /** In capitals. */
  currency: string
  /** What the bundle received in this currency, before and after. */
  received_before: bigint
  received: bigint
}

/** What came in with the movement, or went back. */
export const cameIn = ({ received, received_before }: Movement) => received - received_before

/** The movements of a bundle, oldest first, each with what it changed in the memberships and donations that are paid. */
export function filledMovements(bundle: BundleItems, kindOf: KindOf) {
  const [due_in, given_in] = [totalsOf(bundle.memberships), totalsOf(bundle.donations)]
  return movementsOf(bundle, kindOf).map(movement => {
    const { currency, received_before, received } = movement
    const [due, given] = [due_in.get(currency) ?? 0n, given_in.get(currency) ?? 0n]
    return {
      ...movement,
      memberships: between(received, due) - between(received_before, due),
      donations: between(received - due, given) - between(received_before - due, given),
    }
  })
}

/** What items cost together, in each currency. */
function totalsOf(items: (Membership | Donation)[]) {
  const totals = new Map<string, bigint>()
  for (const { currency, amount } of items)
    totals.set(currency.toUpperCase(), (totals.get(currency.toUpperCase()) ?? 0n) + BigInt(amount))
  return totals
}

const between = (value: bigint, most: bigint) => (value < 0n ? 0n : value > most ? most : value)

/** What a membership or donation has. */
export interface Receipt {
  received_amount: number
  /** Since when a membership is paid as a whole, and a donation in part. */
  received_at: string | null
}

/** What each membership and donation received, by kind and id. None counts if all transactions of the bundle are cancelled. */
export function receiptsOf(bundle: BundleItems, kindOf: KindOf): Map<string, Receipt> {
  const recorded = firstDate(bundle.transactions.filter(({ status_id }) => kindOf(status_id) !== 'cancel'))
  if (recorded === undefined) return new Map()
  const movements = Map.groupBy(movementsOf(bundle, kindOf), ({ currency }) => currency)
  const taken = new Map<string, bigint>()
  const receipt = (kind: 'membership' | 'donation', item: Membership | Donation): [string, Receipt] => {
    const currency = item.currency.toUpperCase()
    const own = movements.get(currency) ?? []
    const [before, amount] = [taken.get(currency) ?? 0n, BigInt(item.amount)]
    taken.set(currency, before + amount)
    const received_amount = Number(between((own.at(-1)?.received ?? 0n) - before, amount))
    const reached = reachedAt(own, kind === 'membership' ? before + amount : before + 1n)
    // A membership that costs nothing is paid when it is recorded. A gift of nothing is none.
    const received_at = amount > 0n ? reached : kind === 'membership' ? recorded : null
    return [receiptName(kind, item.id), { received_amount, received_at }]
  }
  return new Map([
    ...bundle.memberships.map(item => receipt('membership', item)),
    ...bundle.donations.map(item => receipt('donation', item)),
  ])
}

export const receiptName = (kind: string, id: number) => `${kind} ${id}`

const firstDate = (transactions: Transaction[]) => transactions.map(({ date }) => date).sort()[0]

/** Since when the sum has been at least this; null if it is less now. */
function reachedAt(movements: Movement[], sum: bigint) {
  const last_below = movements.findLastIndex(({ received }) => received < sum)
  return movements[last_below + 1]?.date ?? null
}

/** Oldest first; of one instant by transaction, its reversals after it. */
export function movementsOf({ transactions, reversals }: BundleItems, kindOf: KindOf): Movement[] {
  const of = Map.groupBy(reversals, ({ transaction_id }) => transaction_id)
  const sums = new Map<string, bigint>()
  return transactions
    .toSorted((a, b) => a.id - b.id)
    .flatMap(transaction => movementsOfOne(transaction, of.get(transaction.id) ?? []))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(movement => {
      const { transaction, net } = movement
      const currency = transaction.currency.toUpperCase()
      const received_before = sums.get(currency) ?? 0n
      const received = isReceivedKind(kindOf(transaction.status_id)) ? received_before + net : received_before
      sums.set(currency, received)
      return { ...movement, currency, received_before, received }
    })
}

function movementsOfOne(transaction: Transaction, reversals: Reversal[]) {
  const back = reversals
    .toSorted((a, b) => a.id - b.id)
    .map(reversal => ({ reversal_id: reversal.id, date: reversal.date, ...reversedAmounts(reversal) }))
  const undated = (part: 'reimbursed' | 'unpaid') =>
    back.reduce((left, one) => left - one[part], BigInt(transaction[`${part}_amount`]))
  // What was reversed before reversals had dates counts on the day of the payment.
  const [reimbursed, unpaid, amount] = [undated('reimbursed'), undated('unpaid'), BigInt(transaction.amount)]
  const payment = {
    transaction,
    reversal_id: null,
    date: transaction.date,
    transactions: 1n,
    amount,
    reimbursed,
    unpaid,
  }
  return [
    { ...payment, net: amount - reimbursed - unpaid },
    ...back.map(one => ({ transaction, transactions: 0n, amount: 0n, ...one, net: -one.reimbursed - one.unpaid })),
  ]
}

function reversedAmounts({ kind, amount }: Reversal) {
  const signed = BigInt(signOf(kind) * amount)
  return partOf(kind) === 'reimbursed_amount' ? { reimbursed: signed, unpaid: 0n } : { reimbursed: 0n, unpaid: signed }
}
