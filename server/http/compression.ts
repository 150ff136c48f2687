import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const bytes_min = 1000
const kept_max = 200

/** Compressed documents by ETag, the oldest first. */
const kept = new Map<string, Buffer>()

/**
 * Sends a document that is the same for all callers, compressed where the client accepts it. Answers about people are not compressed: their length
 * could then tell an attacker what they contain (BREACH).
 */
export function sendPublicDocument(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, etag: string) {
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  if (body.length < bytes_min || !acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(body)
  // A strong ETag belongs to one encoding.
  reply.headers({ 'content-encoding': 'gzip', etag: etag.replace(/"$/, '-gzip"') })
  return reply.send(compressed(body, etag))
}

function compressed(body: string | Buffer, etag: string) {
  const known = kept.get(etag)
  if (known) return known
  const [oldest] = kept.keys()
  if (kept.size >= kept_max && oldest !== undefined) kept.delete(oldest)
  const made = gzipSync(body)
  kept.set(etag, made)
  return made
}

export const acceptsEncoding = (header: string | undefined, encoding: string) =>
  (header ?? '').split(',').some(part => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`).test(part))
