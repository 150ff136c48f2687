import type { Sql } from './sql.ts'

const last = new WeakMap<Sql, PromiseLike<unknown>[]>()

/**
 * For statements at the end of a transaction whose answers nobody waits for: they travel with the commit. If one fails, so does the
 * transaction.
 */
export function lastly(sql: Sql, ...statements: Promise<unknown>[]) {
  for (const statement of statements) statement.catch(() => {})
  if (!last.get(sql)?.push(...statements)) last.set(sql, statements)
}

/** The statements that were left for the end of this transaction. */
export const lastOf = (sql: Sql) => last.get(sql) ?? []
