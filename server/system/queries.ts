import type { Sql } from '../db/sql.ts'

/** Whether the database answers. */
export async function answers(sql: Sql) {
  await sql`select 1`
}

/** How much waits to be done, in all spaces. */
export async function backlog(sql: Sql) {
  const [row] = await sql<[{ mail: number; mail_given_up: number; jobs_queued: number; jobs_running: number }]>`
    select (select count(*) from mail_outbox where sent_at is null and abandoned_at is null) as mail,
           (select count(*) from mail_outbox where abandoned_at > now() - interval '7 days') as mail_given_up,
           (select count(*) from jobs where group_id > 0 and state = 'queued') as jobs_queued,
           (select count(*) from jobs where group_id > 0 and state = 'running') as jobs_running`
  return { ...row }
}
