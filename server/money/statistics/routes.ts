import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Timestamp } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { dayIn, rangeEnd, rangeStart, startOfDay } from '../../time_zone.ts'
import { moneyStatistics } from './queries.ts'
import { MoneyStatistics } from './schema.ts'

export const statistics = resource('statistics', 'Sums for charts and reports.', {
  read: get('/v1/statistics/money', {
    summary: 'Sum up payments by month and currency, by payment method, campaign and status.',
    description:
      'The last twelve months, unless `from` or `to` is sent. Days and months are those of the time zone of the space. ' +
      'Sums never mix currencies.',
    access: requires('finance:read'),
    query: { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) },
    heavy: true,
    returns: data(MoneyStatistics),
    handle: async ({ sql, caller, query }) =>
      moneyStatistics(sql, caller, spanOf(query, await timeZoneOf(sql, caller.group_id))),
  }),
})

function spanOf({ from, to }: { from?: string; to?: string }, time_zone: string) {
  const end = to === undefined ? new Date().toISOString() : rangeEnd(time_zone, to)
  const start = from === undefined ? yearBefore(end, time_zone) : rangeStart(time_zone, from)
  if (end < start) throw invalid('query.to', 'must not be before from', to)
  return { from: start, to: end, time_zone }
}

/** The first day of the month after that of the year before; the calendar begins with the year 1. */
function yearBefore(end: string, time_zone: string) {
  const [year = 1, month = 1] = dayIn(time_zone, end).split('-').map(Number)
  const start = new Date(0)
  // Unlike `Date.UTC`, it does not add 1900 to small years.
  start.setUTCFullYear(Math.max(year - 1, 1), year > 1 ? month : 0, 1)
  return startOfDay(time_zone, start.toISOString().slice(0, 'YYYY-MM-DD'.length))
}
