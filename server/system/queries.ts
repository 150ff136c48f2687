import type { Sql } from '../db/sql.ts'

/** Throws if the database does not answer. */
export async function checkDatabase(sql: Sql) {
  await sql`select 1`
}

/** How many mails and jobs are in each state, in all spaces. */
export async function queueItems(sql: Sql) {
  const rows = await sql<{ queue: 'mail' | 'jobs'; state: string; count: number }[]>`
    select 'mail' as queue, 'waiting' as state, count(*) as count
    from mail_outbox where sent_at is null and abandoned_at is null
    union all
    select 'mail', 'abandoned', count(*) from mail_outbox where abandoned_at > now() - interval '7 days'
    union all
    select 'jobs', 'waiting', count(*) from jobs where group_id > 0 and state = 'queued'
    union all
    select 'jobs', 'running', count(*) from jobs where group_id > 0 and state = 'running'`
  return [...rows]
}
