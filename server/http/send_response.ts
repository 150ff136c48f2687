import type { Exchange } from './call.ts'
import { sendPublicDocument } from './compression.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { HttpResponse } from './idempotency.ts'
import type { AnyDefinition, Deprecation } from './operation.ts'
import type { ResponseFormat, Screen } from './response_format.ts'

/** Status, headers and body for the value that a handler returned. */
export function responseOf({ returns, etag, deprecated, status }: AnyDefinition, value: unknown): HttpResponse {
  const body = returns.write(value)
  const headers = {
    ...(etag && { etag: etagOf(etag === true ? body : etag(value)) }),
    ...(deprecated && deprecationHeaders(deprecated)),
    ...(returns.policy && { 'content-security-policy': returns.policy }),
    ...(returns.attachment && { 'content-disposition': attachmentOf(returns.attachment, value) }),
  }
  return new HttpResponse(statusOfScreen(returns, value) ?? status ?? 200, body, headers)
}

function attachmentOf(attachment: NonNullable<ResponseFormat<unknown>['attachment']>, value: unknown) {
  return attachmentNamed(typeof attachment === 'string' ? attachment : attachment(value))
}

/** Content-Disposition with the name in ASCII, as old browsers require, and as it is (RFC 6266 and RFC 8187). */
export function attachmentNamed(name: string) {
  const plain = name.replaceAll(/[^\w .-]/g, '-')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${percentEncoded(name)}`
  return `attachment; filename="${plain}"${encoded}`
}

// These characters separate parts of the header, and encodeURIComponent keeps them.
const percentEncoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

// Every response with this media type has a Screen as its value.
const statusOfScreen = ({ media }: ResponseFormat<unknown>, value: unknown) =>
  media === 'text/html' ? (value as Screen).status : undefined

// RFC 9745 and RFC 5829: since when, and which path to call instead.
const deprecationHeaders = ({ since, successor }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  link: `<${successor}>; rel="successor-version"`,
})

export function sendResponse({ request, reply, operation }: Exchange, { status, body, headers }: HttpResponse) {
  const { media } = operation.definition.returns
  reply.headers(headers)
  const { etag } = headers
  const known = request.headers['if-none-match']
  if (request.method === 'GET' && etag && known && matchesEtag(known, etag)) return reply.code(304).send()
  // A page without an ETag is about one person, behind a secret link. No cache may store it.
  if (media === 'text/html' && !etag) reply.header('cache-control', 'no-store')
  reply.code(status).type(media === 'application/pdf' ? media : `${media}; charset=utf-8`)
  return etag && isPublicDocument(operation.definition)
    ? sendPublicDocument(request, reply, body, etag)
    : reply.send(body)
}

/** The same for all callers, and not read from the database: a page of the reference, a style sheet. */
const isPublicDocument = ({ access, detached, etag }: AnyDefinition) =>
  access.needs === 'anyone' && detached === true && etag === true
