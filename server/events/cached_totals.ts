import type { Sql } from '../db/sql.ts'

/** A count, or several counts of one query. */
type Total = number | Record<string, number>

interface CountedTotal {
  moment: string
  total: Total
}

const totals_max = 1000
/** Longer keys are not cached: they are hardly ever repeated. */
const key_length_max = 10_000

/** The cached totals of this process, least recently stored first. */
const totals = new Map<string, CountedTotal>()

/**
 * Returns a cached total if there was no event in the space since it was counted; the database is asked each time. Every write that changes a total must
 * emit an event in its transaction. Not for transactions that emit events themselves: a rollback would leave a wrong total in the cache.
 */
export async function cachedTotal<T extends Total>(
  sql: Sql,
  group_id: number,
  question: string,
  count: () => Promise<T>,
) {
  const memory = await lookUpTotal<T>(sql, group_id, question)
  const total = memory.total ?? (await count())
  memory.store(total)
  return total
}

interface CachedTotal<T> {
  /** The current total, if it is cached. */
  total: T | undefined
  /** The total when last counted: an estimate, not to be shown. */
  previous: T | undefined
  store: (total: T) => void
}

/** The same in two steps, for a caller that counts while it reads. */
export async function lookUpTotal<T extends Total>(
  sql: Sql,
  group_id: number,
  question: string,
): Promise<CachedTotal<T>> {
  if (question.length > key_length_max) return { total: undefined, previous: undefined, store: () => {} }
  const key = `${group_id} ${question}`
  const moment = await stateOf(sql, group_id)
  const known = totals.get(key) as { moment: string; total: T } | undefined
  const store = (total: T) => {
    if (moment === undefined) return
    totals.delete(key)
    totals.set(key, { moment, total })
    const [oldest] = totals.keys()
    if (totals.size > totals_max && oldest !== undefined) totals.delete(oldest)
  }
  return { total: known && known.moment === moment ? known.total : undefined, previous: known?.total, store }
}

/**
 * A text that changes with every committed event of a space. The sum of ordered and waiting events grows with each one, and does not change when events
 * are ordered. The epoch identifies the database. The start time of the server changes after a restore from a backup, or after a failover that may have
 * lost events. Undefined if no event was ordered yet, or too many are waiting.
 */
async function stateOf(sql: Sql, group_id: number): Promise<string | undefined> {
  const [row] = await sql<{ epoch: string; ordered: number; waiting: number; last: number; since: string }[]>`
    select f.epoch, f.position as ordered, w.waiting, coalesce(l.id, 0) as last, pg_postmaster_start_time()::text as since
    from feeds f
    cross join (
      select count(*) as waiting
      from (select e.id from events e where e.group_id = ${group_id} and e.position is null order by e.id limit 1000) e
    ) w
    cross join (select max(e.id) as id from events e where e.group_id = ${group_id}) l
    where f.group_id = ${group_id}`
  return row && row.waiting < 1000 ? `${row.epoch} ${row.since} ${row.ordered + row.waiting} ${row.last}` : undefined
}
