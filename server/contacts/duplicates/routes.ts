import { Type } from 'typebox'
import { Id } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record } from '../../http/reply.ts'
import { duplicatesCursor, duplicatesOf, listDuplicates, proposeAgain, tellApart } from './queries.ts'
import { Candidate, DistinctContacts, DuplicateGroup, ReasonName } from './schema.ts'

export const duplicates = resource('duplicates', 'Contacts that may be the same person.', {
  list: get('/v1/duplicates', {
    summary: 'List contacts that are alike, the surest reason first.',
    description:
      'By name and birthdate, mail (also that of a contact which was merged), mobile, name and address, phone. ' +
      'A page may be short, or empty; `next_cursor` leads on until it is null.',
    access: requires('contacts:read'),
    query: {
      limit: Type.Integer({ minimum: 1, default: 50, description: 'More than 100 is taken as 100.' }),
      cursor: duplicatesCursor.schema,
      reason: Type.Optional(ReasonName),
    },
    heavy: true,
    returns: cursorPage(DuplicateGroup),
    handle: ({ sql, caller, query }) => listDuplicates(sql, caller, query),
  }),

  ofContact: get('/contacts/:id/duplicates', {
    summary: 'List who may be the same person as this contact.',
    access: requires('contacts:read'),
    params: { id: Id },
    returns: record(Type.Array(Candidate)),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => duplicatesOf(sql, caller, params.id),
  }),

  tellApart: post('/v1/duplicates/told_apart', {
    summary: 'Note that contacts are different people, each from each.',
    description: 'They are no longer proposed as duplicates of each other.',
    access: requires('contacts:write'),
    body: DistinctContacts,
    returns: data({ pairs: Type.Integer() }),
    handle: async ({ sql, caller, body }) => ({ pairs: await tellApart(sql, caller, body.contact_ids) }),
  }),

  proposeAgain: del('/v1/duplicates/told_apart/:one/:other', {
    summary: 'Forget that two contacts were told apart.',
    access: requires('contacts:write'),
    params: { one: Id, other: Id },
    returns: data({ message: Type.String() }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => {
      await proposeAgain(sql, caller, params.one, params.other)
      return { message: 'These contacts may be proposed as duplicates again.' }
    },
  }),
})
