import type { Sql } from '../db/sql.ts'
import { onCitus } from './citus_cluster.ts'
import { type Answer, eventually, type TestApp } from './harness.ts'

/**
 * Sends requests that run at the same moment: `hold` locks a row that they all need, until all of them wait for it.
 * At most four, which is the share of a space in the six sessions of the application.
 */
export async function sendConcurrently(
  app: TestApp,
  hold: (sql: Sql) => Promise<unknown>,
  send: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { sent } = await app.owner.begin(async sql => {
    await hold(sql)
    const sent = Promise.all(send.map(ask => ask()))
    await eventually(async () => (await sessionsWaitingForLock(sql)) >= send.length)
    return { sent }
  })
  return sent
}

/** Like `atOnce`, with the requests waiting in this order. */
export async function sendInOrder(
  app: TestApp,
  hold: (sql: Sql) => Promise<unknown>,
  send: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const sent: Promise<Answer>[] = []
  await app.owner.begin(async sql => {
    await hold(sql)
    for (const ask of send) {
      sent.push(ask())
      await eventually(async () => (await sessionsWaitingForLock(sql)) >= sent.length)
    }
  })
  return Promise.all(sent)
}

const waiting_sessions = `
  with here as (select pid from pg_locks join pg_database d on d.oid = database where datname = current_database())
  select count(distinct pid) as waiting from pg_locks where not granted and pid in (select pid from here)`

/** The number of sessions of this database that wait for a lock, on all nodes of the cluster if it has the extension. */
export async function sessionsWaitingForLock(sql: Sql): Promise<number> {
  const [citus] = onCitus() ? await sql`select from pg_extension where extname = 'citus'` : []
  const rows = citus
    ? await sql<{ waiting: number }[]>`select result::int as waiting from run_command_on_all_nodes(${waiting_sessions})`
    : await sql.unsafe<{ waiting: number }[]>(waiting_sessions)
  return rows.reduce((sum, { waiting }) => sum + waiting, 0)
}

/** The number of sessions that wait for a lock of this transaction itself, and not for one that waits for it. */
export async function sessionsWaitingFor(sql: Sql): Promise<number> {
  const statement = onCitus()
    ? 'select count(distinct waiting_gpid) as waiting from citus_lock_waits where blocking_gpid = citus_backend_gpid()'
    : `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
  const [row] = await sql.unsafe<[{ waiting: number }]>(statement)
  return row.waiting
}
