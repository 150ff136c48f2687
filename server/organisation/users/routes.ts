import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { forbidden, invalid } from '../../errors.ts'
import { AnyInteger, Id, IdFromZero, page_size_max, paging } from '../../fields.ts'
import { requireRecentSignIn, requires, scopedTo } from '../../http/access.ts'
import { del, get, patch, resource } from '../../http/operation.ts'
import { data, record } from '../../http/response_format.ts'
import { assignRole, changeUser, listUsers, lockUser, readUser, removeUser, selectSpaces } from './queries.ts'
import { User, UserChange } from './schema.ts'

// Older clients read `User`, newer ones `user`.
const userReply = data({ User, user: User })
const underBothNames = (user: User) => ({ User: user, user })

export const users = resource('users', 'The people who work in a space, each with one role in it.', {
  list: get('/users', {
    summary: 'List the users the caller can see.',
    description: 'Sorted by surname, then first name. `count` is the number of users in the space.',
    access: scopedTo('users:read'),
    query: {
      ...paging(page_size_max),
      sort: Type.Boolean({
        default: true,
        description: 'True for ascending order by surname and first name, false for descending.',
      }),
    },
    returns: data({ count: Type.Integer(), teams: Type.Null(), users: Type.Array(User) }),
    handle: ({ sql, caller, query }) => listUsers(sql, caller, query),
  }),

  read: get('/users/:id', {
    summary: 'Read a user.',
    access: scopedTo('users:read'),
    params: { id: IdFromZero },
    returns: userReply,
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => underBothNames(await readUser(sql, caller, params.id)),
  }),

  assignRole: patch('/users/role', {
    summary: 'Change the role of a user.',
    description: 'You cannot grant a role above your own, or change a user whose role is above yours.',
    access: requires('roles:assign'),
    body: { user_id: Id, role_id: Id },
    returns: record(Type.String()),
    errors: ['not_found', 'last_superadmin', 'reauthentication_required'],
    ifMatch: {
      returns: userReply,
      read: async ({ sql, caller, body }) => underBothNames(await lockUser(sql, caller, body.user_id)),
    },
    emits: { 'user.updated': ({ body }) => body.user_id },
    handle: async ({ sql, caller, body, request }) => {
      requireRecentSignIn(caller)
      await assignRole(sql, { caller, request_id: request.id }, body.user_id, body.role_id)
      return 'The role of the user was updated.'
    },
  }),

  update: patch('/users/:id', {
    summary: 'Change the profile of a user.',
    description:
      'Only the fields in the request change; `mail` is required. A change of `selected_group_id` requires `UpdateToken: true`, ' +
      'and binds the access token in use to the first selected space.',
    access: scopedTo('users:write'),
    params: { id: AnyInteger },
    body: UserChange,
    bodyExtras: { UpdateToken: Type.Optional(Type.Boolean()) },
    returns: record(Type.String()),
    errors: ['not_found', 'mail_taken'],
    ifMatch: {
      returns: userReply,
      read: async ({ sql, caller, params }) => underBothNames(await lockUser(sql, caller, params.id)),
    },
    movesCaller: ({ body, bodyExtras }) => !!body.selected_group_id && !!(body.UpdateToken ?? bodyExtras.UpdateToken),
    emits: { 'user.updated': ({ params }) => params.id, 'invitation.accepted': 'by queries' },
    handle: async ({ sql, caller, params, body, bodyExtras, request }) => {
      const { selected_group_id, UpdateToken = bodyExtras.UpdateToken, ...changes } = body
      const before = await lockUser(sql, caller, params.id)
      const selects = selected_group_id && !isDeepStrictEqual(selected_group_id, before.selected_group_id)
      if (selects && selected_group_id.length === 0)
        throw invalid('body.data.selected_group_id', 'must have at least 1 item', null)
      if (selects && !UpdateToken)
        throw invalid('body.data.selected_group_id', 'can only change together with UpdateToken: true', null)
      if (selects && params.id !== caller.id) throw forbidden('You can only select spaces for yourself.')
      await changeUser(sql, caller, params.id, changes)
      // Also without a change: the token in use may be bound to another space than the selected one.
      if (selected_group_id?.length && UpdateToken && params.id === caller.id)
        await selectSpaces(sql, { caller, request_id: request.id }, selected_group_id)
      return 'The user was updated.'
    },
  }),

  remove: del('/users/:id', {
    summary: 'Remove a user from the space.',
    description: 'The user leaves this space and its teams. Their account and their other spaces stay.',
    access: scopedTo('users:write'),
    params: { id: AnyInteger },
    returns: data({ message: Type.String(), user_id: Type.Integer() }),
    errors: ['not_found', 'last_superadmin'],
    ifMatch: {
      returns: userReply,
      read: async ({ sql, caller, params }) => underBothNames(await lockUser(sql, caller, params.id)),
    },
    emits: { 'user.left': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await removeUser(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The user has left the space.', user_id: params.id }
    },
  }),
})
