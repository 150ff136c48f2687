import { invalid } from '../../errors.ts'
import { Id, validInstant, validLastInstant } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { timeSpanFields } from '../core/fields.ts'
import { actionStatistics } from './queries.ts'
import { ActionStatistics } from './schema.ts'

export const action_statistics = resource('action_statistics', 'Visits of an action, counted.', {
  read: get('/actions/:id/statistics', {
    summary: 'Count the visits of an action by day, team, person, street and result.',
    description: 'Of all visits, or of those between `from` and `to`.',
    access: scopedTo('actions:read'),
    params: { id: Id },
    query: timeSpanFields,
    heavy: true,
    returns: data(ActionStatistics),
    errors: ['not_found'],
    handle: ({ sql, caller, params, query }) => {
      const from = query.from === undefined ? null : validInstant(query.from)
      const to = query.to === undefined ? null : validLastInstant(query.to)
      if (from && to && to < from) throw invalid('query.to', 'must not be before from', query.to)
      return actionStatistics(sql, caller, params.id, { from, to })
    },
  }),
})
