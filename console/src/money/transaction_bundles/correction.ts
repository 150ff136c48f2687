import { sumOf } from '../../components/amounts.ts'
import { spaceDay } from '../../components/space_day.ts'
import type { PaymentChange } from './data.ts'
import type { Transaction } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { type TermDraft, termOf } from './terms.ts'

type Donation = Payment['donations'][number]
type Membership = Payment['memberships'][number]

/** A donation or membership that a payment is allocated to. */
export type AllocatedItem = { kind: 'donations'; item: Donation } | { kind: 'memberships'; item: Membership }

/** What is typed to correct a transaction. */
export interface CorrectionDraft {
  amount: number | undefined
  day: string
  method: string
  contact: number | undefined
  /** The amounts that were typed, by the key of the item. */
  items: Record<string, number | undefined>
  /** The days of memberships that were typed, by their id. */
  terms: Record<number, TermDraft>
  reason: string
}

export const keyOfItem = ({ kind, item }: AllocatedItem) => `${kind} ${item.id}`

export const draftOf = ({ amount, date, payment_method_kind, contact_id }: Transaction): CorrectionDraft => ({
  amount,
  day: spaceDay(date),
  method: payment_method_kind,
  contact: contact_id,
  items: {},
  terms: {},
  reason: '',
})

const allItems = ({ memberships, donations }: Payment): AllocatedItem[] => [
  ...memberships.map(item => ({ kind: 'memberships' as const, item })),
  ...donations.map(item => ({ kind: 'donations' as const, item })),
]

/** The items whose amounts can be corrected: those in the currency of the transaction. */
export const correctableItems = (payment: Payment, { currency }: Transaction) =>
  allItems(payment).filter(({ item }) => item.currency.toUpperCase() === currency.toUpperCase())

/** The amount of an item: as typed, else as it is. The only item of a payment that has its whole amount follows the amount. */
export function amountOfItem(payment: Payment, transaction: Transaction, draft: CorrectionDraft, one: AllocatedItem) {
  const key = keyOfItem(one)
  if (key in draft.items) return draft.items[key]
  const isOnly = payment.transactions.length === 1 && allItems(payment).length === 1
  return isOnly && one.item.amount === transaction.amount ? draft.amount : one.item.amount
}

/** What the corrected payment leaves to allocate; negative if too much is allocated. */
export function restAfter(payment: Payment, transaction: Transaction, draft: CorrectionDraft) {
  const same = ({ currency }: Transaction) => currency.toUpperCase() === transaction.currency.toUpperCase()
  const paid = payment.transactions
    .filter(same)
    .map(({ id, amount }) => (id === transaction.id ? (draft.amount ?? 0) : amount))
  const allocated = correctableItems(payment, transaction).map(
    one => amountOfItem(payment, transaction, draft, one) ?? 0,
  )
  return Number(sumOf(paid) - sumOf(allocated))
}

type Fields = Record<string, unknown>

/** The change that corrects a payment, and the one that undoes it; undefined if nothing differs. */
export function correctionOf(payment: Payment, transaction: Transaction, draft: CorrectionDraft) {
  const day = draft.day === spaceDay(transaction.date) ? transaction.date : draft.day
  const after: Fields = {
    amount: draft.amount,
    date: day,
    payment_method_kind: draft.method,
    contact_id: draft.contact,
  }
  const transactions = [differenceOf(transaction, after)].filter(isChanged)
  const itemsOfKind = (kind: AllocatedItem['kind']) =>
    allItems(payment)
      .filter(one => one.kind === kind)
      .map(one => differenceOf(one.item, correctedItem(payment, transaction, draft, one)))
      .filter(isChanged)
  const [donations, memberships] = [itemsOfKind('donations'), itemsOfKind('memberships')]
  if (transactions.length + donations.length + memberships.length === 0) return undefined
  const changeTo = (side: 'before' | 'after') =>
    // The fields come from the payment itself.
    ({
      transactions: transactions.map(one => one[side]),
      donations: donations.map(one => one[side]),
      memberships: memberships.map(one => one[side]),
    }) as PaymentChange
  return { change: { ...changeTo('after'), reason: draft.reason.trim() }, undo: changeTo('before') }
}

/** The paths of the fields that a change sends, by item and field. */
export const pathsOf = (change: PaymentChange | undefined) =>
  Object.fromEntries(
    (['donations', 'memberships'] as const).flatMap(kind =>
      (change?.[kind] ?? []).flatMap((item, index) =>
        Object.keys(item).map(field => [`${kind} ${item.id} ${field}`, `${kind}.${index}.${field}`]),
      ),
    ),
  )

/** The first and the last day of a membership, as typed, else as they are. */
export const termDays = ({ id, start_date, end_date }: Membership, { terms }: CorrectionDraft) => ({
  ...{ start: spaceDay(start_date), end: end_date === null ? '' : spaceDay(end_date) },
  ...terms[id],
})

/** The days of a membership that differ. */
export function changedTerm(membership: Membership, draft: CorrectionDraft): TermDraft {
  const [before, { start, end }] = [termDays(membership, { ...draft, terms: {} }), termDays(membership, draft)]
  return { ...(start !== before.start && { start }), ...(end !== before.end && { end }) }
}

/** An item of the payer follows to another payer, and a donation of the day to another day. A membership keeps its term unless days are typed. */
function correctedItem(payment: Payment, transaction: Transaction, draft: CorrectionDraft, one: AllocatedItem): Fields {
  const { item, kind } = one
  const isCorrectable = item.currency.toUpperCase() === transaction.currency.toUpperCase()
  const amount = isCorrectable ? amountOfItem(payment, transaction, draft, one) : item.amount
  const moves = kind === 'donations' && item.date === transaction.date && draft.day !== spaceDay(transaction.date)
  return {
    amount,
    // An amount that was typed wrong was never the first one.
    ...(item.amount_initial === item.amount && { amount_initial: amount }),
    ...(item.contact_id === transaction.contact_id && { contact_id: draft.contact }),
    ...(moves && { date: draft.day }),
    ...(kind === 'memberships' && termOf(changedTerm(item, draft))),
  }
}

function differenceOf(before: { id: number }, after: Fields) {
  const values: Fields = { ...before }
  const names = Object.keys(after).filter(name => after[name] !== undefined && after[name] !== values[name])
  const pick = (from: Fields) => ({ id: before.id, ...Object.fromEntries(names.map(name => [name, from[name]])) })
  return { names, before: pick(values), after: pick(after) }
}

const isChanged = ({ names }: { names: string[] }) => names.length > 0
