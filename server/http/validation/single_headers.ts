import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../errors.ts'

// Of two such headers Node keeps the first or joins both; a proxy in front of us may have acted on the other.
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
 * The path and query of a request whose first line names a whole address, as proxies may send it. That address is no more ours than a Host
 * header, and the authorization server would write it into its answers.
 */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const path = url.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** Refuses a request that has a header twice which means something only once. */
export function checkSingleHeaders({ rawHeaders }: IncomingMessage) {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!
    const name = sent.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) throw new ApiError('bad_request', `The request has more than one ${sent} header; send one.`)
    seen.add(name)
  }
}
