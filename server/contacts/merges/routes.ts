import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { get, post, resource } from '../../http/operation.ts'
import { cursorPage, record } from '../../http/response_format.ts'
import { listMerges, mergeContacts, readMerge } from './queries.ts'
import { Merge, MergeRequest } from './schema.ts'
import { undoMerge } from './undo_queries.ts'

const params = { id: Id }

export const merges = resource('merges', 'Merge two contacts of one person, and undo a merge.', {
  merge: post('/contacts/:id/merge', {
    summary: 'Merge another contact into this one.',
    description:
      'This contact survives with everything of both: payments, memberships, answers, tags, the lower membership number. Moving payments ' +
      'needs `finance:write`.',
    access: requires('contacts:write'),
    params,
    body: MergeRequest,
    returns: record(Merge),
    errors: ['not_found', 'conflict'],
    emits: {
      'contact.merged': 'by queries',
      'contact.deleted': 'by queries',
      'transaction_bundle.updated': 'by queries',
    },
    handle: ({ sql, caller, params, body, request }) =>
      mergeContacts(sql, { caller, request_id: request.id }, params.id, body),
  }),

  list: get('/v1/merges', {
    summary: 'List merges, newest first.',
    access: requires('contacts:read'),
    query: { limit: paging(100).limit, cursor: Cursor, contact_id: Type.Optional(Id) },
    returns: cursorPage(Merge),
    handle: ({ sql, caller, query }) => listMerges(sql, caller, query),
  }),

  read: get('/v1/merges/:id', {
    summary: 'Read a merge.',
    access: requires('contacts:read'),
    params,
    returns: record(Merge),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readMerge(sql, caller, params.id),
  }),

  undo: post('/v1/merges/:id/undo', {
    summary: 'Undo a merge.',
    description:
      'Restores both contacts. What changed since the merge stays with the survivor and is listed in `stayed`.',
    access: requires('contacts:write'),
    params,
    returns: record(Merge),
    errors: ['not_found', 'conflict'],
    emits: {
      'contact.unmerged': 'by queries',
      'contact.restored': 'by queries',
      'transaction_bundle.updated': 'by queries',
    },
    handle: ({ sql, caller, params, request }) => undoMerge(sql, { caller, request_id: request.id }, params.id),
  }),
})
