import { setTimeout as delay } from 'node:timers/promises'
import { onlyRow, openSession, type Session, withTimeout } from '../sql.ts'
import { EmbeddedError, type EmbeddedServer, startEmbedded } from './server.ts'

const shared_lock = 7_717_002
const server_lock = 7_717_003
const claim_ms_max = 3000
const attempts_max = 5
const claim_answer_ms_max = 10_000
const unlock_answer_ms_max = 3000

/**
 * Leases the embedded database of a data directory. Releasing the last lease stops the database. Leases are advisory locks in it, so a crash
 * never leaves one behind. Every process, a command too, holds one lock in shared mode; a server also holds a second one exclusively.
 */
export async function leaseEmbedded(dataDir: string, as: 'server' | 'guest') {
  let running = await startAndLock(dataDir, as)
  const { fresh, url, owner_url } = running.database
  const released = Promise.withResolvers<void>()
  let releasing = false

  // Restarts the embedded server if it dies.
  async function keepRunning() {
    for (;;) {
      await Promise.race([running.lost, released.promise])
      if (releasing) return
      try {
        running = await startAndLock(dataDir, as)
      } catch (error) {
        process.emitWarning(`The embedded database is down: ${(error as Error).message}`)
        await delay(1000)
      }
    }
  }
  const keeping = keepRunning()

  async function release() {
    releasing = true
    released.resolve()
    await keeping
    const { database, session } = running
    if (await isLastLease(session).catch(() => true)) await database.stop()
    await session.end({ timeout: 0 })
  }
  return { url, owner_url, fresh, release }
}

async function startAndLock(dataDir: string, as: 'server' | 'guest') {
  for (let attempt = 1; ; attempt++) {
    const database = await startEmbedded(dataDir)
    try {
      return { database, ...(await claim(database, as, dataDir)) }
    } catch (error) {
      // The database was being stopped by its last lease; the next attempt starts it again.
      if (error instanceof EmbeddedError || attempt >= attempts_max) throw error
      await delay(100 * attempt)
    }
  }
}

async function claim(database: EmbeddedServer, as: 'server' | 'guest', dataDir: string) {
  const lost = Promise.withResolvers<void>()
  const session = await openSession(database.url, { onclose: () => lost.resolve() })
  try {
    await withTimeout(claim_answer_ms_max, session`select pg_advisory_lock_shared(${shared_lock})`)
    if (as === 'server') await claimAlone(session, dataDir)
    return { session, lost: lost.promise }
  } catch (error) {
    await session.end({ timeout: 0 })
    throw error
  }
}

/** Gives up the lease. Returns whether no other process holds one. */
async function isLastLease(session: Session) {
  await withTimeout(unlock_answer_ms_max, session`select pg_advisory_unlock_shared(${shared_lock})`)
  const trying = session<{ alone: boolean }[]>`select pg_try_advisory_lock(${shared_lock}) as alone`
  return onlyRow(await withTimeout(unlock_answer_ms_max, trying)).alone
}

// PostgreSQL releases the lock of a killed server with a delay, so the claim is retried for a while.
async function claimAlone(session: Session, dataDir: string) {
  const deadline = Date.now() + claim_ms_max
  for (;;) {
    const locking = session<{ mine: boolean }[]>`select pg_try_advisory_lock(${server_lock}) as mine`
    if (onlyRow(await withTimeout(claim_answer_ms_max, locking)).mine) return
    if (Date.now() > deadline)
      throw new EmbeddedError(
        `Another Muster is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    await delay(100)
  }
}
