import type { FastifyBaseLogger } from 'fastify'
import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { PollLoop } from '../poll_loop.ts'
import { deleteOldIncoming } from './incoming.ts'
import { claimRemoval, dueRemovals, endRemoval, type Removal } from './removal_queries.ts'
import type { FileStorage } from './storage.ts'

const poll_ms = 60_000

interface RemoverOptions {
  worker: Pool
  storage: FileStorage
  incoming_folder: string
  listener: NotificationListener
  log: FastifyBaseLogger
}

/** Deletes the contents of deleted files from the storage, with retries. No transaction is open meanwhile. */
export class FileRemover {
  readonly #options: RemoverOptions
  readonly #loop: PollLoop

  constructor(options: RemoverOptions) {
    this.#options = options
    this.#loop = new PollLoop(
      () => this.#removeAll(),
      poll_ms,
      error => options.log.warn({ err: error }, 'could not delete the contents of files'),
    )
    options.listener.on('files', () => this.#loop.wake())
  }

  start() {
    this.#loop.start()
  }

  stop() {
    return this.#loop.stop()
  }

  async #removeAll() {
    const { worker, incoming_folder } = this.#options
    await deleteOldIncoming(incoming_folder)
    while (!this.#loop.stopped) {
      const due = await worker.readReachableSpaces(dueRemovals)
      if (due.length === 0) return
      for (const removal of due) if (!this.#loop.stopped) await this.#remove(removal)
    }
  }

  async #remove(removal: Removal) {
    const { worker, storage, log } = this.#options
    if (!(await worker.write({}, sql => claimRemoval(sql, removal)))) return
    try {
      await storage.remove(removal.storage_key)
    } catch (error) {
      return log.warn({ err: error, key: removal.storage_key }, 'could not delete the contents of a file; will retry')
    }
    await worker.write({}, sql => endRemoval(sql, removal))
  }
}
