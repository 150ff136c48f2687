import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { views } from './queries.ts'
import { ChangedView, NewView, PaymentView } from './schema.ts'

const params = { id: Id }
const response = record(PaymentView)

export const payment_views = resource('payment_views', 'Saved filters of the list of payments.', {
  list: get('/v1/payment_views', {
    summary: 'List your own views of payments and the shared ones, by name.',
    access: requires('finance:read'),
    query: paging(100),
    returns: page(PaymentView),
    handle: ({ sql, caller, query }) => views.list(sql, caller, query),
  }),

  create: post('/v1/payment_views', {
    summary: 'Save a view of payments.',
    access: requires('finance:read'),
    body: NewView,
    returns: response,
    etag: true,
    errors: ['conflict'],
    handle: ({ sql, caller, body }) => views.create(sql, caller, body),
  }),

  update: patch('/v1/payment_views/:id', {
    summary: 'Change a view of payments; only the fields in the request change.',
    access: requires('finance:read'),
    params,
    body: ChangedView,
    returns: response,
    etag: true,
    errors: ['not_found'],
    ifMatch: { returns: response, read: ({ sql, caller, params }) => views.lock(sql, caller, params.id) },
    handle: ({ sql, caller, params, body }) => views.change(sql, caller, params.id, body),
  }),

  remove: del('/v1/payment_views/:id', {
    summary: 'Delete a view of payments.',
    access: requires('finance:read'),
    params,
    returns: data({ message: Type.String(), payment_view_id: Id }),
    errors: ['not_found'],
    ifMatch: { returns: response, read: ({ sql, caller, params }) => views.lock(sql, caller, params.id) },
    handle: async ({ sql, caller, params }) => {
      await views.remove(sql, caller, params.id)
      return { message: 'The view was deleted.', payment_view_id: params.id }
    },
  }),
})
