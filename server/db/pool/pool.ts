import { ApiError } from '../../errors.ts'
import { NodeWatch } from '../citus/node_watch.ts'
import type { RlsContext } from '../rls_context.ts'
import { isDistributed } from '../sql.ts'
import { Calls } from './calls.ts'
import { databaseApiError, nodeUnreachable, TookTooLong, tooExpensive, unreachable } from './errors.ts'
import type { Database, PoolOptions, Send, Work, WorkOverSpaces } from './options.ts'
import { retried } from './retry.ts'
import { SessionSets } from './session_sets.ts'
import { Transaction, type TransactionKind } from './transaction.ts'
import { hasWritten } from './write_failures.ts'

/** Runs transactions and long calls of functions on sessions of their own, lists on a few others, and short calls on two that they share. */
export class Pool {
  readonly #options: PoolOptions
  readonly #sessions: SessionSets
  readonly #calls: Calls
  readonly #nodes: NodeWatch
  #ended = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#sessions = new SessionSets(options)
    this.#nodes = options.nodes ?? new NodeWatch()
    this.#calls = new Calls(this.#sessions, options.role, this.#nodes)
  }

  get load() {
    return this.#sessions.load
  }

  /** Calls and transactions for one space and user. */
  databaseFor(context: RlsContext, kind: 'read' | 'write', heavy = false): Database {
    return {
      call: send => this.call(context.group_id, send),
      listCall: send => this.listCall(context.group_id, send, heavy),
      writeCall: send => this.writeCall(context.group_id, send, heavy),
      transaction: work => this[kind](context, work, heavy),
      notifyLocal: topic => this.#options.onNotification?.(topic),
    }
  }

  /**
   * Runs one short statement, which is a transaction of its own, on a session that concurrent calls share. It calls a function of
   * db/functions.ts, which sets the context of row-level security.
   */
  call<T>(space: number | undefined, send: Send<T>): Promise<T> {
    return this.#run(space, () => this.#calls.run('shared', { space, heavy: false }, send))
  }

  /** The same for a call that reads a page, on one of a few sessions of their own: only a few lists run at once, of one space the fewest. */
  listCall<T>(space: number | undefined, send: Send<T>, heavy = false): Promise<T> {
    return this.#run(space, () => this.#calls.run(heavy ? 'leased' : 'lists', { space, heavy }, send))
  }

  /** The same on a session of its own, because it may wait for locks. */
  writeCall<T>(space: number | undefined, send: Send<T>, heavy = false): Promise<T> {
    return this.#watched(() => this.#run(space, () => this.#calls.run('leased', { space, heavy }, send)))
  }

  /** Runs `work` in one read-write transaction. Retries it after a serialization failure, a deadlock or a failover. */
  write<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#watched(onWritten => {
      const write = () => this.#transact('write', context, onWritten ? reporting(work, onWritten) : work, heavy)
      return this.#run(context.group_id, () => retried(write, () => this.#sessions.retire()))
    })
  }

  /** Runs `work` in one read-only transaction. */
  read<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#run(context.group_id, () => this.#transact('read', context, work, heavy))
  }

  /** Reads over all spaces; while a node of a distributed database is down, over those on the other nodes. */
  readReachableSpaces<T>(work: WorkOverSpaces<T>): Promise<T> {
    return this.read({}, sql => work(sql, column => this.#nodes.isReachable(sql, column)))
  }

  /** Writes to several spaces; while a node of a distributed database is down, to those on the other nodes. */
  writeReachableSpaces<T>(context: RlsContext, work: WorkOverSpaces<T>): Promise<T> {
    return this.write(context, sql => work(sql, column => this.#nodes.isReachable(sql, column)))
  }

  /**
   * Runs `work` that reads and writes an audit entry about it. The commit does not wait for the disk, so it stays as fast as a read; a power
   * failure loses the audit entries of the last moments.
   */
  auditedRead<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    const read = () => this.#transact('auditedRead', context, work, heavy)
    return this.#run(context.group_id, () => retried(read, () => this.#sessions.retire()))
  }

  /** The same as `read`, with repeatable read: all statements see the same state. */
  snapshot<T>(context: RlsContext, work: Work<T>): Promise<T> {
    return this.#run(context.group_id, () => this.#transact('snapshot', context, work))
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#sessions.end()
  }

  #watched<T>(write: (onWritten: (() => void) | undefined) => Promise<T>): Promise<T> {
    return this.#options.write_failures?.watch(write) ?? write(undefined)
  }

  #run<T>(space: number | undefined, work: () => Promise<T>): Promise<T> {
    const { trace } = this.#options
    const translated = async () => {
      if (this.#ended) throw new ApiError('unavailable', 'Muster is stopping; try again in a moment.')
      if (this.#sessions.unreachable) throw unreachable()
      if (this.#nodes.isUnreachable(space)) throw nodeUnreachable()
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
      const { value, topics } = await this.#sessions.leased.use(demand, session => {
        if (isDistributed(session)) this.#nodes.distributed = true
        return transaction.run(session, this.#sessions.markAlive)
      })
      for (const topic of topics) this.#options.onNotification?.(topic)
      return value
    } catch (error) {
      // Once the commit was sent it may have succeeded, so the error must not say that the work was stopped.
      throw error instanceof TookTooLong && !transaction.committing ? tooExpensive(error) : error
    }
  }
}

/** Work that says whether it has changed anything. */
const reporting =
  <T>(work: Work<T>, onWritten: () => void): Work<T> =>
  async sql => {
    const value = await work(sql)
    if (await hasWritten(sql)) onWritten()
    return value
  }
