import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Callers } from '../access/caller.ts'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { RlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { auditCall, emitCallEvents, isAudited } from './audit_and_events.ts'
import { checkUnchanged, etagOf } from './etag.ts'
import {
  awaitBoth,
  findStoredReply,
  type HttpAnswer,
  type KeyedRequest,
  keyedRequestOf,
  storeReply,
} from './idempotency.ts'
import { type Charge, costOfBytes, costOfCall, isHeavy } from './limits/request_cost.ts'
import { unsupportedMedia } from './media.ts'
import type { AnyDefinition, Method, Operation, RequestInfo, Resource } from './operation.ts'
import { answerOf, sendAnswer } from './send_reply.ts'
import { tokenIn } from './server.ts'
import type { Downloads } from './stream/downloads.ts'
import { longPoll, streamEvents } from './stream/sse.ts'
import { receiveUpload } from './stream/upload.ts'
import { type RequestCheck, requestCheckOf } from './validation/request_checks.ts'
import { checkFormSize, checkPlain } from './validation/validation.ts'

export interface Dependencies {
  pool: Pool
  /** For what takes long, so that it never stands in the way of the rest. */
  reports: Pool
  downloads: Downloads
  callers: Callers
  listener: Listener
  /** Raised when this process is about to end: then what would go on for long ends too. */
  stopping: AbortSignal
  public_url: () => string
}

const methods: Method[] = ['GET', 'POST', 'PATCH', 'DELETE']

/** Turns resources into routes. A path answers 405 to every method that it does not have. */
export function registerResources(app: FastifyInstance, resources: Resource[], dependencies: Dependencies) {
  const operations = resources.flatMap(({ operations }) => Object.values(operations))
  for (const operation of operations) register(app, operation, dependencies)
  for (const path of new Set(operations.map(({ path }) => path))) {
    const allowed = operations.filter(operation => operation.path === path).map(({ method }) => method)
    const headers = { allow: allowed.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ') }
    app.route({
      method: [...methods, 'PUT', 'OPTIONS', 'TRACE'].filter(method => !allowed.includes(method as Method)),
      url: path,
      onRequest: async () => {
        throw new ApiError('method_not_allowed', `This address takes ${headers.allow}.`, { headers })
      },
      handler: async () => {},
    })
  }
}

function register(app: FastifyInstance, operation: Operation, dependencies: Dependencies) {
  const { method, path, definition } = operation
  const check = requestCheckOf(operation)
  const route = {
    method,
    url: path,
    config: { operation },
    // Before the body is read, so that a stranger costs little and learns nothing from our error messages.
    onRequest: async (request: FastifyRequest) => {
      definition.access.admit(request.caller)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const call = { ...check(request), caller: request.caller, request: factsOf(request, dependencies) }
      const cost = costOfCall(definition, call, request.query)
      request.charge?.take(cost)
      const heavy = isHeavy(definition, cost)
      const pool = definition.longRunning ? dependencies.reports : dependencies.pool
      const context = rlsContextOf(request.caller)
      if (definition.returns.media === 'text/csv') return download(reply, operation, call, dependencies)
      if (definition.returns.live) return sendEvents(request, reply, definition, call, dependencies)
      if (definition.longPoll) return answerInTime(request, reply, definition, call, dependencies)
      if (definition.upload) return upload(request, reply, definition, call, pool)
      const reading = async (sql?: Sql) => {
        const value = await definition.handle({ ...call, sql })
        if (isAudited(definition, call)) auditCall(sql!, definition, call, value)
        return answerOf(definition, value)
      }
      const kind = isAudited(definition, call) ? 'auditedRead' : 'read'
      const answer = definition.detached
        ? await reading()
        : method !== 'GET'
          ? await pool.write(context, writing(definition, call, request), heavy)
          : definition.batchable
            ? await pool.readBatched(kind, context, reading)
            : await pool[kind](context, reading, heavy)
      return sendAnswer(request, reply, definition.returns, answer)
    },
  }
  // Only our own pages take forms, and only some operations files; everywhere else those media types stay a 415.
  const { form, upload: file } = definition
  if (!form && !file) app.route(route)
  else
    void app.register(async apart => {
      apart.removeAllContentTypeParsers()
      if (file) apart.addContentTypeParser(file.media, (_, body, done) => done(null, body))
      else readForms(apart)
      apart.route(route)
    })
}

const rlsContextOf = (caller: Caller | undefined): RlsContext =>
  caller ? { group_id: caller.group_id, user_id: caller.id } : {}

type AnyCall = ReturnType<RequestCheck> & { caller: Caller | undefined; request: RequestInfo }

async function download(
  reply: FastifyReply,
  { path, definition }: Operation,
  call: AnyCall,
  { pool, downloads }: Dependencies,
) {
  const context = rlsContextOf(call.caller)
  const { beforeStream, handle } = definition
  const headers = beforeStream ? await pool.write(context, sql => beforeStream({ ...call, sql })) : {}
  const stream = await downloads.start(context, sql => handle({ ...call, sql }))
  return reply
    .headers(headers)
    .header('content-disposition', `attachment; filename="${path.split('/').at(-1)}"`)
    .type('text/csv; charset=utf-8')
    .send(stream)
}

/** Whoever follows must be allowed to at every word: a token that is revoked meanwhile hears no more. */
function readingAnew(
  request: FastifyRequest,
  { access, handle }: AnyDefinition,
  call: AnyCall,
  { pool, callers }: Dependencies,
) {
  const token = tokenIn(request)
  return async () => {
    const caller = access.admit(token ? await callers.find(token) : undefined)
    return pool.read(rlsContextOf(caller), sql => handle({ ...call, caller, sql }))
  }
}

async function answerInTime(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: AnyDefinition,
  call: AnyCall,
  dependencies: Dependencies,
) {
  const { topic, seconds, isEnough: enough } = definition.longPoll!
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const value = await longPoll(readingAnew(request, definition, call, dependencies), enough, {
    wait_ms: seconds(call) * 1000,
    topic: topic(call),
    listener: dependencies.listener,
    caller: call.caller,
    interrupted: AbortSignal.any([dependencies.stopping, gone.signal]),
  })
  return sendAnswer(request, reply, definition.returns, answerOf(definition, value))
}

async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: AnyDefinition,
  call: AnyCall,
  dependencies: Dependencies,
) {
  const read = readingAnew(request, definition, call, dependencies)
  const stream = await streamEvents(definition.returns, read, dependencies.listener, dependencies.stopping, call.caller)
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream)
}

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: AnyDefinition,
  call: AnyCall,
  pool: Pool,
) {
  const file = definition.upload!
  if (!request.body) throw unsupportedMedia(request)
  const write = <T>(work: (sql: Sql) => Promise<T>) => pool.write(rlsContextOf(call.caller), work)
  const { draft, digest, discard } = await receiveUpload(request.raw, file, call, write)
  request.sent = digest
  try {
    const answer = await write(writing(definition, { ...call, draft }, request))
    if (answer.headers['idempotent-replayed']) await discard()
    return sendAnswer(request, reply, definition.returns, answer)
  } catch (error) {
    await discard().catch(() => {})
    throw error
  }
}

/** The one transaction of a write: key, precondition, work and stored answer stand or fall together. */
function writing(definition: AnyDefinition, call: AnyCall & { draft?: unknown }, request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  const space = definition.movesCaller?.(call) ? 0 : call.caller?.group_id
  const attempt =
    space !== undefined && typeof key === 'string'
      ? keyedRequestOf(space, key, request.method, request.url, request.sent)
      : undefined
  const ifMatch = request.headers['if-match']
  return async (sql: Sql): Promise<HttpAnswer> => {
    const [first, prepared] = await awaitBoth(
      attempt && findStoredReply(sql, call.caller!, attempt),
      definition.prepare?.({ ...call, sql }),
    )
    if (first) return first
    if (ifMatch && definition.ifMatch) {
      const { returns, alias, read } = definition.ifMatch
      const record = await read({ ...call, sql })
      const tags = [returns, ...(alias ? [alias] : [])].map(reply => etagOf(reply.write(record)))
      checkUnchanged(ifMatch, tags)
    }
    const value = await definition.handle({ ...call, sql, prepared })
    if (isAudited(definition, call)) auditCall(sql, definition, call, value)
    emitCallEvents(sql, definition, call, value)
    const answer = answerOf(definition, value)
    if (attempt) {
      const { replayed } = definition
      storeReply(sql, call.caller!, attempt as KeyedRequest, replayed ? answerOf(definition, replayed(value)) : answer)
    }
    return answer
  }
}

const factsOf = (request: FastifyRequest, { public_url }: Dependencies): RequestInfo => ({
  id: request.id,
  languages: request.headers['accept-language'] ?? '',
  public_url: public_url(),
})

function readForms(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    try {
      request.charge?.take(costOfBytes(Buffer.byteLength(text)))
      checkFormSize(text as string)
      const fields = Object.fromEntries(new URLSearchParams(text as string))
      checkPlain(fields, 'body')
      done(null, fields)
    } catch (error) {
      done(error as Error)
    }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    charge: Charge | undefined
    /** The body as it came, when an idempotency key needs its fingerprint. */
    sent: string | undefined
    /** The body as text, where a part of it must come back as it was written. */
    text: string | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
    /** The route reads the Authorization header itself, or has no use for it. */
    own_authorization?: boolean
  }
}
