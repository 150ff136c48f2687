import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { Id, page_size_max, paging } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { next_cursor } from '../core/fields.ts'
import { correctVisit, withdrawVisit } from './correction_queries.ts'
import { listVisits, lockVisit, readVisit, visitHistory } from './queries.ts'
import { recordVisits } from './recording_queries.ts'
import { filters, NewVisit, Visit, VisitChange, VisitHistoryEntry, visits_max } from './schema.ts'

const one = { id: Id, visit_id: Id }
const response = data({ visit: Visit })
const ifMatch = {
  returns: response,
  read: async ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number; visit_id: number } }) => ({
    visit: (await lockVisit(sql, caller, params.id, params.visit_id)).visit,
  }),
}

// Answers are visible to the user who recorded them and with `contacts:sensitive`, which is audited.
const auditedAs = (kind: string) =>
  ({
    permission: 'contacts:sensitive',
    entry: ({ params }: { params: { visit_id: number } }) => ({ kind, subject: 'visit', subject_id: params.visit_id }),
  }) as const

export const visits = resource('visits', 'Visits at the addresses of an action, and their results.', {
  list: get('/actions/:id/visits', {
    summary: 'List visits of an action, newest first.',
    description: 'Users in the action see all visits, others their own.',
    access: scopedTo('actions:read'),
    params: { id: Id },
    query: { ...filters, cursor: Cursor, limit: paging(100).limit },
    returns: data({ visits: Type.Array(Visit, { maxItems: page_size_max }), next_cursor }),
    errors: ['not_found'],
    audited: {
      permission: 'contacts:sensitive',
      entry: ({ params }, { visits }) => ({
        kind: 'action.visits_listed',
        subject: 'action',
        subject_id: params.id,
        details: { count: visits.length },
      }),
    },
    handle: ({ sql, caller, params, query }) => listVisits(sql, caller, params.id, query),
  }),

  record: post('/actions/:id/visits', {
    summary: 'Record a visit, or several, all of them or none.',
    description:
      'For every member who can see the action. A visit whose key exists in the action is returned as it is, and not recorded again.',
    access: scopedTo('actions:write'),
    params: { id: Id },
    body: {
      visit: Type.Optional(NewVisit),
      visits: Type.Optional(Type.Array(NewVisit, { minItems: 1, maxItems: visits_max })),
    },
    returns: data({ visit: Type.Optional(Visit), visits: Type.Optional(Type.Array(Visit)) }),
    errors: ['not_found', 'conflict'],
    emits: { 'visit.created': 'by queries' },
    handle: async ({ sql, caller, params, body, request }) => {
      const writer = { caller, request_id: request.id }
      if (!body.visit === !body.visits) throw invalid('body.data', 'must have either visit or visits', null)
      if (body.visit) {
        const sent = { visit: body.visit, location: 'body.data.visit' }
        return { visit: onlyRow(await recordVisits(sql, writer, params.id, [sent])) }
      }
      const sent = (body.visits ?? []).map((visit, index) => ({ visit, location: `body.data.visits.${index}` }))
      return { visits: await recordVisits(sql, writer, params.id, sent) }
    },
  }),

  read: get('/actions/:id/visits/:visit_id', {
    summary: 'Read a visit.',
    access: scopedTo('actions:read'),
    params: one,
    returns: response,
    etag: true,
    errors: ['not_found'],
    audited: auditedAs('visit.read'),
    handle: async ({ sql, caller, params }) => ({ visit: await readVisit(sql, caller, params.id, params.visit_id) }),
  }),

  correct: patch('/actions/:id/visits/:visit_id', {
    summary: 'Correct a visit. The previous values stay in its history.',
    description: 'For the user who recorded it, and with actions:write.',
    access: scopedTo('actions:write'),
    params: one,
    body: VisitChange,
    returns: response,
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    audited: auditedAs('visit.read'),
    emits: { 'visit.updated': ({ params }) => params.visit_id },
    handle: async ({ sql, caller, params, body, request }) => ({
      visit: await correctVisit(sql, { caller, request_id: request.id }, params.id, params.visit_id, body.visit),
    }),
  }),

  withdraw: del('/actions/:id/visits/:visit_id', {
    summary: 'Withdraw a visit, which then does not count. It stays in its history.',
    access: scopedTo('actions:write'),
    params: one,
    returns: data({ message: Type.String(), visit_id: Type.Integer() }),
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'visit.deleted': ({ params }) => params.visit_id },
    handle: async ({ sql, caller, params, request }) => {
      await withdrawVisit(sql, { caller, request_id: request.id }, params.id, params.visit_id)
      return { message: 'The visit was withdrawn.', visit_id: params.visit_id }
    },
  }),

  readHistory: get('/actions/:id/visits/:visit_id/history', {
    summary: 'Read the corrections of a visit.',
    access: scopedTo('actions:read'),
    params: one,
    returns: data({ history: Type.Array(VisitHistoryEntry) }),
    errors: ['not_found'],
    audited: auditedAs('visit.history_read'),
    handle: async ({ sql, caller, params }) => ({
      history: await visitHistory(sql, caller, params.id, params.visit_id),
    }),
  }),
})
