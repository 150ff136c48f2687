import type { Sql } from './sql.ts'

type FindRows<Caller extends object, Row> = (sql: Sql, caller: Caller, ids: number[]) => PromiseLike<Row[]>

/**
 * Reads rows by id, and batches the reads that one caller makes in one transaction within one tick into one statement: a round trip costs
 * more than finding a row.
 */
export function batchById<Caller extends object, Row extends { id: number }>(find: FindRows<Caller, Row>) {
  const batches = new WeakMap<Sql, Map<Caller, Batch<Row>>>()

  return (sql: Sql, caller: Caller, id: number): Promise<Row | undefined> => {
    const of_transaction = batches.get(sql) ?? new Map<Caller, Batch<Row>>()
    batches.set(sql, of_transaction)
    const open = of_transaction.get(caller)
    if (open) return open.add(id)
    const batch = new Batch<Row>()
    of_transaction.set(caller, batch)
    // Runs after the other reads of this tick and before the driver sends its packet.
    process.nextTick(() => {
      of_transaction.delete(caller)
      batch.fetch(ids => find(sql, caller, ids))
    })
    return batch.add(id)
  }
}

class Batch<Row extends { id: number }> {
  readonly #ids = new Set<number>()
  readonly #rows = Promise.withResolvers<Map<number, Row>>()

  async add(id: number) {
    this.#ids.add(id)
    return (await this.#rows.promise).get(id)
  }

  async fetch(find: (ids: number[]) => PromiseLike<Row[]>) {
    try {
      const rows = await find([...this.#ids])
      this.#rows.resolve(new Map(rows.map(row => [row.id, row])))
    } catch (error) {
      this.#rows.reject(error)
    }
  }
}
