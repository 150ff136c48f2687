import type { Sql } from '../../../../db/sql.ts'
import type { Proposal } from '../../../bank_lines/schema.ts'

/** What these open lines may be, the likeliest first, at most three for each. */
export async function proposalsOf(_sql: Sql, _group_id: number, _line_ids: number[]): Promise<Map<number, Proposal[]>> {
  return new Map()
}
