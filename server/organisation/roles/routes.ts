import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { holding, member, proven } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/reply.ts'
import { changeRole, createRole, deleteRole, listRoles, lockRole, readRole } from './queries.ts'
import { NewRole, Role, RoleChange } from './schema.ts'

export const roles = resource(
  'roles',
  'What people may do in a space. Every space has its own roles; the first four are always there.',
  {
    list: get('/roles', {
      summary: 'List the roles of the space, highest rank first.',
      access: member,
      query: paging(page_size_max),
      returns: data({ count: Type.Integer(), roles: Type.Array(Role) }),
      brief: true,
      handle: ({ sql, caller, query }) => listRoles(sql, caller, query),
    }),

    read: get('/roles/:id', {
      summary: 'Read a role.',
      access: member,
      params: { id: Id },
      returns: record(Role),
      etag: true,
      errors: ['not_found'],
      brief: true,
      handle: ({ sql, caller, params }) => readRole(sql, caller, params.id),
    }),

    create: post('/roles', {
      summary: 'Define a custom role.',
      description: 'A role cannot hold a permission, or a rank, that its maker lacks.',
      access: holding('roles:write'),
      body: NewRole,
      returns: record(Role),
      etag: true,
      errors: ['conflict'],
      tells: { 'role.created': (_, { id }) => id },
      handle: ({ sql, caller, body, request }) => createRole(sql, { caller, request_id: request.id }, body),
    }),

    update: patch('/roles/:id', {
      summary: 'Change a role; only the fields that are sent change.',
      description: 'The four first roles keep their rank and permissions.',
      access: holding('roles:write'),
      params: { id: Id },
      body: RoleChange,
      returns: record(Role),
      etag: true,
      errors: ['not_found', 'conflict', 'reauthentication_required'],
      guards: { returns: record(Role), read: ({ sql, caller, params }) => lockRole(sql, caller, params.id) },
      tells: { 'role.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body, request }) => {
        proven(caller)
        return changeRole(sql, { caller, request_id: request.id }, params.id, body)
      },
    }),

    remove: del('/roles/:id', {
      summary: 'Delete a custom role that nobody has.',
      access: holding('roles:write'),
      params: { id: Id },
      returns: data({ message: Type.String(), role_id: Id }),
      errors: ['not_found', 'role_in_use'],
      guards: { returns: record(Role), read: ({ sql, caller, params }) => lockRole(sql, caller, params.id) },
      tells: { 'role.deleted': ({ params }) => params.id },
      handle: async ({ sql, caller, params, request }) => {
        await deleteRole(sql, { caller, request_id: request.id }, params.id)
        return { message: 'The role was deleted.', role_id: params.id }
      },
    }),
  },
)
