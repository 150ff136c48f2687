import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { page, pdf, record } from '../../http/response_format.ts'
import { languages } from '../../pdf/formats.ts'
import { closeMonth, listMonths, openMonth } from './queries.ts'
import { BankMonth, MonthSelection } from './schema.ts'
import { reconciliationStatement } from './statement.ts'

export const bank_months = resource('bank_months', 'What the bank and the ledger have at the end of each month.', {
  list: get('/v1/bank_months', {
    summary: 'List the months of a bank account, newest first.',
    access: requires('finance:read'),
    query: { ...paging(24), bank_account_id: Id },
    returns: page(BankMonth),
    heavy: true,
    errors: ['not_found'],
    handle: ({ sql, caller, query }) => listMonths(sql, caller, query),
  }),

  statement: get('/v1/bank_months/statement.pdf', {
    summary: 'Download the reconciliation statement of a month, to print.',
    description:
      'The balances of bank and ledger with what explains their difference, the movements by account, open and ignored lines, and places to sign.',
    access: requires('finance:read'),
    query: {
      ...MonthSelection,
      language: Type.Optional(Type.Enum([...languages], { description: 'By default your language.' })),
    },
    returns: pdf,
    heavy: true,
    errors: ['not_found'],
    handle: ({ sql, caller, query }) => reconciliationStatement(sql, caller, query),
  }),

  close: post('/v1/bank_months/close', {
    summary: 'Close a month of a bank account.',
    description: 'No line up to its end may be open. Its lines cannot change until it is opened again.',
    access: requires('finance:write'),
    body: MonthSelection,
    returns: record(BankMonth),
    errors: ['not_found', 'conflict'],
    emits: { 'bank_account.updated': ({ body }) => body.bank_account_id },
    handle: ({ sql, caller, body, request }) => closeMonth(sql, { caller, request_id: request.id }, body),
  }),

  open: post('/v1/bank_months/open', {
    summary: 'Open a closed month of a bank account again, with those after it.',
    access: requires('finance:settings'),
    body: MonthSelection,
    returns: record(BankMonth),
    errors: ['not_found', 'conflict'],
    emits: { 'bank_account.updated': ({ body }) => body.bank_account_id },
    handle: ({ sql, caller, body, request }) => openMonth(sql, { caller, request_id: request.id }, body),
  }),
})
