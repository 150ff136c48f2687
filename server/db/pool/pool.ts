import { ApiError, overloaded } from '../../errors.ts'
import { deferredStatementsOf, sendDeferredRows } from '../deferred_statements.ts'
import { notificationsOf, type Topic } from '../notifications.ts'
import { type RlsContext, rlsStatements } from '../rls_context.ts'
import { hasSqlstate, type Sql } from '../sql.ts'
import { AcquireQueue, type Demand, type Shares } from './acquire_queue.ts'
import {
  ConnectionLost,
  databaseApiError,
  isDemoted,
  isSessionUsable,
  NotCommitted,
  tooExpensive,
  unreachable,
} from './errors.ts'
import { HealthProbe } from './health_probe.ts'
import { type BatchedKind, ReadBatcher } from './read_batching.ts'
import { beginStatements, commit, failureOf, newSlot, type Slot, type TransactionKind } from './slot.ts'
import { transactionHandle } from './transaction_handle.ts'

export interface PoolOptions {
  url: string
  role: string
  connections: number
  statement_timeout_ms?: number
  /** How long work waits for a session before it is refused. */
  wait_ms_max?: number
  /** How spaces share the sessions; left out, one space may hold all of them. */
  shares?: Shares
  /** Called with each topic that a transaction announced, after its commit and before the response. */
  onNotification?: (topic: Topic) => void
  /** Wraps each transaction in a span, if tracing is on. */
  trace?: <T>(work: () => Promise<T>) => Promise<T>
}

const attempts_max = 3
const grace_ms = 2000
const begin_ms_max = 4500
/** Probe the database when a transaction has taken this long. */
const probe_after_ms = 1000
const check_leases_ms = 250
const read_open_ms_max = 5

/** A bounded set of sessions. Work that cannot get one soon is refused, so that clients get an error under overload and do not hang. */
export class Pool {
  readonly #options: PoolOptions
  readonly #idle: Slot[] = []
  readonly #queue: AcquireQueue<Slot>
  readonly #leased = new Set<Slot>()
  readonly #batcher = new ReadBatcher((kind, context, work) => this.#transact(kind, context, work))
  readonly #probe: HealthProbe
  #checking: NodeJS.Timeout | undefined
  #open = 0
  #read_timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(options: PoolOptions) {
    this.#options = { statement_timeout_ms: 15_000, ...options }
    const all = options.connections
    const unshared = { of_space_max: all, heavy_of_space_max: all, heavy_max: all }
    this.#queue = new AcquireQueue(options.shares ?? unshared, options.wait_ms_max)
    this.#probe = new HealthProbe(options.url, probed_ms => this.#abandonAll(probed_ms))
  }

  get load() {
    return { used: this.#leased.size, idle: this.#idle.length, waiting: this.#queue.size }
  }

  /** Runs `work` in one read-write transaction. Retries it after a serialization failure, a deadlock or a failover. */
  async write<T>(context: RlsContext, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction('write', context, work, heavy)
      } catch (error) {
        // Nothing was written, so the transaction can be retried. In a pipeline the first error may come from a later statement, which
        // only reports that the transaction has failed.
        const conflict = hasSqlstate(error, 'serialization_failure', 'deadlock', 'failed_transaction')
        const demoted = isDemoted(error)
        if (!conflict && !demoted && !(error instanceof NotCommitted)) throw error
        if (attempt >= attempts_max) throw demoted || hasSqlstate(error, 'failed_transaction') ? error : overloaded()
      }
    }
  }

  /** Runs `work` in one read-only transaction. Its commit is sent with the next begin, or after a few milliseconds. */
  read<T>(context: RlsContext, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    return this.#transaction('read', context, work, heavy)
  }

  /**
   * Runs `work` that reads and writes an audit entry about it. The commit does not wait for the disk, so it stays as fast as a read; a power
   * failure loses the audit entries of the last moments.
   */
  auditedRead<T>(context: RlsContext, work: (sql: Sql) => Promise<T>, heavy = false): Promise<T> {
    return this.#transaction('auditedRead', context, work, heavy)
  }

  /**
   * The same as `read` or `auditedRead` for reading a few rows by key: concurrent calls with the same context share one transaction. `work`
   * must not change settings, and may run twice.
   */
  readBatched<T>(kind: BatchedKind, context: RlsContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#traced(() => this.#batcher.add(kind, context, work))
  }

  /** The same as `read`, with repeatable read: all statements see the same state. */
  snapshot<T>(context: RlsContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('snapshot', context, work)
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#probe.end()
    clearInterval(this.#checking)
    const slots = [...this.#idle, ...this.#leased]
    await Promise.all(slots.map(slot => slot.session.end({ timeout: 2 })))
  }

  #transaction<T>(kind: TransactionKind, context: RlsContext, work: (sql: Sql) => Promise<T>, heavy = false) {
    return this.#traced(() => this.#transact(kind, context, work, heavy))
  }

  #traced<T>(work: () => Promise<T>): Promise<T> {
    const { trace } = this.#options
    return trace ? trace(work) : work()
  }

  async #transact<T>(kind: TransactionKind, context: RlsContext, work: (sql: Sql) => Promise<T>, heavy = false) {
    const slot = await this.#lease({ space: context.group_id, heavy })
    const { sql, close } = transactionHandle(slot.session)
    let committing = false
    try {
      // Not awaited: it is sent in one packet with the first statement of the work.
      const begun = this.#begin(slot, kind, context)
      // If begin fails, the driver never settles the statements of the work.
      const value = await Promise.race([work(sql), failureOf(begun)])
      sendDeferredRows(sql)
      close()
      if (slot.broken) throw new ConnectionLost()
      await begun
      this.#probe.markAlive()
      committing = kind !== 'read'
      await this.#end(slot, kind, sql)
      return value
    } catch (error) {
      close()
      await this.#rollBack(slot, kind, error)
      // Once the commit was sent it may have succeeded, so the error must not say that the work was stopped.
      throw slot.overdue && !committing ? tooExpensive(error) : databaseApiError(error)
    } finally {
      this.#release(slot)
    }
  }

  async #end(slot: Slot, kind: TransactionKind, sql: Sql) {
    if (kind === 'read') {
      slot.read_open = true
      return
    }
    const finished = commit(slot.session)
    finished.catch(() => {})
    // The commit of a snapshot writes nothing, so its caller need not wait for it.
    if (kind !== 'snapshot') await this.#committed(sql, finished)
  }

  async #rollBack(slot: Slot, kind: TransactionKind, error: unknown) {
    // After a socket error, or an error of its own, the driver may assign an answer to the wrong statement. The session is not reused.
    if (!isSessionUsable(error)) slot.broken = true
    if (isDemoted(error) && (kind === 'write' || kind === 'auditedRead')) this.#retireAll(slot)
    if (slot.broken) return
    await slot.session.unsafe('rollback').catch(() => {
      slot.broken = true
    })
  }

  #begin(slot: Slot, kind: TransactionKind, context: RlsContext) {
    // Sets the role for each transaction: a pooler that changes connections between transactions loses the role of the session.
    const first = `${beginStatements[kind]};set local role ${this.#options.role};${rlsStatements(context)}`
    const begun = slot.session.unsafe(slot.read_open ? `commit;${first}` : first)
    slot.read_open = false
    begun.then(
      () => Object.assign(slot, { begun: true }),
      () => {},
    )
    return begun
  }

  // PostgreSQL answers COMMIT of a failed transaction with success and the command tag ROLLBACK.
  async #committed(sql: Sql, finished: PromiseLike<{ command: string }>) {
    const ended = finished.then(undefined, error => {
      throw hasSqlstate(error, 'internal_error') ? new NotCommitted('the commit failed', { cause: error }) : error
    })
    const [{ command }] = await Promise.all([ended, ...deferredStatementsOf(sql)])
    const topics = notificationsOf(sql)
    if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
    for (const topic of topics) this.#options.onNotification?.(topic)
  }

  /** Ends transactions that exceed the time limit. One timer for all: a timer for each transaction would cost more than many of them. */
  #checkLeases() {
    const now_ms = performance.now()
    const ms_max = (this.#options.statement_timeout_ms ?? 0) + grace_ms
    for (const slot of this.#leased) {
      const age_ms = now_ms - slot.leased_ms
      if (slot.begun && age_ms > ms_max) slot.overdue = true
      if (age_ms > (slot.begun ? ms_max : begin_ms_max)) this.#abandon(slot)
      else if (age_ms > probe_after_ms) void this.#probe.check()
    }
    if (this.#leased.size === 0) this.#checking = void clearInterval(this.#checking)
  }

  #abandon(slot: Slot) {
    slot.broken = true
    slot.session.end({ timeout: 0 }).catch(() => {})
  }

  #abandonAll(probed_ms: number) {
    for (const slot of this.#leased) if (slot.leased_ms < probed_ms) this.#abandon(slot)
    for (const slot of this.#idle.splice(0)) this.#discard(slot)
    for (const waiter of this.#queue.drain()) waiter.refuse(unreachable())
  }

  async #lease(demand: Demand): Promise<Slot> {
    if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
    if (this.#probe.unreachable) throw unreachable()
    const slot = this.#queue.admits(demand) ? this.#free() : undefined
    return slot ? this.#mark(slot, demand) : this.#queue.wait(demand, performance.now())
  }

  /** An idle session, or a new one below the maximum. */
  #free(): Slot | undefined {
    return this.#idle.pop() ?? (this.#open < this.#options.connections ? this.#openSlot() : undefined)
  }

  #mark(slot: Slot, demand: Demand) {
    Object.assign(slot, { leased: true, begun: false, demand, leased_ms: performance.now() })
    this.#queue.hold(demand)
    this.#checking ??= setInterval(() => this.#checkLeases(), check_leases_ms).unref()
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
    if (slot.read_open && !slot.leased && !this.#read_timer)
      this.#read_timer = setTimeout(() => this.#endReads(), read_open_ms_max).unref()
  }

  // One release may admit several waiters: a heavy one whose share has become free, and a light one that needs the session.
  #serveNext() {
    while (this.#idle.length > 0 || this.#open < this.#options.connections) {
      const waiter = this.#queue.next()
      const slot = waiter && this.#free()
      if (!slot) return
      waiter.give(this.#mark(slot, waiter))
    }
  }

  #endReads() {
    this.#read_timer = undefined
    for (const slot of this.#idle.filter(({ read_open }) => read_open)) {
      slot.read_open = false
      commit(slot.session).catch(() => {})
    }
  }

  #openSlot() {
    this.#open++
    const slot: Slot = newSlot(this.#options, () => this.#lost(slot))
    return slot
  }

  // A broken session is never reused. While it is leased it is ended: the driver would never settle statements that it has not sent.
  #lost(slot: Slot) {
    slot.broken = true
    if (slot.leased) return this.#abandon(slot)
    if (!this.#idle.includes(slot)) return
    this.#idle.splice(this.#idle.indexOf(slot), 1)
    this.#discard(slot)
  }

  // After a failover the old connections lead to a read-only server. New ones find the primary.
  #retireAll(slot: Slot) {
    slot.broken = true
    for (const idle of this.#idle.splice(0)) this.#discard(idle)
    for (const leased of this.#leased) leased.stale = true
  }

  #discard(slot: Slot) {
    this.#open--
    slot.session.end({ timeout: 0 }).catch(() => {})
  }
}
