import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { holding, member, proven } from '../../http/access.ts'
import { get, patch, resource } from '../../http/operation.ts'
import { data, record } from '../../http/reply.ts'
import { changeSpace, listSpaces, lockSpace, readSpace } from './queries.ts'
import { Space, SpaceChange } from './schema.ts'

export const spaces = resource('spaces', 'The organisations, or chapters of one, that a person belongs to.', {
  list: get('/spaces', {
    summary: 'List the spaces the caller belongs to.',
    access: member,
    query: paging(page_size_max),
    returns: data({ count: Type.Integer(), spaces: Type.Array(Space) }),
    handle: ({ sql, caller, query }) => listSpaces(sql, caller, query),
  }),

  read: get('/spaces/:id', {
    summary: 'Read a space the caller belongs to.',
    access: member,
    params: { id: Id },
    returns: record(Space),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readSpace(sql, caller, params.id),
  }),

  update: patch('/spaces/:id', {
    summary: 'Rename the space the token is bound to, change its language, or ask everybody in it for a second factor.',
    description:
      'Once `second_factor_required` is true, whoever has no second factor is refused in this space, at once and whatever token they ' +
      'hold. Changing it needs a sign-in of the last 15 minutes, and a second factor of your own.',
    access: holding('space:manage'),
    params: { id: Id },
    body: SpaceChange,
    returns: record(Space),
    etag: true,
    errors: ['not_found', 'conflict', 'reauthentication_required'],
    guards: { returns: record(Space), read: ({ sql, caller, params }) => lockSpace(sql, caller, params.id) },
    tells: { 'space.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body, request }) => {
      if (body.second_factor_required !== undefined) proven(caller)
      return changeSpace(sql, { caller, request_id: request.id }, params.id, body)
    },
  }),
})
