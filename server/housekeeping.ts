import type { FastifyBaseLogger } from 'fastify'
import { forgetEnded } from './access/forgetting.ts'
import type { Pool } from './db/pool.ts'
import type { Sql } from './db/sql.ts'
import { forgetOldEvents } from './events/forgetting.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldMail } from './mail/outbox.ts'
import { keepBooks } from './money/bookkeeping.ts'
import { forgetOldImports } from './people/import_traces.ts'
import { forgetOldReceipts } from './people/upserts/queries.ts'

const every_ms = 300_000

type Piece = (worker: Pool) => Promise<void>

const inOneGo =
  (work: (sql: Sql) => Promise<void>): Piece =>
  worker =>
    worker.write({}, work)

const pieces: Record<string, Piece> = {
  keys: inOneGo(forgetOldKeys),
  mail: inOneGo(forgetOldMail),
  receipts: inOneGo(forgetOldReceipts),
  imports: inOneGo(forgetOldImports),
  ended: inOneGo(forgetEnded),
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
