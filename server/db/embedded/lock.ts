import { setTimeout as delay } from 'node:timers/promises'
import { openSession, type Session, within } from '../sql.ts'
import { type Embedded, EmbeddedError, startEmbedded } from './server.ts'

/** A share in the embedded database of a data directory. The last tenant to leave turns it off. */
export interface Tenancy {
  url: string
  owner_url: string
  fresh: boolean
  leave: () => Promise<void>
}

const shared_lock = 7_717_002
const server_lock = 7_717_003
const patience_ms_max = 3000
const attempts_max = 5
const answer_ms_max = 3000

/**
 * Locks live in the database and die with the process that holds them, so that a crash never leaves one behind.
 * Every tenant shares one lock; a server holds another one alone. A command beside a running server is a tenant too.
 */
export async function moveIn(dataDir: string, as: 'server' | 'guest'): Promise<Tenancy> {
  let { database, session } = await settle(dataDir, as)
  let leaving = false
  let returning: Promise<void> | undefined
  const { fresh, url, owner_url } = database

  // The embedded server died under us: start it again, as whoever runs a database would.
  async function moveBackIn() {
    while (!leaving) {
      try {
        ;({ database, session } = await settle(dataDir, as))
        return session.watch(comeBack)
      } catch (error) {
        process.emitWarning(`The embedded database is down: ${(error as Error).message}`)
        await delay(1000)
      }
    }
  }
  const comeBack = () => {
    returning = moveBackIn()
  }
  session.watch(comeBack)

  async function leave() {
    leaving = true
    await returning
    const alone = await session.leave().catch(() => true)
    if (alone) await database.stop()
    await session.end()
  }
  return { url, owner_url, fresh, leave }
}

async function settle(dataDir: string, as: 'server' | 'guest') {
  for (let attempt = 1; ; attempt++) {
    const database = await startEmbedded(dataDir)
    try {
      return { database, session: await claim(database, as, dataDir) }
    } catch (error) {
      // It was just being turned off by its last tenant; the next round starts it again.
      if (error instanceof EmbeddedError || attempt >= attempts_max) throw error
      await delay(100 * attempt)
    }
  }
}

async function claim(database: Embedded, as: 'server' | 'guest', dataDir: string) {
  let whenLost: (() => void) | undefined
  let lost = false
  let over = false
  const session = openSession(database.url, {
    onclose: () => {
      lost = true
      if (!over) whenLost?.()
    },
  })
  const end = async () => {
    over = true
    await session.end({ timeout: 0 })
  }
  try {
    await within(answer_ms_max, session`select pg_advisory_lock_shared(${shared_lock})`)
    if (as === 'server') await claimAlone(session, dataDir)
  } catch (error) {
    await end()
    throw error
  }
  return {
    end,
    /** Tells when the session is lost, also when that has happened before anybody watched. */
    watch: (tell: () => void) => {
      whenLost = tell
      if (lost && !over) tell()
    },
    /** Gives the share back; true when nobody else has one. */
    leave: async () => {
      over = true
      await within(answer_ms_max, session`select pg_advisory_unlock_shared(${shared_lock})`)
      const [row] = await within(
        answer_ms_max,
        session<{ alone: boolean }[]>`select pg_try_advisory_lock(${shared_lock}) as alone`,
      )
      return row?.alone ?? false
    },
  }
}

// The lock of a server that was killed is given back a moment later, hence the patience.
async function claimAlone(session: Session, dataDir: string) {
  const deadline = Date.now() + patience_ms_max
  for (;;) {
    const asked = session<{ mine: boolean }[]>`select pg_try_advisory_lock(${server_lock}) as mine`
    const [row] = await within(answer_ms_max, asked)
    if (row?.mine) return
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `Another Muster is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    await delay(100)
  }
}
