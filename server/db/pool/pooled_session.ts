import { hasSqlstate, hostOf, type Session } from '../sql.ts'

interface Use {
  since_ms: number
  fail: (error: unknown) => void
}

/** A session of a pool, open or being opened, and the work that uses it. */
export class PooledSession {
  /** It is closed when it is not in use any more. */
  retired = false
  /** The server had no connection left for it. */
  refused = false
  /** Whether it could be opened. */
  readonly opened: Promise<boolean>
  readonly #opening: Promise<Session>
  #open: Session | undefined
  /** Oldest first. */
  readonly #uses = new Set<Use>()

  constructor(opening: Promise<Session>) {
    this.#opening = opening
    this.opened = opening.then(
      session => {
        this.#open = session
        return true
      },
      error => {
        this.refused = hasSqlstate(error, 'too_many_connections')
        return false
      },
    )
  }

  get isOpen() {
    return this.#open !== undefined
  }

  /** The host that it is connected to, once it is open. */
  get host() {
    return this.#open && hostOf(this.#open)
  }

  get uses() {
    return this.#uses.size
  }

  /** When the oldest work that uses it has begun. */
  get since_ms(): number | undefined {
    const [oldest] = this.#uses
    return oldest?.since_ms
  }

  async run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // On a broken connection the driver may never settle a statement.
    const { promise: closed, reject: fail } = Promise.withResolvers<never>()
    const use = { since_ms: performance.now(), fail }
    this.#uses.add(use)
    try {
      return await Promise.race([this.#open ? work(this.#open) : this.#opening.then(work), closed])
    } finally {
      this.#uses.delete(use)
    }
  }

  /** Closes it at once. The work that uses it fails with the error. */
  close(error: Error) {
    for (const { fail } of this.#uses) fail(error)
    this.#opening.then(
      session => session.end({ timeout: 0 }),
      () => {},
    )
  }

  /** Closes it when the statements that were sent are answered, or after two seconds. */
  async end() {
    await this.#opening.then(
      session => session.end({ timeout: 2 }),
      () => {},
    )
  }
}
