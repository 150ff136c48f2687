import { ApiError } from '../../errors.ts'
import { type RlsContext, rlsStatements } from '../rls_context.ts'
import type { Sql } from '../sql.ts'

type Work<T> = (sql: Sql) => Promise<T>
type Transact = <T>(work: Work<T>) => Promise<T>

/** The kinds of transactions that several reads may share: they write nothing but audit entries. */
export type BatchedKind = 'read' | 'auditedRead'

/** A read that waits for its batch. `run` answers how to settle it. */
interface PendingRead {
  run: (sql: Sql) => Promise<Settle>
  runAlone: (transact: Transact) => void
  reject: (error: unknown) => void
}

type Settle = () => void

const batch_size_max = 32

/** Batches concurrent reads with the same context: all statements of a transaction see the same rows. */
export class ReadBatcher {
  readonly #transact: <T>(kind: BatchedKind, context: RlsContext, work: Work<T>) => Promise<T>
  readonly #queues = new Map<string, ReadQueue>()

  constructor(transact: <T>(kind: BatchedKind, context: RlsContext, work: Work<T>) => Promise<T>) {
    this.#transact = transact
  }

  add<T>(kind: BatchedKind, context: RlsContext, work: Work<T>): Promise<T> {
    const key = `${kind};${rlsStatements(context)}`
    const open = this.#queues.get(key)
    if (open) return open.add(work)
    const queue = new ReadQueue(
      work => this.#transact(kind, context, work),
      () => this.#queues.delete(key),
    )
    this.#queues.set(key, queue)
    return queue.add(work)
  }
}

/**
 * The reads of one context. Each batch is one transaction: it begins once, and its statements are sent in one packet. Reads that arrive while
 * a batch runs form the next one. So a single read does not wait, and the more reads there are, the less each costs.
 */
class ReadQueue {
  readonly #transact: Transact
  readonly #onEmpty: () => void
  #waiting: PendingRead[] = []
  #running = 0

  constructor(transact: Transact, onEmpty: () => void) {
    this.#transact = transact
    this.#onEmpty = onEmpty
  }

  add<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(pendingRead(work, resolve, reject))
      if (this.#running > 0 && this.#waiting.length < batch_size_max) return
      this.#running++
      // Reads of the same tick join the batch.
      setImmediate(() => this.#runBatches())
    })
  }

  async #runBatches() {
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, batch_size_max))
    if (--this.#running === 0) this.#onEmpty()
  }

  async #runBatch(reads: PendingRead[]) {
    try {
      const settles = await this.#transact(async sql => {
        // Waits for all of them, also if one fails: a statement sent later would come after the end of the transaction.
        const outcomes = await Promise.allSettled(reads.map(({ run }) => run(sql)))
        return outcomes.map(settled)
      })
      for (const settle of settles) settle()
    } catch (error) {
      // An API error means that the database failed, which concerns all reads. Any other error belongs to one read; nothing was committed,
      // so each runs again on its own.
      const concerns_all = error instanceof ApiError || reads.length === 1
      for (const read of reads) {
        if (concerns_all) read.reject(error)
        else read.runAlone(this.#transact)
      }
    }
  }
}

/** An API error of the work itself rejects one read; any other error aborts the transaction of all. */
function pendingRead<T>(work: Work<T>, resolve: (value: T) => void, reject: (error: unknown) => void): PendingRead {
  return {
    run: async sql => {
      try {
        const value = await work(sql)
        return () => resolve(value)
      } catch (error) {
        if (error instanceof ApiError) return () => reject(error)
        throw error
      }
    },
    runAlone: transact => void transact(work).then(resolve, reject),
    reject,
  }
}

function settled(outcome: PromiseSettledResult<Settle>) {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
