import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { member, requireRecentSignIn, requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/response_format.ts'
import { changeRole, createRole, deleteRole, listRoles, lockRole, readRole } from './queries.ts'
import { NewRole, Role, RoleChange } from './schema.ts'

export const roles = resource(
  'roles',
  'What users may do in a space. Every space has four built-in roles and can add custom ones.',
  {
    list: get('/roles', {
      summary: 'List the roles of the space, highest rank first.',
      access: member,
      query: paging(page_size_max),
      returns: data({ count: Type.Integer(), roles: Type.Array(Role) }),
      handle: ({ sql, caller, query }) => listRoles(sql, caller, query),
    }),

    read: get('/roles/:id', {
      summary: 'Read a role.',
      access: member,
      params: { id: Id },
      returns: record(Role),
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readRole(sql, caller, params.id),
    }),

    create: post('/roles', {
      summary: 'Create a custom role.',
      description: 'You cannot create a role with a higher rank than yours or a permission you lack.',
      access: requires('roles:write'),
      body: NewRole,
      returns: record(Role),
      etag: true,
      errors: ['conflict'],
      emits: { 'role.created': (_, { id }) => id },
      handle: ({ sql, caller, body, request }) => createRole(sql, { caller, request_id: request.id }, body),
    }),

    update: patch('/roles/:id', {
      summary: 'Change a role; only the fields in the request change.',
      description: 'The rank and permissions of the four built-in roles cannot change.',
      access: requires('roles:write'),
      params: { id: Id },
      body: RoleChange,
      returns: record(Role),
      etag: true,
      errors: ['not_found', 'conflict', 'reauthentication_required'],
      ifMatch: { returns: record(Role), read: ({ sql, caller, params }) => lockRole(sql, caller, params.id) },
      emits: { 'role.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body, request }) => {
        requireRecentSignIn(caller)
        return changeRole(sql, { caller, request_id: request.id }, params.id, body)
      },
    }),

    remove: del('/roles/:id', {
      summary: 'Delete a custom role that no user has.',
      access: requires('roles:write'),
      params: { id: Id },
      returns: data({ message: Type.String(), role_id: Id }),
      errors: ['not_found', 'role_in_use'],
      ifMatch: { returns: record(Role), read: ({ sql, caller, params }) => lockRole(sql, caller, params.id) },
      emits: { 'role.deleted': ({ params }) => params.id },
      handle: async ({ sql, caller, params, request }) => {
        await deleteRole(sql, { caller, request_id: request.id }, params.id)
        return { message: 'The role was deleted.', role_id: params.id }
      },
    }),
  },
)
