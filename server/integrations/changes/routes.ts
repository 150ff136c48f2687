import { Event } from '../../events/event.ts'
import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { feed } from '../../http/response_format.ts'
import { changesCursor, listChanges } from './queries.ts'
import { ChangesQuery } from './schema.ts'

export const changes = resource(
  'changes',
  'The events of a space, in order, for applications that synchronise with it.',
  {
    list: get('/v1/changes', {
      summary: 'List the events after a cursor, oldest first.',
      description:
        'An event says which record changed and does not contain the record: read it with its own operation. A 404 then means that it was ' +
        'deleted or that you may no longer see it. Each event type requires a permission: `finance:read` for payments, `contacts:read` for ' +
        'contacts, and so on. Events are kept for 30 days.',
      access: member,
      query: { cursor: changesCursor.schema, ...ChangesQuery },
      returns: feed(Event),
      errors: ['cursor_expired'],
      longPoll: {
        topic: ({ caller }) => `changes ${caller.group_id}`,
        seconds: ({ query }) => query.wait,
        isEnough: ({ rows, more }) => rows.length > 0 || more,
      },
      handle: ({ sql, caller, query }) => listChanges(sql, caller, query),
    }),
  },
)
