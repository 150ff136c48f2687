import type { NodeWatch } from '../citus/node_watch.ts'
import { hasSqlstate, isDistributed } from '../sql.ts'
import { staleSession } from '../sql_errors.ts'
import { SessionShared } from './errors.ts'
import type { Send } from './options.ts'
import { retried } from './retry.ts'
import type { SessionSets } from './session_sets.ts'
import type { Demand } from './shares.ts'
import { Transaction } from './transaction.ts'
import { withHandle } from './transaction_handle.ts'

/**
 * Runs calls of functions. A call is one statement without a transaction around it, so several can share a session. On a distributed database it is a
 * transaction on a session of its own: Citus passes the settings of a function on to the workers only in a transaction block.
 */
export class Calls {
  readonly #sessions: SessionSets
  readonly #role: string
  readonly #nodes: NodeWatch

  constructor(sessions: SessionSets, role: string, nodes: NodeWatch) {
    this.#sessions = sessions
    this.#role = role
    this.#nodes = nodes
  }

  /** Runs a call on a session of this set. Retried as a write, because it may write an audit entry. */
  run<T>(set: 'shared' | 'lists' | 'leased', demand: Demand, send: Send<T>): Promise<T> {
    return retried(
      () => this.#runOn(set === 'shared' && this.#nodes.distributed ? 'leased' : set, demand, send),
      () => this.#sessions.retire(),
    )
  }

  async #runOn<T>(set: 'shared' | 'lists' | 'leased', demand: Demand, send: Send<T>): Promise<T> {
    try {
      return await this.#sessions[set].use(demand, async session => {
        if (!isDistributed(session)) return withHandle(session, send)
        this.#nodes.distributed = true
        if (set === 'shared') throw new SessionShared()
        const { value } = await new Transaction(this.#role, 'write', {}, async sql => send(sql)).run(
          session,
          this.#sessions.markAlive,
        )
        return value
      })
    } catch (error) {
      if (!isStale(error)) throw error
      this.#nodes.distributed = true
      throw staleSession()
    }
  }
}

/** Whether the tables were distributed after the session was opened, or while the call waited for their locks. */
const isStale = (error: unknown) =>
  hasSqlstate(error, 'stale_session') ||
  (error instanceof Error &&
    hasSqlstate(error, 'not_supported') &&
    error.message.startsWith('could not create distributed plan'))
