import { randomUUID } from 'node:crypto'
import { connect_ms_max, onlyRow, openSession, type Session, withTimeout } from '../sql.ts'

/** A pooler without a free connection makes the session wait, which proves nothing. */
const held_ms_max = 1000

/** A session with the properties of its connection: the server process, and a setting with a random value. */
interface Probe {
  session: Session
  pid: number
  mark: string
}

/**
 * Whether a pooler in front of the database uses transaction pooling. Roles, settings, prepared statements, locks and notifications belong
 * to a connection, so Muster needs one per session. Two sessions mark their connections and then look for the marks: first in reverse order,
 * for poolers that assign connections in turn; then each while the other holds its connection, for poolers that assign the last one used. A
 * session with its own connection always finds its mark, so there are no false alarms.
 */
export async function poolsTransactions(url: string): Promise<boolean> {
  const sessions = [await openSession(url), await openSession(url)] as const
  try {
    const [first, second] = [await marked(sessions[0]), await marked(sessions[1])]
    for (const probe of [second, first]) if (!(await isSame(probe))) return true
    for (const [holding, looking] of [
      [first, second],
      [second, first],
    ] as const) {
      if (!(await isSameWhile(holding, looking))) return true
    }
    return false
  } finally {
    await Promise.all(sessions.map(session => session.end({ timeout: 0 })))
  }
}

async function marked(session: Session): Promise<Probe> {
  const mark = randomUUID()
  const answer = session.unsafe<[{ pid: number }]>(
    `set muster.session = '${mark}'; select pg_backend_pid() as pid`,
  ) as PromiseLike<unknown>
  const [, [row]] = (await withTimeout(connect_ms_max, answer)) as [unknown, [{ pid: number }]]
  return { session, pid: row.pid, mark }
}

async function isSame({ session, pid, mark }: Probe) {
  const answer = session.unsafe<{ pid: number; mark: string | null }[]>(
    "select pg_backend_pid() as pid, current_setting('muster.session', true) as mark",
  )
  const row = onlyRow(await withTimeout(connect_ms_max, answer))
  return row.pid === pid && row.mark === mark
}

async function isSameWhile(holding: Probe, looking: Probe) {
  await withTimeout(connect_ms_max, holding.session.unsafe('begin; select'))
  const found = isSame(looking)
  const early = await withTimeout(held_ms_max, found).catch(() => undefined)
  await withTimeout(connect_ms_max, holding.session.unsafe('rollback'))
  return early ?? (await found)
}
