import { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { type Exchange, rlsContextOf } from '../call.ts'
import { matchesEtag } from '../etag.ts'
import type { ByteRange, RangedContents } from '../ranged_format.ts'
import { abortIfStalled } from './downloads.ts'

/** Sends one part of a file (RFC 9110, section 14), or all of it. The record is read in a transaction that ends before. */
export async function sendRangedFile({ request, reply, operation, call, pool, dependencies }: Exchange) {
  const { definition } = operation
  const context = rlsContextOf(call.caller)
  // The one type of value that a ranged file has.
  const file = (await pool.read(context, sql => definition.handle({ ...call, sql }))) as RangedContents
  const etag = `"${file.version}"`
  const { range: wanted, 'if-range': condition, 'if-none-match': known } = request.headers
  const range = condition === undefined || condition === etag ? rangeIn(wanted, file.bytes) : undefined
  const unchanged = known !== undefined && matchesEtag(known, etag)
  const contents = unchanged || request.method === 'HEAD' ? undefined : await start()
  // Only now: an error must not be sent with these headers.
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    // The address contains the version.
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (unchanged) return reply.code(304).send()
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes).type(definition.returns.media)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  if (contents) abortIfStalled(reply.raw)
  return reply.send(contents ?? Readable.from([]))

  function start() {
    const { downloads } = dependencies
    const open = () => file.open(range)
    return range ? downloads.startPart(context, open) : downloads.startFile(context, open)
  }
}

/** The part that is asked for. Undefined for the whole file, which also answers several ranges and other units. */
function rangeIn(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  if (start < bytes && start <= end) return { start, end }
  throw new ApiError('range_not_satisfiable', msg`The file has ${bytes} bytes. Ask for a part of them.`, {
    headers: { 'content-range': `bytes */${bytes}` },
  })
}
