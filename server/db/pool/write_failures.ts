import { hasSqlstate } from '../sql.ts'

const remembered_ms = 30_000

export type WriteFailure = 'disk_full' | 'read_only'

/** Remembers that the database refuses writes, until one succeeds or for 30 seconds. Shared by the pools of a process. */
export class WriteFailures {
  #failure: { reason: WriteFailure; at: number } | undefined

  /** Why writes fail at the moment; undefined if they do not. */
  get reason() {
    return this.#failure && Date.now() - this.#failure.at < remembered_ms ? this.#failure.reason : undefined
  }

  async watch<T>(write: Promise<T>): Promise<T> {
    try {
      const value = await write
      this.#failure = undefined
      return value
    } catch (error) {
      const reason = reasonOf(error)
      if (reason) this.#failure = { reason, at: Date.now() }
      throw error
    }
  }
}

/** The error is that of the database, or an API error with it as its cause. */
function reasonOf(error: unknown): WriteFailure | undefined {
  const errors = [error, (error as Error | undefined)?.cause]
  return (['disk_full', 'read_only'] as const).find(state => errors.some(each => hasSqlstate(each, state)))
}
