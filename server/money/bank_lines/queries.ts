import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { BankLine, LineFilters } from './schema.ts'

export async function listLines(
  _sql: Sql,
  _caller: Caller,
  _query: Paging & LineFilters,
): Promise<{ rows: BankLine[]; total: number }> {
  throw new Error('not written yet')
}

export async function readLine(_sql: Sql, _caller: Caller, _id: number): Promise<BankLine> {
  throw new Error('not written yet')
}
