import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { ProblemCode } from '../../errors.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { countedPage, pdf, type ResponseFormat, record } from '../../http/response_format.ts'
import { languages } from '../../pdf/formats.ts'
import { CurrencySum } from '../transaction_bundles/schema.ts'
import { depositSlip } from './deposit_slip.ts'
import { BatchCursor, BatchSort } from './order_queries.ts'
import {
  addTransactions,
  changeBatch,
  closeBatch,
  createBatch,
  listBatches,
  lockBatch,
  lockForAdding,
  markDeposited,
  readBatch,
  removeTransaction,
  reopenBatch,
  sumBatches,
} from './queries.ts'
import { AddedTransactions, BatchChange, NewBatch, TransactionBatch } from './schema.ts'

const params = { id: Id }
const filters = { state: Type.Optional(Type.Enum(['open', 'closed', 'deposited'])) }
const listFilters = {
  ...filters,
  transaction_bundle_id: Type.Optional({ ...Id, description: 'Batches with a transaction of this bundle.' }),
}
const batchResponse: { returns: ResponseFormat<TransactionBatch>; etag: true; errors: ProblemCode[] } = {
  returns: record(TransactionBatch),
  etag: true,
  errors: ['not_found', 'conflict'],
}
const ifMatch = {
  returns: record(TransactionBatch),
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockBatch(sql, caller, params.id),
}

export const transaction_batches = resource(
  'transaction_batches',
  'Payments that are counted and deposited at the bank together.',
  {
    list: get('/v1/transaction_batches', {
      summary: 'List batches, newest first unless sorted otherwise.',
      access: requires('finance:read'),
      query: { ...paging(100), sort: BatchSort, cursor: BatchCursor, ...listFilters },
      returns: countedPage(TransactionBatch),
      handle: ({ sql, caller, query }) => listBatches(sql, caller, query),
    }),

    sum: get('/v1/transaction_batches/sums', {
      summary: 'Sum the transactions in the batches that match.',
      description: 'The same filter as the list. One sum for each currency.',
      access: requires('finance:read'),
      query: filters,
      returns: record(Type.Array(CurrencySum)),
      heavy: true,
      handle: ({ sql, caller, query }) => sumBatches(sql, caller, query),
    }),

    create: post('/v1/transaction_batches', {
      summary: 'Open a batch; it takes the next number.',
      access: requires('finance:write'),
      body: NewBatch,
      returns: record(TransactionBatch),
      etag: true,
      emits: { 'transaction_batch.created': (_, { id }) => id },
      handle: ({ sql, caller, body }) => createBatch(sql, caller, body),
    }),

    read: get('/v1/transaction_batches/:id', {
      summary: 'Read a batch.',
      access: requires('finance:read'),
      params,
      returns: record(TransactionBatch),
      etag: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params }) => readBatch(sql, caller, params.id),
    }),

    depositSlip: get('/v1/transaction_batches/:id/deposit_slip.pdf', {
      summary: 'Download the deposit slip of a batch, to print.',
      description: 'Who paid what, their number and sum, the account, and a place to sign.',
      access: requires('finance:read'),
      params,
      query: {
        language: Type.Optional(Type.Enum([...languages], { description: 'By default your language.' })),
        bank_account_id: Type.Optional(
          Type.Integer({
            ...Id,
            description: 'The account to deposit to. By default the only bank account, if there is one.',
          }),
        ),
      },
      returns: pdf,
      heavy: true,
      errors: ['not_found'],
      handle: ({ sql, caller, params, query }) => depositSlip(sql, caller, { ...params, ...query }),
    }),

    update: patch('/v1/transaction_batches/:id', {
      summary: 'Change the name of an open batch, or its expected count and amount.',
      access: requires('finance:write'),
      params,
      body: BatchChange,
      ...batchResponse,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => changeBatch(sql, caller, params.id, body),
    }),

    addTransactions: post('/v1/transaction_batches/:id/transactions', {
      summary: 'Add transactions to an open batch, all of them or none.',
      access: requires('finance:write'),
      params,
      body: AddedTransactions,
      ...batchResponse,
      ifMatch: {
        returns: record(TransactionBatch),
        read: ({ sql, caller, params, body }) => lockForAdding(sql, caller, params.id, body.transaction_ids),
      },
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => addTransactions(sql, caller, params.id, body),
    }),

    removeTransaction: del('/v1/transaction_batches/:id/transactions/:transaction_id', {
      summary: 'Remove a transaction from an open batch.',
      access: requires('finance:write'),
      params: { id: Id, transaction_id: Id },
      ...batchResponse,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => removeTransaction(sql, caller, params.id, params.transaction_id),
    }),

    close: post('/v1/transaction_batches/:id/close', {
      summary: 'Close a batch. Its count and amount must be as expected.',
      access: requires('finance:write'),
      params,
      ...batchResponse,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => closeBatch(sql, caller, params.id),
    }),

    reopen: post('/v1/transaction_batches/:id/reopen', {
      summary: 'Reopen a closed or deposited batch.',
      access: requires('finance:write'),
      params,
      ...batchResponse,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => reopenBatch(sql, caller, params.id),
    }),

    deposit: post('/v1/transaction_batches/:id/deposit', {
      summary: 'Mark a closed batch as deposited at the bank.',
      access: requires('finance:write'),
      params,
      ...batchResponse,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => markDeposited(sql, caller, params.id),
    }),
  },
)
