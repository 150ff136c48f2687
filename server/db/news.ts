import type { Sql } from './sql.ts'

/** What processes tell each other through the database. `jobs`: there is work; `progress`: some of it was done. */
export type Topic = 'access' | 'mail' | 'jobs' | 'progress'

export const channel = 'muster'

const said = new WeakMap<Sql, Set<Topic>>()

/** Tells every process, when the transaction commits and not before. */
export async function announce(sql: Sql, topic: Topic) {
  said.set(sql, (said.get(sql) ?? new Set()).add(topic))
  await sql`select pg_notify(${channel}, ${topic})`
}

/** What this transaction has announced; asked once, when it ends. */
export function takeNews(sql: Sql): Iterable<Topic> {
  const topics = said.get(sql) ?? []
  said.delete(sql)
  return topics
}
