import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { data, page, record } from '../../http/response_format.ts'
import {
  changeBankAccount,
  createBankAccount,
  deleteBankAccount,
  listBankAccounts,
  lockBankAccount,
  readBankAccount,
} from './queries.ts'
import { BankAccount, BankAccountChange, NewBankAccount } from './schema.ts'

const params = { id: Id }

export const bank_accounts = resource(
  'bank_accounts',
  'Accounts at banks, whose statements are matched with payments.',
  {
    list: get('/v1/bank_accounts', {
      summary: 'List bank accounts with their balances.',
      access: requires('finance:read'),
      query: paging(100),
      returns: page(BankAccount),
      handle: ({ sql, caller, query }) => listBankAccounts(sql, caller, query),
    }),

    create: post('/v1/bank_accounts', {
      summary: 'Add a bank account.',
      description:
        'From then on, payments that would be booked to its account in the ledger are booked to the account for money in transit, ' +
        'and reach the bank account with the bank line that they are matched to.',
      access: requires('finance:settings'),
      body: NewBankAccount,
      returns: record(BankAccount),
      etag: true,
      errors: ['conflict'],
      emits: { 'bank_account.created': (_, { id }) => id },
      handle: ({ sql, caller, body, request }) => createBankAccount(sql, { caller, request_id: request.id }, body),
    }),

    read: get('/v1/bank_accounts/:id', {
      summary: 'Read a bank account.',
      access: requires('finance:read'),
      params,
      returns: record(BankAccount),
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readBankAccount(sql, caller, params.id),
    }),

    update: patch('/v1/bank_accounts/:id', {
      summary: 'Change a bank account.',
      description: 'Its account in the ledger can change as long as none of its lines is matched.',
      access: requires('finance:settings'),
      params,
      body: BankAccountChange,
      returns: record(BankAccount),
      etag: true,
      ifMatch: {
        returns: record(BankAccount),
        read: ({ sql, caller, params }) => lockBankAccount(sql, caller, params.id),
      },
      errors: ['not_found', 'conflict'],
      emits: { 'bank_account.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body, request }) =>
        changeBankAccount(sql, { caller, request_id: request.id }, params.id, body),
    }),

    delete: del('/v1/bank_accounts/:id', {
      summary: 'Delete a bank account without statements.',
      description: 'One with statements can be archived.',
      access: requires('finance:settings'),
      params,
      returns: data({}),
      errors: ['not_found', 'conflict'],
      emits: { 'bank_account.deleted': ({ params }) => params.id },
      handle: async ({ sql, caller, params, request }) => {
        await deleteBankAccount(sql, { caller, request_id: request.id }, params.id)
        return {}
      },
    }),
  },
)
