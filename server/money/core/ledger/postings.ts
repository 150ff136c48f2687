import { dayIn } from '../../../time_zone.ts'
import type { Donation, Membership, Reversal, Transaction } from '../../transaction_bundles/schema.ts'
import type { BundleItems, KindOf } from '../received.ts'
import { partOf, type ReversalKind, signOf } from '../reversal_kinds.ts'
import { isReceivedKind } from '../status_kinds.ts'
import { donationAccount, type LedgerRules, membershipAccount, moneyAccount } from './accounts.ts'
import { dividedRefunds } from './refunds.ts'

// What the events of a bundle mean in double-entry bookkeeping: money that came in and went back, and memberships and donations with the first money.

export type Journal = 'income' | 'money' | 'opening' | 'bank'
export type EntryKind =
  | 'membership'
  | 'donation'
  | 'payment'
  | 'refund_undated'
  | ReversalKind
  | 'opening'
  | 'carried_forward'
  | 'result'
  | 'bank_line'

/** An amount that an event moves from one account to another. An event has one for each person who pays for it. */
export interface Posting {
  journal: Journal
  kind: EntryKind
  item_id: number
  /** The day of the event in the time zone of the space. */
  event_date: string
  debit_account: string
  debit_contact_id: number | null
  credit_account: string
  credit_contact_id: number | null
  amount: number
  /** In capitals. */
  currency: string
}

/** What decides how a bundle is posted. */
export interface PostingRules {
  rules: LedgerRules
  time_zone: string
  kindOf: KindOf
}

/** The postings of a bundle, in order; none of a deleted one. */
export function postingsOf(bundle: BundleItems | null, posting: PostingRules): Posting[] {
  if (!bundle) return []
  const payments = paymentsIn(bundle, posting)
  const [first] = payments
  if (!first) return []
  const income = incomeOf(bundle, payments, first, posting)
  return dividedRefunds([...income, ...payments.flatMap(payment => moneyOf(payment, posting))], posting.rules)
}

/** A transaction whose money came in, with its reversals. */
interface ReceivedPayment {
  transaction: Transaction
  /** What came in on the day of the payment. It can be nothing if a return is cancelled later, and less if the amount is then lowered. */
  amount: number
  /** When the first of it came in. */
  received_at: string
  /** What was reimbursed before reversals had dates. */
  undated_refund: number
  reversals: Reversal[]
}

/** The payments that came in, oldest first. What was returned before returns had dates, or at the moment of the payment, did not come in. */
function paymentsIn({ transactions, reversals }: BundleItems, { kindOf }: PostingRules): ReceivedPayment[] {
  return transactions
    .filter(({ status_id }) => isReceivedKind(kindOf(status_id)))
    .map(transaction => {
      const all = reversals.filter(({ transaction_id }) => transaction_id === transaction.id)
      const dated = all.filter(reversal => !isReturnAtOnce(transaction, reversal))
      const amount = transaction.amount - undatedPart(transaction, dated, 'unpaid_amount')
      return {
        transaction,
        amount,
        received_at: amount > 0 ? transaction.date : firstInflow(dated),
        undated_refund: undatedPart(transaction, dated, 'reimbursed_amount'),
        reversals: dated,
      }
    })
    .filter(({ received_at }) => received_at !== '')
    .sort((a, b) => compare(a.received_at, b.received_at) || a.transaction.id - b.transaction.id)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** When the first reversal that brings money was made; empty if none was. */
const firstInflow = (reversals: Reversal[]) =>
  reversals
    .filter(({ kind }) => signOf(kind) < 0)
    .map(({ date }) => date)
    .sort()[0] ?? ''

const isReturnAtOnce = ({ date, payment_method_kind }: Transaction, reversal: Reversal) =>
  reversal.kind === 'return' && reversal.date === date && reversal.payment_method_kind === payment_method_kind

/** What a transaction has of its reimbursed or unpaid amount without these reversals. */
const undatedPart = (transaction: Transaction, reversals: Reversal[], part: 'reimbursed_amount' | 'unpaid_amount') =>
  reversals
    .filter(({ kind }) => partOf(kind) === part)
    .reduce((left, { kind, amount }) => left - signOf(kind) * amount, transaction[part])

/** Memberships and donations are booked with the first money, and to the people who pay for them. */
function incomeOf(
  bundle: BundleItems,
  payments: ReceivedPayment[],
  first: ReceivedPayment,
  { rules, time_zone, kindOf }: PostingRules,
): Posting[] {
  const items = [
    ...bundle.memberships.map(item => ({
      ...partsOf('membership', item),
      account: membershipAccount(rules, item.membership_price_id),
    })),
    ...bundle.donations.map(item => ({
      ...partsOf('donation', item),
      account: donationAccount(rules, item.donation_price_id),
    })),
  ]
  if (items.length === 0) return []
  const promised = bundle.transactions.filter(({ status_id }) => {
    const kind = kindOf(status_id)
    return !isReceivedKind(kind) && kind !== 'cancel'
  })
  const payers: Payer[] = [
    ...payments.map(({ transaction, amount }) => payerOf(transaction, amount > 0 ? amount : transaction.amount)),
    ...promised.map(transaction => payerOf(transaction, transaction.amount)),
  ]
  allocate(items, payers, first.transaction.contact_id)
  const event_date = dayIn(time_zone, first.received_at)
  return items.flatMap(({ kind, item_id, currency, account, shares }) =>
    [...shares].map(([contact_id, amount]) => ({
      journal: 'income' as const,
      kind,
      item_id,
      event_date,
      debit_account: rules.accounts.people,
      debit_contact_id: contact_id,
      credit_account: account,
      credit_contact_id: null,
      amount,
      currency,
    })),
  )
}

interface Payer {
  contact_id: number
  currency: string
  left: number
}

/** A membership or donation, what nobody was found to pay for yet, and who pays how much. */
interface PaidItem {
  kind: 'membership' | 'donation'
  item_id: number
  contact_id: number
  currency: string
  left: number
  shares: Map<number, number>
}

const partsOf = (kind: PaidItem['kind'], { id, contact_id, currency, amount }: Membership | Donation): PaidItem => ({
  kind,
  item_id: id,
  contact_id,
  currency: currency.toUpperCase(),
  left: amount,
  shares: new Map(),
})

const payerOf = ({ contact_id, currency }: Transaction, left: number): Payer => ({
  contact_id,
  currency: currency.toUpperCase(),
  left,
})

/**
 * Divides what items cost among the payers: first those who pay for themselves, then the others in order. What is not covered is owed by the first
 * payer. So the accounts of people come to zero where the payments are as large as the items.
 */
function allocate(items: PaidItem[], payers: Payer[], first_payer: number) {
  const take = (item: PaidItem, contact_id: number, amount: number) => {
    if (amount <= 0) return
    item.left -= amount
    item.shares.set(contact_id, (item.shares.get(contact_id) ?? 0) + amount)
  }
  for (const isOwn of [true, false])
    for (const item of items)
      for (const payer of payers) {
        if (payer.currency !== item.currency || (isOwn && payer.contact_id !== item.contact_id)) continue
        const amount = Math.min(item.left, payer.left)
        payer.left -= amount
        take(item, payer.contact_id, amount)
      }
  for (const item of items) take(item, first_payer, item.left)
}

/** The payment and what went back of it, each on its own day, to the account of the person who paid. */
function moneyOf(payment: ReceivedPayment, { rules, time_zone }: PostingRules): Posting[] {
  const { transaction, amount, undated_refund, reversals } = payment
  const { id, contact_id, currency, date, payment_method_kind } = transaction
  const paid_on = dayIn(time_zone, date)
  const inflow = (kind: EntryKind, item_id: number, day: string, method: string): Omit<Posting, 'amount'> => ({
    journal: 'money',
    kind,
    item_id,
    event_date: day,
    debit_account: moneyAccount(rules, method),
    debit_contact_id: null,
    credit_account: rules.accounts.people,
    credit_contact_id: contact_id,
    currency: currency.toUpperCase(),
  })
  const paid = inflow('payment', id, paid_on, payment_method_kind)
  const refunded = { ...exchanged(inflow('refund_undated', id, paid_on, payment_method_kind)), amount: undated_refund }
  return [
    ...(amount > 0 ? [{ ...paid, amount }] : []),
    ...(amount < 0 ? [{ ...exchanged(paid), amount: -amount }] : []),
    ...(undated_refund > 0 ? [refunded] : []),
    ...reversals.map(reversal => {
      const day = dayIn(time_zone, reversal.date)
      const back = inflow(reversal.kind, reversal.id, day, reversal.payment_method_kind)
      return { ...(signOf(reversal.kind) > 0 ? exchanged(back) : back), amount: reversal.amount }
    }),
  ]
}

/** With debit and credit exchanged. */
export const exchanged = <Kind extends Omit<Posting, 'amount'>>(posting: Kind): Kind => ({
  ...posting,
  debit_account: posting.credit_account,
  debit_contact_id: posting.credit_contact_id,
  credit_account: posting.debit_account,
  credit_contact_id: posting.debit_contact_id,
})
