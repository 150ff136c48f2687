import { randomUUID } from 'node:crypto'
import { openSession, type Session, within } from '../sql.ts'

const answer_ms_max = 8000
/** A pooler that has no connection to spare keeps us waiting; that alone proves nothing. */
const held_ms_max = 1000

/** What stays the same as long as a session is one: the process that serves it, and a setting of its own. */
interface Probe {
  session: Session
  pid: number
  mark: string
}

/**
 * Whether a pooler in between gives each transaction a connection of its choice. Roles, settings, prepared statements, locks and
 * notifications belong to a connection, so Muster cannot work there. Two sessions mark their connections and look for the marks again:
 * first in the other order, for poolers that take connections in turn; then one while the other holds its connection, for poolers that
 * take the last one used. On a connection of its own a session finds its mark whatever the others do, so there are no false alarms.
 */
export async function poolsTransactions(url: string): Promise<boolean> {
  const sessions = [openSession(url), openSession(url)]
  try {
    const [first, second] = [await marked(sessions[0]!), await marked(sessions[1]!)]
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
  const asked = session.unsafe<[{ pid: number }]>(
    `set muster.session = '${mark}'; select pg_backend_pid() as pid`,
  ) as PromiseLike<unknown>
  const [, [row]] = (await within(answer_ms_max, asked)) as [unknown, [{ pid: number }]]
  return { session, pid: row.pid, mark }
}

async function isSame({ session, pid, mark }: Probe) {
  const asked = session.unsafe<[{ pid: number; mark: string | null }]>(
    "select pg_backend_pid() as pid, current_setting('muster.session', true) as mark",
  )
  const [row] = await within(answer_ms_max, asked)
  return row.pid === pid && row.mark === mark
}

async function isSameWhile(holding: Probe, looking: Probe) {
  await within(answer_ms_max, holding.session.unsafe('begin; select'))
  const found = isSame(looking)
  const early = await within(held_ms_max, found).catch(() => undefined)
  await within(answer_ms_max, holding.session.unsafe('rollback'))
  return early ?? (await found)
}
