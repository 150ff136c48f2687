import type { Session } from '../sql.ts'
import { AcquireQueue, type Demand, type Shares } from './acquire_queue.ts'
import { ConnectionLost, isSessionUsable, unreachable } from './errors.ts'
import type { HealthProbe } from './health_probe.ts'

/** A session that many calls use at once. */
interface Shared {
  session: Session
  /** How many calls it was given to. */
  given: number
  /** Oldest first. */
  calls: Set<RunningCall>
  /** Whether it has answered a statement. */
  connected: boolean
}

interface RunningCall {
  started_ms: number
  fail: (error: unknown) => void
}

interface SharedSessionsOptions {
  open: (onclose: () => void) => Session
  probe: HealthProbe
  /** How long a statement may take. */
  call_ms_max: number
  /** Whether one space may use all of it. */
  unshared: boolean
}

// Few sessions are faster than many: the driver then sends several statements in one packet, and reads several answers in one.
const sessions_max = 2
/** A session gets no more statements than this at once: a space that sends many must not queue them in front of others. */
const calls_of_session_max = 16
const calls_max = sessions_max * calls_of_session_max
const shares: Shares = { of_space_max: calls_max / 2, heavy_of_space_max: calls_max, heavy_max: calls_max }
const unshared: Shares = { ...shares, of_space_max: calls_max }

const connect_ms_max = 4500
/** Probe the database when a call has taken this long. */
const probe_after_ms = 1000
const check_calls_ms = 250

/** Runs statements that are a transaction of their own. Concurrent ones are pipelined on a few sessions. */
export class SharedSessions {
  readonly #options: SharedSessionsOptions
  readonly #sessions = new Set<Shared>()
  readonly #queue: AcquireQueue<Shared>
  #checking: NodeJS.Timeout | undefined

  constructor(options: SharedSessionsOptions) {
    this.#options = options
    this.#queue = new AcquireQueue(options.unshared ? unshared : shares)
  }

  get running() {
    return [...this.#sessions].reduce((sum, { given }) => sum + given, 0)
  }

  get waiting() {
    return this.#queue.size
  }

  async call<T>(space: number | undefined, send: (session: Session) => PromiseLike<T>): Promise<T> {
    const demand = { space, heavy: false }
    const free = this.#queue.admits(demand) ? this.#free() : undefined
    const shared = free ? this.#hold(free, demand) : await this.#queue.wait(demand, performance.now())
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    const call = { started_ms: performance.now(), fail }
    shared.calls.add(call)
    this.#checking ??= setInterval(() => this.#checkCalls(), check_calls_ms).unref()
    try {
      // On a broken connection the driver may never settle a statement.
      const value = await Promise.race([send(shared.session), failed])
      shared.connected = true
      this.#options.probe.markAlive()
      return value
    } catch (error) {
      // After a socket error, or an error of its own, the driver may assign an answer to the wrong statement.
      if (!isSessionUsable(error)) this.#drop(shared)
      throw error
    } finally {
      shared.calls.delete(call)
      shared.given--
      this.#queue.release(demand)
      this.#serveNext()
    }
  }

  /** Fails the calls that began before this time. Their sessions are not used again. */
  abandon(before_ms: number) {
    for (const shared of this.#sessions) {
      const [oldest] = shared.calls
      if (!oldest || oldest.started_ms < before_ms) this.#drop(shared)
    }
    for (const waiter of this.#queue.drain()) waiter.refuse(unreachable())
  }

  async end() {
    clearInterval(this.#checking)
    await Promise.all([...this.#sessions].map(({ session }) => session.end({ timeout: 2 })))
  }

  /** The session with the fewest calls. A second one is opened when the first is in use. */
  #free(): Shared | undefined {
    const [least] = [...this.#sessions].sort((a, b) => a.given - b.given)
    if (this.#sessions.size < sessions_max && least?.given !== 0) return this.#open()
    return least && least.given < calls_of_session_max ? least : undefined
  }

  #hold(shared: Shared, demand: Demand) {
    shared.given++
    this.#queue.hold(demand)
    return shared
  }

  #serveNext() {
    while (this.running < calls_max) {
      const waiter = this.#queue.next()
      const shared = waiter && this.#free()
      if (!shared) return
      waiter.give(this.#hold(shared, waiter))
    }
  }

  #open() {
    const session = this.#options.open(() => this.#drop(shared))
    const shared: Shared = { session, given: 0, calls: new Set(), connected: false }
    this.#sessions.add(shared)
    return shared
  }

  #drop(shared: Shared) {
    if (!this.#sessions.delete(shared)) return
    for (const { fail } of shared.calls) fail(new ConnectionLost())
    shared.session.end({ timeout: 0 }).catch(() => {})
  }

  #checkCalls() {
    const now_ms = performance.now()
    for (const shared of this.#sessions) {
      const [oldest] = shared.calls
      const age_ms = oldest ? now_ms - oldest.started_ms : 0
      if (age_ms > (shared.connected ? this.#options.call_ms_max : connect_ms_max)) this.#drop(shared)
      else if (age_ms > probe_after_ms) void this.#options.probe.check()
    }
    if (this.running === 0) this.#checking = void clearInterval(this.#checking)
  }
}
