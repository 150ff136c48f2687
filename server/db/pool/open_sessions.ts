import { openSession } from '../sql.ts'
import { connecting } from './connecting.ts'
import { ConnectionLost } from './errors.ts'
import type { PoolOptions } from './options.ts'
import { PooledSession } from './pooled_session.ts'

/** Sessions that are open or being opened. */
export class OpenSessions {
  readonly #options: PoolOptions
  readonly #sessions = new Set<PooledSession>()
  ended = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get all(): Iterable<PooledSession> {
    return this.#sessions
  }

  get idle() {
    return [...this.#sessions].filter(({ uses }) => uses === 0).length
  }

  /** How many are open and stay open. */
  get count() {
    return this.#staying().length
  }

  /** An idle session, a new one below the maximum, or the one with the fewest uses. */
  free(sessions_max: number): PooledSession {
    let least: PooledSession | undefined
    for (const session of this.#sessions)
      if (!session.retired && !(least && least.uses <= session.uses)) least = session
    const full = this.#sessions.size >= sessions_max
    return least && (least.uses === 0 || full) ? least : this.#open()
  }

  /** Opens one more, and returns whether it is open. */
  async add() {
    const session = this.#new()
    const opened = await session.opened
    if (opened && this.ended) await session.end()
    else if (opened) this.#sessions.add(session)
    return opened
  }

  drop(session: PooledSession, error: Error = new ConnectionLost()) {
    if (this.#sessions.delete(session)) session.close(error)
  }

  /** Closes the sessions of work that began before this time, and idle ones, except those with this host. */
  abandon(before_ms: number, except_host?: string) {
    for (const session of this.#sessions)
      if ((session.since_ms ?? 0) < before_ms && !(except_host && session.host === except_host)) this.drop(session)
  }

  /** Replaces all sessions. After a failover the old connections lead to a read-only server; new ones find the primary. */
  retire() {
    for (const session of this.#sessions) this.#retireOne(session)
  }

  /** Closes the session with the fewest uses when its work ends, so that the server has room for another. */
  giveUpOne() {
    const [least] = this.#staying().sort((a, b) => a.uses - b.uses)
    if (least) this.#retireOne(least)
  }

  async end() {
    this.ended = true
    await Promise.all([...this.#sessions].map(session => session.end()))
  }

  #retireOne(session: PooledSession) {
    session.retired = true
    if (session.uses === 0) this.drop(session)
  }

  #staying() {
    return [...this.#sessions].filter(({ isOpen, retired }) => isOpen && !retired)
  }

  #open() {
    const session = this.#new()
    this.#sessions.add(session)
    return session
  }

  #new(): PooledSession {
    const { url, role, statement_timeout_ms } = this.#options
    const onclose = () => this.drop(session)
    const options = {
      role,
      onclose,
      open_ms_max: connecting.session_ms_max,
      ...(statement_timeout_ms && { statement_timeout_ms }),
    }
    const session: PooledSession = new PooledSession(openSession(url, options))
    return session
  }
}
