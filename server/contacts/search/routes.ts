import { Type } from 'typebox'
import { nullable } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { costOfRows } from '../../http/limits/request_cost.ts'
import { post, resource } from '../../http/operation.ts'
import { data, type ResponseFormat } from '../../http/response_format.ts'
import { costOfQuery } from './engine/parse.ts'
import { countSearchResults, searchContacts } from './queries.ts'
import { AdvancedSearch, Contact, CountedSearch } from './schema.ts'

const { schema, media } = data({
  contacts: Type.Array(Contact),
  total: nullable(Type.Integer({ description: 'Null only with `total: none`.' })),
  total_is_capped: Type.Boolean({
    description: 'Whether more contacts match than `total`; only with `total: capped`.',
  }),
  next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page.' })),
})

/** The contacts are JSON already and are passed on unparsed. */
const searchResponse: ResponseFormat<Awaited<ReturnType<typeof searchContacts>>> = {
  schema,
  media,
  write: ({ documents, ...others }) =>
    `{"status":"success","data":{"contacts":[${documents}],${JSON.stringify(others).slice(1)}}`,
}

export const search = resource('search', 'Search and count contacts.', {
  search: post('/search', {
    summary: 'Search contacts.',
    description:
      'Texts are compared without case and accents, unless the operator ends in `:strictdata`. Conditions on tags and answers need ' +
      '`contacts:sensitive`, those on memberships and donations `finance:read`.',
    access: requires('contacts:read'),
    body: { advanced_search: AdvancedSearch },
    cost: ({ body: { advanced_search: sent } }) => costOfQuery(sent.query) + costOfRows(sent.per_page),
    heavy: true,
    readsOnly: true,
    returns: searchResponse,
    handle: ({ sql, caller, body, request }) => searchContacts(sql, caller, body.advanced_search, request.id),
  }),

  count: post('/kpi', {
    summary: 'Count the contacts that match a query.',
    access: requires('contacts:read'),
    body: { advanced_search: CountedSearch },
    cost: ({ body }) => costOfQuery(body.advanced_search.query),
    heavy: true,
    readsOnly: true,
    returns: data({ total: Type.Integer() }),
    handle: async ({ sql, caller, body }) => ({
      total: await countSearchResults(sql, caller, body.advanced_search.query),
    }),
  }),
})
