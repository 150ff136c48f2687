import { Refusal, Unreachable } from './errors.ts'
import { type Operations, routes } from './operations.ts'

/** How to reach Muster, and as whom. */
export interface Connection {
  /** The address of the server, such as https://muster.example.org */
  url: string
  /** The access token, or where to get the present one. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Called when a token was refused; true: there is a new one, ask again. */
  renew?: () => Promise<boolean>
  /** How long to wait for an answer, each time it is asked for. Half a minute when left out. A file gets the time to be sent on top of it. */
  timeout_ms?: number
  /** How often a request is tried before it is given up. Four times when left out. */
  attempts?: number
  fetch?: typeof fetch
  /** How to pass the time between two attempts, for whoever has a clock of their own. Fails when the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface RequestOptions {
  /** Makes a write harmless to repeat; one is made up when you give none. */
  idempotency_key?: string
  /** The ETag you read: the write is refused when the record has changed since. */
  if_match?: string
  /** Sends the body as a merge patch (RFC 7396), where the operation takes one. */
  merge?: boolean
  /** Reads the JSON of the answer in the place of `JSON.parse`, which rounds sums of 2^53 and more. */
  parse?: (text: string) => unknown
  /** Told the headers of a stream before its first byte. */
  onHeaders?: (headers: Headers) => void
  signal?: AbortSignal
}

export type OperationName = keyof Operations

const default_timeout_ms = 30_000
const default_attempts = 4
/** A file travels at least as fast as this, also from a train. */
const upload_bytes_per_ms_min = 16
const backoff_ms_max = 10_000
/** Whoever is told to come back later than this hears the refusal instead of waiting. */
const retry_after_s_max = 60

/**
 * Sends a request and reads its answer. A write carries one idempotency key through all its attempts, so that trying again is always safe:
 * the first answer comes again. What was refused for good is not tried again.
 */
export async function send<Answer>(
  connection: Connection,
  name: OperationName,
  args: Record<string, unknown>,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
  isLong = false,
): Promise<Answer> {
  const request = prepareRequest(connection, name, args, options)
  const attempts = connection.attempts ?? default_attempts
  let renewed = false
  for (let attempt = 1; ; attempt++) {
    let refusal: Refusal
    try {
      const { response, deadline } = await attemptRequest(connection, request, options.signal)
      try {
        if (isLong && response.ok) deadline.end()
        if (response.ok) return await read(response)
        refusal = await refusalOf(response)
      } finally {
        deadline.end()
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      if (attempt >= attempts) throw new Unreachable(request.url, error)
      await waitBeforeRetry(connection, attempt, options.signal)
      continue
    }
    if (refusal.status === 401 && connection.renew && !renewed && (await connection.renew())) renewed = true
    else if (attempt >= attempts || !refusal.isPassing || (refusal.retry_after_s ?? 0) > retry_after_s_max)
      throw refusal
    else await waitBeforeRetry(connection, attempt, options.signal, refusal.retry_after_s)
  }
}

interface PreparedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: Blob | string
}

function prepareRequest(
  { url }: Connection,
  name: OperationName,
  args: Record<string, unknown>,
  options: RequestOptions,
): PreparedRequest {
  const [method, template, ...query] = routes[name] as readonly [string, string, ...string[]]
  const rest = { ...args }
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} needs ${field}.`)
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const field of query) {
    const value = rest[field]
    delete rest[field]
    if (value !== undefined && value !== null) search.set(field, String(value))
  }
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers['idempotency-key'] = options.idempotency_key ?? newIdempotencyKey()
  if (options.if_match) headers['if-match'] = options.if_match
  const address = `${url.replace(/\/$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`
  if (rest.file !== undefined) {
    return {
      url: address,
      method,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: rest.file as Blob | string,
    }
  }
  if (Object.keys(rest).length === 0) return { url: address, method, headers }
  headers['content-type'] = options.merge ? 'application/merge-patch+json' : 'application/json'
  return { url: address, method, headers, body: JSON.stringify(rest) }
}

/** Browsers make no UUID on a page that came without TLS. */
function newIdempotencyKey() {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function attemptRequest(connection: Connection, { url, ...request }: PreparedRequest, signal?: AbortSignal) {
  const token = typeof connection.token === 'function' ? await connection.token() : connection.token
  const bytes = typeof request.body === 'string' ? request.body.length : (request.body?.size ?? 0)
  const deadline = startDeadline(
    (connection.timeout_ms ?? default_timeout_ms) + bytes / upload_bytes_per_ms_min,
    signal,
  )
  try {
    const response = await (connection.fetch ?? fetch)(url, {
      ...request,
      headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
      signal: deadline.signal,
    })
    return { response, deadline }
  } catch (error) {
    deadline.end()
    throw error
  }
}

/** Ends the request after a while, or when the caller wishes so. Ended itself, it no longer ends the request after a while. */
function startDeadline(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('The server did not answer in time.', 'TimeoutError'))
  const timer = setTimeout(late, ms)
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    end: () => clearTimeout(timer),
  }
}

async function refusalOf(response: Response) {
  const problem: unknown = await response.json().catch(() => undefined)
  return new Refusal(response.status, problem && typeof problem === 'object' ? problem : {}, response.headers)
}

/** Longer after each attempt, and never the same for two clients that were refused together. */
function waitBeforeRetry(connection: Connection, attempt: number, signal: AbortSignal | undefined, at_least_s = 0) {
  const longest = Math.min(backoff_ms_max, 200 * 2 ** attempt)
  const wait = Math.max(at_least_s * 1000, longest * (0.5 + Math.random() / 2))
  return (connection.sleep ?? sleep)(wait, signal)
}

function sleep(ms: number, signal?: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
