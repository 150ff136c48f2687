import { openSession, type Session } from '../sql.ts'
import { ConnectionLost, isSessionUsable, TookTooLong, unreachable } from './errors.ts'
import { type Demand, FairSemaphore } from './fair_semaphore.ts'
import type { HealthProbe } from './health_probe.ts'
import type { PoolOptions } from './options.ts'

/** An open session, or one that is being opened. */
interface Entry {
  session: Promise<Session>
  /** Set once it is open. */
  open?: Session
  uses: Set<Use>
  /** It is closed when it is not in use any more. */
  retired: boolean
}

interface Use {
  since_ms: number
  fail: (error: unknown) => void
}

const statement_ms_max = 15_000
/** How long opening a session may take: a client waits at most five seconds for an error. */
const open_ms_max = 4500
/** Time for the statements of work besides the slowest one. */
const grace_ms = 2000
/** Probe the database when work has taken this long. */
const probe_after_ms = 1000
const check_uses_ms = 250

/** A bounded set of sessions. Work that cannot get one soon is refused, so that clients get an error under overload and do not hang. */
export class Sessions {
  readonly #options: PoolOptions & { statement_timeout_ms: number }
  readonly #probe: HealthProbe
  readonly #semaphore: FairSemaphore
  readonly #entries = new Set<Entry>()
  #checking: NodeJS.Timeout | undefined

  constructor(options: PoolOptions, { uses_max, probe }: { uses_max: number; probe: HealthProbe }) {
    const { connections, shares, wait_ms_max } = options
    this.#options = { statement_timeout_ms: statement_ms_max, ...options }
    this.#probe = probe
    this.#semaphore = new FairSemaphore(connections * uses_max, shares, wait_ms_max)
  }

  get load() {
    const { held: used, waiting } = this.#semaphore.load
    return { used, waiting, idle: [...this.#entries].filter(({ uses }) => uses.size === 0).length }
  }

  /** Runs work on a session. A session is not used again after an error that is not an answer of the database. */
  async use<T>(demand: Demand, work: (session: Session) => Promise<T>): Promise<T> {
    const waiting = this.#semaphore.acquire(demand)
    if (waiting) await waiting
    const entry = this.#free()
    // On a broken connection the driver may never settle a statement.
    const { promise: lost, reject: fail } = Promise.withResolvers<never>()
    const use = { since_ms: performance.now(), fail }
    entry.uses.add(use)
    // One timer for all: a timer for each use would cost more than many of them.
    this.#checking ??= setInterval(() => this.#checkUses(), check_uses_ms).unref()
    try {
      const value = await Promise.race([entry.open ? work(entry.open) : entry.session.then(work), lost])
      this.#probe.markAlive()
      return value
    } catch (error) {
      if (!isSessionUsable(error)) this.#drop(entry)
      throw error
    } finally {
      entry.uses.delete(use)
      if (entry.retired && entry.uses.size === 0) this.#drop(entry)
      this.#semaphore.release(demand)
    }
  }

  /** Ends the sessions of work that began before this time, and all idle ones: the database does not answer. */
  abandon(before_ms: number) {
    for (const entry of this.#entries) {
      const [oldest] = entry.uses
      if (!oldest || oldest.since_ms < before_ms) this.#drop(entry)
    }
    this.#semaphore.refuseAll(unreachable)
  }

  /** Replaces all sessions. After a failover the old connections lead to a read-only server; new ones find the primary. */
  retire() {
    for (const entry of this.#entries) {
      entry.retired = true
      if (entry.uses.size === 0) this.#drop(entry)
    }
  }

  async end() {
    clearInterval(this.#checking)
    await Promise.allSettled([...this.#entries].map(async ({ session }) => (await session).end({ timeout: 2 })))
  }

  /** An idle session, a new one below the maximum, or the one with the fewest uses. */
  #free(): Entry {
    let least: Entry | undefined
    for (const entry of this.#entries)
      if (!entry.retired && !(least && least.uses.size <= entry.uses.size)) least = entry
    const full = this.#entries.size >= this.#options.connections
    return least && (least.uses.size === 0 || full) ? least : this.#open()
  }

  #open(): Entry {
    const { url, role, statement_timeout_ms } = this.#options
    const limits = { statement_timeout_ms, open_ms_max }
    const session = openSession(url, { role, ...limits, onclose: () => this.#drop(entry) })
    const entry: Entry = { session, uses: new Set(), retired: false }
    this.#entries.add(entry)
    session.then(
      open => Object.assign(entry, { open }),
      () => {},
    )
    return entry
  }

  /** Closes a session at once. Its work fails. */
  #drop(entry: Entry, error: Error = new ConnectionLost()) {
    if (!this.#entries.delete(entry)) return
    for (const { fail } of entry.uses) fail(error)
    entry.session.then(
      session => session.end({ timeout: 0 }),
      () => {},
    )
  }

  #checkUses() {
    const now_ms = performance.now()
    const use_ms_max = this.#options.statement_timeout_ms + grace_ms
    for (const entry of this.#entries) {
      const [oldest] = entry.uses
      const age_ms = oldest ? now_ms - oldest.since_ms : 0
      if (age_ms > use_ms_max) this.#drop(entry, new TookTooLong())
      else if (age_ms > probe_after_ms) void this.#probe.check()
    }
    if (this.#semaphore.load.held === 0) this.#checking = void clearInterval(this.#checking)
  }
}
