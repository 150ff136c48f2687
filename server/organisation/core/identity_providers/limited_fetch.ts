import * as http from 'node:http'
import * as https from 'node:https'
import type { CustomFetch } from 'openid-client'
import { checkPublicUrl, publicLookup } from '../../../events/public_address.ts'

/** More than any document of an OpenID provider needs. */
const answer_bytes_max = 256 * 1024

/**
 * The requests to an identity provider. The body of a response is limited, and redirects are not followed. Without `private_addresses`, only
 * https to public addresses is allowed, because users who manage a space choose the address.
 */
export function limitedFetch(private_addresses: boolean): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (!private_addresses) checkPublicUrl(url)
    const { request } = url.protocol === 'https:' ? https : http
    const options = {
      // A connection that is kept open would be used again without looking at its address.
      agent: false as const,
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(signal && { signal }),
      ...(!private_addresses && { lookup: publicLookup() }),
    }
    const response = await send(request(url, options), body ? String(body) : '')
    const { statusCode = 500, headers: received } = response
    const content = await readLimited(response)
    const isEmpty = [204, 205, 304].includes(statusCode)
    return new Response(isEmpty ? null : content, { status: statusCode, headers: headersOf(received) })
  }
}

function send(request: http.ClientRequest, body: string) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('error', reject)
    request.once('response', resolve)
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('the server switched the protocol'))
    })
    request.end(body)
  })
}

async function readLimited(response: http.IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > answer_bytes_max) throw new Error(`the response has more than ${answer_bytes_max} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const headersOf = (received: http.IncomingHttpHeaders) =>
  Object.entries(received).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
