import type { Sql } from '../../../db/sql.ts'

/** Refuses a change of lines of these days if their month is closed. Until the end of the transaction none of them is closed. */
export async function checkMonthsOpen(
  _sql: Sql,
  _group_id: number,
  _bank_account_id: number,
  _days: string[],
): Promise<void> {}
