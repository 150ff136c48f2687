import type { Event } from './operations.ts'

/** The webhook is not signed by Muster, was changed, or is too old. Reply with 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** Whether `verifyWebhook` refused the webhook. Also works between the ESM and CommonJS builds of this package, whose classes differ. */
export const isWebhookVerificationError = (error: unknown): error is WebhookVerificationError =>
  error instanceof Error && error.name === 'WebhookVerificationError'

/** How to verify a webhook. */
export interface VerifyOptions {
  /** The secret of the webhook, `whsec_…`; both secrets while one replaces the other. */
  secret: string | string[]
  /** How far the timestamp may be in the past or the future; 300 seconds when left out. */
  tolerance_s?: number
}

type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const default_tolerance_s = 300
const encoder = new TextEncoder()

/**
 * Checks the signature of a webhook and returns its event. `body` is the raw body, before parsing. An event can arrive more than once:
 * process each `event.id` once.
 *
 * Needs only Web Crypto, which browsers, Node, Deno, Bun and workers have.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, tolerance_s = default_tolerance_s }: VerifyOptions,
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The webhook has no signature.')
  const age_s = Date.now() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age_s) > tolerance_s)
    throw new WebhookVerificationError(
      'The timestamp of the webhook is too old or in the future. Check the clock of this machine.',
    )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = encoder.encode(`${id}.${timestamp}.${text}`)
  const candidates = signatures.split(' ').flatMap(part => (part.startsWith('v1,') ? [part.slice(3)] : []))
  for (const each of [secret].flat()) {
    const key = await importSecret(each)
    for (const signature of candidates) {
      const bytes = decodeBase64(signature)
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as Event
    }
  }
  throw new WebhookVerificationError('The signature of the webhook does not match the secret.')
}

function headerOf(headers: WebhookHeaders, name: string) {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function importSecret(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new TypeError('The secret of a webhook must be whsec_ followed by base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(base64: string) {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
