import { auditCall } from '../audit_and_events.ts'
import { type Exchange, rlsContextOf } from '../call.ts'
import type { AnyDefinition } from '../operation.ts'
import type { LiveResponseFormat, StoredContents } from '../response_format.ts'
import { attachmentNamed, responseOf, sendResponse } from '../send_response.ts'
import { tokenIn } from '../server.ts'
import { abortIfStalled, type DownloadChunk } from './downloads.ts'
import { longPoll, streamEvents } from './sse.ts'

// Responses that take longer than one transaction: downloads, event streams and long polls.

export async function sendDownload({ reply, operation, call, pool, dependencies }: Exchange) {
  const context = rlsContextOf(call.caller)
  const { beforeStream, handle, returns } = operation.definition
  const headers = beforeStream ? await pool.write(context, sql => beforeStream({ ...call, sql })) : {}
  const stream = await dependencies.downloads.start(context, async sql => {
    const chunks = await handle({ ...call, sql })
    // The one type of value that a download has.
    return chunks as AsyncIterable<DownloadChunk>
  })
  abortIfStalled(reply.raw)
  return (
    reply
      .header('content-disposition', `attachment; filename="${operation.path.split('/').at(-1)}"`)
      .type(returns.media.startsWith('text/') ? `${returns.media}; charset=utf-8` : returns.media)
      // A file can have another name and character set.
      .headers(headers)
      .send(stream)
  )
}

/** Reads the record in a transaction, and sends its contents after it: no database session is held meanwhile. */
export async function sendStoredFile({ reply, operation, call, pool, dependencies }: Exchange) {
  const { definition } = operation
  const context = rlsContextOf(call.caller)
  const file = await pool.auditedRead(context, async sql => {
    const value = await definition.handle({ ...call, sql })
    await auditCall(sql, definition, call, value)
    // The one type of value that a stored file has.
    return value as StoredContents
  })
  const stream = await dependencies.downloads.startFile(context, file.open)
  abortIfStalled(reply.raw)
  return reply
    .header('content-disposition', attachmentNamed(file.name))
    .header('content-length', file.bytes)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .type('application/octet-stream')
    .send(stream)
}

export async function sendEventStream(exchange: Exchange, returns: LiveResponseFormat<unknown>) {
  const { reply, call, dependencies } = exchange
  const { listener, stopping } = dependencies
  const stream = await streamEvents(returns, freshRead(exchange), listener, stopping, call.caller)
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(stream)
}

export async function sendLongPoll(exchange: Exchange, poll: NonNullable<AnyDefinition['longPoll']>) {
  const { reply, operation, call, dependencies } = exchange
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const value = await longPoll(freshRead(exchange), poll.isEnough, {
    wait_ms: poll.seconds(call) * 1000,
    topic: poll.topic(call),
    listener: dependencies.listener,
    caller: call.caller,
    interrupted: AbortSignal.any([dependencies.stopping, gone.signal]),
  })
  return sendResponse(exchange, responseOf(operation.definition, value))
}

/** Reads the record in a new transaction each time, as the token allows then: a token that is revoked meanwhile ends the stream. */
function freshRead({ request, operation, call, pool, dependencies }: Exchange) {
  const { access, handle } = operation.definition
  const token = tokenIn(request)
  return async () => {
    const caller = access.admit(token ? await dependencies.callers.find(token) : undefined)
    return pool.read(rlsContextOf(caller), sql => handle({ ...call, caller, sql }))
  }
}
