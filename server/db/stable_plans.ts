import type { Fragment, Sql } from './sql.ts'

// PostgreSQL reuses the generic plan of a prepared statement only if its estimated cost is not above that of a plan for the actual values.
// For unknown values it assumes ten array elements, and a limit of a tenth of the table. Then it plans the statement again for each request.

/** Compares a column with a list. Most lists have one element, which needs no array. */
export const inList = (sql: Sql, values: readonly (number | string)[]): Fragment =>
  values.length === 1 ? sql`= ${values[0] as number}` : sql`= any(${values as number[]})`

/** The ids as rows, for a lateral join. */
export function idRows(sql: Sql, ids: readonly number[]): Fragment {
  const [first = 0] = ids
  return ids.length === 1 ? sql`(values (${first}::bigint))` : sql`unnest(${ids as number[]}::bigint[])`
}

// The default page size is a literal in the statement, so that the planner knows it.
const usual_page = 100

export const limitClause = (sql: Sql, size: number): Fragment =>
  size === usual_page ? sql`limit 100` : sql`limit ${size}`
