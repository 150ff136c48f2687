import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Connected, connectDatabase, DatabaseError, databaseError } from './connect.ts'
import { connect_ms_max, withSession, withTimeout } from './sql.ts'

const between_attempts_ms = 1000
const between_messages_ms = 5000
const first_answer_ms_max = 10_000

interface WaitOptions {
  /** Called with the reason when the wait begins, and every few seconds. */
  onWaiting: (sentence: string) => void
  /** Ends the wait. */
  aborted: AbortSignal
}

/** Connects the server. Waits while the database is unreachable, starting, out of connections or read-only, at most for DATABASE_WAIT_SECONDS. */
export async function connectWhenReady(config: Config, { onWaiting, aborted }: WaitOptions): Promise<Connected> {
  const deadline_ms = performance.now() + config.DATABASE_WAIT_SECONDS * 1000
  let told_ms = Number.NEGATIVE_INFINITY
  for (let attempt = 0; ; attempt++) {
    const { connected, problem } = await tryToConnect(config, attempt, aborted)
    if (connected) return connected
    aborted.throwIfAborted()
    const now_ms = performance.now()
    if (now_ms >= deadline_ms) throw gaveUp(problem, config.DATABASE_WAIT_SECONDS)
    if (now_ms - told_ms >= between_messages_ms) {
      const left_s = Math.ceil((deadline_ms - now_ms) / 1000)
      onWaiting(`Waiting for the database, for at most ${left_s} more seconds. ${problem.message}`)
      told_ms = now_ms
    }
    await delay(Math.min(between_attempts_ms, deadline_ms - now_ms), undefined, { signal: aborted })
  }
}

type Attempt = { connected: Connected; problem?: never } | { connected?: never; problem: DatabaseError }

async function tryToConnect(config: Config, attempt: number, aborted: AbortSignal): Promise<Attempt> {
  try {
    if (config.DATABASE_URL) await firstAnswer(config.DATABASE_URL, attempt, aborted)
    return { connected: await connectDatabase(config, 'server') }
  } catch (error) {
    if (error instanceof DatabaseError && error.isTemporary) return { problem: error }
    throw error
  }
}

/** Repeats work of the start that the database was too busy for. */
export async function whenAvailable<T>(work: () => Promise<T>, wait_s: number): Promise<T> {
  for (const deadline_ms = performance.now() + wait_s * 1000; ; await delay(between_attempts_ms)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unavailable') || performance.now() > deadline_ms) throw error
    }
  }
}

const gaveUp = (problem: DatabaseError, wait_s: number) =>
  wait_s === 0
    ? problem
    : new DatabaseError(`${problem.message} Muster waited for ${wait_s} seconds (DATABASE_WAIT_SECONDS).`)

/** The first answer has a short limit, so that the wait is announced soon. The limit grows, because a busy server may need longer. */
async function firstAnswer(url: string, attempt: number, aborted: AbortSignal) {
  const open_ms_max = Math.min(first_answer_ms_max * (attempt + 1), connect_ms_max)
  try {
    await withTimeout(
      connect_ms_max * 2,
      withSession(url, async () => {}, { open_ms_max }),
      aborted,
    )
  } catch (error) {
    throw databaseError(error, url)
  }
}
