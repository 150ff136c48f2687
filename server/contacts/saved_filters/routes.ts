import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { holding } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/reply.ts'
import { filters } from './queries.ts'
import { ChangedFilter, NewFilter, SavedFilter } from './schema.ts'

const params = { id: Id }
const reply = record(SavedFilter)

export const saved_filters = resource('saved_filters', 'Searches to be used again, by oneself or by the whole space.', {
  list: get('/v1/saved_filters', {
    summary: "List one's own filters and the shared ones, by name.",
    access: holding('contacts:read'),
    query: paging(100),
    returns: page(SavedFilter),
    handle: ({ sql, caller, query }) => filters.list(sql, caller, query),
  }),

  create: post('/v1/saved_filters', {
    summary: 'Save a filter.',
    access: holding('contacts:read'),
    body: NewFilter,
    returns: reply,
    etag: true,
    errors: ['conflict'],
    handle: ({ sql, caller, body }) => filters.create(sql, caller, body),
  }),

  read: get('/v1/saved_filters/:id', {
    summary: 'Read a filter.',
    access: holding('contacts:read'),
    params,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => filters.read(sql, caller, params.id),
  }),

  update: patch('/v1/saved_filters/:id', {
    summary: 'Change a filter; what is left out stays.',
    access: holding('contacts:read'),
    params,
    body: ChangedFilter,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    guards: { returns: reply, read: ({ sql, caller, params }) => filters.lock(sql, caller, params.id) },
    handle: ({ sql, caller, params, body }) => filters.change(sql, caller, params.id, body),
  }),

  remove: del('/v1/saved_filters/:id', {
    summary: 'Delete a filter.',
    access: holding('contacts:read'),
    params,
    returns: data({ message: Type.String(), saved_filter_id: Id }),
    errors: ['not_found'],
    guards: { returns: reply, read: ({ sql, caller, params }) => filters.lock(sql, caller, params.id) },
    handle: async ({ sql, caller, params }) => {
      await filters.remove(sql, caller, params.id)
      return { message: 'The filter was deleted.', saved_filter_id: params.id }
    },
  }),
})
