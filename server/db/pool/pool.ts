import { ApiError, overloaded } from '../../errors.ts'
import { notificationsOf } from '../notifications.ts'
import { type RlsContext, rlsStatements } from '../rls_context.ts'
import { hasSqlstate, openSession, type Sql } from '../sql.ts'
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
import { type Lease, LeasedSessions } from './leased_sessions.ts'
import type { Database, PoolOptions } from './options.ts'
import { SharedSessions } from './shared_sessions.ts'
import { transactionHandle } from './transaction_handle.ts'

type Work<T> = (sql: Sql) => Promise<T>

/** The statement that begins each kind of transaction. */
const beginStatements = {
  read: 'begin read only',
  write: 'begin',
  auditedRead: 'begin;set local synchronous_commit = off',
  snapshot: 'begin isolation level repeatable read read only',
}
type TransactionKind = keyof typeof beginStatements

const attempts_max = 3
const grace_ms = 2000

/** Runs transactions on sessions of their own, and single calls of functions on a few shared sessions. */
export class Pool {
  readonly #options: PoolOptions
  readonly #probe: HealthProbe
  readonly #leased: LeasedSessions
  readonly #shared: SharedSessions
  #ended = false

  constructor(given: PoolOptions) {
    const options = { statement_timeout_ms: 15_000, ...given }
    const { url, role, statement_timeout_ms } = options
    this.#options = options
    this.#probe = new HealthProbe(url, probed_ms => {
      this.#leased.abandon(probed_ms)
      this.#shared.abandon(probed_ms)
    })
    this.#leased = new LeasedSessions(options, this.#probe)
    this.#shared = new SharedSessions({
      open: onclose => openSession(url, { role, statement_timeout_ms, onclose }),
      probe: this.#probe,
      call_ms_max: statement_timeout_ms + grace_ms,
      unshared: !options.shares,
    })
  }

  get load() {
    const { waiting, ...leased } = this.#leased.load
    return { ...leased, waiting: waiting + this.#shared.waiting }
  }

  /** Calls and transactions for one space and user. A call of a write does not share its session, because it may wait for locks. */
  databaseFor(context: RlsContext, kind: 'read' | 'write', heavy = false): Database {
    return {
      call: send => (kind === 'read' ? this.call(context.group_id, send) : this.writeCall(context, send, heavy)),
      shortCall: send => this.call(context.group_id, send),
      transaction: work => this[kind](context, work, heavy),
      notifyLocal: topic => this.#options.onNotification?.(topic),
    }
  }

  /**
   * Runs one short statement, which is a transaction of its own, on a session that concurrent calls share. It calls a function of
   * db/functions.ts, which sets the context of row-level security.
   */
  call<T>(space: number | undefined, send: (sql: Sql) => PromiseLike<T>): Promise<T> {
    return this.#traced(async () => {
      this.#checkAvailable()
      try {
        return await this.#shared.call(space, send)
      } catch (error) {
        throw databaseApiError(error)
      }
    })
  }

  /** The same on a session of its own. Retried as `write`. */
  writeCall<T>({ group_id }: RlsContext, send: (sql: Sql) => PromiseLike<T>, heavy = false): Promise<T> {
    return this.#traced(() => this.#retried(() => this.#callAlone(group_id, send, heavy)))
  }

  /** Runs `work` in one read-write transaction. Retries it after a serialization failure, a deadlock or a failover. */
  write<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#traced(() => this.#retried(() => this.#transact('write', context, work, heavy)))
  }

  /** Runs `work` in one read-only transaction. */
  read<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#traced(() => this.#transact('read', context, work, heavy))
  }

  /**
   * Runs `work` that reads and writes an audit entry about it. The commit does not wait for the disk, so it stays as fast as a read; a power
   * failure loses the audit entries of the last moments.
   */
  auditedRead<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#traced(() => this.#transact('auditedRead', context, work, heavy))
  }

  /** The same as `read`, with repeatable read: all statements see the same state. */
  snapshot<T>(context: RlsContext, work: Work<T>): Promise<T> {
    return this.#traced(() => this.#transact('snapshot', context, work))
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#probe.end()
    await Promise.all([this.#leased.end(), this.#shared.end()])
  }

  #traced<T>(work: () => Promise<T>): Promise<T> {
    const { trace } = this.#options
    return trace ? trace(work) : work()
  }

  async #retried<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write()
      } catch (error) {
        // Nothing was written, so it can be retried. In a pipeline the first error may come from a later statement, which only reports that
        // the transaction has failed.
        const conflict = hasSqlstate(error, 'serialization_failure', 'deadlock', 'failed_transaction')
        const demoted = isDemoted(error)
        if (!conflict && !demoted && !(error instanceof NotCommitted)) throw error
        if (attempt >= attempts_max) throw demoted || hasSqlstate(error, 'failed_transaction') ? error : overloaded()
      }
    }
  }

  #checkAvailable() {
    if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
    if (this.#probe.unreachable) throw unreachable()
  }

  async #lease(space: number | undefined, heavy: boolean) {
    this.#checkAvailable()
    return this.#leased.lease({ space, heavy })
  }

  async #callAlone<T>(space: number | undefined, send: (sql: Sql) => PromiseLike<T>, heavy: boolean) {
    const lease = await this.#lease(space, heavy)
    try {
      // Not awaited: it is sent in one packet with the call. Its answer tells a slow call from a connection that does not open.
      const answered = this.#firstStatement(lease, 'select')
      const value = await Promise.race([send(lease.session), failureOf(answered)])
      this.#probe.markAlive()
      return value
    } catch (error) {
      this.#markBroken(lease, error)
      throw databaseApiError(error)
    } finally {
      this.#leased.release(lease)
    }
  }

  async #transact<T>(kind: TransactionKind, context: RlsContext, work: Work<T>, heavy = false) {
    const lease = await this.#lease(context.group_id, heavy)
    const { sql, close } = transactionHandle(lease.session)
    let committing = false
    try {
      // Sets the role for each transaction: a pooler that changes connections between transactions loses the role of the session.
      const begin = `${beginStatements[kind]};set local role ${this.#options.role};${rlsStatements(context)}`
      // Not awaited: it is sent in one packet with the first statement of the work.
      const begun = this.#firstStatement(lease, begin)
      // If begin fails, the driver never settles the statements of the work.
      const value = await Promise.race([work(sql), failureOf(begun)])
      close()
      if (lease.broken) throw new ConnectionLost()
      await begun
      this.#probe.markAlive()
      committing = kind === 'write' || kind === 'auditedRead'
      const committed = lease.session.unsafe('commit')
      committed.catch(() => {})
      // Otherwise nothing was written, and the caller need not wait.
      if (committing) await this.#committed(sql, committed)
      return value
    } catch (error) {
      close()
      this.#markBroken(lease, error)
      if (!lease.broken) await lease.session.unsafe('rollback').catch(() => Object.assign(lease, { broken: true }))
      // Once the commit was sent it may have succeeded, so the error must not say that the work was stopped.
      throw lease.overdue && !committing ? tooExpensive(error) : databaseApiError(error)
    } finally {
      this.#leased.release(lease)
    }
  }

  #firstStatement(lease: Lease, statement: string) {
    const answered = lease.session.unsafe(statement)
    answered.then(
      () => Object.assign(lease, { answered: true }),
      () => {},
    )
    return answered
  }

  #markBroken(lease: Lease, error: unknown) {
    // After a socket error, or an error of its own, the driver may assign an answer to the wrong statement. The session is not reused.
    lease.broken ||= !isSessionUsable(error)
    if (!isDemoted(error)) return
    lease.broken = true
    this.#leased.retire()
  }

  // PostgreSQL answers COMMIT of a failed transaction with success and the command tag ROLLBACK.
  async #committed(sql: Sql, finished: PromiseLike<{ command: string }>) {
    const ended = finished.then(undefined, error => {
      throw hasSqlstate(error, 'internal_error') ? new NotCommitted('the commit failed', { cause: error }) : error
    })
    const { command } = await ended
    const topics = notificationsOf(sql)
    if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
    for (const topic of topics) this.#options.onNotification?.(topic)
  }
}

/** Rejects if the promise does, and never settles otherwise. */
const failureOf = (promise: PromiseLike<unknown>) => new Promise<never>((_, reject) => promise.then(undefined, reject))
