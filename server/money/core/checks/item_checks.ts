import type { Bundle } from '../document.ts'
import type { FoundWarning, WarningDetails } from './checks.ts'

// The checks of a bundle by itself: they need its own items and the records that these name.

/** A price that items are compared with. */
export interface CheckedPrice {
  amount: number
  currency: string
  allow_custom_amount: boolean
}

/** What a check examined, and what it found there. What it did not examine stays as it was. */
export interface CheckResult {
  isExamined: (warning: Pick<FoundWarning, 'kind' | 'target_id'>) => boolean
  found: FoundWarning[]
  /** Items of other bundles whose warnings the write may end. */
  others: Pick<FoundWarning, 'bundle_id' | 'kind' | 'target_id'>[]
  /** What this write brings about. It is refused where the check says so; what was there before is not. */
  caused: FoundWarning[]
}

/** The kinds of statuses which mean that the money does not come. */
const failed_kinds = ['unpaid', 'bank_error', 'cancel']

export type StatusKinds = Map<number, { kind: string }>

/**
 * Compares memberships and donations with the transactions. Without any the payment is not allocated, and there is nothing to compare. A
 * transaction that failed or was reversed may count or not: it may have been paid again in the same bundle.
 */
export function checkAllocation(before: Bundle | null, after: Bundle | null, statuses: StatusKinds): CheckResult {
  const found = after ? differentAllocation(after, statuses) : []
  const [old] = before ? differentAllocation(before, statuses) : []
  return { isExamined: () => true, found, others: [], caused: found.filter(({ cause }) => cause !== old?.cause) }
}

function differentAllocation(bundle: Bundle, statuses: StatusKinds): FoundWarning[] {
  const { transactions, memberships, donations } = bundle
  const allocated = sumsOf([...memberships, ...donations].map(item => [item.currency, item.amount]))
  if (memberships.length + donations.length === 0) return []
  const isGood = (id: number | null) => id === null || !failed_kinds.includes(statuses.get(id)?.kind ?? '')
  const good = transactions.filter(({ status_id }) => isGood(status_id))
  const paid = sumsOf(transactions.map(item => [item.currency, item.amount]))
  const received = sumsOf(good.map(item => [item.currency, item.amount]))
  const kept = sumsOf(
    good.map(item => [item.currency, item.amount - item.reimbursed_amount - item.unpaid_amount] as const),
  )
  if ([paid, received, kept].some(sums => isSame(sums, allocated))) return []
  const currency = differentCurrency(allocated, received)
  const details = {
    amount: Number(allocated.get(currency) ?? 0n),
    expected_amount: Number(received.get(currency) ?? 0n),
    currency,
  }
  const cause = [allocated, received].map(textOf).join(' / ')
  return [{ check: 'allocation', ...own(bundle), kind: 'transaction_bundle', target_id: bundle.id, cause, details }]
}

const own = ({ id }: Bundle) => ({ bundle_id: id, other_id: null, other_bundle_id: null })

function sumsOf(amounts: (readonly [currency: string, amount: number])[]) {
  const sums = new Map<string, bigint>()
  for (const [currency, amount] of amounts) {
    const key = currency.toUpperCase()
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
  }
  return sums
}

type Sums = Map<string, bigint>

const isSame = (one: Sums, other: Sums) => differentCurrency(one, other) === ''

const differentCurrency = (one: Sums, other: Sums) =>
  [...one.keys(), ...other.keys()].find(currency => (one.get(currency) ?? 0n) !== (other.get(currency) ?? 0n)) ?? ''

const textOf = (sums: Sums) => [...sums].map(([currency, amount]) => `${amount} ${currency}`).join(', ')

export interface CheckedPrices {
  membership_prices: Map<number, CheckedPrice>
  donation_prices: Map<number, CheckedPrice>
}

/** Compares the amounts of new and changed items with their fixed prices. A price that changes later does not concern what was paid before. */
export function checkPrices(before: Bundle | null, after: Bundle | null, prices: CheckedPrices): CheckResult {
  const memberships = (after?.memberships ?? []).map(item => ({
    kind: 'membership' as const,
    item,
    price_id: item.membership_price_id,
    price: prices.membership_prices.get(item.membership_price_id ?? 0),
  }))
  const donations = (after?.donations ?? []).map(item => ({
    kind: 'donation' as const,
    item,
    price_id: item.donation_price_id,
    price: prices.donation_prices.get(item.donation_price_id ?? 0),
  }))
  const olds = new Map(
    [
      ...(before?.memberships ?? []).map(item => ['membership', item, item.membership_price_id] as const),
      ...(before?.donations ?? []).map(item => ['donation', item, item.donation_price_id] as const),
    ].map(([kind, item, price_id]) => [`${kind} ${item.id}`, pricedAs(item, price_id)]),
  )
  const changed = [...memberships, ...donations].filter(
    ({ kind, item, price_id }) => olds.get(`${kind} ${item.id}`) !== pricedAs(item, price_id),
  )
  const examined = new Set(changed.map(({ kind, item }) => `${kind} ${item.id}`))
  const found = changed.flatMap(({ kind, item, price_id, price }): FoundWarning[] => {
    if (!after || !price || price.allow_custom_amount || hasPrice(item, price)) return []
    const details: WarningDetails = {
      amount: item.amount,
      currency: item.currency.toUpperCase(),
      expected_amount: price.amount,
      expected_currency: price.currency.toUpperCase(),
    }
    const cause = `${pricedAs(item, price_id)} / ${price.amount} ${details.expected_currency}`
    return [{ check: 'price', ...own(after), kind, target_id: item.id, cause, details }]
  })
  return { isExamined: ({ kind, target_id }) => examined.has(`${kind} ${target_id}`), found, others: [], caused: found }
}

const pricedAs = ({ amount, currency }: { amount: number; currency: string }, price_id: number | null) =>
  `${price_id} ${amount} ${currency.toUpperCase()}`

const hasPrice = (item: { amount: number; currency: string }, price: CheckedPrice) =>
  item.amount === price.amount && item.currency.toUpperCase() === price.currency.toUpperCase()

/** Looks for new and changed campaign codes among those of the space. `known` has the codes, as they were sent, that exist there. */
export function checkCampaigns(before: Bundle | null, after: Bundle | null, known: ReadonlySet<string>): CheckResult {
  const olds = new Map(before?.transactions.map(({ id, code_campaign }) => [id, code_campaign]))
  const changed = (after?.transactions ?? []).filter(
    ({ id, code_campaign }) => olds.get(id) !== code_campaign && !(code_campaign === '' && !olds.has(id)),
  )
  const examined = new Set(changed.map(({ id }) => id))
  const found = changed
    .filter(({ code_campaign }) => code_campaign !== '' && !known.has(code_campaign))
    .flatMap(({ id, code_campaign }): FoundWarning[] =>
      after
        ? [
            {
              check: 'unknown_campaign',
              ...own(after),
              kind: 'transaction',
              target_id: id,
              cause: code_campaign,
              details: { code_campaign },
            },
          ]
        : [],
    )
  return { isExamined: ({ target_id }) => examined.has(target_id), found, others: [], caused: found }
}
