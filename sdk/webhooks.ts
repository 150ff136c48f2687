import type { Event } from './operations.ts'

/** A webhook that does not come from Muster, was changed on the way, or is too old. Answer it with 400 and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

export interface Verification {
  /** The secret of the webhook, `whsec_…`; both of them while one replaces the other. */
  secret: string | string[]
  /** How old, or how far ahead of our clock, a message may be. Five minutes unless said otherwise. */
  tolerance_s?: number
}

type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const default_tolerance_s = 300
const encoder = new TextEncoder()

/**
 * Checks the signature of a webhook and gives the event that it tells of. `body` is the body as it came, before anything parsed it. The same
 * event may come more than once: do your work once for each `event.id`.
 *
 * Needs nothing but the Web Crypto of browsers, Node, Deno, Bun and workers.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, tolerance_s = default_tolerance_s }: Verification,
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookRefused('The webhook has no signature.')
  const age_s = Date.now() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age_s) > tolerance_s)
    throw new WebhookRefused('The webhook is too old, or our clock is wrong.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = encoder.encode(`${id}.${timestamp}.${text}`)
  const offered = signatures.split(' ').flatMap(part => (part.startsWith('v1,') ? [part.slice(3)] : []))
  for (const one of [secret].flat()) {
    const key = await importSecret(one)
    for (const signature of offered) {
      const bytes = decodeBase64(signature)
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as Event
    }
  }
  throw new WebhookRefused('The webhook is not signed with this secret.')
}

function headerOf(headers: WebhookHeaders, name: string) {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function importSecret(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new TypeError('The secret of a webhook looks like whsec_… and is written in base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(base64: string) {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
