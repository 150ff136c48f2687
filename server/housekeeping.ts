import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from './db/pool.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldMail } from './mail/outbox.ts'
import { foldTallies } from './money/tallies.ts'
import { forgetOldImports } from './people/import_traces.ts'
import { forgetOldReceipts } from './people/upserts/queries.ts'

const every_ms = 300_000

/** Every few minutes, forgets what need not be kept. */
export function startHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  const tidyUp = () => {
    worker
      .write({}, async sql => {
        await forgetOldKeys(sql)
        await forgetOldMail(sql)
        await forgetOldReceipts(sql)
        await foldTallies(sql)
        await forgetOldImports(sql)
      })
      .catch(error => log.warn({ err: error }, 'could not tidy up'))
  }
  const timer = setInterval(tidyUp, every_ms).unref()
  return () => clearInterval(timer)
}
