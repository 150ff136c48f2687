import { recordAll } from '../access/audit.ts'
import { type Caller, may } from '../access/caller.ts'
import { lastly, lastlyWith } from '../db/deferred_statements.ts'
import type { Sql } from '../db/sql.ts'
import type { EventType } from '../events/catalogue.ts'
import { tell } from '../events/outbox.ts'
import type { AnyDefinition, RequestFacts } from './operation.ts'

// What a call leaves behind besides what it does: the account of it, and the events that tell others.

interface Acted {
  caller: Caller | undefined
  request: RequestFacts
}

/** Whether this call shows its caller what must be accounted for. */
export const isAudited = ({ audited }: AnyDefinition, { caller }: Acted) =>
  audited !== undefined && caller !== undefined && (audited.holding === undefined || may(caller, audited.holding))

/** Writes the entry down. It travels with the commit: if it cannot be written, the transaction fails and nothing is shown. */
export function account(sql: Sql, { audited }: AnyDefinition, call: Acted, value: unknown) {
  const deed = audited!.deed(call, value)
  lastlyWith(sql, recordAll, { caller: call.caller!, request_id: call.request.id, ...deed })
}

/** What happened travels with the commit, like the account of it. */
export function tellOf(sql: Sql, { tells = {} }: AnyDefinition, call: Acted, value: unknown) {
  for (const [type, subject] of Object.entries(tells)) {
    if (subject === 'within') continue
    const author = { caller: call.caller!, request_id: call.request.id }
    lastly(sql, tell(sql, author, type as EventType, [subject(call, value)].flat()))
  }
}
