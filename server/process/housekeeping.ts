import type { FastifyBaseLogger } from 'fastify'
import { deleteExpiredCredentials } from '../access/retention.ts'
import { expireOldImport } from '../contacts/core/import_retention.ts'
import { deleteOldReceipts } from '../contacts/upserts/queries.ts'
import { inBatches } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import { deleteOldEvents } from '../events/retention.ts'
import { deleteOldKeys } from '../http/idempotency.ts'
import { deleteOldMail } from '../mail/outbox.ts'
import { maintainSpaces } from '../money/core/maintenance.ts'

const every_ms = 300_000

type Piece = (worker: Pool) => Promise<void>

const pieces: Record<string, Piece> = {
  keys: worker => inBatches(worker, deleteOldKeys),
  mail: worker => inBatches(worker, deleteOldMail),
  receipts: worker => inBatches(worker, deleteOldReceipts),
  imports: worker => inBatches(worker, expireOldImport, 1),
  ended: deleteExpiredCredentials,
  events: deleteOldEvents,
  books: maintainSpaces,
}

/** Forgets what need not be kept and tidies the books. Each piece by itself: one that fails keeps none of the others from being done. */
export async function runHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  for (const [name, piece] of Object.entries(pieces))
    await piece(worker).catch(error => log.warn({ err: error, piece: name }, 'could not tidy up'))
}

/** Every few minutes. */
export function startHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await runHousekeeping(worker, log).finally(() => {
      busy = false
    })
  }, every_ms).unref()
  return () => clearInterval(timer)
}
