import { Id } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { document, page } from '../../http/response_format.ts'
import { readReversals } from './queries.ts'
import { NewReversal, Reversal, ReversalCancellation } from './schema.ts'
import { reverseTransactionIn } from './writing.ts'

const params = { id: Id }

/** What recording a refund and recording a return share. */
const recording = {
  access: requires('finance:write'),
  params,
  body: NewReversal,
  returns: document(Reversal),
}

export const transactions = resource('transactions', 'Refunds and returns of the transactions in bundles.', {
  refund: post('/v1/transactions/:id/refunds', {
    summary: 'Record that money of a transaction was paid back.',
    description:
      'Added to `reimbursed_amount`. Its date must be in an open period; the period of the payment may be closed.',
    ...recording,
    errors: ['not_found', 'period_closed'],
    emits: { 'transaction_bundle.updated': 'by queries' },
    handle: ({ sql, caller, request, params, body }) =>
      reverseTransactionIn(
        sql,
        { caller, request_id: request.id },
        { ...body, transaction_id: params.id, kind: 'refund' },
      ),
  }),

  return: post('/v1/transactions/:id/returns', {
    summary: 'Record that the bank took money of a transaction back.',
    description:
      'Such as a direct debit that was refused, or a cheque that bounced. Added to `unpaid_amount`. Its date must be in an open period; ' +
      'the period of the payment may be closed.',
    ...recording,
    errors: ['not_found', 'period_closed'],
    emits: { 'transaction_bundle.updated': 'by queries' },
    handle: ({ sql, caller, request, params, body }) =>
      reverseTransactionIn(
        sql,
        { caller, request_id: request.id },
        { ...body, transaction_id: params.id, kind: 'return' },
      ),
  }),

  readReversals: get('/v1/transactions/:id/reversals', {
    summary: 'List the refunds and returns of a transaction, oldest first.',
    access: requires('finance:read'),
    params,
    returns: page(Reversal),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readReversals(sql, caller, params.id),
  }),

  cancelReversal: post('/v1/transactions/:id/reversals/:reversal_id/cancellation', {
    summary: 'Cancel a refund or return that was recorded by mistake.',
    description: 'Adds a reversal that takes it back. None is ever deleted.',
    access: requires('finance:write'),
    params: { ...params, reversal_id: Id },
    body: ReversalCancellation,
    returns: document(Reversal),
    errors: ['not_found', 'period_closed', 'contribution_refused', 'conflict'],
    emits: { 'transaction_bundle.updated': 'by queries' },
    handle: ({ sql, caller, request, params: { id, reversal_id }, body }) =>
      reverseTransactionIn(
        sql,
        { caller, request_id: request.id },
        { ...body, transaction_id: id, cancels: reversal_id },
      ),
  }),
})
