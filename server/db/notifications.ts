import type { Sql } from './sql.ts'

/**
 * What processes tell each other through the database. `jobs`: there is work; `progress`: some of it was done; `events`: something happened;
 * `changes` and a space: it can be read what; `deliveries`: somebody waits to hear of it.
 */
export type Topic = 'access' | 'mail' | 'jobs' | 'progress' | 'events' | 'deliveries' | `changes ${number}`

export const channel = 'muster'

const said = new WeakMap<Sql, Set<Topic>>()

/** Tells every process, when the transaction commits and not before. */
export async function announce(sql: Sql, topic: Topic) {
  hint(sql, topic)
  await sql`select pg_notify(${channel}, ${topic})`
}

/** Tells this process alone: transactions that notify others commit one after the other, which would be too dear for every write. */
export function hint(sql: Sql, topic: Topic) {
  said.set(sql, (said.get(sql) ?? new Set()).add(topic))
}

/** What this transaction has announced. */
export const newsOf = (sql: Sql): Iterable<Topic> => said.get(sql) ?? []
