import { savedFilters } from '../contacts/saved_filters/queries.ts'
import { views } from '../money/payment_views/queries.ts'
import type { DemoContext } from './demo.ts'

/** Saved views of contacts and of payments, shared with the space. */
export async function fillViews({ sql, caller, data }: DemoContext) {
  for (const view of data.views.contacts)
    await savedFilters.create(sql, caller, { ...view, shared: true, sort_attr: 'surname', sort_asc: true })
  for (const view of data.views.payments) await views.create(sql, caller, { ...view, shared: true })
}
