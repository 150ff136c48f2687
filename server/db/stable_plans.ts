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

/**
 * Forces the generic plan for a page that has one good plan in every space. Where spaces differ in size the generic plan seems more
 * expensive than a custom one, and planning would take longer than reading the page. The setting lasts until the end of the transaction, so
 * no statement may follow that needs a plan for its values.
 */
export const forceGenericPlan = (sql: Sql, size: number) =>
  size === usual_page && sql`set local plan_cache_mode = force_generic_plan`
