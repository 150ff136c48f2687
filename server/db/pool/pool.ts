import { ApiError } from '../../errors.ts'
import type { RlsContext } from '../rls_context.ts'
import { databaseApiError, TookTooLong, tooExpensive, unreachable } from './errors.ts'
import { HealthProbe } from './health_probe.ts'
import type { Database, PoolOptions, Send, Work } from './options.ts'
import { retried } from './retry.ts'
import { Sessions } from './sessions.ts'
import { calls_of_session_max, shared_connections, shares_of_calls } from './shares.ts'
import { Transaction, type TransactionKind } from './transaction.ts'
import { withHandle } from './transaction_handle.ts'

/** Runs transactions on sessions of their own, and single calls of functions on a few sessions that they share. */
export class Pool {
  readonly #options: PoolOptions
  readonly #probe: HealthProbe
  readonly #leased: Sessions
  readonly #shared: Sessions
  #ended = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#probe = new HealthProbe(options.url, probed_ms => {
      for (const sessions of [this.#leased, this.#shared]) sessions.abandon(probed_ms)
    })
    const shares = options.shares && shares_of_calls
    this.#leased = new Sessions(options, { uses_max: 1, probe: this.#probe })
    this.#shared = new Sessions(
      { ...options, connections: shared_connections, ...(shares && { shares }) },
      { uses_max: calls_of_session_max, probe: this.#probe },
    )
  }

  get load() {
    const [leased, shared] = [this.#leased.load, this.#shared.load]
    return { ...leased, waiting: leased.waiting + shared.waiting }
  }

  /** Calls and transactions for one space and user. */
  databaseFor(context: RlsContext, kind: 'read' | 'write', heavy = false): Database {
    return {
      call: send => this.call(context.group_id, send),
      longCall: send => this.longCall(context.group_id, send, heavy),
      transaction: work => this[kind](context, work, heavy),
      notifyLocal: topic => this.#options.onNotification?.(topic),
    }
  }

  /**
   * Runs one short statement, which is a transaction of its own, on a session that concurrent calls share. It calls a function of
   * db/functions.ts, which sets the context of row-level security. Retried as `write`, because it may write an audit entry.
   */
  call<T>(space: number | undefined, send: Send<T>): Promise<T> {
    const call = () => this.#shared.use({ space, heavy: false }, session => withHandle(session, send))
    return this.#run(() => retried(call, () => this.#shared.retire()))
  }

  /** The same on a session of its own, because others would wait behind it. */
  longCall<T>(space: number | undefined, send: Send<T>, heavy = false): Promise<T> {
    const call = () => this.#leased.use({ space, heavy }, session => withHandle(session, send))
    return this.#run(() => retried(call, () => this.#leased.retire()))
  }

  /** Runs `work` in one read-write transaction. Retries it after a serialization failure, a deadlock or a failover. */
  write<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    const write = () => this.#transact('write', context, work, heavy)
    return this.#run(() => retried(write, () => this.#leased.retire()))
  }

  /** Runs `work` in one read-only transaction. */
  read<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#run(() => this.#transact('read', context, work, heavy))
  }

  /**
   * Runs `work` that reads and writes an audit entry about it. The commit does not wait for the disk, so it stays as fast as a read; a power
   * failure loses the audit entries of the last moments.
   */
  auditedRead<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    const read = () => this.#transact('auditedRead', context, work, heavy)
    return this.#run(() => retried(read, () => this.#leased.retire()))
  }

  /** The same as `read`, with repeatable read: all statements see the same state. */
  snapshot<T>(context: RlsContext, work: Work<T>): Promise<T> {
    return this.#run(() => this.#transact('snapshot', context, work))
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#probe.end()
    await Promise.all([this.#leased.end(), this.#shared.end()])
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const { trace } = this.#options
    const translated = async () => {
      if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
      if (this.#probe.unreachable) throw unreachable()
      try {
        return await work()
      } catch (error) {
        throw databaseApiError(error)
      }
    }
    return trace ? trace(translated) : translated()
  }

  async #transact<T>(kind: TransactionKind, context: RlsContext, work: Work<T>, heavy = false) {
    const transaction = new Transaction(this.#options.role, kind, context, work)
    try {
      const demand = { space: context.group_id, heavy }
      const { value, topics } = await this.#leased.use(demand, session => transaction.run(session))
      for (const topic of topics) this.#options.onNotification?.(topic)
      return value
    } catch (error) {
      // Once the commit was sent it may have succeeded, so the error must not say that the work was stopped.
      throw error instanceof TookTooLong && !transaction.committing ? tooExpensive(error) : error
    }
  }
}
