import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Timestamp, validInstant } from '../../fields.ts'
import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { record } from '../../http/response_format.ts'
import { msg } from '../../messages/message.ts'
import { listActivity } from './queries.ts'
import { ActivityEntry } from './schema.ts'

const day_ms = 86_400_000
const days_max = 31

export const activity = resource('activity', 'What changed in a space lately, summed up.', {
  list: get('/v1/activity', {
    summary: 'Sum up what changed since a moment, the latest first.',
    description:
      'Of what the caller may see: memberships and donations with `finance:read`, visits in the actions of the caller or with `actions:read` in all, ' +
      'imports with `contacts:read`, withdrawn consents with `contacts:sensitive`, changes of roles and users who joined with `users:read`. ' +
      'Each change in full is in `GET /v1/changes`.',
    access: member,
    query: {
      since: Type.Optional(
        Type.String({
          ...Timestamp,
          description: `From when on, at most ${days_max} days ago. The last 24 hours if it is not sent.`,
        }),
      ),
    },
    returns: record(Type.Array(ActivityEntry)),
    handle: ({ sql, caller, query }) => listActivity(sql, caller, startOf(query.since)),
  }),
})

function startOf(since: string | undefined) {
  if (since === undefined) return new Date(Date.now() - day_ms).toISOString()
  const start = validInstant(since)
  // One day more, for a bare date.
  if (Date.parse(start) < Date.now() - (days_max + 1) * day_ms)
    throw invalid('query.since', msg`must be at most ${days_max} days ago`, since)
  return start
}
