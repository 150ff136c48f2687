import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { savedFilters } from './queries.ts'
import { NewSavedFilter, SavedFilter, SavedFilterChange } from './schema.ts'

const params = { id: Id }
const response = record(SavedFilter)

export const saved_filters = resource('saved_filters', 'Saved searches, private or shared with the space.', {
  list: get('/v1/saved_filters', {
    summary: 'List your filters and the shared ones, by name.',
    access: requires('contacts:read'),
    query: paging(100),
    returns: page(SavedFilter),
    handle: ({ sql, caller, query }) => savedFilters.list(sql, caller, query),
  }),

  create: post('/v1/saved_filters', {
    summary: 'Save a filter.',
    access: requires('contacts:read'),
    body: NewSavedFilter,
    returns: response,
    etag: true,
    errors: ['conflict'],
    handle: ({ sql, caller, body }) => savedFilters.create(sql, caller, body),
  }),

  read: get('/v1/saved_filters/:id', {
    summary: 'Read a filter.',
    access: requires('contacts:read'),
    params,
    returns: response,
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => savedFilters.read(sql, caller, params.id),
  }),

  update: patch('/v1/saved_filters/:id', {
    summary: 'Change a filter; only the fields in the request change.',
    access: requires('contacts:read'),
    params,
    body: SavedFilterChange,
    returns: response,
    etag: true,
    errors: ['not_found'],
    ifMatch: { returns: response, read: ({ sql, caller, params }) => savedFilters.lock(sql, caller, params.id) },
    handle: ({ sql, caller, params, body }) => savedFilters.change(sql, caller, params.id, body),
  }),

  remove: del('/v1/saved_filters/:id', {
    summary: 'Delete a filter.',
    access: requires('contacts:read'),
    params,
    returns: data({ message: Type.String(), saved_filter_id: Id }),
    errors: ['not_found'],
    ifMatch: { returns: response, read: ({ sql, caller, params }) => savedFilters.lock(sql, caller, params.id) },
    handle: async ({ sql, caller, params }) => {
      await savedFilters.remove(sql, caller, params.id)
      return { message: 'The filter was deleted.', saved_filter_id: params.id }
    },
  }),
})
