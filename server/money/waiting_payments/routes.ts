import { Type } from 'typebox'
import { Id, Line, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { page } from '../../http/response_format.ts'
import { listWaitingPayments } from './queries.ts'
import { WaitingPayment } from './schema.ts'

export const waiting_payments = resource('waiting_payments', 'Payments whose money no bank line has brought yet.', {
  list: get('/v1/waiting_payments', {
    summary: 'List payments that wait for the bank, newest first.',
    access: requires('finance:read'),
    query: {
      ...paging(50),
      bank_account_id: Type.Optional(
        Type.Integer({ ...Id, description: 'Payments in its currency, and of methods that reach it.' }),
      ),
      search: Type.Optional(
        Type.String({
          ...Line,
          maxLength: 200,
          description: 'A name, an amount, or the number of a payment or batch.',
        }),
      ),
    },
    returns: page(WaitingPayment),
    errors: ['not_found'],
    heavy: true,
    handle: ({ sql, caller, query }) => listWaitingPayments(sql, caller, query),
  }),
})
