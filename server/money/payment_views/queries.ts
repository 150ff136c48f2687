import { invalid } from '../../errors.ts'
import { savedItems } from '../../organisation/core/saved_items.ts'
import type { ChangedView, PaymentView } from './schema.ts'

export const views = savedItems<PaymentView, ChangedView>({
  table: 'payment_views',
  called: 'saved view',
  columns: sql => sql`t.filters`,
  check,
})

function check({ filters: { period, date_from, date_to } = {} }: ChangedView) {
  if (period !== undefined && (date_from !== undefined || date_to !== undefined))
    throw invalid('body.data.filters.period', 'cannot be combined with date_from or date_to', period)
  if (date_from !== undefined && date_to !== undefined && date_to < date_from)
    throw invalid('body.data.filters.date_to', 'must not be before date_from', date_to)
}
