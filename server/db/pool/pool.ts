import { ApiError } from '../../errors.ts'
import { notificationsOf } from '../notifications.ts'
import { type RlsContext, rlsStatements } from '../rls_context.ts'
import { hasSqlstate, type Session } from '../sql.ts'
import {
  afterConflicts,
  databaseApiError,
  isConflict,
  isDemoted,
  isSessionUsable,
  NotCommitted,
  TookTooLong,
  tooExpensive,
  unreachable,
} from './errors.ts'
import { HealthProbe } from './health_probe.ts'
import type { Database, PoolOptions, Send, Work } from './options.ts'
import { Sessions } from './sessions.ts'
import { withHandle } from './transaction_handle.ts'

/** The statement that begins each kind of transaction. */
const beginStatements = {
  read: 'begin read only',
  write: 'begin',
  auditedRead: 'begin;set local synchronous_commit = off',
  snapshot: 'begin isolation level repeatable read read only',
}
type TransactionKind = keyof typeof beginStatements

const attempts_max = 3

// Few shared sessions are faster than many: the driver then sends several calls in one packet, and reads several answers in one.
const shared_connections = 2
/** A session gets no more calls than this at once: a space that sends many must not queue them in front of others. */
const calls_of_session_max = 16
const calls_max = shared_connections * calls_of_session_max
const shares_of_calls = { of_space_max: calls_max / 2, heavy_of_space_max: calls_max, heavy_max: calls_max }

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
      call: send =>
        kind === 'read' ? this.call(context.group_id, send) : this.writeCall(context.group_id, send, heavy),
      transaction: work => this[kind](context, work, heavy),
      notifyLocal: topic => this.#options.onNotification?.(topic),
    }
  }

  /**
   * Runs one short statement, which is a transaction of its own, on a session that concurrent calls share. It calls a function of
   * db/functions.ts, which sets the context of row-level security.
   */
  call<T>(space: number | undefined, send: Send<T>): Promise<T> {
    return this.#run(() => this.#shared.use({ space, heavy: false }, session => withHandle(session, send)))
  }

  /** The same on a session of its own, because it may wait for locks. Retried as `write`. */
  writeCall<T>(space: number | undefined, send: Send<T>, heavy = false): Promise<T> {
    const call = () => this.#leased.use({ space, heavy }, session => withHandle(session, send))
    return this.#run(() => this.#retried(call))
  }

  /** Runs `work` in one read-write transaction. Retries it after a serialization failure, a deadlock or a failover. */
  write<T>(context: RlsContext, work: Work<T>, heavy = false): Promise<T> {
    return this.#run(() => this.#retried(() => this.#transact('write', context, work, heavy)))
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
    return this.#run(() => this.#transact('auditedRead', context, work, heavy))
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

  async #retried<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write()
      } catch (error) {
        if (isDemoted(error)) this.#leased.retire()
        else if (!isConflict(error)) throw error
        if (attempt >= attempts_max) throw afterConflicts(error)
      }
    }
  }

  async #transact<T>(kind: TransactionKind, context: RlsContext, work: Work<T>, heavy = false) {
    // Sets the role for each transaction: a pooler that changes connections between transactions loses the role of the session.
    const begin = `${beginStatements[kind]};set local role ${this.#options.role};${rlsStatements(context)}`
    let committing = false
    const transaction = async (session: Session) => {
      try {
        // Sent now, ahead of the statements of the work, and not awaited: they go in one packet.
        const begun = session.unsafe(begin).execute()
        const done = withHandle(session, async sql => ({ value: await work(sql), topics: notificationsOf(sql) }))
        // If begin fails, the driver never settles the statements of the work.
        const { value, topics } = await Promise.race([done, failureOf(begun)])
        await begun
        committing = true
        await commit(session)
        for (const topic of topics) this.#options.onNotification?.(topic)
        return value
      } catch (error) {
        if (isSessionUsable(error)) await session.unsafe('rollback').catch(() => session.end({ timeout: 0 }))
        throw error
      }
    }
    try {
      return await this.#leased.use({ space: context.group_id, heavy }, transaction)
    } catch (error) {
      // Once the commit was sent it may have succeeded, so the error must not say that the work was stopped.
      throw error instanceof TookTooLong && !committing ? tooExpensive(error) : error
    }
  }
}

// PostgreSQL answers COMMIT of a failed transaction with success and the command tag ROLLBACK.
async function commit(session: Session) {
  const { command } = await session.unsafe('commit').catch(error => {
    throw hasSqlstate(error, 'internal_error') ? new NotCommitted('the commit failed', { cause: error }) : error
  })
  if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
}

/** Rejects if the promise does, and never settles otherwise. */
const failureOf = (promise: PromiseLike<unknown>) => new Promise<never>((_, reject) => promise.then(undefined, reject))
