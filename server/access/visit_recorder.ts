import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'

interface Visitor {
  id: number
  group_id: number
}

const known_max = 50_000

/**
 * Records the day on which a user last used a space: one statement per user, day and process. Requests do not wait for it, and one that fails
 * is sent again with a later request.
 */
export class VisitRecorder {
  readonly #pool: Pool
  #day = ''
  /** Those recorded on that day, or about to be. */
  readonly #known = new Set<string>()
  readonly #waiting: Visitor[] = []
  #isWriting = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  record({ id, group_id }: Visitor, day = new Date().toISOString().slice(0, 10)) {
    if (this.#day !== day || this.#known.size >= known_max) this.#known.clear()
    this.#day = day
    const key = keyOf({ id, group_id })
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.#waiting.push({ id, group_id })
    if (!this.#isWriting) void this.#write()
  }

  /** Records the next visit of this user again: a user who left the space and came back has no visit. */
  forget(visitor: Visitor) {
    this.#known.delete(keyOf(visitor))
  }

  /** One at a time, so that the first requests of a day leave the other sessions to the requests. */
  async #write() {
    this.#isWriting = true
    for (let visitor = this.#waiting.shift(); visitor; visitor = this.#waiting.shift()) {
      try {
        const { id, group_id } = visitor
        await this.#pool.write({ group_id, user_id: id }, sql => recordVisit(sql, visitor, this.#day))
      } catch {
        this.forget(visitor)
      }
    }
    this.#isWriting = false
  }
}

/** Records that the user used the space on this day, unless a later day is known. */
export const recordVisit = (sql: Sql, { id, group_id }: Visitor, day: string) => sql`
  insert into member_visits as old (group_id, user_id, seen_on) values (${group_id}, ${id}, ${day})
  on conflict (group_id, user_id) do update set seen_on = excluded.seen_on where old.seen_on < excluded.seen_on`

const keyOf = ({ id, group_id }: Visitor) => `${group_id} ${id}`
