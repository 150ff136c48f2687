import type { Sql } from './sql.ts'

type WriteAll<Row> = (sql: Sql, rows: Row[]) => Promise<unknown>

const last = new WeakMap<Sql, PromiseLike<unknown>[]>()
const gathered = new WeakMap<Sql, Map<WriteAll<any>, unknown[]>>()

/**
 * For statements at the end of a transaction whose answers nobody waits for: they travel with the commit. If one fails, so does the
 * transaction.
 */
export function lastly(sql: Sql, ...statements: Promise<unknown>[]) {
  for (const statement of statements) statement.catch(() => {})
  if (!last.get(sql)?.push(...statements)) last.set(sql, statements)
}

/** The same for one of several rows alike that a transaction may leave behind: one statement writes them all. */
export function lastlyWith<Row>(sql: Sql, write: WriteAll<Row>, row: Row) {
  const here = gathered.get(sql) ?? new Map<WriteAll<Row>, unknown[]>()
  gathered.set(sql, here)
  if (!here.get(write)?.push(row)) here.set(write, [row])
}

/** Asks for what was gathered. After it comes the commit. */
export function askLast(sql: Sql) {
  for (const [write, rows] of gathered.get(sql) ?? []) lastly(sql, write(sql, rows))
}

/** The statements that were left for the end of this transaction. */
export const lastOf = (sql: Sql) => last.get(sql) ?? []
