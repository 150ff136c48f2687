import type { Sql } from '../db/sql.ts'
import { auditCall, auditedIn, emitCallEvents } from './audit_and_events.ts'
import { type Exchange, rlsContextOf } from './call.ts'
import { checkUnchanged, etagOf } from './etag.ts'
import { findStoredResponse, HttpResponse, keyedRequestOf, replayRefused, storeResponse } from './idempotency.ts'
import type { AnyCall, AnyDefinition } from './operation.ts'
import { responseOf } from './send_response.ts'

// One call is one transaction: GET and operations with `readsOnly` read, all others write.

/** Runs the handler of a call in the transaction that its operation needs. */
export async function runInTransaction(exchange: Exchange, heavy: boolean): Promise<HttpResponse> {
  const { operation, call, pool } = exchange
  const { method, definition } = operation
  // A detached handler has no transaction, and gets none.
  if (definition.detached) return responseOf(definition, await definition.handle(call as AnyCall))
  if (definition.direct) return runDirect(exchange, definition.direct, heavy)
  if (method !== 'GET' && !definition.readsOnly) return runWrite(exchange, { heavy })
  const read = async (sql: Sql) => {
    const value = await definition.handle({ ...call, sql })
    await auditCall(sql, definition, call, value)
    return responseOf(definition, value)
  }
  // The queries of a read by POST may write an audit entry themselves.
  const audits = definition.readsOnly || auditedIn(definition, call)
  return pool[audits ? 'auditedRead' : 'read'](rlsContextOf(call.caller), read, heavy)
}

/** The transaction of a write: precondition, work, audit entry, events and the response with its idempotency key commit together. */
export function runWrite(exchange: Exchange, { heavy, draft }: { heavy?: boolean; draft?: unknown }) {
  const { request, operation, call, pool } = exchange
  const { definition } = operation
  const context = { ...rlsContextOf(call.caller), ...(definition.erases && { erases: true }) }
  const keyed = keyedRequestIn(exchange)
  const etag = request.headers['if-match']
  const work = async (sql: Sql) => {
    const stored = keyed && (await findStoredResponse(sql, keyed))
    if (stored) return stored
    if (etag) await checkPrecondition(definition, { ...call, sql }, etag)
    const value = await definition.handle({ ...call, sql, draft })
    const response = responseOf(definition, value)
    const { replayed } = definition
    await Promise.all([
      auditCall(sql, definition, call, value),
      emitCallEvents(sql, definition, call, value),
      keyed && storeResponse(sql, keyed, replayed ? responseOf(definition, replayed(value)) : response),
    ])
    return response
  }
  return replayRefused({ pool, context, keyed }, () => pool.write(context, work, heavy))
}

/** Runs a handler that calls functions of the database. Its calls of a read share sessions; each call of a write has one for itself. */
function runDirect(exchange: Exchange, direct: NonNullable<AnyDefinition['direct']>, heavy: boolean) {
  const { request, operation, call, pool } = exchange
  const context = rlsContextOf(call.caller)
  const writes = operation.method !== 'GET'
  const keyed = writes ? keyedRequestIn(exchange) : undefined
  const respond = (value: unknown) => responseOf(operation.definition, value)
  return replayRefused({ pool, context, keyed }, async () => {
    const value = await direct({
      ...call,
      db: pool.databaseFor(context, writes ? 'write' : 'read', heavy),
      keyed,
      if_match: writes ? request.headers['if-match'] : undefined,
      respond,
    })
    return value instanceof HttpResponse ? value : respond(value)
  })
}

/** Undefined for a request without a key, for one without a caller, and for a read. */
function keyedRequestIn({ request, operation, call }: Exchange) {
  const key = request.headers['idempotency-key']
  if (!call.caller || typeof key !== 'string' || operation.definition.readsOnly) return undefined
  return keyedRequestOf(call.caller, key, request, operation.definition.movesCaller?.(call))
}

async function checkPrecondition({ ifMatch }: AnyDefinition, call: AnyCall, etag: string) {
  if (!ifMatch?.read) return
  const { returns, alias, read } = ifMatch
  const record = await read(call)
  checkUnchanged(etag, etagOf(returns.write(record)), alias && etagOf(alias.write(record)))
}
