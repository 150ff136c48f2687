import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import { deleteStatement, listStatements, readStatement } from './queries.ts'
import { BankStatement } from './schema.ts'

const params = { id: Id }

export const bank_statements = resource('bank_statements', 'Files from banks. Their lines are matched with payments.', {
  list: get('/v1/bank_statements', {
    summary: 'List statements, newest first.',
    access: requires('finance:read'),
    query: { ...paging(50), bank_account_id: Type.Optional(Id) },
    returns: page(BankStatement),
    handle: ({ sql, caller, query }) => listStatements(sql, caller, query),
  }),

  read: get('/v1/bank_statements/:id', {
    summary: 'Read a statement.',
    access: requires('finance:read'),
    params,
    returns: record(BankStatement),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readStatement(sql, caller, params.id),
  }),

  delete: del('/v1/bank_statements/:id', {
    summary: 'Delete a statement that was imported by mistake, with its lines.',
    description: 'Refused if one of them is matched or ignored, or if a later statement continues it.',
    access: requires('finance:write'),
    params,
    returns: data({}),
    errors: ['not_found', 'conflict'],
    emits: { 'bank_statement.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await deleteStatement(sql, { caller, request_id: request.id }, params.id)
      return {}
    },
  }),
})
