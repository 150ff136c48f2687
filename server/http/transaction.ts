import type { FastifyRequest } from 'fastify'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { auditCall, emitCallEvents, isAudited } from './audit_and_events.ts'
import { type CheckedCall, rlsContextOf } from './call.ts'
import { checkUnchanged, etagOf } from './etag.ts'
import {
  awaitBoth,
  FinishedResponse,
  findStoredResponse,
  type HttpResponse,
  keyedRequestOf,
  storeResponse,
} from './idempotency.ts'
import type { AnyCall, AnyDefinition, Method, Operation } from './operation.ts'
import { responseOf } from './send_response.ts'

// One call is one transaction: GET reads, every other method writes.

/** Runs the handler of a call in the transaction that its operation needs. */
export async function runInTransaction(
  request: FastifyRequest,
  { method, definition }: Operation,
  call: CheckedCall,
  pool: Pool,
  heavy: boolean,
): Promise<HttpResponse> {
  if (definition.detached) return runDetached(definition, call)
  if (definition.direct) return runDirect(request, method, definition, call, pool, heavy)
  const context = rlsContextOf(call.caller)
  if (method !== 'GET') return pool.write(context, writeOf(request, definition, call), heavy)
  const kind = isAudited(definition, call) ? 'auditedRead' : 'read'
  const read = readOf(definition, call)
  return definition.batchable ? pool.readBatched(kind, context, read) : pool[kind](context, read, heavy)
}

/** The transaction of a write: idempotency key, precondition, work, audit entry, events and stored response commit together. */
export function writeOf(request: FastifyRequest, definition: AnyDefinition, call: CheckedCall, draft?: unknown) {
  const keyed = keyedRequestIn(request, definition, call)
  const etag = request.headers['if-match']
  return async (sql: Sql): Promise<HttpResponse> => {
    const opened = { ...call, sql }
    const [stored, prepared] = await awaitBoth(keyed && findStoredResponse(sql, keyed), definition.prepare?.(opened))
    if (stored) return stored
    if (etag) await checkPrecondition(definition, opened, etag)
    const value = await definition.handle({ ...opened, draft, prepared })
    auditCall(sql, definition, call, value)
    emitCallEvents(sql, definition, call, value)
    const response = responseOf(definition, value)
    const { replayed } = definition
    if (keyed) storeResponse(sql, keyed, replayed ? responseOf(definition, replayed(value)) : response)
    return response
  }
}

/** Runs a handler that calls functions of the database. Its calls of a read share sessions; each call of a write has one for itself. */
async function runDirect(
  request: FastifyRequest,
  method: Method,
  definition: AnyDefinition,
  call: CheckedCall,
  pool: Pool,
  heavy: boolean,
): Promise<HttpResponse> {
  const respond = (value: unknown) => new FinishedResponse(responseOf(definition, value))
  const writes = method !== 'GET'
  const value = await definition.direct?.({
    ...call,
    db: pool.databaseFor(rlsContextOf(call.caller), writes ? 'write' : 'read', heavy),
    keyed: writes ? keyedRequestIn(request, definition, call) : undefined,
    if_match: writes ? request.headers['if-match'] : undefined,
    respond,
  })
  return value instanceof FinishedResponse ? value : respond(value)
}

function readOf(definition: AnyDefinition, call: CheckedCall) {
  return async (sql: Sql): Promise<HttpResponse> => {
    const value = await definition.handle({ ...call, sql })
    auditCall(sql, definition, call, value)
    return responseOf(definition, value)
  }
}

async function runDetached(definition: AnyDefinition, call: CheckedCall): Promise<HttpResponse> {
  // A detached handler has no transaction, and gets none.
  return responseOf(definition, await definition.handle(call as AnyCall))
}

/** Undefined for a request without a key, and for one without a caller. */
function keyedRequestIn(request: FastifyRequest, { movesCaller }: AnyDefinition, call: CheckedCall) {
  const key = request.headers['idempotency-key']
  if (!call.caller || typeof key !== 'string') return undefined
  return keyedRequestOf(call.caller, key, request, movesCaller?.(call))
}

async function checkPrecondition({ ifMatch }: AnyDefinition, call: AnyCall, etag: string) {
  if (!ifMatch) return
  const { returns, alias, read } = ifMatch
  const record = await read(call)
  checkUnchanged(etag, etagOf(returns.write(record)), alias && etagOf(alias.write(record)))
}
