import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { requires, scopedTo } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/response_format.ts'
import { ActionAddress, next_cursor } from '../core/fields.ts'
import { chooseFromContacts } from './choice_queries.ts'
import { addAddresses, addressesCursor, listAddresses, removeAddresses } from './queries.ts'
import { ChoiceResult, filters, ListedAddress, NewAddresses, RemovedAddresses } from './schema.ts'

const params = { id: Id }

export const action_addresses = resource('action_addresses', 'The doors on the list of an action.', {
  list: get('/actions/:id/addresses', {
    summary: 'List the addresses of an action by street, each with the result of its last visit.',
    access: scopedTo('actions:read'),
    params,
    query: { ...filters, cursor: addressesCursor.schema, limit: paging(100).limit },
    returns: data({ addresses: Type.Array(ListedAddress, { maxItems: page_size_max }), next_cursor }),
    errors: ['not_found'],
    handle: ({ sql, caller, params, query }) => listAddresses(sql, caller, params.id, query),
  }),

  add: post('/actions/:id/addresses', {
    summary: 'Add addresses to an action.',
    description: 'An address that the action already has is not added again.',
    access: requires('actions:write'),
    params,
    body: NewAddresses,
    returns: data({ addresses: Type.Array(ActionAddress) }),
    errors: ['not_found', 'conflict'],
    emits: { 'action.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params, body }) => ({
      addresses: await addAddresses(sql, caller, params.id, body.addresses),
    }),
  }),

  addFromContacts: post('/actions/:id/addresses/from_contacts', {
    summary: 'Add the addresses of the contacts that match the action.',
    description:
      'The polygons, filters, polling stations and address lists of the action decide. Contacts who opted out are never included. ' +
      'One request checks ten thousand contacts; if there are more, continue with `next_cursor`.',
    access: requires('actions:write'),
    params,
    query: { cursor: Cursor },
    // What it looks for stands in the action, and may be as much as two of the longest searches.
    cost: () => 10,
    heavy: true,
    returns: record(ChoiceResult),
    errors: ['not_found', 'conflict'],
    emits: { 'action.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, query }) => chooseFromContacts(sql, caller, params.id, query.cursor),
  }),

  removeMany: post('/actions/:id/addresses/remove', {
    summary: 'Remove addresses from an action, all of them or none.',
    access: requires('actions:write'),
    params,
    body: RemovedAddresses,
    returns: data({ message: Type.String(), removed: Type.Integer() }),
    errors: ['not_found', 'conflict'],
    emits: { 'action.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params, body }) => {
      const ids = [...new Set(body.address_ids)]
      await removeAddresses(sql, caller, params.id, ids, 'body.data.address_ids')
      return { message: 'The addresses were taken off the list.', removed: ids.length }
    },
  }),

  remove: del('/actions/:id/addresses/:address_id', {
    summary: 'Remove an address from an action.',
    access: requires('actions:write'),
    params: { id: Id, address_id: Id },
    returns: data({ message: Type.String(), address_id: Type.Integer() }),
    errors: ['not_found', 'conflict'],
    emits: { 'action.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await removeAddresses(sql, caller, params.id, [params.address_id])
      return { message: 'The address was taken off the list.', address_id: params.address_id }
    },
  }),
})
