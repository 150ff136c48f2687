import { Type } from 'typebox'
import { Id, paging, Text } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { get, post, resource } from '../../http/operation.ts'
import { cursorPage, record } from '../../http/reply.ts'
import { costOfQuery } from '../search/engine/parse.ts'
import { listTags, readTagChange, startTagChange } from './queries.ts'
import { NewTagChange, Tag, TagChange } from './schema.ts'

const access = requires('contacts:sensitive')

export const tags = resource('tags', 'What contacts are marked with, and marking many at once.', {
  list: get('/v1/tags', {
    summary: 'List the tags of the space by name, with how many contacts have each.',
    description: 'With `prefix` those that begin like it, without regard to case and accents.',
    access,
    query: { limit: paging(100).limit, cursor: Cursor, prefix: Type.Optional(Text) },
    returns: cursorPage(Tag),
    handle: ({ sql, caller, query }) => listTags(sql, caller, query),
  }),

  change: post('/v1/tag_changes', {
    summary: 'Put tags on many contacts, or take them off.',
    description:
      'Up to 1 000 contacts by id, or everybody who fits a query, in one transaction. Where more than 1 000 fit it is a job: `job_id` says which, and ' +
      '`state` how it stands. Needs `contacts:write` as well. Restricted contacts are left out.',
    access,
    body: NewTagChange,
    // By query it first counts everybody who fits, as a search does.
    cost: ({ body }) => (body.query ? 7 + costOfQuery(body.query) : 0),
    returns: record(TagChange),
    emits: { 'contact.updated': 'by queries' },
    handle: ({ sql, caller, body, request }) => startTagChange(sql, { caller, request_id: request.id }, body),
  }),

  readChange: get('/v1/tag_changes/:id', {
    summary: 'Tell what came of a change of tags.',
    access,
    params: { id: Id },
    returns: record(TagChange),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readTagChange(sql, caller, params.id),
  }),
})
