import { Type } from 'typebox'
import { scopedTo } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { record } from '../../http/response_format.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { visitWeeks } from './queries.ts'
import { VisitWeek, WeekCount } from './schema.ts'

export const visit_weeks = resource('visit_weeks', 'Visits of all actions, counted by week.', {
  list: get('/v1/visit_weeks', {
    summary: 'Count visits and people met by week, oldest first.',
    description:
      'Of every action with `actions:read`, else of the actions that the caller is in. Weeks begin on Monday in the time zone of the space.',
    access: scopedTo('actions:read'),
    query: { weeks: WeekCount },
    heavy: true,
    returns: record(Type.Array(VisitWeek)),
    handle: async ({ sql, caller, query }) =>
      visitWeeks(sql, caller, query.weeks, await timeZoneOf(sql, caller.group_id)),
  }),
})
