import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesEtag } from './etag.ts'
import type { HttpAnswer } from './idempotency.ts'
import type { AnyDefinition, Deprecation } from './operation.ts'
import type { Reply } from './reply.ts'

/** What a value becomes on the wire. */
export function answerOf({ returns, etag, deprecated, ...definition }: AnyDefinition, value: any): HttpAnswer {
  const body = returns.write(value)
  const headers = {
    ...(etag && { etag: etagOf(etag === true ? body : etag(value)) }),
    ...(deprecated && deprecationHeaders(deprecated)),
    ...(returns.attachment && { 'content-disposition': `attachment; filename="${returns.attachment}"` }),
  }
  const status = (returns.media === 'text/html' && value.status) || (definition.status ?? 200)
  return { status, body, headers }
}

// RFC 9745, and the link by which a program finds what to call instead.
const deprecationHeaders = ({ since, successor }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  link: `<${successor}>; rel="successor-version"`,
})

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  returns: Reply<unknown>,
  { status, body, headers }: HttpAnswer,
) {
  reply.headers(headers)
  const { etag } = headers
  const known = request.headers['if-none-match']
  if (request.method === 'GET' && etag && known && matchesEtag(known, etag)) return reply.code(304).send()
  // A page of one person, behind a secret link, stays nowhere.
  if (returns.media === 'text/html' && !etag) reply.header('cache-control', 'no-store')
  return reply.code(status).type(`${returns.media}; charset=utf-8`).send(body)
}
