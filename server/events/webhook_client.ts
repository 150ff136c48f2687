import * as http from 'node:http'
import * as https from 'node:https'
import { ForbiddenAddress, ipLiteralIn, isPublicAddress, publicLookup } from './public_address.ts'

const answer_ms_max = 15_000
const answer_bytes_kept = 500
const answer_bytes_max = 65_536

/** What came of an attempt. `status` is null when there was no answer at all. */
export interface Outcome {
  status: number | null
  answer: string
  error: string
  duration_ms: number
}

/** Connections to one receiver, kept open while there is more to say to it. */
export interface WebhookClient {
  post: (headers: Record<string, string>, body: string, stopping: AbortSignal) => Promise<Outcome>
  close: () => void
}

export const isDelivered = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/** Opens lazily. Without `private_addresses` only https, and only to the public internet. Redirects are not followed. */
export function webhookClient(address: string, private_addresses: boolean): WebhookClient {
  const url = new URL(address)
  const { request, Agent } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const options = { agent, method: 'POST', ...(!private_addresses && { lookup: publicLookup() }) }
  return {
    close: () => agent.destroy(),
    post: async (headers, body, stopping) => {
      const start = performance.now()
      const outcome = (part: Partial<Outcome>): Outcome => ({
        status: null,
        answer: '',
        error: '',
        duration_ms: Math.round(performance.now() - start),
        ...part,
      })
      try {
        if (!private_addresses) checkPublic(url)
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(answer_ms_max)])
        return outcome(await exchange(request(url, { ...options, signal, headers }), body))
      } catch (error) {
        return outcome({ error: reasonOf(error as NodeJS.ErrnoException) })
      }
    },
  }
}

// A host that is written as an address is never looked up.
function checkPublic(url: URL) {
  const literal = ipLiteralIn(url)
  if (url.protocol !== 'https:') throw new ForbiddenAddress('the address is not https')
  if (literal && !isPublicAddress(literal)) throw new ForbiddenAddress('the host is not on the public internet')
}

function exchange(request: http.ClientRequest, body: string) {
  return new Promise<Pick<Outcome, 'status' | 'answer'>>((resolve, reject) => {
    let answered = false
    request.on('error', reject)
    // Whoever wants to speak another protocol has not accepted anything.
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve({ status: statusCode ?? null, answer: '' })
    })
    request.once('response', async response => {
      answered = true
      // The status decides; what is said beside it only helps whoever reads the log.
      const kept = await beginningOf(response).catch(() => '')
      resolve({ status: response.statusCode ?? null, answer: kept })
    })
    request.once('close', () => {
      if (!answered) reject(new Error('the connection was closed without an answer'))
    })
    request.end(body)
  })
}

async function beginningOf(response: http.IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  // Read to its end, so that the connection can be used again, but not for ever.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < answer_bytes_kept) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > answer_bytes_max) break
  }
  const text = Buffer.concat(chunks).subarray(0, answer_bytes_kept).toString().replaceAll('\0', '')
  return text.toWellFormed()
}

function reasonOf({ name, code, message }: NodeJS.ErrnoException) {
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return `no answer within ${answer_ms_max / 1000} seconds`
  return (code && !message.includes(code) ? `${code}: ${message}` : message).slice(0, 200).replaceAll('\0', '')
}
