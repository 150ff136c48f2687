import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'

export async function acceptCertain(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _sent: { bank_account_id: number; month?: string },
): Promise<{ accepted: number; amount: number; line_ids: number[]; more: boolean }> {
  throw new Error('not written yet')
}
