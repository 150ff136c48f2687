import type { Sql } from './sql.ts'

type WriteRows<Row> = (sql: Sql, rows: Row[]) => Promise<unknown>

const statements = new WeakMap<Sql, PromiseLike<unknown>[]>()
/** For each write function, a call that writes the rows it has collected. */
const collected = new WeakMap<Sql, Map<unknown, { rows: unknown[]; write: () => Promise<unknown> }>>()

/** Sends statements together with the commit, for those whose results are not needed. If one fails, the transaction fails. */
export function deferStatements(sql: Sql, ...deferred: Promise<unknown>[]) {
  for (const statement of deferred) statement.catch(() => {})
  if (!statements.get(sql)?.push(...deferred)) statements.set(sql, deferred)
}

/** Collects a row; before the commit, one call of `write` inserts all rows that were collected for it. */
export function deferRow<Row>(sql: Sql, write: WriteRows<Row>, row: Row) {
  const of_transaction = collected.get(sql) ?? new Map()
  collected.set(sql, of_transaction)
  const known = of_transaction.get(write)
  if (known) return void known.rows.push(row)
  const rows: Row[] = [row]
  of_transaction.set(write, { rows, write: () => write(sql, rows) })
}

/** Writes the collected rows. The commit follows. */
export function sendDeferredRows(sql: Sql) {
  for (const { write } of collected.get(sql)?.values() ?? []) deferStatements(sql, write())
}

export const deferredStatementsOf = (sql: Sql) => statements.get(sql) ?? []
