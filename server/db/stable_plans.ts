import type { Fragment, Sql } from './sql.ts'

// PostgreSQL keeps the plan of a prepared statement only if it seems no dearer than one made for the values at hand, and it thinks the worst of
// values that it does not know: ten elements for an array, a tenth of the table for the size of a page. Then it plans anew for each request.

/** That a column is among these. Mostly there is one, which needs no array. */
export const oneOf = (sql: Sql, values: readonly (number | string)[]): Fragment =>
  values.length === 1 ? sql`= ${values[0]!}` : sql`= any(${values as number[]})`

/**
 * That a column is among these few. The last of them stands in for others until there are two, four, eight and so on: a list of each length
 * would be a statement of its own, with a plan to be made.
 */
export function amongFew(sql: Sql, ids: readonly number[]): Fragment {
  if (ids.length === 1) return sql`= ${ids[0]!}`
  const places = 2 ** Math.ceil(Math.log2(ids.length))
  return sql`in ${sql(Array.from({ length: places }, (_, place) => ids[place] ?? ids.at(-1)!))}`
}

/** These ids as rows, for a look at each. */
export const rowsOf = (sql: Sql, ids: readonly number[]): Fragment =>
  ids.length === 1 ? sql`(values (${ids[0]!}::bigint))` : sql`unnest(${ids as number[]}::bigint[])`

// What nearly everybody asks for. It stands in the statement, so that plans can count on it.
const usual_page = 100

export const plainPage = (sql: Sql, size: number): Fragment =>
  size === usual_page ? sql`limit 100` : sql`limit ${size}`

/**
 * Sent before a page that can be found in one way only, whatever the space: where spaces differ in size, a plan for none of them in particular
 * seems dearer than one for the space at hand, and to make that anew takes longer than to read the page. It holds to the end of the
 * transaction, so nothing may follow whose plan should look at its values.
 */
export const planPageOnce = (sql: Sql, size: number) =>
  size === usual_page && sql`set local plan_cache_mode = force_generic_plan`
