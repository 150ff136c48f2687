import { recordAudit } from '../../access/audit.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { paymentChecks } from '../core/checks/checks.ts'
import { checkSettingsIn } from '../core/checks/settings.ts'
import { lockSettings } from '../core/settings.ts'
import type { PaymentChecks, PaymentChecksChange } from './schema.ts'

/** The checks, locked to be changed. A payment that is recorded meanwhile is checked again. */
export async function lockChecks(sql: Sql, group_id: number): Promise<PaymentChecks> {
  await lockSettings(sql, group_id)
  return checkSettingsIn(sql, group_id)
}

export async function changeChecks(sql: Sql, writer: WriteContext, changes: PaymentChecksChange) {
  const { group_id } = writer.caller
  const before = await lockChecks(sql, group_id)
  const after = { ...before, ...changes }
  const changed = paymentChecks.filter(check => after[check] !== before[check])
  if (changed.length === 0) return after
  await sql`
    update transaction_settings set payment_checks = ${JSON.stringify(after)}::text::json, updated_at = now()
    where group_id = ${group_id}`
  await recordAudit(sql, {
    ...writer,
    kind: 'payment_checks.updated',
    subject: 'payment_checks',
    subject_id: group_id,
    details: { changed: Object.fromEntries(changed.map(check => [check, { from: before[check], to: after[check] }])) },
  })
  return after
}
