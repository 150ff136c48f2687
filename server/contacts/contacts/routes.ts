import { Type } from 'typebox'
import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid } from '../../errors.ts'
import { Id, IdFromZero, nullable, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { bareDocument, cursorPage, data, documentIn, documentListing, record } from '../../http/response_format.ts'
import { msg } from '../../messages/message.ts'
import { checkVisible, fetchContact, readContact } from '../core/read.ts'
import { isRestricted } from '../core/restriction.ts'
import {
  changeContact,
  createContact,
  deleteContact,
  replaceContact,
  restoreContact,
  withoutSensitiveLists,
} from '../core/write.ts'
import { lookUpContacts } from './lookup_queries.ts'
import { ContactsCursor, listContacts, lockAndReadContact } from './queries.ts'
import {
  ConsentEntry,
  Contact,
  ContactSummary,
  DeletedContact,
  KnownContact,
  LookupKeys,
  PatchedContact,
  ReplacedContact,
  SentContact,
  TimelineCounts,
  TimelineEntry,
  timelineTopics,
} from './schema.ts'
import { readSummary } from './summary_queries.ts'
import { deletedCursor, listConsents, listDeleted, readTimeline, timelineCursor } from './timeline_queries.ts'

const contactReply = documentIn('contact', Contact)
const bareReply = bareDocument(Contact)
const params = { id: Id }

const ifMatch = {
  returns: contactReply,
  alias: bareReply,
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockAndReadContact(sql, caller, params.id),
}

// Reads of tags, consents and answers need `contacts:sensitive` and are recorded in the audit log; functions of the database do it themselves.
const auditedAs = (kind: string) =>
  ({
    permission: 'contacts:sensitive',
    entry: ({ params }: { params: { id: number } }) => ({ kind, subject: 'contact', subject_id: params.id }),
  }) as const

export const contacts = resource('contacts', 'The people an organisation reaches out to.', {
  list: get('/contacts', {
    summary: 'List contacts.',
    description:
      'Newest first, or by name with `sort=name`. `cursor` is as fast on the last page of a long list as on the first.',
    access: requires('contacts:read'),
    query: {
      ...paging(100),
      sort: Type.Enum(['newest', 'name'], { default: 'newest' }),
      cursor: ContactsCursor,
    },
    returns: documentListing('contacts', Contact),
    direct: ({ db, caller, query, request }) => listContacts(db, caller, query, request.id),
  }),

  readBare: get('/v1/contacts/:id', {
    summary: 'Read a contact, without an envelope.',
    access: requires('contacts:read'),
    params: { id: IdFromZero },
    returns: bareReply,
    etag: true,
    errors: ['not_found'],
    direct: ({ db, caller, params, request }) => fetchContact(db, caller, params.id, request.id),
  }),

  read: get('/contacts/:id', {
    summary: 'Read a contact.',
    access: requires('contacts:read'),
    params,
    returns: contactReply,
    etag: true,
    errors: ['not_found'],
    direct: ({ db, caller, params, request }) => fetchContact(db, caller, params.id, request.id),
  }),

  create: post('/contacts', {
    summary: 'Create a contact.',
    access: requires('contacts:write'),
    body: { contact: SentContact },
    returns: contactReply,
    etag: true,
    emits: { 'contact.created': 'by queries' },
    handle: async ({ sql, caller, body, request }) => {
      const id = await createContact(
        sql,
        { caller, request_id: request.id },
        withoutSensitiveLists(caller, body.contact),
      )
      return readContact(sql, caller, id)
    },
  }),

  replace: patch('/contacts/:id', {
    summary: 'Replace a contact; what is left out is cleared.',
    description:
      'As `application/merge-patch+json` only what is sent changes: null clears a field, the parts of an address change one by one, a list ' +
      'is replaced as a whole. Without the permission `contacts:sensitive`, tags and answers stay as they are.',
    access: requires('contacts:write'),
    params,
    body: { contact: ReplacedContact },
    merge: { contact: PatchedContact },
    returns: contactReply,
    etag: true,
    errors: ['not_found'],
    ifMatch,
    audited: auditedAs('contact.read'),
    emits: { 'contact.updated': 'by queries' },
    handle: async ({ sql, caller, params, body, merge, request }) => {
      const writer = { caller, request_id: request.id }
      const { id = params.id, ...sent } = merge ? merge.contact : body.contact
      if (id !== params.id)
        throw invalid('body.data.contact.id', msg`must be ${params.id}, the contact in the address`, id)
      await checkVisible(sql, caller, params.id)
      if (merge) await changeContact(sql, writer, params.id, withoutSensitiveLists(caller, sent, { patch: true }))
      else await replaceContact(sql, writer, params.id, withoutSensitiveLists(caller, sent as SentContact))
      return readContact(sql, caller, params.id)
    },
  }),

  remove: del('/contacts/:id', {
    summary: 'Delete a contact; its payments are kept.',
    access: requires('contacts:write'),
    params,
    returns: data({ message: Type.String(), contact_id: Id }),
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'contact.deleted': 'by queries' },
    handle: async ({ sql, caller, params, request }) => {
      await lockAndReadContact(sql, caller, params.id)
      if (await isRestricted(sql, caller.group_id, params.id))
        throw new ApiError(
          'conflict',
          msg`Contact ${params.id} asked that their data be kept; lift the restriction first.`,
        )
      await deleteContact(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The contact was deleted.', contact_id: params.id }
    },
  }),

  listDeleted: get('/v1/deleted_contacts', {
    summary: 'List contacts that were deleted and can be restored, the latest first.',
    access: requires('contacts:write'),
    query: { limit: paging(100).limit, cursor: deletedCursor.schema },
    returns: cursorPage(DeletedContact),
    handle: ({ sql, caller, query }) => listDeleted(sql, caller, query),
  }),

  findByKey: post('/v1/known_contacts', {
    summary: 'Look up contacts by external id or mail address.',
    description:
      'Also finds the survivors of merged contacts that had the key. A key without a contact is left out of the response; a key of several ' +
      'contacts is ambiguous. A caller who may write contacts also learns that a key belongs to a restricted person, without seeing who it is.',
    access: requires('contacts:read'),
    body: LookupKeys,
    readsOnly: true,
    returns: record(Type.Array(KnownContact)),
    handle: ({ sql, caller, body }) => lookUpContacts(sql, caller, body),
  }),

  restore: post('/contacts/:id/restore', {
    summary: 'Restore a deleted contact with all its data.',
    description: 'An erased contact cannot be restored. A merged one comes back when the merge is undone.',
    access: requires('contacts:write'),
    params,
    returns: contactReply,
    etag: true,
    errors: ['not_found', 'conflict'],
    audited: { entry: ({ params }) => ({ kind: 'contact.restored', subject: 'contact', subject_id: params.id }) },
    emits: { 'contact.restored': 'by queries' },
    handle: async ({ sql, caller, params, request }) => {
      await restoreContact(sql, { caller, request_id: request.id }, params.id)
      return readContact(sql, caller, params.id)
    },
  }),

  listConsents: get('/contacts/:id/consents', {
    summary: 'List every consent of a contact that was given or withdrawn, newest first.',
    description: 'Also requires `contacts:read`. Entries never change.',
    access: requires('contacts:sensitive'),
    params,
    query: paging(100),
    returns: data({ consents: Type.Array(ConsentEntry) }),
    errors: ['not_found'],
    audited: auditedAs('contact.consents_read'),
    handle: async ({ sql, caller, params, query }) => {
      if (!may(caller, 'contacts:read')) throw forbidden('Your role or token lacks the permission contacts:read.')
      return { consents: await listConsents(sql, caller, params.id, query) }
    },
  }),

  readSummary: get('/v1/contacts/:id/summary', {
    summary: 'Read what matters about a contact before a conversation.',
    description:
      'Membership and payments need `finance:read`, consents `contacts:sensitive`; they are null without it. Days and years are those of the time ' +
      'zone of the space. Amounts follow the rules of the statistics: received payments, less what was refunded or returned, each on its own date.',
    access: requires('contacts:read'),
    params,
    returns: record(ContactSummary),
    errors: ['not_found'],
    audited: auditedAs('contact.summary_read'),
    handle: ({ sql, caller, params }) => readSummary(sql, caller, params.id),
  }),

  readTimeline: get('/contacts/:id/timeline', {
    summary: 'Read the timeline of a contact, newest first.',
    description:
      'Shows changes and merges of the contact, tasks, visits of actions that the caller sees, notes that the caller may read, consents and answers ' +
      'with `contacts:sensitive`, and payments with `finance:read`. `next_cursor` continues it; `about` limits it to one topic.',
    access: requires('contacts:read'),
    params,
    query: {
      ...paging(100),
      offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
      cursor: timelineCursor.schema,
      about: Type.Optional(Type.Enum([...timelineTopics], { description: 'Only entries about this topic.' })),
    },
    returns: data({
      timeline: Type.Array(TimelineEntry),
      counts: Type.Union([TimelineCounts, Type.Null()], {
        description:
          'The number of entries about each topic; memberships and donations count with the transaction that paid them. Null except on the first page.',
      }),
      next_cursor: nullable(Type.String()),
    }),
    errors: ['not_found'],
    audited: auditedAs('contact.timeline_read'),
    handle: ({ sql, caller, params, query }) => readTimeline(sql, caller, params.id, query),
  }),
})
