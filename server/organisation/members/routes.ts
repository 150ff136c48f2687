import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, resource } from '../../http/operation.ts'
import { data, page } from '../../http/response_format.ts'
import { disconnectMember, listMembers } from './queries.ts'
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

    disconnect: del('/v1/members/:user_id/identity_providers', {
      summary: 'Disconnect a user from the identity providers of the space. Their sessions through them end at once.',
      description:
        'The user stays in the space. To sign in through a provider again, they connect their account with its password, as the first time. You cannot ' +
        'disconnect a user whose role is above yours.',
      access: requires('users:write'),
      params: { user_id: Id },
      returns: data({ message: Type.String(), user_id: Id }),
      errors: ['not_found', 'reauthentication_required'],
      handle: async ({ sql, caller, params, request }) => {
        requireRecentSignIn(caller)
        await disconnectMember(sql, { caller, request_id: request.id }, params.user_id)
        return { message: 'The user was disconnected.', user_id: params.user_id }
      },
    }),
  },
)
