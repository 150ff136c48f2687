import * as http from 'node:http'
import * as https from 'node:https'
import { type Message, msg } from '../messages/message.ts'
import { storedText } from '../messages/stored.ts'
import { checkPublicUrl, DeliveryError, publicLookup } from './public_address.ts'

const answer_ms_max = 15_000
const answer_bytes_kept = 500
const answer_bytes_max = 65_536

/** The result of an attempt. `status` is null if there was no response. */
export interface DeliveryOutcome {
  status: number | null
  answer: string
  error: string
  duration_ms: number
}

/** Keep-alive connections to one receiver. */
export interface WebhookClient {
  post: (headers: Record<string, string>, body: string, stopping: AbortSignal) => Promise<DeliveryOutcome>
  close: () => void
}

export const isDelivered = ({ status }: DeliveryOutcome) => status !== null && status >= 200 && status < 300

/** Connects lazily. Without `private_addresses`, only https to public addresses is allowed. Redirects are not followed. */
export function webhookClient(address: string, private_addresses: boolean): WebhookClient {
  const url = new URL(address)
  const { request, Agent } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const options = { agent, method: 'POST', ...(!private_addresses && { lookup: publicLookup() }) }
  return {
    close: () => agent.destroy(),
    post: async (headers, body, stopping) => {
      const start = performance.now()
      const outcome = (part: Partial<DeliveryOutcome>): DeliveryOutcome => ({
        status: null,
        answer: '',
        error: '',
        duration_ms: Math.round(performance.now() - start),
        ...part,
      })
      try {
        if (!private_addresses) checkPublicUrl(url)
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(answer_ms_max)])
        return outcome(await exchange(request(url, { ...options, signal, headers }), body))
      } catch (error) {
        return outcome({ error: reasonOf(error as NodeJS.ErrnoException) })
      }
    },
  }
}

function exchange(request: http.ClientRequest, body: string) {
  return new Promise<Pick<DeliveryOutcome, 'status' | 'answer'>>((resolve, reject) => {
    let answered = false
    request.on('error', reject)
    // A protocol switch is not an acceptance.
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve({ status: statusCode ?? null, answer: '' })
    })
    request.once('response', async response => {
      answered = true
      // Only the status decides. The body is shown in the delivery log.
      const kept = await beginningOf(response).catch(() => '')
      resolve({ status: response.statusCode ?? null, answer: kept })
    })
    request.once('close', () => {
      if (!answered) reject(new DeliveryError(msg`the connection was closed without an answer`))
    })
    request.end(body)
  })
}

async function beginningOf(response: http.IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  // Reading to the end lets the connection be reused; the limit stops endless bodies.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < answer_bytes_kept) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > answer_bytes_max) break
  }
  const text = Buffer.concat(chunks).subarray(0, answer_bytes_kept).toString().replaceAll('\0', '')
  return text.toWellFormed()
}

/** What the log of deliveries says, as it is stored. Texts of Node stay as they are; common ones get words that people know. */
function reasonOf(error: NodeJS.ErrnoException) {
  const { name, code, message } = error
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return storedText(msg`no answer within ${answer_ms_max / 1000} seconds`)
  if (error instanceof DeliveryError) return storedText(error.detail)
  const known = code && knownErrors[code]
  if (known) return storedText(known)
  return (code && !message.includes(code) ? `${code}: ${message}` : message).slice(0, 200).replaceAll('\0', '')
}

const knownErrors: Partial<Record<string, Message>> = {
  ECONNREFUSED: msg`the host refused the connection`,
  ECONNRESET: msg`the host closed the connection`,
  ENOTFOUND: msg`the host name is not known`,
  EHOSTUNREACH: msg`the host cannot be reached`,
  ETIMEDOUT: msg`the host cannot be reached`,
  CERT_HAS_EXPIRED: msg`the certificate of the host has expired`,
  DEPTH_ZERO_SELF_SIGNED_CERT: msg`the certificate of the host is not signed by a known authority`,
  SELF_SIGNED_CERT_IN_CHAIN: msg`the certificate of the host is not signed by a known authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: msg`the certificate of the host is not signed by a known authority`,
  ERR_TLS_CERT_ALTNAME_INVALID: msg`the certificate of the host is for another name`,
}
