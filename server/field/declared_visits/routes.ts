import { Type } from 'typebox'
import { Id, page_size_max, paging } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { data, record } from '../../http/response_format.ts'
import { next_cursor } from '../core/fields.ts'
import { declareVisits, listDeclarations, withdrawDeclaration } from './queries.ts'
import { DeclaredVisits, NewDeclaration } from './schema.ts'

export const declared_visits = resource('declared_visits', 'Totals of visits that were counted on paper.', {
  list: get('/actions/:id/declared_visits', {
    summary: 'List the declared totals of an action, newest first.',
    access: scopedTo('actions:read'),
    params: { id: Id },
    query: { cursor: Cursor, limit: paging(100).limit },
    returns: data({ declared_visits: Type.Array(DeclaredVisits, { maxItems: page_size_max }), next_cursor }),
    errors: ['not_found'],
    handle: ({ sql, caller, params, query }) => listDeclarations(sql, caller, params.id, query),
  }),

  declare: post('/actions/:id/declared_visits', {
    summary: 'Declare a number of visits.',
    description:
      'For every member who can see the action. A total with a key that exists in the action is not counted again.',
    access: scopedTo('actions:write'),
    params: { id: Id },
    body: NewDeclaration,
    returns: record(DeclaredVisits),
    errors: ['not_found', 'conflict'],
    emits: { 'declared_visit.created': 'by queries' },
    handle: ({ sql, caller, params, body, request }) =>
      declareVisits(sql, { caller, request_id: request.id }, params.id, body),
  }),

  withdraw: del('/actions/:id/declared_visits/:declared_id', {
    summary: 'Withdraw a total, which then does not count.',
    access: scopedTo('actions:write'),
    params: { id: Id, declared_id: Id },
    returns: data({ message: Type.String(), declared_id: Type.Integer() }),
    errors: ['not_found', 'conflict'],
    emits: { 'declared_visit.deleted': ({ params }) => params.declared_id },
    handle: async ({ sql, caller, params }) => {
      await withdrawDeclaration(sql, caller, params.id, params.declared_id)
      return { message: 'The total was withdrawn.', declared_id: params.declared_id }
    },
  }),
})
