import type { Fragment, Sql } from '../db/sql.ts'

/** Whether the database accepts writes, as a standby does not. Throws if it does not answer. */
export async function isWritable(sql: Sql) {
  const [row] = await sql<[{ writable: boolean }]>`
    select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writable`
  return row.writable
}

/** How many mails and jobs are in each state, in all spaces. */
export async function queueItems(sql: Sql, isReachable: (column: string) => Fragment) {
  const [mail] = await sql<[{ waiting: number; abandoned: number }]>`
    select count(*) filter (where sent_at is null and abandoned_at is null) as waiting,
           count(*) filter (where abandoned_at > now() - interval '7 days') as abandoned
    from mail_outbox
    where sent_at is null and abandoned_at is null or abandoned_at > now() - interval '7 days'`
  const [jobs] = await sql<[{ waiting: number; running: number }]>`
    select count(*) filter (where state = 'queued') as waiting, count(*) filter (where state = 'running') as running
    from jobs
    where group_id > 0 and ${isReachable('group_id')} and state in ('queued', 'running')`
  return [
    { queue: 'mail', state: 'waiting', count: mail.waiting },
    { queue: 'mail', state: 'abandoned', count: mail.abandoned },
    { queue: 'jobs', state: 'waiting', count: jobs.waiting },
    { queue: 'jobs', state: 'running', count: jobs.running },
  ] as const
}
