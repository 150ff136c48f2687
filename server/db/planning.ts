import type { Fragment, Sql } from './sql.ts'

// PostgreSQL keeps the plan of a prepared statement only if it seems no dearer than one made for the values at hand, and it thinks the worst of
// values that it does not know: ten elements for an array, a tenth of the table for the size of a page. Then it plans anew for each request.

/** That a column is among these. Mostly there is one, which needs no array. */
export const oneOf = (sql: Sql, values: readonly (number | string)[]): Fragment =>
  values.length === 1 ? sql`= ${values[0]!}` : sql`= any(${values as number[]})`

/** These ids as rows, for a look at each. */
export const rowsOf = (sql: Sql, ids: readonly number[]): Fragment =>
  ids.length === 1 ? sql`(values (${ids[0]!}::bigint))` : sql`unnest(${ids as number[]}::bigint[])`

/**
 * The beginning of a list that nothing filters: where something does, the plan should look at it. The size that nearly everybody asks for
 * stands in the statement.
 */
export const plainPage = (sql: Sql, size: number): Fragment => (size === 100 ? sql`limit 100` : sql`limit ${size}`)
