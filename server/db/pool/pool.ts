import { ApiError } from '../../errors.ts'
import { askLast, lastOf } from '../deferred_statements.ts'
import { newsOf, type Topic } from '../notifications.ts'
import { entering, type Standpoint } from '../rls_context.ts'
import { refusedAs, type Sql } from '../sql.ts'
import { AcquireQueue, type Demand, type Shares } from './acquire_queue.ts'
import {
  away,
  ConnectionLost,
  isDemoted,
  isInStep,
  NotCommitted,
  overloaded,
  tooExpensive,
  translated,
} from './errors.ts'
import { Pulse } from './health_probe.ts'
import { Companies, type SharedKind } from './read_batching.ts'
import { beginnings, commit, failureOf, type Kind, newSlot, type Slot } from './slot.ts'
import { handleOn } from './transaction_handle.ts'

export interface PoolOptions {
  url: string
  role: string
  connections: number
  statement_timeout_ms?: number
  /** How long work waits for a session before it is refused. */
  wait_ms_max?: number
  /** How spaces share the sessions; left out, one space may hold all of them. */
  shares?: Shares
  /** Told what a transaction announced, once it has committed and before its answer leaves. */
  onNews?: (topic: Topic) => void
  /** Sees every transaction from outside, where somebody wants to know how long they take. */
  around?: <T>(work: () => Promise<T>) => Promise<T>
}

const attempts_max = 3
const grace_ms = 2000
const begin_ms_max = 4500
/** After so long without an end it is asked whether the database is still there. */
const doubt_ms = 1000
const look_ms = 250
const unended_ms_max = 5

/** A bounded set of sessions. Work that cannot get one soon is refused, so that overload is an answer and not a hang. */
export class Pool {
  readonly #options: PoolOptions
  readonly #idle: Slot[] = []
  readonly #queue: AcquireQueue<Slot>
  readonly #leased = new Set<Slot>()
  readonly #companies = new Companies((kind, standpoint, work) => this.#transact(kind, standpoint, work))
  readonly #pulse: Pulse
  #looking: NodeJS.Timeout | undefined
  #open = 0
  #ending: NodeJS.Timeout | undefined
  #ended = false

  constructor(options: PoolOptions) {
    this.#options = { statement_timeout_ms: 15_000, ...options }
    const all = options.connections
    const unshared = { of_space_max: all, heavy_of_space_max: all, heavy_max: all }
    this.#queue = new AcquireQueue(options.shares ?? unshared, options.wait_ms_max)
    this.#pulse = new Pulse(options.url, asked_ms => this.#giveUpAll(asked_ms))
  }

  /** How busy it is. */
  get load() {
    return { used: this.#leased.size, idle: this.#idle.length, waiting: this.#queue.size }
  }

  /** Runs `work` in one transaction that may write: it happens whole or not at all. */
  async write<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction('write', standpoint, work, heavy)
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
  read<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    return this.#transaction('read', standpoint, work, heavy)
  }

  /**
   * Runs `work` that reads, and writes down that it did. It is committed before the answer leaves, but not waited for on the disk: a read
   * stays as fast as a read, and only a machine that loses power forgets the last moments.
   */
  witness<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    return this.#transaction('witness', standpoint, work, heavy)
  }

  /**
   * The same as `read` or `witness` for what takes a few rows by their keys, in one transaction with whatever else of the kind is asked from
   * this standpoint just then. It may set nothing, since all of them share it, and may be asked twice.
   */
  inCompany<T>(kind: SharedKind, standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#seen(() => this.#companies.join(kind, standpoint, work))
  }

  /** The same, and all that is read is as it was at one moment, whatever is written meanwhile. */
  snapshot<T>(standpoint: Standpoint, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', standpoint, work)
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#pulse.end()
    clearInterval(this.#looking)
    const slots = [...this.#idle, ...this.#leased]
    await Promise.all(slots.map(slot => slot.session.end({ timeout: 2 })))
  }

  #transaction<T>(kind: Kind, standpoint: Standpoint, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    return this.#seen(() => this.#transact(kind, standpoint, work, heavy))
  }

  #seen<T>(work: () => Promise<T>): Promise<T> {
    const { around } = this.#options
    return around ? around(work) : work()
  }

  async #transact<T>(kind: Kind, standpoint: Standpoint, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    const slot = await this.#lease({ space: standpoint.group_id, heavy })
    const { sql, close } = handleOn(slot.session)
    let committing = false
    try {
      // Not awaited: it travels in the same packet as the first statement of the work.
      const begun = this.#begin(slot, kind, standpoint)
      // Where the session cannot begin, the driver keeps the statements of the work waiting for ever.
      const value = await Promise.race([work(sql), failureOf(begun)])
      askLast(sql)
      close()
      if (slot.broken) throw new ConnectionLost()
      await begun
      this.#pulse.heard()
      if (kind === 'read') slot.unended = true
      else {
        committing = true
        const finished = commit(slot.session)
        finished.catch(() => {})
        // Nothing hangs on the end of a snapshot, so its answer need not wait for it.
        if (kind !== 'snapshot') await this.#committed(sql, finished)
      }
      return value
    } catch (error) {
      close()
      // After an error of its socket, or one of its own, the driver may give an answer to the wrong statement: then there must be no next one.
      if (!isInStep(error)) slot.broken = true
      if (isDemoted(error) && (kind === 'write' || kind === 'witness')) this.#leaveAll(slot)
      if (!slot.broken)
        await slot.session.unsafe('rollback').catch(() => {
          slot.broken = true
        })
      // Once the commit is on its way it may have happened: then nobody is told that the work was stopped.
      throw slot.overdue && !committing ? tooExpensive(error) : translated(error)
    } finally {
      this.#release(slot)
    }
  }

  #begin(slot: Slot, kind: Kind, standpoint: Standpoint) {
    // The role once more, for the transaction: where a pooler changes connections between transactions, the session's own role is lost.
    const first = `${beginnings[kind]};set local role ${this.#options.role};${entering(standpoint)}`
    const begun = slot.session.unsafe(slot.unended ? `commit;${first}` : first)
    slot.unended = false
    begun.then(
      () => Object.assign(slot, { begun: true }),
      () => {},
    )
    return begun
  }

  // Asked to commit a transaction that a statement has broken, PostgreSQL rolls it back and calls that a success.
  async #committed(sql: Sql, finished: PromiseLike<{ command: string }>) {
    const ended = finished.then(undefined, error => {
      throw refusedAs(error, 'internal_error') ? new NotCommitted('the commit failed', { cause: error }) : error
    })
    const [{ command }] = await Promise.all([ended, ...lastOf(sql)])
    const topics = newsOf(sql)
    if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
    for (const topic of topics) this.#options.onNews?.(topic)
  }

  /** Whoever waits too long is let go, here, for all of them at once: a timer for each transaction would cost more than many of them. */
  #look() {
    const now_ms = performance.now()
    const ms_max = (this.#options.statement_timeout_ms ?? 0) + grace_ms
    for (const slot of this.#leased) {
      const age_ms = now_ms - slot.leased_ms
      if (slot.begun && age_ms > ms_max) slot.overdue = true
      if (age_ms > (slot.begun ? ms_max : begin_ms_max)) this.#giveUpOn(slot)
      else if (age_ms > doubt_ms) void this.#pulse.doubt()
    }
    if (this.#leased.size === 0) this.#looking = void clearInterval(this.#looking)
  }

  #giveUpOn(slot: Slot) {
    slot.broken = true
    slot.session.end({ timeout: 0 }).catch(() => {})
  }

  #giveUpAll(asked_ms: number) {
    for (const slot of this.#leased) if (slot.leased_ms < asked_ms) this.#giveUpOn(slot)
    for (const slot of this.#idle.splice(0)) this.#discard(slot)
    for (const waiter of this.#queue.drain()) waiter.refuse(away())
  }

  async #lease(demand: Demand): Promise<Slot> {
    if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
    if (this.#pulse.away) throw away()
    const slot = this.#queue.admits(demand) ? this.#free() : undefined
    return slot ? this.#mark(slot, demand) : this.#queue.wait(demand, performance.now())
  }

  /** A session that is not in use, or a new one where there may be more. */
  #free(): Slot | undefined {
    return this.#idle.pop() ?? (this.#open < this.#options.connections ? this.#openSlot() : undefined)
  }

  #mark(slot: Slot, demand: Demand) {
    Object.assign(slot, { leased: true, begun: false, demand, leased_ms: performance.now() })
    this.#queue.hold(demand)
    this.#looking ??= setInterval(() => this.#look(), look_ms).unref()
    this.#leased.add(slot)
    return slot
  }

  #release(slot: Slot) {
    slot.leased = false
    this.#leased.delete(slot)
    this.#queue.release(slot.demand)
    if (slot.broken || slot.stale) this.#discard(slot)
    else this.#idle.push(slot)
    if (!this.#ended) this.#serveNext()
    if (slot.unended && !slot.leased && !this.#ending)
      this.#ending = setTimeout(() => this.#endReads(), unended_ms_max).unref()
  }

  // One that ends may let several begin: a heavy one that waited for its turn, and a light one for the session.
  #serveNext() {
    while (this.#idle.length > 0 || this.#open < this.#options.connections) {
      const waiter = this.#queue.next()
      const slot = waiter && this.#free()
      if (!slot) return
      waiter.give(this.#mark(slot, waiter))
    }
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
    const slot = newSlot(this.#options, () => this.#lost(slot))
    return slot
  }

  // A session that broke is never used again: a new one would not be inside the transaction.
  #lost(slot: Slot) {
    slot.broken = true
    // What the driver has not sent yet it would keep for ever.
    if (slot.leased) return this.#giveUpOn(slot)
    if (!this.#idle.includes(slot)) return
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
