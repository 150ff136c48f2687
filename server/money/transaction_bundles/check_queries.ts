import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { Change } from '../history.ts'
import type { Donation, Item, Membership, SentBundle, Transaction } from './schema.ts'

// What only the database can tell, at the moment of writing and under its locks.

/**
 * A payment in a batch that was counted and closed stays as it was counted, and in any batch it stays in the batch's currency. What comes
 * back from the bank later may be noted all the same.
 */
export async function checkNotBatched(sql: Sql, group_id: number, changes: Change[]) {
  const recounted = changes.filter(({ kind, old, new: now }) => kind === 'transaction' && old && !countsAlike(old, now))
  const ids = recounted.map(({ target_id }) => target_id)
  if (ids.length === 0) return
  // Held until we are done, so that nobody puts the payment into a batch, or closes its batch, on the old amount.
  await sql`select from transactions where group_id = ${group_id} and id = any(${ids}) order by id for update`
  const batches = await sql<{ number: string; state: string; transaction_id: number }[]>`
    select b.number, b.state, t.transaction_id from batched_transactions t
    join transaction_batches b on b.group_id = ${group_id} and b.id = t.batch_id
    where t.group_id = ${group_id} and t.transaction_id = any(${ids})
    for share of b`
  const closed = batches.find(({ state }) => state !== 'open')
  if (closed) throw inBatch(closed.number, 'which is closed. Reopen the batch first')
  const exchanged = recounted.find(({ old, new: now }) => now && currencyIn(old) !== currencyIn(now))
  const held = exchanged && batches.find(({ transaction_id }) => transaction_id === exchanged.target_id)
  if (held) throw inBatch(held.number, 'which has one currency. Take the payment out of it first')
}

const inBatch = (number: string, why: string) => new ApiError('conflict', `This payment is in batch ${number}, ${why}.`)

const currencyIn = (item: Item | null) => item?.currency.toUpperCase()

const countsAlike = (old: Item, now: Item | null) => now?.amount === old.amount && currencyIn(now) === currencyIn(old)

/**
 * What the items refer to and somebody has deleted in between. Asked after they are written: from then on they hold it, so the answer is
 * final. Not awaited here, since it travels with the statements before it.
 */
export function goneReferences(sql: Sql, group_id: number, changes: Change[]) {
  const ids = (field: Reference) => [
    ...new Set(
      changes.flatMap(({ new: item }) => (item as Partial<Record<Reference, number | null>> | null)?.[field] ?? []),
    ),
  ]
  return sql<Gone[]>`
    select 'status_id' as field, id from transaction_statuses
    where group_id = ${group_id} and id = any(${ids('status_id')}) and deleted_at is not null
    union all
    select 'membership_price_id', id from membership_prices
    where group_id = ${group_id} and id = any(${ids('membership_price_id')}) and deleted_at is not null
    union all
    select 'donation_price_id', id from donation_prices
    where group_id = ${group_id} and id = any(${ids('donation_price_id')}) and deleted_at is not null
    order by field desc, id
    limit 1`
}

type Reference =
  | keyof Pick<Transaction, 'status_id'>
  | keyof Pick<Membership, 'membership_price_id'>
  | keyof Pick<Donation, 'donation_price_id'>

interface Gone {
  field: Reference
  id: number
}

export function refuseGone([gone]: readonly Gone[], sent: SentBundle) {
  if (!gone) return
  const { field, id } = gone
  throw invalid(`body.data.${placeOf(sent, gone)}.${field}`, 'has just been deleted', id)
}

/** The item that names it; where none does, the first that took it from the settings. */
function placeOf({ transactions = [], memberships = [], donations = [] }: SentBundle, { field, id }: Gone) {
  const [name, ids] = {
    status_id: ['transactions', transactions.map(item => item.status_id)],
    membership_price_id: ['memberships', memberships.map(item => item.membership_price_id)],
    donation_price_id: ['donations', donations.map(item => item.donation_price_id)],
  }[field] as [string, (number | null | undefined)[]]
  return `${name}.${Math.max(ids.includes(id) ? ids.indexOf(id) : ids.indexOf(undefined), 0)}`
}
