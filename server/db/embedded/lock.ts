import { setTimeout as delay } from 'node:timers/promises'
import { openSession, type Session, withTimeout } from '../sql.ts'
import { EmbeddedError, type EmbeddedServer, startEmbedded } from './server.ts'

/** A lease of the embedded database of a data directory. Releasing the last lease stops the database. */
export interface EmbeddedLease {
  url: string
  owner_url: string
  fresh: boolean
  release: () => Promise<void>
}

const shared_lock = 7_717_002
const server_lock = 7_717_003
const claim_ms_max = 3000
const attempts_max = 5
const claim_answer_ms_max = 10_000
const unlock_answer_ms_max = 3000

/**
 * Leases are advisory locks in the database, so a crash never leaves one behind. Every process, a command too, holds one lock in shared mode;
 * a server also holds a second one exclusively.
 */
export async function leaseEmbedded(dataDir: string, as: 'server' | 'guest'): Promise<EmbeddedLease> {
  let { database, session } = await startAndLock(dataDir, as)
  let releasing = false
  let restarting: Promise<void> | undefined
  const { fresh, url, owner_url } = database

  // Restarts the embedded server if it dies.
  async function restart() {
    while (!releasing) {
      try {
        ;({ database, session } = await startAndLock(dataDir, as))
        return session.watch(onLost)
      } catch (error) {
        process.emitWarning(`The embedded database is down: ${(error as Error).message}`)
        await delay(1000)
      }
    }
  }
  const onLost = () => {
    restarting = restart()
  }
  session.watch(onLost)

  async function release() {
    releasing = true
    await restarting
    const alone = await session.unlock().catch(() => true)
    if (alone) await database.stop()
    await session.end()
  }
  return { url, owner_url, fresh, release }
}

async function startAndLock(dataDir: string, as: 'server' | 'guest') {
  for (let attempt = 1; ; attempt++) {
    const database = await startEmbedded(dataDir)
    try {
      return { database, session: await claim(database, as, dataDir) }
    } catch (error) {
      // The database was being stopped by its last lease; the next attempt starts it again.
      if (error instanceof EmbeddedError || attempt >= attempts_max) throw error
      await delay(100 * attempt)
    }
  }
}

async function claim(database: EmbeddedServer, as: 'server' | 'guest', dataDir: string) {
  let whenLost: (() => void) | undefined
  let lost = false
  let over = false
  const session = await openSession(database.url, {
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
    await withTimeout(claim_answer_ms_max, session`select pg_advisory_lock_shared(${shared_lock})`)
    if (as === 'server') await claimAlone(session, dataDir)
  } catch (error) {
    await end()
    throw error
  }
  return {
    end,
    /** Calls `onLost` when the session is lost, at once if it already is. */
    watch: (onLost: () => void) => {
      whenLost = onLost
      if (lost && !over) onLost()
    },
    /** Returns whether no other process holds a lease. */
    unlock: async () => {
      over = true
      await withTimeout(unlock_answer_ms_max, session`select pg_advisory_unlock_shared(${shared_lock})`)
      const [row] = await withTimeout(
        unlock_answer_ms_max,
        session<{ alone: boolean }[]>`select pg_try_advisory_lock(${shared_lock}) as alone`,
      )
      return row?.alone ?? false
    },
  }
}

// PostgreSQL releases the lock of a killed server with a delay, so the claim is retried for a while.
async function claimAlone(session: Session, dataDir: string) {
  const deadline = Date.now() + claim_ms_max
  for (;;) {
    const locking = session<{ mine: boolean }[]>`select pg_try_advisory_lock(${server_lock}) as mine`
    const [row] = await withTimeout(claim_answer_ms_max, locking)
    if (row?.mine) return
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `Another Muster is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    await delay(100)
  }
}
