import type { PaymentView } from '../../api.ts'
import { periodOf, spanOf } from '../transaction_bundles/periods.ts'
import { type PaymentSearch, statesOf, viewOf, viewWith } from '../transaction_bundles/search_params.ts'

export type ViewFilters = PaymentView['filters']

/** The filters a saved view keeps. “This month” stays relative; only chosen days are kept as dates. The contact is left out. */
export function viewFiltersOf(search: PaymentSearch): ViewFilters {
  const state = statesOf[viewOf(search)]
  const period = periodOf(search)
  return {
    ...(state && { state }),
    ...(search.status !== undefined && { status_id: search.status }),
    ...(search.method !== undefined && { payment_method_kind: search.method }),
    ...(search.campaign !== undefined && { code_campaign: search.campaign }),
    ...(period !== undefined && period !== 'custom' && { period }),
    ...(period === 'custom' && search.from && { date_from: search.from }),
    ...(period === 'custom' && search.to && { date_to: search.to }),
  }
}

/** The search parameters of a saved view. */
export function searchOfView({ id, filters }: PaymentView): PaymentSearch {
  const { state, status_id, payment_method_kind, code_campaign, period, date_from, date_to } = filters
  return {
    saved: id,
    view: viewWith(state),
    ...(status_id !== undefined && { status: status_id }),
    ...(payment_method_kind !== undefined && { method: payment_method_kind }),
    ...(code_campaign !== undefined && { campaign: code_campaign }),
    ...(period ? spanOf(period) : { from: date_from, to: date_to }),
  }
}

export function isSameFilters(one: ViewFilters, other: ViewFilters) {
  const sorted = (filters: ViewFilters) => JSON.stringify(Object.entries(filters).sort())
  return sorted(one) === sorted(other)
}
