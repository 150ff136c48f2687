import type { Fragment, Sql } from '../db/sql.ts'

/** Whether the database accepts writes, as a standby does not. Throws if it does not answer. */
export async function isWritable(sql: Sql) {
  const [row] = await sql<[{ writable: boolean }]>`
    select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writable`
  return row.writable
}

export interface QueueState {
  queue: 'mail' | 'jobs' | 'webhook_deliveries' | 'events'
  state: 'waiting' | 'running' | 'abandoned'
  count: number
  /** The age of the oldest item in seconds; 0 if there is none. */
  oldest_s: number
}

/** How many items each queue has in each state, in all spaces, and how old the oldest is. */
export async function queueStates(sql: Sql, isReachable: (column: string) => Fragment): Promise<QueueState[]> {
  const age = sql`coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8`
  return [
    ...(await sql<QueueState[]>`
      select 'mail' as queue, state, count(created_at)::int as count, ${age} as oldest_s
      from (values ('waiting'), ('abandoned')) as s (state)
      left join mail_outbox m
        on s.state = 'waiting' and sent_at is null and abandoned_at is null
        or s.state = 'abandoned' and abandoned_at > now() - interval '7 days'
      group by state`),
    ...(await sql<QueueState[]>`
      select 'jobs' as queue, 'waiting' as state, count(*)::int as count, ${age} as oldest_s
      from jobs
      where group_id > 0 and ${isReachable('group_id')} and state = 'queued'`),
    ...(await sql<QueueState[]>`
      select 'jobs' as queue, 'running' as state, count(*)::int as count, ${age} as oldest_s
      from jobs
      where group_id > 0 and ${isReachable('group_id')} and state = 'running'`),
    ...(await sql<QueueState[]>`
      select 'webhook_deliveries' as queue, 'waiting' as state, count(*)::int as count, ${age} as oldest_s
      from webhook_deliveries
      where group_id > 0 and ${isReachable('group_id')} and state = 'waiting'`),
    ...(await sql<QueueState[]>`
      select 'events' as queue, 'waiting' as state, count(*)::int as count, ${age} as oldest_s
      from events
      where group_id > 0 and ${isReachable('group_id')} and position is null`),
  ]
}

export async function readPostgresVersion(sql: Sql): Promise<string> {
  const [row] = await sql<[{ version: string }]>`select current_setting('server_version') as version`
  // Packages add their own version, such as "17.5 (Debian 17.5-1)".
  return row.version.replace(/ .*/, '')
}
