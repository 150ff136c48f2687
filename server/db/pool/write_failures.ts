import { hasSqlstate, type Sql } from '../sql.ts'

const remembered_ms = 30_000

export type WriteFailure = 'disk_full' | 'read_only'

/**
 * Remembers that the database refuses writes, until a transaction has written or for 30 seconds. A transaction that changed nothing says nothing: the
 * queues of mail and jobs are polled all the time. Shared by the pools of a process.
 */
export class WriteFailures {
  #failure: { reason: WriteFailure; at: number } | undefined

  /** Why writes fail at the moment; undefined if they do not. */
  get reason() {
    return this.#failure && Date.now() - this.#failure.at < remembered_ms ? this.#failure.reason : undefined
  }

  /** Runs a write and remembers why it fails. `write` is told to report whether it wrote while a failure is remembered. */
  async watch<T>(write: (onWritten: (() => void) | undefined) => Promise<T>): Promise<T> {
    let written = false
    const onWritten = () => {
      written = true
    }
    try {
      const value = await write(this.reason && onWritten)
      if (written) this.#failure = undefined
      return value
    } catch (error) {
      const reason = reasonOf(error)
      if (reason) this.#failure = { reason, at: Date.now() }
      throw error
    }
  }
}

/** Whether this transaction has changed anything so far. */
export async function hasWritten(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ written: boolean }]>`select pg_current_xact_id_if_assigned() is not null as written`
  return row.written
}

/** The error is that of the database, or an API error with it as its cause. */
function reasonOf(error: unknown): WriteFailure | undefined {
  const errors = [error, (error as Error | undefined)?.cause]
  return (['disk_full', 'read_only'] as const).find(state => errors.some(each => hasSqlstate(each, state)))
}
