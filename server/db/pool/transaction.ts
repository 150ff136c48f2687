import { notificationsOf } from '../notifications.ts'
import { type RlsContext, rlsStatements } from '../rls_context.ts'
import { hasSqlstate, type Session } from '../sql.ts'
import { ConnectionLost, isSessionUsable } from './errors.ts'
import type { Work } from './options.ts'
import { withHandle } from './transaction_handle.ts'

/** The statements that begin each kind of transaction. */
const beginStatements = {
  read: ['begin read only'],
  write: ['begin'],
  auditedRead: ['begin', 'set local synchronous_commit = off'],
  snapshot: ['begin isolation level repeatable read read only'],
}
export type TransactionKind = keyof typeof beginStatements

/** Work in one transaction. */
export class Transaction<T> {
  /** Whether its commit was sent. */
  committing = false
  readonly #begin: string[]
  readonly #work: Work<T>

  constructor(role: string, kind: TransactionKind, context: RlsContext, work: Work<T>) {
    // Sets the role for each transaction: a pooler that changes connections between transactions loses the role of the session.
    const acting = context.erases ? 'muster_eraser' : role
    this.#begin = [...beginStatements[kind], `set local role ${acting}`, ...rlsStatements(context)]
    this.#work = work
  }

  /** Returns the value of the work, and the topics that it announced. Calls `onAnswer` for each statement that was answered. */
  async run(session: Session, onAnswer: () => void) {
    try {
      // Sent now, ahead of the statements of the work, and not awaited: they go in one packet.
      const begun = Promise.all(this.#begin.map(statement => session.unsafe(statement).execute()))
      const done = withHandle(
        session,
        async sql => ({ value: await this.#work(sql), topics: notificationsOf(sql) }),
        onAnswer,
      )
      // If begin fails, the driver never settles the statements of the work.
      const result = await Promise.race([done, failureOf(begun)])
      await begun
      this.committing = true
      await commit(session)
      return result
    } catch (error) {
      if (isSessionUsable(error)) await session.unsafe('rollback').catch(() => session.end({ timeout: 0 }))
      throw error
    }
  }
}

// PostgreSQL answers COMMIT of a failed transaction with success and the command tag ROLLBACK.
async function commit(session: Session) {
  const { command } = await session.unsafe('commit').catch(error => {
    // The coordinator of a distributed database lost the node that was to commit: it may have committed, so nothing is retried.
    throw hasSqlstate(error, 'internal_error')
      ? new ConnectionLost('the outcome is not known', { cause: error })
      : error
  })
  if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
}

/** Rejects if the promise does, and never settles otherwise. */
const failureOf = (promise: PromiseLike<unknown>) => new Promise<never>((_, reject) => promise.then(undefined, reject))
