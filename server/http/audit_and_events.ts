import { recordAudit } from '../access/audit.ts'
import { may } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'
import type { EventType } from '../events/catalogue.ts'
import { emitEvents } from '../events/outbox.ts'
import type { CheckedCall } from './call.ts'
import type { AnyDefinition } from './operation.ts'

// Audit entries and events of a call. If one cannot be written, the transaction fails and nothing is shown.

/** How this call must be audited; undefined if it need not be. */
export const auditedIn = ({ audited }: AnyDefinition, { caller }: CheckedCall) =>
  caller && (!audited?.permission || may(caller, audited.permission)) ? audited : undefined

/** Writes the audit entry of a call that must be audited. */
export async function auditCall(sql: Sql, definition: AnyDefinition, call: CheckedCall, value: unknown) {
  const { caller, request } = call
  const audited = auditedIn(definition, call)
  if (caller && audited) await recordAudit(sql, { caller, request_id: request.id, ...audited.entry(call, value) })
}

export async function emitCallEvents(sql: Sql, { emits = {} }: AnyDefinition, call: CheckedCall, value: unknown) {
  const { caller, request } = call
  for (const [type, subject] of Object.entries(emits)) {
    if (subject === 'by queries') continue
    if (!caller) throw new Error(`${type} cannot be emitted without a caller`)
    const author = { caller, request_id: request.id }
    await emitEvents(sql, author, type as EventType, [subject(call, value)].flat())
  }
}
