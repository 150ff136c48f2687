import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record } from '../../http/response_format.ts'
import { createRelationship, deleteRelationship, listRelationships } from './queries.ts'
import { NewRelationship, Relationship } from './schema.ts'

const params = { id: Id }

export const relationships = resource('relationships', 'What contacts are to each other.', {
  list: get('/v1/contacts/:id/relationships', {
    summary: 'List the relationships of a contact.',
    description:
      'A relationship is listed for both contacts, each time with the word for the other one. Contacts that the caller does not see are left out.',
    access: requires('contacts:read'),
    params,
    query: { limit: paging(100).limit, cursor: Cursor },
    returns: cursorPage(Relationship),
    errors: ['not_found'],
    handle: ({ sql, caller, params, query }) => listRelationships(sql, caller, params.id, query),
  }),

  create: post('/v1/contacts/:id/relationships', {
    summary: 'Add a relationship with another contact.',
    description: 'Two contacts have a relationship of one kind once, from whichever side it was added.',
    access: requires('contacts:write'),
    params,
    body: NewRelationship,
    returns: record(Relationship),
    errors: ['not_found', 'conflict'],
    emits: { 'relationship.created': (_, { id }) => id },
    handle: ({ sql, caller, params, body, request }) =>
      createRelationship(sql, { caller, request_id: request.id }, params.id, body),
  }),

  remove: del('/v1/relationships/:id', {
    summary: 'Delete a relationship, for both contacts.',
    access: requires('contacts:write'),
    params,
    returns: data({ message: Type.String(), relationship_id: Id }),
    errors: ['not_found'],
    emits: { 'relationship.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await deleteRelationship(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The relationship was deleted.', relationship_id: params.id }
    },
  }),
})
