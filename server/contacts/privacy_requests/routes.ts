import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, patch, post, resource } from '../../http/operation.ts'
import { attachment, cursorPage, data, record } from '../../http/response_format.ts'
import { findErasedMails } from '../core/erasure_receipts.ts'
import { exportPerson } from './export_queries.ts'
import {
  changeRequest,
  completeRequest,
  createRequest,
  liftRestriction,
  listRequests,
  lockRequest,
  readRequest,
  refuseRequest,
  requestCursor,
} from './queries.ts'
import {
  CompletedRequest,
  MailAddresses,
  NewPrivacyRequest,
  PersonalData,
  PrivacyRequest,
  PrivacyRequestChange,
  PrivacyRequestFilters,
  RequestCompletion,
  RequestRefusal,
} from './schema.ts'

const params = { id: Id }
const access = requires('privacy:manage')
const ifMatch = {
  returns: record(PrivacyRequest),
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockRequest(sql, caller, params.id),
}

export const privacy_requests = resource('privacy_requests', 'Requests of people about their own data.', {
  list: get('/v1/privacy_requests', {
    summary: 'List requests, the earliest due date first.',
    access,
    query: { limit: paging(100).limit, cursor: requestCursor.schema, ...PrivacyRequestFilters },
    returns: cursorPage(PrivacyRequest),
    handle: ({ sql, caller, query }) => listRequests(sql, caller, query),
  }),

  create: post('/v1/privacy_requests', {
    summary: 'Record a request. It is due within a month.',
    access,
    body: NewPrivacyRequest,
    returns: record(PrivacyRequest),
    etag: true,
    emits: { 'privacy_request.created': (_, { id }) => id },
    handle: ({ sql, caller, body, request }) => createRequest(sql, { caller, request_id: request.id }, body),
  }),

  read: get('/v1/privacy_requests/:id', {
    summary: 'Read a request.',
    access,
    params,
    returns: record(PrivacyRequest),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readRequest(sql, caller, params.id),
  }),

  update: patch('/v1/privacy_requests/:id', {
    summary: 'Change the notes of an open request, or extend it.',
    access,
    params,
    body: PrivacyRequestChange,
    returns: record(PrivacyRequest),
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'privacy_request.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body }) => changeRequest(sql, caller, params.id, body),
  }),

  export: get('/v1/privacy_requests/:id/export', {
    summary: 'Download all data about the person, for a request for access.',
    access,
    params,
    returns: attachment(PersonalData, 'personal-data.json'),
    errors: ['not_found', 'conflict'],
    audited: {
      permission: 'privacy:manage',
      entry: ({ params }, { contact_id }) => ({
        kind: 'contact.exported',
        subject: 'contact',
        subject_id: contact_id,
        details: { privacy_request_id: params.id },
      }),
    },
    handle: ({ sql, caller, params }) => exportPerson(sql, caller, params.id),
  }),

  complete: post('/v1/privacy_requests/:id/complete', {
    summary: 'Carry out a request, or record that it was carried out.',
    description:
      'An erasure makes the person anonymous everywhere and cannot be undone; payments keep their amounts and dates. A restriction takes ' +
      'effect at once. Access and rectification are recorded as done.',
    access,
    params,
    body: RequestCompletion,
    returns: record(CompletedRequest),
    longRunning: true,
    erases: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: {
      'privacy_request.updated': ({ params }) => params.id,
      'contact.updated': 'by queries',
      'contact.erased': 'by queries',
    },
    handle: ({ sql, caller, params, body, request }) =>
      completeRequest(sql, { caller, request_id: request.id }, params.id, body),
  }),

  refuse: post('/v1/privacy_requests/:id/refuse', {
    summary: 'Refuse a request, with a reason.',
    access,
    params,
    body: RequestRefusal,
    returns: record(PrivacyRequest),
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'privacy_request.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body, request }) =>
      refuseRequest(sql, { caller, request_id: request.id }, params.id, body.notes),
  }),

  lift: post('/v1/privacy_requests/:id/lift', {
    summary: 'Lift a restriction.',
    access,
    params,
    returns: record(PrivacyRequest),
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'privacy_request.updated': ({ params }) => params.id, 'contact.updated': 'by queries' },
    handle: ({ sql, caller, params, request }) => liftRestriction(sql, { caller, request_id: request.id }, params.id),
  }),

  findErased: post('/v1/privacy_requests/erased', {
    summary: 'Check which of these addresses belong to erased people.',
    description: 'Use this before you import a file, which must not bring these people back.',
    access: requires('contacts:write'),
    body: MailAddresses,
    readsOnly: true,
    returns: data({
      erased: Type.Array(Type.String(), { description: 'The addresses that belong to erased people.' }),
    }),
    handle: async ({ sql, caller, body }) => ({ erased: await findErasedMails(sql, caller.group_id, body.mails) }),
  }),
})
