import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { type CheckedCall, type Exchange, rlsContextOf } from '../call.ts'
import type { HttpResponse } from '../idempotency.ts'
import { unsupportedMedia } from '../media.ts'
import type { AnyCall, Upload } from '../operation.ts'
import { runWrite } from '../transaction.ts'

/** Every chunk of a file except the last has exactly this size: a position in the file gives its chunk. */
export const chunk_bytes = 256 * 1024

type AnyUpload = Upload<AnyCall, unknown>

/** One transaction with the row-level security of the caller. */
type Write = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

/** Stores the file, then runs the handler. A file that the handler refuses, or that a repeated request has sent again, is deleted. */
export async function handleUpload(exchange: Exchange, upload: AnyUpload): Promise<HttpResponse> {
  const { request, call, pool } = exchange
  if (!request.body) throw unsupportedMedia(request)
  const write: Write = work => pool.write(rlsContextOf(call.caller), work)
  const { draft, digest, discard } = await receive(request.raw, upload, call, write)
  request.sent = digest
  try {
    const response = await runWrite(exchange, { draft })
    if (response.headers['idempotent-replayed']) await discard()
    return response
  } catch (error) {
    await discard().catch(() => {})
    throw error
  }
}

/** Stores the file while it arrives. Holds no more than one chunk in memory. */
async function receive(body: IncomingMessage, upload: AnyUpload, call: CheckedCall, write: Write) {
  const { bytes_max, append, store, complete } = upload
  let discard = async () => {}
  try {
    if (Number(body.headers['content-length']) > bytes_max) throw tooLarge(bytes_max)
    const digest = createHash('sha256')
    const draft = await write(sql => upload.begin({ ...call, sql }))
    discard = () => write(sql => upload.discard({ ...call, sql }, draft))
    let position = 0
    for await (const chunk of chunksOf(body, bytes_max)) {
      digest.update(chunk)
      const here = position++
      if (append) await write(sql => append({ ...call, sql }, draft, chunk, here))
      else await store?.(draft, chunk)
    }
    await complete?.(call, draft)
    return { draft, digest: digest.digest('base64url'), discard }
  } catch (error) {
    await discard().catch(() => {})
    // A client that disconnects is not an error of the server, and must not be logged as one.
    throw body.readableAborted && !(error instanceof ApiError) ? uploadAborted() : error
  }
}

async function* chunksOf(body: IncomingMessage, bytes_max: number) {
  let parts: Buffer[] = []
  let [held, sum] = [0, 0]
  // By default the iterator destroys the connection when the loop ends early, before the error is sent.
  for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sum += part.length
    if (sum > bytes_max) throw tooLarge(bytes_max)
    parts.push(part)
    held += part.length
    if (held < chunk_bytes) continue
    const whole = Buffer.concat(parts)
    let from = 0
    for (; whole.length - from >= chunk_bytes; from += chunk_bytes) yield whole.subarray(from, from + chunk_bytes)
    parts = [whole.subarray(from)]
    held = whole.length - from
  }
  if (held > 0) yield Buffer.concat(parts)
}

const tooLarge = (bytes_max: number) =>
  new ApiError('too_large', msg`The file is larger than ${bytes_max / 2 ** 20} MB. Split it, or send a smaller one.`)

const uploadAborted = () => new ApiError('bad_request', 'The file did not arrive completely. Send it again.')
