import { openSession, type Session } from '../sql.ts'
import { AcquireQueue, type Demand } from './acquire_queue.ts'
import { unreachable } from './errors.ts'
import type { HealthProbe } from './health_probe.ts'
import type { PoolOptions } from './options.ts'

/** A session that one piece of work has for itself. */
export interface Lease {
  session: Session
  demand: Demand
  since_ms: number
  /** Whether the session has answered a statement of this work. */
  answered: boolean
  /** Whether the work exceeded the time limit. */
  overdue: boolean
  /** The connection cannot be used any more. */
  broken: boolean
  /** The session is discarded after this work. */
  stale: boolean
}

const grace_ms = 2000
const first_answer_ms_max = 4500
/** Probe the database when work has taken this long. */
const probe_after_ms = 1000
const check_leases_ms = 250

/** A bounded set of sessions. Work that cannot get one soon is refused, so that clients get an error under overload and do not hang. */
export class LeasedSessions {
  readonly #options: PoolOptions
  readonly #probe: HealthProbe
  readonly #queue: AcquireQueue<Lease>
  readonly #idle: Session[] = []
  readonly #leases = new Set<Lease>()
  #checking: NodeJS.Timeout | undefined
  #open = 0

  constructor(options: PoolOptions, probe: HealthProbe) {
    this.#options = options
    this.#probe = probe
    const all = options.connections
    const unshared = { of_space_max: all, heavy_of_space_max: all, heavy_max: all }
    this.#queue = new AcquireQueue(options.shares ?? unshared, options.wait_ms_max)
  }

  get load() {
    return { used: this.#leases.size, idle: this.#idle.length, waiting: this.#queue.size }
  }

  async lease(demand: Demand): Promise<Lease> {
    const free = this.#queue.admits(demand) ? this.#free() : undefined
    return free ? this.#start(free, demand) : this.#queue.wait(demand, performance.now())
  }

  release(lease: Lease) {
    this.#leases.delete(lease)
    this.#queue.release(lease.demand)
    if (lease.broken || lease.stale) this.#discard(lease.session)
    else this.#idle.push(lease.session)
    this.#serveNext()
  }

  /** Ends the sessions of work that began before this time, and all idle ones: the database does not answer. */
  abandon(before_ms: number) {
    for (const lease of this.#leases) if (lease.since_ms < before_ms) this.#break(lease)
    for (const session of this.#idle.splice(0)) this.#discard(session)
    for (const waiter of this.#queue.drain()) waiter.refuse(unreachable())
  }

  /** Replaces all sessions. After a failover the old connections lead to a read-only server; new ones find the primary. */
  retire() {
    for (const session of this.#idle.splice(0)) this.#discard(session)
    for (const lease of this.#leases) lease.stale = true
  }

  async end() {
    clearInterval(this.#checking)
    const sessions = [...this.#idle, ...[...this.#leases].map(({ session }) => session)]
    await Promise.all(sessions.map(session => session.end({ timeout: 2 })))
  }

  /** An idle session, or a new one below the maximum. */
  #free(): Session | undefined {
    return this.#idle.pop() ?? (this.#open < this.#options.connections ? this.#openSession() : undefined)
  }

  #start(session: Session, demand: Demand) {
    const state = { answered: false, overdue: false, broken: false, stale: false }
    const lease: Lease = { session, demand, since_ms: performance.now(), ...state }
    this.#queue.hold(demand)
    this.#leases.add(lease)
    // One timer for all: a timer for each lease would cost more than many of them.
    this.#checking ??= setInterval(() => this.#checkLeases(), check_leases_ms).unref()
    return lease
  }

  // One release may admit several waiters: a heavy one whose share has become free, and a light one that needs the session.
  #serveNext() {
    while (this.#idle.length > 0 || this.#open < this.#options.connections) {
      const waiter = this.#queue.next()
      const session = waiter && this.#free()
      if (!session) return
      waiter.give(this.#start(session, waiter))
    }
  }

  #openSession() {
    this.#open++
    const { url, role, statement_timeout_ms = 0 } = this.#options
    const onclose = () => this.#lost(session)
    const session: Session = openSession(url, { role, statement_timeout_ms, onclose })
    return session
  }

  #lost(session: Session) {
    for (const lease of this.#leases) if (lease.session === session) return this.#break(lease)
    const place = this.#idle.indexOf(session)
    if (place >= 0) this.#discard(...this.#idle.splice(place, 1))
  }

  /** Ends the session of a lease: on a broken connection the driver would never settle statements that it has not sent. */
  #break(lease: Lease) {
    lease.broken = true
    lease.session.end({ timeout: 0 }).catch(() => {})
  }

  #discard(...sessions: Session[]) {
    this.#open -= sessions.length
    for (const session of sessions) session.end({ timeout: 0 }).catch(() => {})
  }

  #checkLeases() {
    const now_ms = performance.now()
    const ms_max = (this.#options.statement_timeout_ms ?? 0) + grace_ms
    for (const lease of this.#leases) {
      const age_ms = now_ms - lease.since_ms
      lease.overdue ||= lease.answered && age_ms > ms_max
      if (age_ms > (lease.answered ? ms_max : first_answer_ms_max)) this.#break(lease)
      else if (age_ms > probe_after_ms) void this.#probe.check()
    }
    if (this.#leases.size === 0) this.#checking = void clearInterval(this.#checking)
  }
}
