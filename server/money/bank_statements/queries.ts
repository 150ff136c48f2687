import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { BankStatement } from './schema.ts'

export async function listStatements(
  _sql: Sql,
  _caller: Caller,
  _query: Paging & { bank_account_id?: number },
): Promise<{ rows: BankStatement[]; total: number }> {
  throw new Error('not written yet')
}

export async function readStatement(_sql: Sql, _caller: Caller, _id: number): Promise<BankStatement> {
  throw new Error('not written yet')
}

export async function deleteStatement(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _id: number,
): Promise<void> {
  throw new Error('not written yet')
}
