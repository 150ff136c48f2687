import type { FastifyBaseLogger } from 'fastify'
import { forgetEnded } from '../access/retention.ts'
import { forgetOldImport } from '../contacts/core/import_retention.ts'
import { forgetOldReceipts } from '../contacts/upserts/queries.ts'
import { inLots } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import { forgetOldEvents } from '../events/retention.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetOldMail } from '../mail/outbox.ts'
import { keepBooks } from '../money/core/maintenance.ts'

const every_ms = 300_000

type Piece = (worker: Pool) => Promise<void>

const pieces: Record<string, Piece> = {
  keys: worker => inLots(worker, forgetOldKeys),
  mail: worker => inLots(worker, forgetOldMail),
  receipts: worker => inLots(worker, forgetOldReceipts),
  imports: worker => inLots(worker, forgetOldImport, 1),
  ended: forgetEnded,
  events: forgetOldEvents,
  books: keepBooks,
}

/** Forgets what need not be kept and tidies the books. Each piece by itself: one that fails keeps none of the others from being done. */
export async function tidyUp(worker: Pool, log: FastifyBaseLogger) {
  for (const [name, piece] of Object.entries(pieces))
    await piece(worker).catch(error => log.warn({ err: error, piece: name }, 'could not tidy up'))
}

/** Every few minutes. */
export function startHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await tidyUp(worker, log).finally(() => {
      busy = false
    })
  }, every_ms).unref()
  return () => clearInterval(timer)
}
