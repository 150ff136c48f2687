import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../sql.ts'
import { ConnectionLimit } from './connection_limit.ts'
import { isSessionUsable, TookTooLong, unreachable } from './errors.ts'
import { FairSemaphore } from './fair_semaphore.ts'
import { OpenSessions } from './open_sessions.ts'
import type { PoolOptions, SetOptions } from './options.ts'
import type { PooledSession } from './pooled_session.ts'
import { statement_limits } from './session_setup.ts'
import { type Demand, waiting } from './shares.ts'

/** Time for the statements of work besides the slowest one. */
const grace_ms = 2000
/** Probe the database when work has taken this long. */
const probe_after_ms = 1000
const check_ms = 250
const reopen_after_ms = 100

/** A bounded set of sessions. Work that cannot get one soon is refused, so that clients get an error under overload and do not hang. */
export class Sessions {
  readonly #set: SetOptions
  readonly #use_ms_max: number
  readonly #wait_ms_max: number
  readonly #semaphore: FairSemaphore
  readonly #limit: ConnectionLimit
  readonly open: OpenSessions
  #checking: NodeJS.Timeout | undefined

  constructor(options: PoolOptions, set: SetOptions) {
    const { connections, shares, wait_ms_max, statement_timeout_ms = statement_limits.statement_ms_max } = options
    this.#set = set
    this.#use_ms_max = statement_timeout_ms + grace_ms
    this.#wait_ms_max = wait_ms_max ?? waiting.ms_max
    this.#semaphore = new FairSemaphore(connections * set.uses_max, shares, wait_ms_max)
    this.#limit = new ConnectionLimit(connections)
    this.open = new OpenSessions({ ...options, statement_timeout_ms })
  }

  get load() {
    const { held: used, waiting } = this.#semaphore.load
    return { used, waiting, idle: this.open.idle }
  }

  /** Runs work on a session. While the server has no connection left, work waits for one of the sessions that are open. */
  async use<T>(demand: Demand, work: (session: Session) => Promise<T>): Promise<T> {
    const deadline_ms = performance.now() + this.#wait_ms_max
    for (;;) {
      const queued = this.#semaphore.acquire(demand)
      if (queued) await queued
      const session = this.open.free(this.#limit.current)
      try {
        return await this.#useOnce(session, work)
      } catch (error) {
        if (!session.refused || this.open.ended || performance.now() > deadline_ms) throw error
        const lender = await this.#waitForConnection()
        if (lender) return await lender.use(demand, work)
      } finally {
        this.#semaphore.release(demand)
      }
    }
  }

  /** Closes the sessions of work that began before this time, and idle ones: the database, or the host that they are connected to, is lost. */
  abandon(before_ms: number, new_host?: string) {
    this.open.abandon(before_ms, new_host)
    if (!new_host) this.#semaphore.refuseAll(unreachable)
  }

  async end() {
    clearInterval(this.#checking)
    await this.open.end()
  }

  /** A session is not used again after an error that is not an answer of the database. */
  async #useOnce<T>(session: PooledSession, work: (session: Session) => Promise<T>): Promise<T> {
    // One timer for all: a timer for each use would cost more than many of them.
    this.#checking ??= setInterval(() => this.#check(), check_ms).unref()
    try {
      const value = await session.run(work)
      this.#set.probe.markAlive()
      return value
    } catch (error) {
      if (!isSessionUsable(error)) this.open.drop(session)
      throw error
    } finally {
      if (session.retired && session.uses === 0) this.open.drop(session)
    }
  }

  /** Lets no more work run than the open sessions can serve. Without one, returns the set to use instead, if there is one. */
  async #waitForConnection() {
    this.#limit.lower(this.open.count)
    this.#semaphore.resize(this.#limit.current * this.#set.uses_max)
    if (this.open.count > 0) return undefined
    const lender = this.#set.lender(this)
    if (!lender) await delay(reopen_after_ms)
    return lender
  }

  /** Opens one more session without work, so that no work waits for an attempt in vain. */
  async #grow() {
    if (!(await this.open.add())) return
    this.#limit.raise()
    this.#semaphore.resize(this.#limit.current * this.#set.uses_max)
  }

  #check() {
    const now_ms = performance.now()
    for (const session of this.open.all) {
      const age_ms = now_ms - (session.since_ms ?? now_ms)
      if (age_ms > this.#use_ms_max) this.open.drop(session, new TookTooLong())
      else if (age_ms > probe_after_ms) void this.#set.probe.check()
    }
    if (this.#semaphore.load.waiting > 0 && this.#limit.tryAnother()) void this.#grow()
    if (this.#semaphore.load.held === 0) this.#checking = void clearInterval(this.#checking)
  }
}
