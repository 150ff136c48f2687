import type { Sql } from '../db/sql.ts'

/** A number, or several that are told together. */
type Total = number | Record<string, number>

interface CountedTotal {
  moment: string
  total: Total
}

const totals_max = 1000
/** A question that is longer than this is hardly asked twice. */
const key_length_max = 10_000

/** The latest totals of this process, by what was asked; those asked for previous come last. */
const totals = new Map<string, CountedTotal>()

/**
 * A total that was counted before is told again as long as nothing has happened in the space since, which the database says each time. Whatever
 * changes a total must leave an event, in the same transaction. Only for transactions that leave none themselves: one that is rolled back would
 * have been counted.
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
  /** How many there are, if that is known. */
  total: T | undefined
  /** How many there were when last counted: to go by, not to tell. */
  previous: T | undefined
  /** Keeps what was counted since. */
  store: (total: T) => void
}

/** The same in two steps, for whoever learns the total on the way. */
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
    if (totals.size > totals_max) totals.delete(totals.keys().next().value!)
  }
  return { total: known && known.moment === moment ? known.total : undefined, previous: known?.total, store }
}

/**
 * How much has happened in a space. Putting events in order moves them from one count to the other and changes nothing, while each one that is
 * committed, whatever its id, adds to the sum. The epoch is of this database and no other. A server that was put back to an earlier state, or
 * took over without having heard of everything, has not been running for as long.
 * Undefined where nothing was put in order yet, or much waits for it.
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
