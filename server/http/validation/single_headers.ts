import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'

// If one of these is sent twice, Node uses the first or joins both, while a proxy may have used the other.
const single = new Set([
  'host',
  'authorization',
  'idempotency-key',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'origin',
])

/**
 * The path and query of a request line in absolute form, as proxies may send it. The host in it is not trusted, and the authorization server would
 * otherwise put it into its responses.
 */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const path = url.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** Refuses a request that repeats a header which must be unique. */
export function checkSingleHeaders({ rawHeaders }: IncomingMessage) {
  const seen = new Set<string>()
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  for (const sent of names) {
    const name = sent.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) throw new ApiError('bad_request', msg`The request has more than one ${sent} header; send one.`)
    seen.add(name)
  }
}
