import type { Sql } from './sql.ts'

type Find<Who extends object, Row> = (sql: Sql, who: Who, ids: number[]) => PromiseLike<Row[]>

/**
 * Reads rows by their ids, one for whoever asks. Those who ask at one moment of one transaction, and are the same one asking, share a
 * statement: to ask and to be answered costs more than to find a row.
 */
export function byId<Who extends object, Row extends { id: number }>(find: Find<Who, Row>) {
  const wanted = new WeakMap<Sql, Map<Who, Wanted<Row>>>()

  return (sql: Sql, who: Who, id: number): Promise<Row | undefined> => {
    const here = wanted.get(sql) ?? new Map<Who, Wanted<Row>>()
    wanted.set(sql, here)
    const there = here.get(who)
    if (there) return there.add(id)
    const first = new Wanted<Row>()
    here.set(who, first)
    // Behind everything else that is ready now, and before the driver sends its packet.
    process.nextTick(() => {
      here.delete(who)
      first.fetch(ids => find(sql, who, ids))
    })
    return first.add(id)
  }
}

class Wanted<Row extends { id: number }> {
  readonly #ids = new Set<number>()
  readonly #found = Promise.withResolvers<Map<number, Row>>()

  async add(id: number) {
    this.#ids.add(id)
    return (await this.#found.promise).get(id)
  }

  async fetch(find: (ids: number[]) => PromiseLike<Row[]>) {
    try {
      const rows = await find([...this.#ids])
      this.#found.resolve(new Map(rows.map(row => [row.id, row])))
    } catch (error) {
      this.#found.reject(error)
    }
  }
}
