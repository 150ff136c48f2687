import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { BankMonth } from './schema.ts'

export async function listMonths(
  _sql: Sql,
  _caller: Caller,
  _query: Paging & { bank_account_id: number },
): Promise<{ rows: BankMonth[]; total: number }> {
  throw new Error('not written yet')
}

export async function closeMonth(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _sent: { bank_account_id: number; month: string },
): Promise<BankMonth> {
  throw new Error('not written yet')
}

export async function openMonth(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _sent: { bank_account_id: number; month: string },
): Promise<BankMonth> {
  throw new Error('not written yet')
}
