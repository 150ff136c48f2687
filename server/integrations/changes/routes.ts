import { Event } from '../../events/event.ts'
import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { feed } from '../../http/reply.ts'
import { changesCursor, listChanges } from './queries.ts'
import { ChangesQuery } from './schema.ts'

export const changes = resource('changes', 'What happened in a space, in order, for programs that keep up with it.', {
  list: get('/v1/changes', {
    summary: 'List what happened after a cursor, oldest first.',
    description:
      'Events say what changed, and nothing that stands there: read it with the operation for it. A 404 then means that it is gone, or not yours to ' +
      'see any more. You hear of what you may see all of: payments need `finance:read`, contacts `contacts:read`, and so on. Kept for 30 days.',
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
})
