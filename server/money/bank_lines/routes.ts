import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { acceptCertain } from './certain.ts'
import { ignoreLine, matchLine, payFromLine, undoLines } from './matching.ts'
import { listLines, readLine } from './queries.ts'
import {
  AcceptedLines,
  BankLine,
  CertainSelection,
  LineFilters,
  LineIgnore,
  LineMatches,
  LinePayment,
  LineSelection,
} from './schema.ts'

const params = { id: Id }

export const bank_lines = resource('bank_lines', 'Lines of bank statements, and the payments that they are.', {
  list: get('/v1/bank_lines', {
    summary: 'List lines, newest first.',
    description: 'Open ones with proposals of what they may be.',
    access: requires('finance:read'),
    query: { ...paging(50), ...LineFilters },
    returns: page(BankLine),
    heavy: true,
    handle: ({ sql, caller, query }) => listLines(sql, caller, query),
  }),

  read: get('/v1/bank_lines/:id', {
    summary: 'Read a line.',
    access: requires('finance:read'),
    params,
    returns: record(BankLine),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readLine(sql, caller, params.id),
  }),

  match: post('/v1/bank_lines/:id/match', {
    summary: 'Say what an open line is.',
    description:
      'The amounts must sum up to the line. A pending payment is marked as received, and a return is recorded, in the same step.',
    access: requires('finance:write'),
    params,
    body: LineMatches,
    returns: record(BankLine),
    errors: ['not_found', 'conflict', 'period_closed'],
    emits: { 'bank_line.updated': ({ params }) => params.id, 'transaction_bundle.updated': 'by queries' },
    handle: ({ sql, caller, params, body, request }) =>
      matchLine(sql, { caller, request_id: request.id }, params.id, body.matches),
  }),

  pay: post('/v1/bank_lines/:id/payment', {
    summary: 'Record a payment from an open line, and match it.',
    access: requires('finance:write'),
    params,
    body: LinePayment,
    returns: record(BankLine),
    errors: ['not_found', 'conflict', 'period_closed', 'contribution_refused'],
    emits: { 'bank_line.updated': ({ params }) => params.id, 'transaction_bundle.created': 'by queries' },
    handle: ({ sql, caller, params, body, request }) =>
      payFromLine(sql, { caller, request_id: request.id }, params.id, body),
  }),

  ignore: post('/v1/bank_lines/:id/ignore', {
    summary: 'Ignore an open line, for a reason.',
    access: requires('finance:write'),
    params,
    body: LineIgnore,
    returns: record(BankLine),
    errors: ['not_found', 'conflict'],
    emits: { 'bank_line.updated': ({ params }) => params.id },
    handle: ({ sql, caller, params, body }) => ignoreLine(sql, caller, params.id, body.reason),
  }),

  undo: post('/v1/bank_lines/undo', {
    summary: 'Open lines again, and take back what matching them did.',
    description:
      'All of them or none. Payments that were recorded from a line are deleted, returns are cancelled, and statuses become what they were. ' +
      'A payment that was changed since is not deleted: the call is refused, unless `keep_payments` is sent.',
    access: requires('finance:write'),
    body: LineSelection,
    returns: data({ lines: Type.Array(BankLine) }),
    errors: ['not_found', 'conflict', 'period_closed'],
    longRunning: true,
    emits: {
      'bank_line.updated': ({ body }) => body.line_ids,
      'transaction_bundle.updated': 'by queries',
      'transaction_bundle.deleted': 'by queries',
    },
    handle: async ({ sql, caller, body, request }) => ({
      lines: await undoLines(sql, { caller, request_id: request.id }, body.line_ids, body),
    }),
  }),

  acceptCertain: post('/v1/bank_lines/accept_certain', {
    summary: 'Accept the certain proposals of a bank account, at most 1000 at once.',
    access: requires('finance:write'),
    body: CertainSelection,
    returns: data(AcceptedLines),
    errors: ['not_found', 'conflict', 'period_closed'],
    longRunning: true,
    emits: {
      'bank_line.updated': (_, { line_ids }) => line_ids,
      'transaction_bundle.created': 'by queries',
      'transaction_bundle.updated': 'by queries',
    },
    handle: ({ sql, caller, body, request }) => acceptCertain(sql, { caller, request_id: request.id }, body),
  }),
})
