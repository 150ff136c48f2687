import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CallDependencies, type CheckedCall, rlsContextOf } from '../call.ts'
import type { AnyDefinition, Operation } from '../operation.ts'
import type { LiveResponseFormat } from '../response_format.ts'
import { responseOf, sendResponse } from '../send_response.ts'
import { tokenIn } from '../server.ts'
import type { DownloadChunk } from './downloads.ts'
import { longPoll, streamEvents } from './sse.ts'

// Responses that take longer than one transaction: downloads, event streams and long polls.

export async function sendDownload(
  reply: FastifyReply,
  { path, definition }: Operation,
  call: CheckedCall,
  { pool, downloads }: CallDependencies,
) {
  const context = rlsContextOf(call.caller)
  const { beforeStream, handle } = definition
  const headers = beforeStream ? await pool.write(context, sql => beforeStream({ ...call, sql })) : {}
  const stream = await downloads.start(context, async sql => {
    const chunks = await handle({ ...call, sql })
    // The one type of value that a `csv` response has.
    return chunks as AsyncIterable<DownloadChunk>
  })
  return reply
    .headers(headers)
    .header('content-disposition', `attachment; filename="${path.split('/').at(-1)}"`)
    .type('text/csv; charset=utf-8')
    .send(stream)
}

export async function sendEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: AnyDefinition,
  returns: LiveResponseFormat<unknown>,
  call: CheckedCall,
  dependencies: CallDependencies,
) {
  const read = freshRead(request, definition, call, dependencies)
  const stream = await streamEvents(returns, read, dependencies.listener, dependencies.stopping, call.caller)
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream)
}

export async function sendLongPoll(
  request: FastifyRequest,
  reply: FastifyReply,
  definition: AnyDefinition,
  { topic, seconds, isEnough }: NonNullable<AnyDefinition['longPoll']>,
  call: CheckedCall,
  dependencies: CallDependencies,
) {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const value = await longPoll(freshRead(request, definition, call, dependencies), isEnough, {
    wait_ms: seconds(call) * 1000,
    topic: topic(call),
    listener: dependencies.listener,
    caller: call.caller,
    interrupted: AbortSignal.any([dependencies.stopping, gone.signal]),
  })
  return sendResponse(request, reply, definition.returns, responseOf(definition, value))
}

/** Reads the record in a new transaction each time, as the token allows then: a token that is revoked meanwhile ends the stream. */
function freshRead(
  request: FastifyRequest,
  { access, handle }: AnyDefinition,
  call: CheckedCall,
  { pool, callers }: CallDependencies,
) {
  const token = tokenIn(request)
  return async () => {
    const caller = access.admit(token ? await callers.find(token) : undefined)
    return pool.read(rlsContextOf(caller), sql => handle({ ...call, caller, sql }))
  }
}
