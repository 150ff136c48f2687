import { Type } from 'typebox'
import { member } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { findAnything } from './queries.ts'
import { Hits } from './schema.ts'

export const find = resource('find', 'One search box for everything.', {
  find: get('/v1/find', {
    summary: 'Find contacts, users, teams, actions and payments by name, address or number.',
    description:
      'Case and accents are ignored, and one letter may be wrong. At most 20 results, the best of each kind first, of what the caller may see.',
    access: member,
    query: {
      q: Type.String({
        examples: ['marchand'],
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        expects: 'not be blank',
        description: 'The text to search for.',
      }),
    },
    returns: data(Hits),
    handle: ({ sql, caller, query }) => findAnything(sql, caller, query.q),
  }),
})
