import { recordAudits } from '../access/audit.ts'
import { type Caller, may } from '../access/caller.ts'
import { deferRow, deferStatements } from '../db/deferred_statements.ts'
import type { Sql } from '../db/sql.ts'
import type { EventType } from '../events/catalogue.ts'
import { emitEvents } from '../events/outbox.ts'
import type { AnyDefinition, RequestInfo } from './operation.ts'

// What a call leaves behind besides what it does: the account of it, and the events that tell others.

interface HandledCall {
  caller: Caller | undefined
  request: RequestInfo
}

/** Whether this call shows its caller what must be accounted for. */
export const isAudited = ({ audited }: AnyDefinition, { caller }: HandledCall) =>
  audited !== undefined && caller !== undefined && (audited.permission === undefined || may(caller, audited.permission))

/** Writes the entry down. It travels with the commit: if it cannot be written, the transaction fails and nothing is shown. */
export function auditCall(sql: Sql, { audited }: AnyDefinition, call: HandledCall, value: unknown) {
  const deed = audited!.entry(call, value)
  deferRow(sql, recordAudits, { caller: call.caller!, request_id: call.request.id, ...deed })
}

/** What happened travels with the commit, like the account of it. */
export function emitCallEvents(sql: Sql, { emits = {} }: AnyDefinition, call: HandledCall, value: unknown) {
  for (const [type, subject] of Object.entries(emits)) {
    if (subject === 'by queries') continue
    const author = { caller: call.caller!, request_id: call.request.id }
    deferStatements(sql, emitEvents(sql, author, type as EventType, [subject(call, value)].flat()))
  }
}
