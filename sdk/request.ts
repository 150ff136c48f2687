import { ApiError, ConnectionError } from './errors.ts'
import { type Operations, routes, uploads } from './operations.ts'
import { sleep } from './sleep.ts'

/** How to reach Muster, and as whom. */
export interface ClientOptions {
  /** The address of the server, such as https://muster.example.org */
  url: string
  /** The access token, or a function that returns the current one. */
  token?: string | undefined | (() => string | undefined | Promise<string | undefined>)
  /**
   * Called when the token was refused, or when its sign-in is too long ago (`reauthentication_required`). Returns true if there is a new one; the
   * request is then sent again.
   */
  renewToken?: (refusal: ApiError) => Promise<boolean>
  /** The language of error texts, such as `fr`, or a function that returns the current one; English when left out. */
  language?: string | (() => string | undefined)
  /** How long each attempt waits for a response; 30 seconds when left out. An upload gets additional time for its size. */
  timeout_ms?: number
  /** How many times a request is sent before it fails; 4 when left out. */
  attempts?: number
  /** Sends the requests instead of the global `fetch`. */
  fetch?: typeof fetch
  /** Waits between two attempts, for tests with a clock of their own. Rejects when the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Options of one call. */
export interface RequestOptions {
  /** Makes it safe to repeat a write. A random key is used when left out. */
  idempotency_key?: string
  /** The ETag of the record you read. The write is refused if the record has changed since. */
  if_match?: string
  /** Sends the body as a merge patch (RFC 7396), if the operation accepts one. */
  merge?: boolean
  /** Parses the response instead of `JSON.parse`, which rounds numbers of 2^53 and above. */
  parse?: (text: string) => unknown
  /** Called with the headers of a stream before its first byte. */
  onHeaders?: (headers: Headers) => void
  /** How long each attempt waits for a response, instead of `timeout_ms` of the client. */
  timeout_ms?: number
  /** How many times the request is sent before it fails, instead of `attempts` of the client. */
  attempts?: number
  /** Ends the request and the pauses between attempts: the call throws the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** The name of an operation, such as `teams.list`. */
export type OperationName = keyof Operations

export const default_timeout_ms = 30_000
const default_attempts = 4
/** The slowest upload that is not timed out. */
const upload_bytes_per_ms_min = 16
const backoff_ms_max = 10_000
/** If the server asks for a longer pause than this, the error is thrown at once. */
const retry_after_s_max = 60

/**
 * Sends a request and reads its response. A write has one idempotency key for all attempts, so the server performs it once and repeats the
 * first response. Errors that a retry cannot solve are thrown at once.
 */
export async function send<Result>(
  client: ClientOptions,
  name: OperationName,
  args: Record<string, unknown>,
  options: RequestOptions,
  read: (response: Response) => Promise<Result>,
  isLong = false,
): Promise<Result> {
  const request = prepareRequest(client, name, args, options)
  const attempts = options.attempts ?? client.attempts ?? default_attempts
  /** The refusals for which there was a new token. */
  const renewed = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptRequest(client, request, options, read, isLong)
    if ('result' in outcome) return outcome.result
    const { error } = outcome
    if (isRefusedToken(error) && !renewed.has(error.code) && (await client.renewToken?.(error))) {
      renewed.add(error.code)
      continue
    }
    if (attempt >= attempts || !isWorthRetrying(error)) throw error
    await waitBeforeRetry(client, attempt, options.signal, error instanceof ApiError ? error.retry_after_s : 0)
  }
}

const isRefusedToken = (error: ApiError | ConnectionError): error is ApiError =>
  error instanceof ApiError && error.status === 401

const isWorthRetrying = (error: ApiError | ConnectionError) =>
  error instanceof ConnectionError || (error.isRetryable && (error.retry_after_s ?? 0) <= retry_after_s_max)

type Outcome<Result> = { result: Result } | { error: ApiError | ConnectionError }

/** Sends the request once. A response that breaks off counts as no response. Throws only when the caller aborts. */
async function attemptRequest<Result>(
  client: ClientOptions,
  request: PreparedRequest,
  options: RequestOptions,
  read: (response: Response) => Promise<Result>,
  isLong: boolean,
): Promise<Outcome<Result>> {
  try {
    const { response, deadline } = await fetchResponse(client, request, options)
    try {
      if (isLong && response.ok) deadline.end()
      return response.ok ? { result: await read(response) } : { error: await apiErrorOf(response) }
    } finally {
      deadline.end()
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    return { error: new ConnectionError(request.url, error) }
  }
}

interface PreparedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: Blob | string
}

function prepareRequest(
  { url }: ClientOptions,
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
    // URLs treat these as the folder and its parent, also when encoded: the request would go to another operation.
    if (value === '.' || value === '..') throw new TypeError(`${name}: ${field} must not be "${value}".`)
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
      headers: { ...headers, 'content-type': uploads[name] ?? 'application/octet-stream' },
      body: rest.file as Blob | string,
    }
  }
  if (Object.keys(rest).length === 0) return { url: address, method, headers }
  headers['content-type'] = options.merge ? 'application/merge-patch+json' : 'application/json'
  return { url: address, method, headers, body: JSON.stringify(rest) }
}

/** Browsers have no randomUUID on a page without TLS. */
function newIdempotencyKey() {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function fetchResponse(client: ClientOptions, { url, ...request }: PreparedRequest, options: RequestOptions) {
  const token = typeof client.token === 'function' ? await client.token() : client.token
  const language = typeof client.language === 'function' ? client.language() : client.language
  const bytes = typeof request.body === 'string' ? request.body.length : (request.body?.size ?? 0)
  const timeout_ms = options.timeout_ms ?? client.timeout_ms ?? default_timeout_ms
  const deadline = startDeadline(timeout_ms + bytes / upload_bytes_per_ms_min, options.signal)
  try {
    const response = await (client.fetch ?? fetch)(url, {
      ...request,
      headers: {
        ...request.headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(language && { 'accept-language': language }),
      },
      signal: deadline.signal,
    })
    return { response, deadline }
  } catch (error) {
    deadline.end()
    throw error
  }
}

/** A signal that aborts the request after a timeout, or when the caller aborts. `end` stops the timeout. */
function startDeadline(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException('The server did not answer in time.', 'TimeoutError'))
  const timer = setTimeout(abort, ms)
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    end: () => clearTimeout(timer),
  }
}

async function apiErrorOf(response: Response) {
  const problem: unknown = await response.json().catch(() => undefined)
  return new ApiError(response.status, problem && typeof problem === 'object' ? problem : {}, response.headers)
}

/** Exponential backoff with jitter, so that clients refused together do not retry together. */
function waitBeforeRetry(client: ClientOptions, attempt: number, signal: AbortSignal | undefined, at_least_s = 0) {
  const longest = Math.min(backoff_ms_max, 200 * 2 ** attempt)
  const wait = Math.max(at_least_s * 1000, longest * (0.5 + Math.random() / 2))
  return (client.sleep ?? sleep)(wait, signal)
}
