import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { WaitingPayment } from './schema.ts'

export async function listWaitingPayments(
  _sql: Sql,
  _caller: Caller,
  _query: Paging & { bank_account_id?: number; search?: string },
): Promise<{ rows: WaitingPayment[]; total: number }> {
  throw new Error('not written yet')
}
