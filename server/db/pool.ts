import { ApiError } from '../errors.ts'
import { type Topic, takeNews } from './news.ts'
import { openSession, refusedAs, type Session, type SessionOptions, type Sql } from './sql.ts'
import { entering, type Standpoint } from './standpoint.ts'
import { ConnectionLost, isBreak, isDemoted, NotCommitted, overloaded, translated } from './trouble.ts'

export { asEraser, enter, inTheNameOf, leaveSpace, type Standpoint } from './standpoint.ts'

export interface PoolOptions {
  url: string
  role: string
  connections: number
  statement_timeout_ms?: number
  /** How long work waits for a session before it is refused. */
  wait_ms_max?: number
  /** Told what a transaction announced, once it has committed and before its answer leaves. */
  onNews?: (topic: Topic) => void
}

interface Slot {
  session: Session
  broken: boolean
  /** It may end what it does, and is not used again. */
  stale?: boolean
  leased: boolean
  /** Whether its last transaction has only been read from, and not been ended yet. */
  unended: boolean
}

const beginnings = {
  read: 'begin read only',
  write: 'begin',
  witness: 'begin;set local synchronous_commit = off',
  snapshot: 'begin isolation level repeatable read read only',
}
type Kind = keyof typeof beginnings

const queue_max = 1000
const usual_wait_ms_max = 4000
const attempts_max = 3
const grace_ms = 2000
const begin_ms_max = 4500
const unended_ms_max = 5

/** A bounded set of sessions. Work that cannot get one soon is refused, so that overload is an answer and not a hang. */
export class Pool {
  readonly #options: PoolOptions
  readonly #idle: Slot[] = []
  readonly #waiting: { give: (slot: Slot) => void }[] = []
  readonly #leased = new Set<Slot>()
  #open = 0
  #ending: NodeJS.Timeout | undefined
  #ended = false

  constructor(options: PoolOptions) {
    this.#options = { statement_timeout_ms: 15_000, ...options }
  }

  /** How busy it is. */
  get load() {
    return { used: this.#leased.size, idle: this.#idle.length, waiting: this.#waiting.length }
  }

  /** Runs `work` in one transaction that may write: it happens whole or not at all. */
  async write<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction('write', standpoint, work)
      } catch (error) {
        // Two writers met, or a distributed commit was not agreed on; nothing was written, so we may simply try again.
        // In a pipeline the statements after the one that failed may be heard first, saying only that it failed.
        const passing = refusedAs(error, 'serialization_failure', 'deadlock', 'failed_transaction')
        const demoted = isDemoted(error)
        if (!passing && !demoted && !(error instanceof NotCommitted)) throw error
        if (attempt >= attempts_max) throw demoted || refusedAs(error, 'failed_transaction') ? error : overloaded()
      }
    }
  }

  /** Runs `work` in one transaction that may only read. Its end travels with the next beginning, or follows when there is none soon. */
  read<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('read', standpoint, work)
  }

  /**
   * Runs `work` that reads, and writes down that it did. It is committed before the answer leaves, but not waited for on the disk: a read
   * stays as fast as a read, and only a machine that loses power forgets the last moments.
   */
  witness<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('witness', standpoint, work)
  }

  /** The same, and all that is read is as it was at one moment, whatever is written meanwhile. */
  snapshot<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', standpoint, work)
  }

  async end(): Promise<void> {
    this.#ended = true
    const slots = [...this.#idle, ...this.#leased]
    await Promise.all(slots.map(slot => slot.session.end({ timeout: 2 })))
  }

  async #transaction<T>(kind: Kind, standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    const slot = await this.#lease()
    const watchdog = setTimeout(() => this.#giveUpOn(slot), (this.#options.statement_timeout_ms ?? 0) + grace_ms)
    try {
      // Not awaited: it travels in the same packet as the first statement of the work.
      const begun = this.#begin(slot, kind, standpoint)
      // Where the session cannot begin, the driver keeps the statements of the work waiting for ever.
      const value = await Promise.race([work(slot.session), failureOf(begun)])
      if (slot.broken) throw new ConnectionLost()
      await begun
      if (kind === 'read') slot.unended = true
      else {
        const finished = commit(slot.session)
        finished.catch(() => {})
        // Nothing hangs on the end of a snapshot, so its answer need not wait for it.
        if (kind !== 'snapshot') await this.#committed(slot.session, finished)
      }
      return value
    } catch (error) {
      // After an error of its socket the driver forgets to answer the next statement, so there must be none.
      if (isBreak(error)) slot.broken = true
      if (isDemoted(error) && (kind === 'write' || kind === 'witness')) this.#leaveAll(slot)
      if (!slot.broken)
        await slot.session.unsafe('rollback').catch(() => {
          slot.broken = true
        })
      takeNews(slot.session)
      throw translated(error)
    } finally {
      clearTimeout(watchdog)
      last.delete(slot.session)
      this.#release(slot)
    }
  }

  #begin(slot: Slot, kind: Kind, standpoint: Standpoint) {
    const begun = slot.session.unsafe(`${slot.unended ? 'commit;' : ''}${beginnings[kind]};${entering(standpoint)}`)
    begun.catch(() => {})
    slot.unended = false
    const opening = setTimeout(() => this.#giveUpOn(slot), begin_ms_max)
    begun.finally(() => clearTimeout(opening)).catch(() => {})
    return begun
  }

  // Asked to commit a transaction that a statement has broken, PostgreSQL rolls it back and calls that a success.
  async #committed(session: Session, finished: PromiseLike<{ command: string }>) {
    const ended = finished.then(undefined, error => {
      throw refusedAs(error, 'internal_error') ? new NotCommitted('the commit failed', { cause: error }) : error
    })
    const [{ command }] = await Promise.all([ended, ...(last.get(session) ?? [])])
    const topics = takeNews(session)
    if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
    for (const topic of topics) this.#options.onNews?.(topic)
  }

  // The database no longer answers at all, not even that it took too long.
  #giveUpOn(slot: Slot) {
    slot.broken = true
    slot.session.end({ timeout: 0 }).catch(() => {})
  }

  #lease(): Promise<Slot> {
    if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
    const slot = this.#idle.pop() ?? (this.#open < this.#options.connections ? this.#openSlot() : undefined)
    if (slot) return Promise.resolve(this.#mark(slot))
    if (this.#waiting.length >= queue_max) throw overloaded()
    return new Promise((resolve, reject) => {
      const waiter = {
        give: (free: Slot) => {
          clearTimeout(timer)
          resolve(this.#mark(free))
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(overloaded())
      }, this.#options.wait_ms_max ?? usual_wait_ms_max)
      this.#waiting.push(waiter)
    })
  }

  #mark(slot: Slot) {
    slot.leased = true
    this.#leased.add(slot)
    return slot
  }

  #release(slot: Slot) {
    slot.leased = false
    this.#leased.delete(slot)
    if (slot.broken || slot.stale) {
      this.#discard(slot)
      if (this.#waiting.length > 0 && !this.#ended) this.#waiting.shift()?.give(this.#openSlot())
      return
    }
    const next = this.#waiting.shift()
    if (next) return next.give(slot)
    this.#idle.push(slot)
    if (slot.unended && !this.#ending) this.#ending = setTimeout(() => this.#endReads(), unended_ms_max).unref()
  }

  #endReads() {
    this.#ending = undefined
    for (const slot of this.#idle.filter(({ unended }) => unended)) {
      slot.unended = false
      commit(slot.session).catch(() => {})
    }
  }

  #openSlot(): Slot {
    this.#open++
    const { url, role, statement_timeout_ms = 0 } = this.#options
    const options: SessionOptions = {
      role,
      statement_timeout_ms,
      transactional: true,
      onclose: () => this.#lost(slot),
    }
    const session = openSession(url, options)
    const slot: Slot = { session, broken: false, leased: false, unended: false }
    return slot
  }

  // A session that broke is never used again: a new one would not be inside the transaction of the old.
  #lost(slot: Slot) {
    slot.broken = true
    if (slot.leased || !this.#idle.includes(slot)) return
    this.#idle.splice(this.#idle.indexOf(slot), 1)
    this.#discard(slot)
  }

  // The server is no longer the one that writes. A new connection finds the one that is; the old ones would never.
  #leaveAll(slot: Slot) {
    slot.broken = true
    for (const idle of this.#idle.splice(0)) this.#discard(idle)
    for (const leased of this.#leased) leased.stale = true
  }

  #discard(slot: Slot) {
    this.#open--
    slot.session.end({ timeout: 0 }).catch(() => {})
  }
}

// Prepared, so that it travels with the statements before it, and its answer with theirs.
const commit = (session: Session) =>
  session.unsafe('commit', [], { prepare: true, simple: false } as { prepare: boolean })

const last = new WeakMap<Sql, PromiseLike<unknown>[]>()

/**
 * For statements at the end of a transaction whose answers nobody waits for: they travel with the commit. If one fails, so does the
 * transaction.
 */
export function lastly(sql: Sql, ...statements: Promise<unknown>[]) {
  for (const statement of statements) statement.catch(() => {})
  if (!last.get(sql)?.push(...statements)) last.set(sql, statements)
}

const failureOf = (begun: PromiseLike<unknown>) => new Promise<never>((_, reject) => begun.then(undefined, reject))
