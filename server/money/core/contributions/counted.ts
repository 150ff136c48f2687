import { dayIn } from '../../../time_zone.ts'
import type { Membership, Transaction } from '../../transaction_bundles/schema.ts'
import { campaignKey, type StoredRules } from './rules.ts'

// What counts towards the caps: the payments of the payer, whatever they are for, less what went back. A pending payment counts, so that its
// room is not given away before it arrives.

/** The kinds of statuses whose payments do not count. */
export const uncounted_kinds = ['unpaid', 'bank_error', 'cancel']

/** The items of a bundle that matter to the rules. */
export interface CountedItems {
  transactions: Pick<
    Transaction,
    | 'id'
    | 'contact_id'
    | 'date'
    | 'amount'
    | 'reimbursed_amount'
    | 'unpaid_amount'
    | 'currency'
    | 'status_id'
    | 'payment_method_kind'
    | 'code_campaign'
  >[]
  memberships: Pick<Membership, 'contact_id' | 'amount' | 'currency'>[]
}

type CountedTransaction = CountedItems['transactions'][number]

/** What decides how a payment counts. */
export interface CountingContext {
  rules: StoredRules
  time_zone: string
  statuses: Map<number, { kind: string }>
  /** Whether the own dues of this payer are left out. */
  isDuesExempt: (contact_id: number) => boolean
}

/** What one person has paid in a bundle. */
export interface PayerSums {
  /** All of it by currency, dues that do not count included. */
  paid: Map<string, number>
  /** This and the others are in the currency of the rules. */
  cash: number
  years: Map<number, number>
  campaigns: Map<string, { code: string; amount: number }>
}

/** What each payer of a bundle has paid, by contact. */
export function paymentsIn({ transactions, memberships }: CountedItems, context: CountingContext) {
  const payers = new Map<number, PayerSums>()
  for (const contact_id of new Set(transactions.map(item => item.contact_id)))
    payers.set(contact_id, sumsOf(contact_id, transactions, memberships, context))
  return payers
}

function sumsOf(
  contact_id: number,
  transactions: CountedTransaction[],
  memberships: CountedItems['memberships'],
  context: CountingContext,
): PayerSums {
  const { rules, time_zone } = context
  const sums: PayerSums = { paid: new Map(), cash: 0, years: new Map(), campaigns: new Map() }
  const dues = memberships.filter(item => item.contact_id === contact_id && isSame(item.currency, rules.currency))
  let exempt = context.isDuesExempt(contact_id) ? dues.reduce((sum, { amount }) => sum + amount, 0) : 0
  // The first payments of a bundle pay the dues.
  const own = transactions.filter(item => item.contact_id === contact_id).sort(byDate)
  for (const item of own) {
    const currency = item.currency.toUpperCase()
    const paid = keptOf(item, context)
    sums.paid.set(currency, (sums.paid.get(currency) ?? 0) + paid)
    const kept = isSame(currency, rules.currency) ? paid : 0
    const amount = Math.max(kept - exempt, 0)
    exempt -= kept - amount
    const year = yearOf(time_zone, item.date)
    const key = campaignKey(item.code_campaign)
    if (isCash(rules, item.payment_method_kind)) sums.cash += kept
    sums.years.set(year, (sums.years.get(year) ?? 0) + amount)
    sums.campaigns.set(key, { code: item.code_campaign, amount: (sums.campaigns.get(key)?.amount ?? 0) + amount })
  }
  return sums
}

const byDate = (one: CountedTransaction, other: CountedTransaction) =>
  one.date === other.date ? one.id - other.id : one.date < other.date ? -1 : 1

/** What the organisation keeps of a payment, in its currency. */
function keptOf(item: CountedTransaction, { statuses }: CountingContext) {
  const kind = item.status_id === null ? undefined : statuses.get(item.status_id)?.kind
  if (uncounted_kinds.includes(kind ?? '')) return 0
  return item.amount - item.reimbursed_amount - item.unpaid_amount
}

export const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

export const isCash = ({ cash_kinds }: StoredRules, method: string) =>
  cash_kinds.some(kind => kind.toLowerCase() === method.toLowerCase())

export const yearOf = (time_zone: string, instant: string) => Number(dayIn(time_zone, instant).slice(0, 4))
