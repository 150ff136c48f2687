import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Id, page_size_max, paging } from '../../fields.ts'
import { within } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data } from '../../http/reply.ts'
import { next_cursor } from '../core/fields.ts'
import { correctVisit, withdrawVisit } from './correction_queries.ts'
import { listVisits, lockVisit, readVisit, visitHistory } from './queries.ts'
import { recordVisits } from './recording_queries.ts'
import { filters, NewVisit, Visit, VisitChange, VisitHistoryEntry, visits_max } from './schema.ts'

const one = { id: Id, visit_id: Id }
const reply = data({ visit: Visit })
const guards = {
  returns: reply,
  read: async ({ sql, caller, params }: any) => ({
    visit: (await lockVisit(sql, caller, params.id, params.visit_id)).visit,
  }),
}

// What people said at the door is for whoever heard it, and for those with `contacts:sensitive`, who leave a trace.
const auditedAs = (kind: string) =>
  ({
    holding: 'contacts:sensitive',
    deed: ({ params }: { params: { visit_id: number } }) => ({ kind, subject: 'visit', subject_id: params.visit_id }),
  }) as const

export const visits = resource('visits', 'Doors at which somebody rang, and what came of it.', {
  list: get('/actions/:id/visits', {
    summary: 'List visits of an action, last recorded first.',
    description: 'Whoever is in the action sees all of them; from outside one sees one’s own.',
    access: within('actions:read'),
    params: { id: Id },
    query: { ...filters, cursor: Cursor, limit: paging(100).limit },
    returns: data({ visits: Type.Array(Visit, { maxItems: page_size_max }), next_cursor }),
    errors: ['not_found'],
    audited: {
      holding: 'contacts:sensitive',
      deed: ({ params }, { visits }) => ({
        kind: 'action.visits_listed',
        subject: 'action',
        subject_id: params.id,
        details: { count: visits.length },
      }),
    },
    handle: ({ sql, caller, params, query }) => listVisits(sql, caller, params.id, query),
  }),

  record: post('/actions/:id/visits', {
    summary: 'Record a visit, or several: all of them or none.',
    description:
      'For every member who can see the action. A visit whose key is known in the action is answered as it stands, and not counted again.',
    access: within('actions:write'),
    params: { id: Id },
    body: {
      visit: Type.Optional(NewVisit),
      visits: Type.Optional(Type.Array(NewVisit, { minItems: 1, maxItems: visits_max })),
    },
    returns: data({ visit: Type.Optional(Visit), visits: Type.Optional(Type.Array(Visit)) }),
    errors: ['not_found', 'conflict'],
    tells: { 'visit.created': 'within' },
    handle: async ({ sql, caller, params, body, request }) => {
      const writer = { caller, request_id: request.id }
      if (!body.visit === !body.visits) throw invalid('body.data', 'must have either visit or visits', null)
      if (body.visit) {
        const [visit] = await recordVisits(sql, writer, params.id, [{ visit: body.visit, place: 'body.data.visit' }])
        return { visit: visit! }
      }
      const sent = body.visits!.map((visit, index) => ({ visit, place: `body.data.visits.${index}` }))
      return { visits: await recordVisits(sql, writer, params.id, sent) }
    },
  }),

  read: get('/actions/:id/visits/:visit_id', {
    summary: 'Read a visit.',
    access: within('actions:read'),
    params: one,
    returns: reply,
    etag: true,
    errors: ['not_found'],
    audited: auditedAs('visit.read'),
    handle: async ({ sql, caller, params }) => ({ visit: await readVisit(sql, caller, params.id, params.visit_id) }),
  }),

  correct: patch('/actions/:id/visits/:visit_id', {
    summary: 'Correct a visit; what it was is kept.',
    description: 'For whoever recorded it, and with actions:write.',
    access: within('actions:write'),
    params: one,
    body: VisitChange,
    returns: reply,
    etag: true,
    errors: ['not_found', 'conflict'],
    guards,
    audited: auditedAs('visit.read'),
    tells: { 'visit.updated': ({ params }) => params.visit_id },
    handle: async ({ sql, caller, params, body, request }) => ({
      visit: await correctVisit(sql, { caller, request_id: request.id }, params.id, params.visit_id, body.visit),
    }),
  }),

  withdraw: del('/actions/:id/visits/:visit_id', {
    summary: 'Withdraw a visit: it counts nowhere, and what it was is kept.',
    access: within('actions:write'),
    params: one,
    returns: data({ message: Type.String(), visit_id: Type.Integer() }),
    errors: ['not_found', 'conflict'],
    guards,
    tells: { 'visit.deleted': ({ params }) => params.visit_id },
    handle: async ({ sql, caller, params, request }) => {
      await withdrawVisit(sql, { caller, request_id: request.id }, params.id, params.visit_id)
      return { message: 'The visit was withdrawn.', visit_id: params.visit_id }
    },
  }),

  history: get('/actions/:id/visits/:visit_id/history', {
    summary: 'Read what was corrected in a visit.',
    access: within('actions:read'),
    params: one,
    returns: data({ history: Type.Array(VisitHistoryEntry) }),
    errors: ['not_found'],
    audited: auditedAs('visit.history_read'),
    handle: async ({ sql, caller, params }) => ({
      history: await visitHistory(sql, caller, params.id, params.visit_id),
    }),
  }),
})
