import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Upload } from '../operation.ts'

/** Every piece of a file but the last has exactly this size, so that a place in the file tells its piece. */
export const piece_bytes = 256 * 1024

const drain_ms_max = 5000

type Transaction = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

/** Stores a body piece by piece while it arrives, never more of it in memory than one piece. */
export async function receiveUpload(body: IncomingMessage, upload: Upload<any, any>, call: object, write: Transaction) {
  try {
    return await store(body, upload, call, write)
  } catch (error) {
    drain(body)
    // Whoever hung up does not hear this, but it is no fault of ours either.
    throw body.readableAborted && !(error instanceof ApiError) ? uploadAborted() : error
  }
}

async function store(
  body: IncomingMessage,
  { bytes_max, ...upload }: Upload<any, any>,
  call: object,
  write: Transaction,
) {
  if (Number(body.headers['content-length']) > bytes_max) throw tooLarge(bytes_max)
  const digest = createHash('sha256')
  const draft = await write(sql => upload.begin({ ...call, sql }))
  const discard = () => write(sql => upload.discard({ ...call, sql }, draft))
  try {
    let position = 0
    for await (const piece of piecesOf(body, bytes_max)) {
      digest.update(piece)
      const here = position++
      await write(sql => upload.append({ ...call, sql }, draft, piece, here))
    }
    return { draft, digest: digest.digest('base64url'), discard }
  } catch (error) {
    await discard().catch(() => {})
    throw error
  }
}

async function* piecesOf(body: IncomingMessage, bytes_max: number) {
  let parts: Buffer[] = []
  let [held, sum] = [0, 0]
  // Left to itself the loop would hang up on the sender when it stops, before we could say why.
  for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sum += part.length
    if (sum > bytes_max) throw tooLarge(bytes_max)
    parts.push(part)
    held += part.length
    if (held < piece_bytes) continue
    const whole = Buffer.concat(parts)
    let from = 0
    for (; whole.length - from >= piece_bytes; from += piece_bytes) yield whole.subarray(from, from + piece_bytes)
    parts = [whole.subarray(from)]
    held = whole.length - from
  }
  if (held > 0) yield Buffer.concat(parts)
}

// A connection that is closed over unread data is reset, and the answer may be lost with it. So the rest is read and
// forgotten for a moment, in which the sender can see the answer and stop.
function drain(body: IncomingMessage) {
  if (body.readableEnded || body.destroyed) return
  const timer = setTimeout(() => body.destroy(), drain_ms_max).unref()
  body.once('close', () => clearTimeout(timer)).resume()
}

const tooLarge = (bytes_max: number) =>
  new ApiError(
    'too_large',
    `A file may have at most ${bytes_max / 2 ** 20} MB; divide it and send the parts one by one.`,
  )

const uploadAborted = () => new ApiError('bad_request', 'The file did not arrive whole; send it again.')
