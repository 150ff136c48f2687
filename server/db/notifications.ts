import type { Sql } from './sql.ts'

/**
 * What processes announce to each other with NOTIFY.
 * - `access`: a token, role or membership changed, so cached callers are stale
 * - `mail`, `jobs`, `deliveries`, `files`: the queue has new work
 * - `progress`: a job has advanced
 * - `events`: events were written and have no position yet
 * - `changes` and a space: new events of this space can be read
 */
export type Topic = 'access' | 'mail' | 'jobs' | 'progress' | 'events' | 'deliveries' | 'files' | `changes ${number}`

export const channel = 'muster'

const announced = new WeakMap<Sql, Set<Topic>>()

/** Notifies every process when the transaction commits. */
export async function notifyAll(sql: Sql, topic: Topic) {
  notifyLocal(sql, topic)
  await sql`select pg_notify(${channel}, ${topic})`
}

/** Notifies this process only. PostgreSQL serializes the commits of transactions that use NOTIFY, which is too expensive for every write. */
export function notifyLocal(sql: Sql, topic: Topic) {
  announced.set(sql, (announced.get(sql) ?? new Set()).add(topic))
}

/** The topics that this transaction announces. */
export const notificationsOf = (sql: Sql): Iterable<Topic> => announced.get(sql) ?? []
