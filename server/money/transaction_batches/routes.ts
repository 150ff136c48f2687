import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { ProblemCode } from '../../errors.ts'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { page, type Reply, record } from '../../http/reply.ts'
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
} from './queries.ts'
import { BatchChange, NewBatch, TransactionBatch, TransactionIds } from './schema.ts'

const params = { id: Id }
const answer: { returns: Reply<TransactionBatch>; etag: true; errors: ProblemCode[] } = {
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
  'Payments taken to the bank together, counted before they go.',
  {
    list: get('/v1/transaction_batches', {
      summary: 'List batches, newest first.',
      access: requires('finance:read'),
      query: { ...paging(100), state: Type.Optional(Type.Enum(['open', 'closed', 'deposited'])) },
      returns: page(TransactionBatch),
      handle: ({ sql, caller, query }) => listBatches(sql, caller, query),
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

    update: patch('/v1/transaction_batches/:id', {
      summary: 'Change the name of an open batch, or what is expected of it.',
      access: requires('finance:write'),
      params,
      body: BatchChange,
      ...answer,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => changeBatch(sql, caller, params.id, body),
    }),

    add: post('/v1/transaction_batches/:id/transactions', {
      summary: 'Put transactions into an open batch, all of them or none.',
      access: requires('finance:write'),
      params,
      body: TransactionIds,
      ...answer,
      ifMatch: {
        returns: record(TransactionBatch),
        read: ({ sql, caller, params, body }) => lockForAdding(sql, caller, params.id, body.transaction_ids),
      },
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params, body }) => addTransactions(sql, caller, params.id, body.transaction_ids),
    }),

    takeOut: del('/v1/transaction_batches/:id/transactions/:transaction_id', {
      summary: 'Take a transaction out of an open batch.',
      access: requires('finance:write'),
      params: { id: Id, transaction_id: Id },
      ...answer,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => removeTransaction(sql, caller, params.id, params.transaction_id),
    }),

    close: post('/v1/transaction_batches/:id/close', {
      summary: 'Close a batch; only when count and amount are as expected.',
      access: requires('finance:write'),
      params,
      ...answer,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => closeBatch(sql, caller, params.id),
    }),

    reopen: post('/v1/transaction_batches/:id/reopen', {
      summary: 'Open a closed or deposited batch again.',
      access: requires('finance:write'),
      params,
      ...answer,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => reopenBatch(sql, caller, params.id),
    }),

    deposit: post('/v1/transaction_batches/:id/deposit', {
      summary: 'Note that a closed batch was taken to the bank.',
      access: requires('finance:write'),
      params,
      ...answer,
      ifMatch,
      emits: { 'transaction_batch.updated': ({ params }) => params.id },
      handle: ({ sql, caller, params }) => markDeposited(sql, caller, params.id),
    }),
  },
)
