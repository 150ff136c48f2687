import type { FastifyBaseLogger } from 'fastify'
import { forgetEnded } from './access/forgetting.ts'
import type { Pool } from './db/pool.ts'
import { forgetOldEvents } from './events/order.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldMail } from './mail/outbox.ts'
import { keepBooks } from './money/bookkeeping.ts'
import { forgetOldImports } from './people/import_traces.ts'
import { forgetOldReceipts } from './people/upserts/queries.ts'

const every_ms = 300_000

/** Every few minutes, forgets what need not be kept and tidies the books. */
export function startHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  let busy = false
  const tidyUp = async () => {
    if (busy) return
    busy = true
    try {
      await worker.write({}, async sql => {
        await forgetOldKeys(sql)
        await forgetOldMail(sql)
        await forgetOldReceipts(sql)
        await forgetOldImports(sql)
        await forgetEnded(sql)
      })
      await worker.write({}, forgetOldEvents)
      await keepBooks(worker)
    } catch (error) {
      log.warn({ err: error }, 'could not tidy up')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(tidyUp, every_ms).unref()
  return () => clearInterval(timer)
}
