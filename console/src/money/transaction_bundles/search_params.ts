import type { Operations, TransactionBundle } from '../../api.ts'
import { sumByCurrency } from '../../components/amounts.ts'
import { parseSort } from '../../components/sort.ts'
import { parseSums, type SumSearch } from '../statistics/comparison.ts'

export type Payment = TransactionBundle
export type Filters = Pick<
  Operations['transaction_bundles.list']['args'],
  'state' | 'status_id' | 'payment_method_kind' | 'code_campaign' | 'contact_id' | 'date_from' | 'date_to'
>

export type PaymentSort = NonNullable<Operations['transaction_bundles.list']['args']['sort']>

const sorts = ['id', '-id', 'date', '-date', 'amount', '-amount'] as const satisfies PaymentSort[]
export const default_sort: PaymentSort = '-date'

export const views = ['check', 'unpaid', 'all'] as const
export type View = (typeof views)[number]

/** The search parameters of the list. */
export interface PaymentSearch extends SumSearch {
  view?: View | undefined
  from?: string | undefined
  to?: string | undefined
  status?: number | undefined
  method?: string | undefined
  campaign?: string | undefined
  contact?: number | undefined
  open?: number | undefined
  sort?: PaymentSort | undefined
  /** The saved view that was chosen. */
  saved?: number | undefined
  /** Shows the warnings above the list. */
  warnings?: true | undefined
}

const is_day = /^\d{4}-\d{2}-\d{2}$/

export function parsePaymentSearch(given: Record<string, unknown>): PaymentSearch {
  const { view, from, to, status, method, campaign, contact, open, saved, warnings } = given
  return {
    ...(views.includes(view as View) && { view: view as View }),
    ...(typeof from === 'string' && is_day.test(from) && { from }),
    ...(typeof to === 'string' && is_day.test(to) && { to }),
    ...(isId(status) && { status }),
    ...(method !== undefined && { method: String(method) }),
    ...(campaign !== undefined && { campaign: String(campaign) }),
    ...(isId(contact) && { contact }),
    ...(isId(open) && { open }),
    ...(isId(saved) && { saved }),
    ...(warnings === true && { warnings }),
    ...parseSort(sorts, default_sort, given.sort),
    ...parseSums(given),
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

export const filterNames = ['from', 'to', 'status', 'method', 'campaign', 'contact'] as const

export const isFiltered = (search: PaymentSearch) => filterNames.some(name => search[name] !== undefined)

/** The view that needs action comes first; a link with filters shows all matching payments. */
export const viewOf = (search: PaymentSearch): View => search.view ?? (isFiltered(search) ? 'all' : 'check')

export const statesOf: Record<View, Filters['state']> = { check: 'pending', unpaid: 'unpaid', all: undefined }

export const viewWith = (state: Filters['state']): View => views.find(view => statesOf[view] === state) ?? 'all'

const withState = (state: Filters['state']) => (state ? { state } : {})

export const filtersOf = (search: PaymentSearch): Filters => ({
  ...withState(statesOf[viewOf(search)]),
  ...(search.status !== undefined && { status_id: search.status }),
  ...(search.method !== undefined && { payment_method_kind: search.method }),
  ...(search.campaign !== undefined && { code_campaign: search.campaign }),
  ...(search.contact !== undefined && { contact_id: search.contact }),
  ...(search.from !== undefined && { date_from: search.from }),
  ...(search.to !== undefined && { date_to: search.to }),
})

/** The sum per currency. */
export const sumsOf = (payments: Pick<Payment, 'transactions'>[]) =>
  sumByCurrency(payments.flatMap(({ transactions }) => transactions))

/** The contact of the first transaction, with the name and membership number if an item of the payment has them. */
export function payerOf({ transactions, memberships, donations }: Payment) {
  const id = transactions[0]?.contact_id ?? memberships[0]?.contact_id ?? donations[0]?.contact_id
  const named = [...memberships, ...donations].find(({ contact }) => contact.id === id)?.contact
  return { id, name: named && `${named.firstname} ${named.surname}`.trim(), code: named?.membership_code }
}
