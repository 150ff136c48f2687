import { freeBytes } from '../../machine.ts'
import { hasSqlstate, type Sql } from '../sql.ts'

const remembered_ms = 30_000
/** PostgreSQL allocates its log in segments of this size. */
const segment_bytes = 16 * 2 ** 20
/** Below this, what is written now and then still fits into allocated pages. */
const full_below_bytes = 2 ** 20

export type WriteFailure = 'disk_full' | 'read_only'

/**
 * Remembers that the database refuses writes, until a transaction has written or for 30 seconds; longer while its disk is full, because
 * monitoring that sends requests elsewhere meanwhile leaves no write that could fail. A transaction that changed nothing says nothing: the
 * queues of mail and jobs are polled all the time. Shared by the pools of a process.
 */
export class WriteFailures {
  #failure: { reason: WriteFailure; at: number } | undefined
  readonly #freeBytes: () => number

  /** `folder` is on the disk of the database; undefined if that is another machine. */
  constructor(folder: string | undefined, free = freeBytes) {
    this.#freeBytes = () => (folder === undefined ? Number.POSITIVE_INFINITY : free(folder))
  }

  /** Why writes fail at the moment; undefined if they do not. */
  get reason() {
    if (this.#failure && Date.now() - this.#failure.at < remembered_ms) return this.#failure.reason
    const full_below = this.#failure?.reason === 'disk_full' ? segment_bytes : full_below_bytes
    return this.#freeBytes() < full_below ? 'disk_full' : undefined
  }

  /** Runs a write and remembers why it fails. `write` is told to report whether it wrote while a failure is remembered. */
  async watch<T>(write: (onWritten: (() => void) | undefined) => Promise<T>): Promise<T> {
    let written = false
    const onWritten = () => {
      written = true
    }
    try {
      const value = await write(this.#failure && onWritten)
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
