import { paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { page } from '../../http/response_format.ts'
import { listMembers } from './queries.ts'
import { Member } from './schema.ts'

export const members = resource(
  'members',
  'What a space knows about the work of its users: state, teams, last visit.',
  {
    list: get('/v1/members', {
      summary: 'List the users of the space with their teams, state and last visit.',
      description:
        'In the order of `GET /users`: by surname, then first name. A visit is a request with any token of the user, counted by day.',
      access: requires('users:read'),
      query: paging(100),
      returns: page(Member),
      handle: ({ sql, caller, query }) => listMembers(sql, caller, query),
    }),
  },
)
