import { Type } from 'typebox'
import { Id, paging, Text } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { get, post, resource } from '../../http/operation.ts'
import { cursorPage, record } from '../../http/response_format.ts'
import { costOfQuery } from '../search/engine/parse.ts'
import { listTags, readTagChange, startTagChange } from './queries.ts'
import { NewTagChange, Tag, TagChange } from './schema.ts'

const access = requires('contacts:sensitive')

export const tags = resource('tags', 'The tags of contacts, and tagging many contacts at once.', {
  list: get('/v1/tags', {
    summary: 'List the tags of the space by name, with the number of contacts of each.',
    description: 'With `prefix`, only tags that begin with it; case and accents are ignored.',
    access,
    query: { limit: paging(100).limit, cursor: Cursor, prefix: Type.Optional(Text) },
    returns: cursorPage(Tag),
    handle: ({ sql, caller, query }) => listTags(sql, caller, query),
  }),

  change: post('/v1/tag_changes', {
    summary: 'Add tags to many contacts, or remove them.',
    description:
      'Up to 1 000 contacts by id, or all contacts that match a query, in one transaction. If more than 1 000 contacts match, a job does it: ' +
      'see `job_id` and `state`. Also requires `contacts:write`. Restricted contacts are skipped.',
    access,
    body: NewTagChange,
    // A query is counted first, as in a search.
    cost: ({ body }) => (body.query ? 7 + costOfQuery(body.query) : 0),
    returns: record(TagChange),
    emits: { 'contact.updated': 'by queries' },
    handle: ({ sql, caller, body, request }) => startTagChange(sql, { caller, request_id: request.id }, body),
  }),

  readChange: get('/v1/tag_changes/:id', {
    summary: 'Read the result of a tag change.',
    access,
    params: { id: Id },
    returns: record(TagChange),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readTagChange(sql, caller, params.id),
  }),
})
