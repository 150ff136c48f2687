import type { Sql } from '../../../db/sql.ts'

/** Posts these lines again, after a change of what they are. The ledger must be held or locked. */
export async function postLines(_sql: Sql, _group_id: number, _line_ids: number[]): Promise<void> {}
