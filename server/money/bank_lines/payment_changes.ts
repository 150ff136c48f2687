import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { itemsIn } from '../core/rows.ts'
import type { BundleChange } from '../transaction_bundles/bundle.ts'
import type { SentReversal } from '../transaction_bundles/reversals.ts'
import type { NewBundle } from '../transaction_bundles/schema.ts'
import { changePaymentIn, createBundleIn, deleteBundleIn } from '../transaction_bundles/writing.ts'
import type { PaymentChange } from './match_plan.ts'

// How matching writes payments. The only file of the bank that imports how bundles are written.

export type { SentReversal }

export interface LineWriter {
  caller: Caller
  request_id: string
}

export const changePayment = (sql: Sql, writer: LineWriter, id: number, change: BundleChange) =>
  changePaymentIn(sql, writer, id, change)

export const deletePayment = (sql: Sql, writer: LineWriter, id: number) => deleteBundleIn(sql, writer, id)

/** Records a payment. Returns the ids of its bundle and transaction. */
export async function createPayment(sql: Sql, writer: LineWriter, sent: NewBundle) {
  const [transaction] = itemsIn(await createBundleIn(sql, writer, sent)).transactions
  if (!transaction) throw new Error('a payment without a transaction')
  return { bundle_id: transaction.transaction_bundle_id, transaction_id: transaction.id }
}

/** Writes the statuses and reversals of matches, in the order of the bundles, and gives the matches the ids of their reversals. */
export async function applyChanges(sql: Sql, writer: LineWriter, changes: Map<number, PaymentChange>) {
  for (const [id, { statuses, reversals }] of [...changes].sort(([a], [b]) => a - b)) {
    const sent = reversals.map(({ row: _, ...reversal }) => reversal)
    const transactions = [...statuses].map(([id, status_id]) => ({ id, status_id }))
    const document = await changePayment(sql, writer, id, { transactions, reversals: sent })
    const made = itemsIn(document).reversals.slice(-reversals.length)
    for (const [index, { row }] of reversals.entries()) row.reversal_id = made[index]?.id ?? null
  }
}
