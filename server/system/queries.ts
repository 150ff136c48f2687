import { onlyRow, type Sql } from '../db/sql.ts'

/** Throws if the database does not answer. */
export async function checkDatabase(sql: Sql) {
  await sql`select 1`
}

/** The lengths of the queues, in all spaces. */
export async function backlog(sql: Sql) {
  const rows = await sql<{ mail: number; mail_abandoned: number; jobs_queued: number; jobs_running: number }[]>`
    select (select count(*) from mail_outbox where sent_at is null and abandoned_at is null) as mail,
           (select count(*) from mail_outbox where abandoned_at > now() - interval '7 days') as mail_abandoned,
           (select count(*) from jobs where group_id > 0 and state = 'queued') as jobs_queued,
           (select count(*) from jobs where group_id > 0 and state = 'running') as jobs_running`
  return { ...onlyRow(rows) }
}
