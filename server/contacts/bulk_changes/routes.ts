import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { costOfRows } from '../../http/limits/request_cost.ts'
import { get, post, resource } from '../../http/operation.ts'
import { cursorPage, page, record } from '../../http/response_format.ts'
import { languageOf } from '../../messages/language.ts'
import { costOfQuery } from '../search/engine/parse.ts'
import { listContactsOf } from './contact_queries.ts'
import { cancelBulkChange, listBulkChanges, readBulkChange, startBulkChange, undoBulkChange } from './queries.ts'
import { BulkChange, BulkChangeContact, contactOutcomes, NewBulkChange } from './schema.ts'

const params = { id: Id }
// Each kind of change needs the permissions of the same change of one contact.
const access = requires('contacts:read')
const emits = {
  'contact.updated': 'by queries',
  'contact.deleted': 'by queries',
  'contact.restored': 'by queries',
  'action.updated': 'by queries',
} as const

export const bulk_changes = resource(
  'bulk_changes',
  'Change many contacts at once, with progress, a result and an undo.',
  {
    create: post('/v1/bulk_changes', {
      summary: 'Change many contacts.',
      description:
        'Up to 5 000 contacts by id, or up to 200 000 that match a query. The selection is fixed now; a job then changes the contacts, as the ' +
        'caller and with the permissions of the same change of one contact: `contacts:write`, for tags and answers also `contacts:sensitive`, for an ' +
        'action `actions:write`. Each changed contact gets its events and history. Contacts that cannot be changed are listed with the reason.',
      access,
      body: NewBulkChange,
      // A query is counted first, as in a search.
      cost: ({ body: { contacts } }) =>
        contacts.ids ? costOfRows(contacts.ids.length) : 7 + costOfQuery(contacts.query),
      heavy: true,
      returns: record(BulkChange),
      errors: ['not_found', 'conflict'],
      emits,
      handle: ({ sql, caller, body, request }) =>
        startBulkChange(sql, { caller, request_id: request.id }, body, languageOf(request.languages)),
    }),

    list: get('/v1/bulk_changes', {
      summary: 'List bulk changes, newest first.',
      description:
        'Your own; with `contacts:write` all of the space. Changes of tags and answers are listed with `contacts:sensitive`, ' +
        'those of answers only if the form is visible to you.',
      access,
      query: {
        ...paging(100),
        in_progress: Type.Optional(
          Type.Boolean({ description: 'Only changes and undos that have not ended, or only the others.' }),
        ),
        mine: Type.Boolean({ default: false, description: 'Only changes that the caller started.' }),
      },
      returns: page(BulkChange),
      handle: ({ sql, caller, query, request }) => listBulkChanges(sql, caller, query, languageOf(request.languages)),
    }),

    read: get('/v1/bulk_changes/:id', {
      summary: 'Read a bulk change, its progress and result.',
      access,
      params,
      returns: record(BulkChange),
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params, request }) =>
        readBulkChange(sql, caller, params.id, languageOf(request.languages)),
    }),

    listContacts: get('/v1/bulk_changes/:id/contacts', {
      summary: 'List the contacts of a bulk change by id, each with its outcome.',
      description: 'The list is kept for 30 days.',
      access,
      params,
      query: {
        limit: paging(100).limit,
        cursor: Cursor,
        outcome: Type.Optional(Type.Enum([...contactOutcomes], { description: 'Only contacts with this outcome.' })),
      },
      returns: cursorPage(BulkChangeContact),
      errors: ['not_found'],
      audited: {
        permission: 'contacts:sensitive',
        entry: ({ params }) => ({
          kind: 'bulk_change.contacts_listed',
          subject: 'bulk_change',
          subject_id: params.id,
        }),
      },
      handle: ({ sql, caller, params, query, request }) =>
        listContactsOf(sql, caller, params.id, query, languageOf(request.languages)),
    }),

    cancel: post('/v1/bulk_changes/:id/cancel', {
      summary: 'Cancel a bulk change or its undo.',
      description: 'It ends after its current step. What it has changed until then stays, and can be undone.',
      access,
      params,
      returns: record(BulkChange),
      errors: ['not_found', 'conflict'],
      handle: ({ sql, caller, params, request }) =>
        cancelBulkChange(sql, caller, params.id, languageOf(request.languages)),
    }),

    undo: post('/v1/bulk_changes/:id/undo', {
      summary: 'Undo a bulk change.',
      description:
        'A job restores the contacts that are still as the change left them. A contact that was changed in the same place since is kept and listed. ' +
        'Possible for 30 days.',
      access,
      params,
      returns: record(BulkChange),
      errors: ['not_found', 'conflict'],
      emits,
      handle: ({ sql, caller, params, request }) =>
        undoBulkChange(sql, { caller, request_id: request.id }, params.id, languageOf(request.languages)),
    }),
  },
)
