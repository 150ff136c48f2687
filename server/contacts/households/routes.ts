import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, nullable, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record } from '../../http/response_format.ts'
import {
  changeHousehold,
  createHousehold,
  deleteHousehold,
  householdCursor,
  listHouseholds,
  lockHousehold,
  readHousehold,
  readHouseholdOf,
} from './queries.ts'
import { Household, HouseholdChange, NewHousehold } from './schema.ts'

const params = { id: Id }
const response = record(Household)

const ifMatch = {
  returns: response,
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockHousehold(sql, caller, params.id),
}

export const households = resource('households', 'Contacts who live together.', {
  list: get('/v1/households', {
    summary: 'List households by name.',
    access: requires('contacts:read'),
    query: { limit: paging(100).limit, cursor: householdCursor.schema },
    returns: cursorPage(Household),
    handle: ({ sql, caller, query }) => listHouseholds(sql, caller, query),
  }),

  create: post('/v1/households', {
    summary: 'Create a household.',
    access: requires('contacts:write'),
    body: NewHousehold,
    returns: response,
    etag: true,
    emits: { 'household.created': (_, { id }) => id },
    handle: ({ sql, caller, body }) => createHousehold(sql, caller, body),
  }),

  read: get('/v1/households/:id', {
    summary: 'Read a household.',
    access: requires('contacts:read'),
    params,
    returns: response,
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readHousehold(sql, caller, params.id),
  }),

  readOfContact: get('/v1/contacts/:id/household', {
    summary: 'Read the household of a contact.',
    description: '`data` is null if the contact is in none.',
    access: requires('contacts:read'),
    params,
    returns: record(nullable(Household)),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readHouseholdOf(sql, caller, params.id),
  }),

  update: patch('/v1/households/:id', {
    summary: 'Change a household; only the fields in the request change.',
    description:
      '`contact_ids` replaces the members. Members that the caller does not see, such as restricted contacts, stay.',
    access: requires('contacts:write'),
    params,
    body: HouseholdChange,
    returns: response,
    etag: true,
    errors: ['not_found'],
    ifMatch,
    emits: { 'household.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body }) => changeHousehold(sql, caller, params.id, body),
  }),

  remove: del('/v1/households/:id', {
    summary: 'Delete a household; its members stay contacts.',
    description: 'Refused with `conflict` if a restricted contact that the caller does not see is a member.',
    access: requires('contacts:write'),
    params,
    returns: data({ message: Type.String(), household_id: Id }),
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'household.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await deleteHousehold(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The household was deleted.', household_id: params.id }
    },
  }),
})
