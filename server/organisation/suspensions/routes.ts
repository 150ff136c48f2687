import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { listSuspensions, restoreUser, suspendUser } from './queries.ts'
import { NewSuspension, Suspension } from './schema.ts'

const access = requires('users:write')

export const suspensions = resource('suspensions', 'Users who stay in the space and cannot act in it.', {
  list: get('/v1/suspensions', {
    summary: 'List the suspended users of the space, newest first.',
    access,
    query: paging(100),
    returns: page(Suspension),
    handle: ({ sql, caller, query }) => listSuspensions(sql, caller, query),
  }),

  create: post('/v1/suspensions', {
    summary: 'Suspend a user: every token they hold for this space is refused.',
    description: 'You cannot suspend yourself, a user whose role is above yours, or the last superadmin.',
    access,
    body: NewSuspension,
    returns: record(Suspension),
    errors: ['not_found', 'conflict', 'last_superadmin', 'reauthentication_required'],
    emits: { 'user.suspended': 'by queries' },
    handle: ({ sql, caller, body, request }) => {
      requireRecentSignIn(caller)
      return suspendUser(sql, { caller, request_id: request.id }, body.user_id, body.reason)
    },
  }),

  end: del('/v1/suspensions/:user_id', {
    summary: 'End a suspension. Tokens that have not expired meanwhile work again.',
    access,
    params: { user_id: Id },
    returns: data({ message: Type.String(), user_id: Id }),
    errors: ['not_found', 'reauthentication_required'],
    emits: { 'user.restored': 'by queries' },
    handle: async ({ sql, caller, params, request }) => {
      requireRecentSignIn(caller)
      await restoreUser(sql, { caller, request_id: request.id }, params.user_id)
      return { message: 'The suspension was ended.', user_id: params.user_id }
    },
  }),
})
