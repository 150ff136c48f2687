import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { type Catalogue, changeCatalogue, lockCatalogue } from '../core/catalogue.ts'
import type { StatusChange, TransactionStatus } from './schema.ts'

export const transactionStatusCatalogue: Catalogue = {
  table: 'transaction_statuses',
  noun: 'transaction status',
  resource: 'transaction_status',
  columns: sql =>
    sql`c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.name, c.color, c.kind, c.archived`,
  order: sql => sql`c.id`,
  // Old payments have archived statuses, so all members can read their names.
  visibleWhen: sql => sql`true`,
  inUse: (sql, { group_id }) => sql`
    exists (select from transactions t where t.group_id = ${group_id} and t.status_id = c.id)`,
  retired: 'archived',
  required: {
    when: (sql, { group_id }) => sql`
      exists (select from transaction_settings s where s.group_id = ${group_id} and s.default_status_id = c.id)`,
    remedy: msg`It is the default for new payments: choose another default in the settings first.`,
  },
  audited: true,
}

export async function changeStatus(sql: Sql, caller: Caller, id: number, changes: StatusChange) {
  const before = await lockCatalogue<TransactionStatus>(sql, caller, transactionStatusCatalogue, id)
  if (changes.kind !== undefined && changes.kind !== before.kind) await checkUnused(sql, caller, before)
  return changeCatalogue<TransactionStatus>(sql, caller, transactionStatusCatalogue, id, changes)
}

/**
 * The kind decides where statistics and the ledger count a payment, also in closed periods. The lock on the status waits for payments that
 * are being written with it and blocks new ones, so none comes between this check and the change. Payments of deleted bundles count.
 */
async function checkUnused(sql: Sql, caller: Caller, { id, name }: TransactionStatus) {
  const used = await sql`
    select from transaction_statuses c
    where c.group_id = ${caller.group_id} and c.id = ${id} and ${transactionStatusCatalogue.inUse(sql, caller)}`
  if (used.length > 0)
    throw new ApiError(
      'conflict',
      msg`Payments have the status ${name}, so its kind cannot change. Archive it and add a status with the other kind.`,
    )
}
