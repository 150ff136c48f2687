import type { FastifyBaseLogger } from 'fastify'
import { deleteExpiredCredentials } from '../access/retention.ts'
import { expireOldBulkChange } from '../contacts/core/bulk_change_retention.ts'
import { deleteOldChanges } from '../contacts/core/contact_changes.ts'
import { expireOldImport } from '../contacts/core/import_retention.ts'
import { deleteOldReceipts } from '../contacts/upserts/queries.ts'
import { inBatches } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import { deleteOldEvents } from '../events/retention.ts'
import { deleteOldKeys } from '../http/idempotency.ts'
import { deleteOldMail } from '../mail/outbox.ts'
import { maintainSpaces } from '../money/core/maintenance.ts'

const every_ms = 300_000

type Task = (worker: Pool) => Promise<void>

const tasks: Record<string, Task> = {
  keys: worker => inBatches(worker, deleteOldKeys),
  mail: worker => inBatches(worker, deleteOldMail),
  receipts: worker => inBatches(worker, deleteOldReceipts),
  imports: worker => inBatches(worker, expireOldImport, 1),
  bulk_changes: worker => inBatches(worker, expireOldBulkChange, 1),
  contact_changes: worker => inBatches(worker, deleteOldChanges),
  credentials: deleteExpiredCredentials,
  events: deleteOldEvents,
  money: maintainSpaces,
}

/** Deletes what retention does not keep, and maintains counters and sums. A task that fails does not stop the others. */
export async function runHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  for (const [name, run] of Object.entries(tasks))
    await run(worker).catch(error => log.warn({ err: error, task: name }, 'housekeeping task failed'))
}

/** Runs it now and every few minutes: after an upgrade there may be something to do. Returns a function that stops it. */
export function startHousekeeping(worker: Pool, log: FastifyBaseLogger) {
  let busy = false
  const run = async () => {
    if (busy) return
    busy = true
    await runHousekeeping(worker, log).finally(() => {
      busy = false
    })
  }
  const timer = setInterval(run, every_ms).unref()
  void run()
  return () => clearInterval(timer)
}
