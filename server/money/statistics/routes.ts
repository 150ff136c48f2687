import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Timestamp, validInstant, validLastInstant } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { moneyStatistics } from './queries.ts'
import { MoneyStatistics } from './schema.ts'

export const statistics = resource('statistics', 'Sums for charts and reports.', {
  read: get('/v1/statistics/money', {
    summary: 'Sum up payments by month and currency, by payment method, campaign and status.',
    description: 'The last twelve months, unless `from` or `to` is sent. Sums never mix currencies.',
    access: requires('finance:read'),
    query: { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) },
    heavy: true,
    returns: data(MoneyStatistics),
    handle: ({ sql, caller, query }) => moneyStatistics(sql, caller, spanOf(query)),
  }),
})

function spanOf({ from, to }: { from?: string; to?: string }) {
  const end = to === undefined ? new Date().toISOString() : validLastInstant(to)
  const start = from === undefined ? yearBefore(end) : validInstant(from)
  if (end < start) throw invalid('query.to', 'must not be before from', to)
  return { from: start, to: end }
}

function yearBefore(end: string) {
  const date = new Date(end)
  const start = new Date(0)
  // The calendar begins with the year 1. `setUTCFullYear` does not add 1900 to small years, unlike `Date.UTC`.
  start.setUTCFullYear(
    Math.max(date.getUTCFullYear() - 1, 1),
    date.getUTCFullYear() > 1 ? date.getUTCMonth() + 1 : 0,
    1,
  )
  return start.toISOString()
}
