import { Type } from 'typebox'
import { Id } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, post, resource } from '../../http/operation.ts'
import { cursorPage, data, list, record } from '../../http/response_format.ts'
import { duplicatesCursor, duplicatesOf, listDuplicates, markNotDuplicates, unmarkNotDuplicates } from './queries.ts'
import {
  DistinctContacts,
  DuplicateCandidate,
  DuplicateGroup,
  invalid_numbers,
  ReasonName,
  SimilarContact,
  UnsavedPerson,
} from './schema.ts'
import { similarContacts } from './similar_queries.ts'

export const duplicates = resource('duplicates', 'Contacts that may be the same person.', {
  list: get('/v1/duplicates', {
    summary: 'List groups of likely duplicates, the strongest reason first.',
    description:
      'Contacts with the same name and birthdate, mail (also the former mail of a merged contact), mobile, name and address, or phone. ' +
      'A page can be short or empty; continue until `next_cursor` is null.',
    access: requires('contacts:read'),
    query: {
      limit: Type.Integer({ minimum: 1, default: 50, description: 'Values above 100 count as 100.' }),
      cursor: duplicatesCursor.schema,
      reason: Type.Optional(ReasonName),
    },
    heavy: true,
    returns: cursorPage(DuplicateGroup),
    handle: ({ sql, caller, query }) => listDuplicates(sql, caller, query),
  }),

  listOfContact: get('/contacts/:id/duplicates', {
    summary: 'List the contacts that may be the same person as this one.',
    access: requires('contacts:read'),
    params: { id: Id },
    returns: record(Type.Array(DuplicateCandidate)),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => duplicatesOf(sql, caller, params.id),
  }),

  findSimilar: post('/v1/similar_contacts', {
    summary: 'Find contacts that may be a person who is about to be created.',
    description:
      'Contacts with the same name, mail address or telephone number, the most likely first, at most five. To be asked before a contact is created: ' +
      'values that creation would refuse are refused here too. ' +
      'The values are in the body, because mail addresses do not belong in a URL.',
    access: requires('contacts:read'),
    body: UnsavedPerson,
    readsOnly: true,
    returns: list(SimilarContact, { invalid_numbers }),
    handle: ({ sql, caller, body }) => similarContacts(sql, caller, body),
  }),

  markNotDuplicates: post('/v1/duplicates/not_duplicates', {
    summary: 'Record that contacts are all different people.',
    description: 'They are no longer listed as duplicates of each other.',
    access: requires('contacts:write'),
    body: DistinctContacts,
    returns: data({ pairs: Type.Integer() }),
    handle: async ({ sql, caller, body }) => ({ pairs: await markNotDuplicates(sql, caller, body.contact_ids) }),
  }),

  unmarkNotDuplicates: del('/v1/duplicates/not_duplicates/:one/:other', {
    summary: 'Delete the record that two contacts are different people.',
    access: requires('contacts:write'),
    params: { one: Id, other: Id },
    returns: data({ message: Type.String() }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => {
      await unmarkNotDuplicates(sql, caller, params.one, params.other)
      return { message: 'These contacts can be listed as duplicates again.' }
    },
  }),
})
