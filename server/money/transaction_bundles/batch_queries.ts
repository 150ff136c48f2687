import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
import type { ItemChange } from '../core/history.ts'
import type { Item } from './schema.ts'

/**
 * Refuses a change of amount or currency of a transaction in a closed batch, and a change of currency in any batch. Refunds and unpaid
 * amounts can still be recorded.
 */
export async function checkBatches(sql: Sql, group_id: number, changes: ItemChange[]) {
  const recounted = recountedItems(changes)
  const ids = recounted.map(({ target_id }) => target_id)
  if (ids.length === 0) return
  // Locked, so that no batch is filled or closed with the old amount.
  await sql`
    select from items where group_id = ${group_id} and kind = 'transaction' and id = any(${ids}) order by id for update`
  const batches = await sql<{ number: string; state: string; transaction_id: number }[]>`
    select b.number, b.state, t.transaction_id from batched_transactions t
    join transaction_batches b on b.group_id = ${group_id} and b.id = t.batch_id
    where t.group_id = ${group_id} and t.transaction_id = any(${ids})
    order by b.id, t.transaction_id
    for share of b`
  const closed = batches.find(({ state }) => state !== 'open')
  if (closed)
    throw batchConflict(msg`This payment is in batch ${closed.number}, which is closed. Reopen the batch first.`)
  const exchanged = recounted.find(({ old, new: now }) => now && currencyIn(old) !== currencyIn(now))
  const held = exchanged && batches.find(({ transaction_id }) => transaction_id === exchanged.target_id)
  if (held)
    throw batchConflict(
      msg`This payment is in batch ${held.number}, which has one currency. Take the payment out of it first.`,
    )
}

/** Changes of the amount or currency of a transaction, and removed transactions. */
export const recountedItems = (changes: ItemChange[]) =>
  changes.filter(({ kind, old, new: now }) => kind === 'transaction' && old && !hasSameAmount(old, now))

const batchConflict = (detail: Text) => new ApiError('conflict', detail)

const currencyIn = (item: Item | null) => item?.currency.toUpperCase()

const hasSameAmount = (old: Item, now: Item | null) => now?.amount === old.amount && currencyIn(now) === currencyIn(old)
