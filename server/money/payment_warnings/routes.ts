import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { Cursor } from '../../http/cursor.ts'
import { get, post, resource } from '../../http/operation.ts'
import { list, next_cursor, record } from '../../http/response_format.ts'
import { listWarnings, settleWarning } from './queries.ts'
import { Check, PaymentWarning, Settlement, WarningState } from './schema.ts'

const { limit } = paging(100)

export const payment_warnings = resource(
  'payment_warnings',
  'What checks found in payments, until it is settled or its cause is gone.',
  {
    list: get('/v1/payment_warnings', {
      summary: 'List warnings, newest first.',
      description:
        'The queue of payments to look at: `state=open`. A warning disappears with its cause, and a settled one does not come back for the same ' +
        'cause. Warnings of checks that are off do not show.',
      access: requires('finance:read'),
      query: {
        limit,
        cursor: Cursor,
        state: Type.Optional(WarningState),
        check: Type.Optional(Check),
        transaction_bundle_id: Type.Optional(
          Type.Integer({ ...Id, description: 'Only warnings about this payment, or about others that name it.' }),
        ),
      },
      returns: list(PaymentWarning, {
        total: Type.Integer(),
        payments_count: Type.Integer({ description: 'How many payments have a warning that matches.' }),
        next_cursor,
      }),
      handle: ({ sql, caller, query }) => listWarnings(sql, caller, query),
    }),

    settle: post('/v1/payment_warnings/:id/settle', {
      summary: 'Settle a warning: the payment is right as it is.',
      access: requires('finance:write'),
      params: { id: Id },
      body: Settlement,
      returns: record(PaymentWarning),
      errors: ['not_found', 'conflict'],
      emits: { 'payment_warning.settled': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => settleWarning(sql, caller, params.id, body.note),
    }),
  },
)
