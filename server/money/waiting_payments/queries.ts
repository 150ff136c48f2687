import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { amountsIn } from '../core/bank/amount_search.ts'
import { readWaitingPayments, waitingScope, waitingTransactions } from '../core/bank/payments.ts'
import type { WaitingPayment } from './schema.ts'

/** Newest first. */
export async function listWaitingPayments(
  sql: Sql,
  caller: Caller,
  { limit, offset, bank_account_id, search }: Paging & { bank_account_id?: number; search?: string },
): Promise<{ rows: WaitingPayment[]; total: number }> {
  const { group_id } = caller
  const scope = await waitingScope(sql, group_id, bank_account_id)
  if (!scope && bank_account_id !== undefined) throw notFound('bank account')
  if (!scope) return { rows: [], total: 0 }
  const matching = sql`${waitingTransactions(sql, group_id, scope)} ${searched(sql, caller, search?.trim() ?? '')}`
  const page_size = Math.min(limit, page_size_max)
  const [page, [count]] = await Promise.all([
    sql<
      { id: number }[]
    >`select t.id ${matching} order by t.date desc, t.bundle_id desc, t.id desc limit ${page_size} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${matching}`,
  ])
  const ids = page.map(({ id }) => id)
  return { rows: await readWaitingPayments(sql, group_id, ids, caller), total: count.total }
}

/** Transactions of people with this name, of this amount, or of a payment or batch with this number. */
function searched(sql: Sql, caller: Caller, text: string): Fragment {
  if (text === '') return sql``
  const { group_id } = caller
  const [id] = /^#?\d{1,15}$/.test(text) ? [Number(text.replace('#', ''))] : []
  const hidden = seesRestricted(caller) ? sql`` : sql`and c.restricted_at is null`
  // Each word begins a name or is inside of one.
  const words = text.toLowerCase().split(/\s+/).slice(0, 5)
  const named = words.map(word => sql`and strpos(lower(c.firstname || ' ' || c.surname), ${word}) > 0`)
  return sql`and (
    t.amount = any(${amountsIn(text)})
    ${id === undefined ? sql`` : sql`or t.id = ${id} or t.bundle_id = ${id}`}
    or exists (
      select from contacts c
      where c.group_id = ${group_id} and c.id = t.contact_id ${hidden} ${named.reduce((all, one) => sql`${all} ${one}`, sql``)})
    or exists (
      select from batched_transactions h
      join transaction_batches d on d.group_id = ${group_id} and d.id = h.batch_id
      where h.group_id = ${group_id} and h.transaction_id = t.id and lower(d.number) = ${text.toLowerCase()}))`
}
