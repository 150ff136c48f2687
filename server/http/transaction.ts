import type { FastifyRequest } from 'fastify'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { auditCall, emitCallEvents, isAudited } from './audit_and_events.ts'
import { type CheckedCall, rlsContextOf } from './call.ts'
import { checkUnchanged, etagOf } from './etag.ts'
import {
  FinishedResponse,
  findStoredResponse,
  type HttpResponse,
  keyedRequestOf,
  replayRefused,
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
  if (method !== 'GET') return runWrite(request, definition, call, pool, { heavy })
  const kind = isAudited(definition, call) ? 'auditedRead' : 'read'
  return pool[kind](rlsContextOf(call.caller), readOf(definition, call), heavy)
}

/** The transaction of a write: precondition, work, audit entry, events and the response with its idempotency key commit together. */
export function runWrite(
  request: FastifyRequest,
  definition: AnyDefinition,
  call: CheckedCall,
  pool: Pool,
  { heavy, draft }: { heavy?: boolean; draft?: unknown } = {},
): Promise<HttpResponse> {
  const context = rlsContextOf(call.caller)
  const keyed = keyedRequestIn(request, definition, call)
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
async function runDirect(
  request: FastifyRequest,
  method: Method,
  definition: AnyDefinition,
  call: CheckedCall,
  pool: Pool,
  heavy: boolean,
): Promise<HttpResponse> {
  const context = rlsContextOf(call.caller)
  const writes = method !== 'GET'
  const keyed = writes ? keyedRequestIn(request, definition, call) : undefined
  const respond = (value: unknown) => new FinishedResponse(responseOf(definition, value))
  return replayRefused({ pool, context, keyed }, async () => {
    const value = await definition.direct?.({
      ...call,
      db: pool.databaseFor(context, writes ? 'write' : 'read', heavy),
      keyed,
      if_match: writes ? request.headers['if-match'] : undefined,
      respond,
    })
    return value instanceof FinishedResponse ? value : respond(value)
  })
}

function readOf(definition: AnyDefinition, call: CheckedCall) {
  return async (sql: Sql): Promise<HttpResponse> => {
    const value = await definition.handle({ ...call, sql })
    await auditCall(sql, definition, call, value)
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
  if (!ifMatch?.read) return
  const { returns, alias, read } = ifMatch
  const record = await read(call)
  checkUnchanged(etag, etagOf(returns.write(record)), alias && etagOf(alias.write(record)))
}
