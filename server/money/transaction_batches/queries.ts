import type { Caller } from '../../access/caller.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { id_max, type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { lockSettings, settingsOf } from '../core/settings.ts'
import type { CurrencySum } from '../transaction_bundles/schema.ts'
import { type BatchSorting, batchOrder } from './order_queries.ts'
import type { AddedTransactions, BatchChange, NewBatch, TransactionBatch } from './schema.ts'

const batches = (sql: Sql, { group_id }: Caller) => sql`
  select b.id, b.created_at as "CreatedAt", b.updated_at as "UpdatedAt", b.number, b.name, b.currency, b.state, b.expected_count,
         b.expected_amount, held.count, held.amount, b.closed_at, b.deposited_at, held.transaction_ids
  from transaction_batches b
  cross join lateral (
    select count(*)::int as count, coalesce(sum(t.amount), 0)::numeric as amount, coalesce(array_agg(t.id order by t.id), '{}') as transaction_ids
    from batched_transactions bt
    join transactions t on t.group_id = ${group_id} and t.id = bt.transaction_id
    where bt.group_id = ${group_id} and bt.batch_id = b.id
  ) held
  where b.group_id = ${group_id}`

interface BatchFilters {
  state?: string
  transaction_bundle_id?: number
}

interface BatchPage extends Paging, BatchFilters {
  sort: BatchSorting
  cursor?: string
}

export async function listBatches(sql: Sql, caller: Caller, { limit, offset, sort, cursor, ...filters }: BatchPage) {
  const { order, after, cursorOf } = batchOrder(sql, sort, cursor)
  const matching = inFilters(sql, caller, filters)
  const page_size = Math.min(limit, page_size_max)
  const [rows, [count]] = await Promise.all([
    sql<TransactionBatch[]>`
      ${batches(sql, caller)} ${matching} ${after}
      order by ${order}
      limit ${page_size} offset ${offset}`,
    sql<
      [{ total: number }]
    >`select count(*) as total from transaction_batches b where b.group_id = ${caller.group_id} ${matching}`,
  ])
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], total: count.total, next_cursor: last ? cursorOf(last) : null }
}

const inState = (sql: Sql, state: string | undefined) => (state === undefined ? sql`` : sql`and b.state = ${state}`)

function inFilters(sql: Sql, { group_id }: Caller, { state, transaction_bundle_id }: BatchFilters) {
  if (transaction_bundle_id === undefined) return inState(sql, state)
  return sql`${inState(sql, state)} and b.id in (
    select held.batch_id from transactions t
    join batched_transactions held on held.group_id = ${group_id} and held.transaction_id = t.id
    where t.group_id = ${group_id} and t.transaction_bundle_id = ${transaction_bundle_id})`
}

/** The transactions in the matching batches, by currency. */
export async function sumBatches(sql: Sql, { group_id }: Caller, { state }: { state?: string }) {
  // As JSON: a sum may exceed the safe integers of JavaScript.
  const [answer] = await sql<[{ sums: CurrencySum[] }]>`
    select coalesce(json_agg(x), '[]') as sums
    from (
      select upper(t.currency) as currency, sum(t.amount)::numeric as amount, count(*) as transactions
      from batched_transactions bt
      join transactions t on t.group_id = ${group_id} and t.id = bt.transaction_id
      join transaction_batches b on b.group_id = ${group_id} and b.id = bt.batch_id
      where bt.group_id = ${group_id} ${inState(sql, state)}
      group by upper(t.currency)
      order by upper(t.currency)
      limit 1000
    ) x`
  return answer.sums
}

export async function readBatch(sql: Sql, caller: Caller, id: number) {
  const [batch] = await sql<TransactionBatch[]>`${batches(sql, caller)} and b.id = ${id}`
  if (!batch) throw notFound('transaction batch')
  return batch
}

/**
 * Locks transactions, then the batch they are added to. Changes of transactions lock in this order as well. The transactions are read by a
 * later statement, which sees their committed state.
 */
export async function lockForAdding(sql: Sql, caller: Caller, id: number, transaction_ids: number[]) {
  const { group_id } = caller
  await sql`
    select from items where group_id = ${group_id} and kind = 'transaction' and id = any(${transaction_ids}) order by id for share`
  return lockBatch(sql, caller, id)
}

export async function lockBatch(sql: Sql, caller: Caller, id: number) {
  await sql`select from transaction_batches where group_id = ${caller.group_id} and id = ${id} for update`
  return readBatch(sql, caller, id)
}

/** Takes the next number. The counter rolls back with the transaction, so numbers have no gaps. */
export async function createBatch(sql: Sql, caller: Caller, { currency, ...fields }: NewBatch) {
  const settings = await lockSettings(sql, caller.group_id, 'count')
  const serial = settings.batch_serial + 1
  const row = {
    ...fields,
    serial,
    currency: currency ?? settings.currency,
    number: `${settings.batch_prefix}${serial}`,
    state: 'open',
    group_id: caller.group_id,
    created_by: caller.id,
  }
  const [made] = await sql<[{ id: number }]>`insert into transaction_batches ${sql(row)} returning id`
  await sql`
    update transaction_settings set batch_serial = ${serial}, batch_serial_updated_at = now(), updated_at = now()
    where group_id = ${caller.group_id}`
  return readBatch(sql, caller, made.id)
}

export async function changeBatch(sql: Sql, caller: Caller, id: number, changes: BatchChange) {
  checkOpen(await lockBatch(sql, caller, id))
  if (Object.keys(changes).length > 0) await updateBatch(sql, caller, id, changes)
  return readBatch(sql, caller, id)
}

/**
 * Adds all of them or none: each in the currency of the batch and in no other batch, and at most `max_batch_size`. With `only_free` all that can be.
 */
export async function addTransactions(
  sql: Sql,
  caller: Caller,
  id: number,
  { transaction_ids: ids, only_free = false }: AddedTransactions,
) {
  const batch = checkOpen(await lockForAdding(sql, caller, id, ids))
  const { max_batch_size } = await settingsOf(sql, caller.group_id)
  const sent = await readItems(
    sql,
    caller,
    ids.filter(id => !batch.transaction_ids.includes(id)),
  )
  const wanted = only_free ? sent.filter(item => !refusalOf(batch, item)) : sent
  if (batch.count + wanted.length > max_batch_size) {
    throw new ApiError(
      'conflict',
      msg`A batch holds at most ${max_batch_size} transactions and this one already has ${batch.count}.`,
    )
  }
  for (const item of wanted) {
    const refusal = refusalOf(batch, item)
    if (refusal) throw refusal
  }
  const sum = wanted.reduce((total, { amount }) => total + BigInt(amount), exactAmount(batch.amount))
  if (sum > id_max) throw new ApiError('conflict', 'The sum of these transactions is too large.')
  try {
    if (wanted.length > 0) {
      const held = wanted.map(item => ({
        group_id: caller.group_id,
        batch_id: id,
        bundle_id: item.bundle_id,
        transaction_id: item.id,
      }))
      await sql`insert into batched_transactions ${sql(held)}`
    }
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation')
      ? new ApiError('conflict', 'One of these transactions is already in another batch.')
      : error
  }
  await updateBatch(sql, caller, id, {})
  return readBatch(sql, caller, id)
}

interface Item {
  id: number
  bundle_id: number
  amount: number
  currency: string
  /** The number of the batch that it is in. */
  elsewhere: string | null
}

async function readItems(sql: Sql, { group_id }: Caller, ids: number[]) {
  const rows = await sql<Item[]>`
    select t.id, t.transaction_bundle_id as bundle_id, t.amount::bigint as amount, t.currency, b.number as elsewhere
    from transactions t
    join transaction_bundles u on u.group_id = ${group_id} and u.id = t.transaction_bundle_id and u.deleted_at is null
    left join batched_transactions bt on bt.group_id = ${group_id} and bt.transaction_id = t.id
    left join transaction_batches b on b.group_id = ${group_id} and b.id = bt.batch_id
    where t.group_id = ${group_id} and t.id = any(${ids})
    order by t.id`
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.find(id => !known.has(id))
  if (unknown !== undefined)
    throw invalid('body.data.transaction_ids', msg`has ${unknown}, which is not a transaction of your space`, unknown)
  return rows
}

/** Why a transaction cannot be added; undefined if it can. */
function refusalOf(batch: TransactionBatch, { id, bundle_id, currency, elsewhere }: Item) {
  if (elsewhere)
    return new ApiError('conflict', msg`Payment ${bundle_id} is already in batch ${elsewhere} (transaction ${id}).`)
  if (currency.toUpperCase() !== batch.currency.toUpperCase())
    return invalid(
      'body.data.transaction_ids',
      msg`has ${id}, which is in ${currency} while the batch is in ${batch.currency}`,
      id,
    )
  return undefined
}

export async function removeTransaction(sql: Sql, caller: Caller, id: number, transaction_id: number) {
  checkOpen(await lockBatch(sql, caller, id))
  const gone = await sql`
    delete from batched_transactions
    where group_id = ${caller.group_id} and batch_id = ${id} and transaction_id = ${transaction_id}
    returning transaction_id`
  if (gone.length === 0) throw notFound('transaction in this batch')
  await updateBatch(sql, caller, id, {})
  return readBatch(sql, caller, id)
}

/** A batch is closed only when its count and amount are those that were counted by hand. */
export async function closeBatch(sql: Sql, caller: Caller, id: number) {
  const { count, expected_count, expected_amount, number, ...batch } = checkOpen(await lockBatch(sql, caller, id))
  const amount = exactAmount(batch.amount)
  if (count !== expected_count || amount !== BigInt(expected_amount)) {
    throw new ApiError(
      'conflict',
      msg`Batch ${number} has ${count} transactions of ${amount} in total,
        but ${expected_count} of ${expected_amount} are expected. Find the difference first.`,
    )
  }
  const closed = {
    state: 'closed',
    closed_count: count,
    closed_amount: Number(amount),
    closed_at: new Date().toISOString(),
  }
  await updateBatch(sql, caller, id, closed)
  return readBatch(sql, caller, id)
}

export async function reopenBatch(sql: Sql, caller: Caller, id: number) {
  const { state, number } = await lockBatch(sql, caller, id)
  if (state === 'open') throw new ApiError('conflict', msg`Batch ${number} is already open.`)
  const reopened = { state: 'open', closed_count: null, closed_amount: null, closed_at: null, deposited_at: null }
  await updateBatch(sql, caller, id, reopened)
  return readBatch(sql, caller, id)
}

export async function markDeposited(sql: Sql, caller: Caller, id: number) {
  const { state, number } = await lockBatch(sql, caller, id)
  if (state !== 'closed')
    throw new ApiError('conflict', msg`Batch ${number} is ${state}; only a closed batch can be marked as deposited.`)
  await updateBatch(sql, caller, id, { state: 'deposited', deposited_at: new Date().toISOString() })
  return readBatch(sql, caller, id)
}

function checkOpen(batch: TransactionBatch) {
  if (batch.state !== 'open')
    throw new ApiError('conflict', msg`Batch ${batch.number} is ${batch.state}; reopen it first.`)
  return batch
}

/** The amount of an open batch can exceed the safe integers, because its transactions can change. */
const exactAmount = (amount: number) => BigInt(JSON.stringify(amount))

async function updateBatch(sql: Sql, { group_id }: Caller, id: number, changes: object) {
  await sql`update transaction_batches set ${sql({ ...changes, updated_at: new Date().toISOString() })} where group_id = ${group_id} and id = ${id}`
}
