import { openSession, type Session } from '../sql.ts'
import { connecting } from './connecting.ts'
import { ConnectionLost, isSessionUsable, TookTooLong, unreachable } from './errors.ts'
import { FairSemaphore } from './fair_semaphore.ts'
import type { HealthProbe } from './health_probe.ts'
import type { PoolOptions } from './options.ts'
import { PooledSession } from './pooled_session.ts'
import type { Demand } from './shares.ts'

const statement_ms_max = 15_000
/** Time for the statements of work besides the slowest one. */
const grace_ms = 2000
/** Probe the database when work has taken this long. */
const probe_after_ms = 1000
const check_ms = 250

/** A bounded set of sessions. Work that cannot get one soon is refused, so that clients get an error under overload and do not hang. */
export class Sessions {
  readonly #options: PoolOptions & { statement_timeout_ms: number }
  readonly #probe: HealthProbe
  readonly #semaphore: FairSemaphore
  readonly #sessions = new Set<PooledSession>()
  #checking: NodeJS.Timeout | undefined

  /** `uses_max`: how much work uses a session at once. */
  constructor(options: PoolOptions, { uses_max, probe }: { uses_max: number; probe: HealthProbe }) {
    const { connections, shares, wait_ms_max } = options
    this.#options = { statement_timeout_ms: statement_ms_max, ...options }
    this.#probe = probe
    this.#semaphore = new FairSemaphore(connections * uses_max, shares, wait_ms_max)
  }

  get load() {
    const { held: used, waiting } = this.#semaphore.load
    return { used, waiting, idle: [...this.#sessions].filter(({ uses }) => uses === 0).length }
  }

  /** Runs work on a session. A session is not used again after an error that is not an answer of the database. */
  async use<T>(demand: Demand, work: (session: Session) => Promise<T>): Promise<T> {
    const waiting = this.#semaphore.acquire(demand)
    if (waiting) await waiting
    const session = this.#free()
    // One timer for all: a timer for each use would cost more than many of them.
    this.#checking ??= setInterval(() => this.#checkUses(), check_ms).unref()
    try {
      const value = await session.run(work)
      this.#probe.markAlive()
      return value
    } catch (error) {
      if (!isSessionUsable(error)) this.#drop(session)
      throw error
    } finally {
      if (session.retired && session.uses === 0) this.#drop(session)
      this.#semaphore.release(demand)
    }
  }

  /** Closes the sessions of work that began before this time, and all idle ones: the database does not answer. */
  abandon(before_ms: number) {
    for (const session of this.#sessions) if ((session.since_ms ?? 0) < before_ms) this.#drop(session)
    this.#semaphore.refuseAll(unreachable)
  }

  /** Replaces all sessions. After a failover the old connections lead to a read-only server; new ones find the primary. */
  retire() {
    for (const session of this.#sessions) {
      session.retired = true
      if (session.uses === 0) this.#drop(session)
    }
  }

  async end() {
    clearInterval(this.#checking)
    await Promise.all([...this.#sessions].map(session => session.end()))
  }

  /** An idle session, a new one below the maximum, or the one with the fewest uses. */
  #free(): PooledSession {
    let least: PooledSession | undefined
    for (const session of this.#sessions)
      if (!session.retired && !(least && least.uses <= session.uses)) least = session
    const full = this.#sessions.size >= this.#options.connections
    return least && (least.uses === 0 || full) ? least : this.#open()
  }

  #open() {
    const { url, role, statement_timeout_ms } = this.#options
    const onclose = () => this.#drop(session)
    const options = { role, statement_timeout_ms, open_ms_max: connecting.session_ms_max, onclose }
    const session = new PooledSession(openSession(url, options))
    this.#sessions.add(session)
    return session
  }

  #drop(session: PooledSession, error: Error = new ConnectionLost()) {
    if (this.#sessions.delete(session)) session.close(error)
  }

  #checkUses() {
    const now_ms = performance.now()
    const use_ms_max = this.#options.statement_timeout_ms + grace_ms
    for (const session of this.#sessions) {
      const age_ms = now_ms - (session.since_ms ?? now_ms)
      if (age_ms > use_ms_max) this.#drop(session, new TookTooLong())
      else if (age_ms > probe_after_ms) void this.#probe.check()
    }
    if (this.#semaphore.load.held === 0) this.#checking = void clearInterval(this.#checking)
  }
}
