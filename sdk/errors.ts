import type { Problem } from './operations.ts'

/** A machine-readable reason, such as `not_found`. */
export type ErrorCode = Problem['code']

/** A problem in one field of a request. */
export interface FieldError {
  location: string
  message: string
  value?: unknown
}

/** An error response from Muster. */
export class ApiError extends Error {
  readonly status: number
  /** `unknown` if the response came from a proxy and not from Muster. */
  readonly code: ErrorCode | 'unknown'
  readonly errors: FieldError[]
  /** Identifies the request in the log of the server. */
  readonly request_id: string
  readonly retry_after_s: number | undefined

  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.errors = problem.errors ?? []
    this.request_id = problem.instance ?? headers.get('x-request-id') ?? ''
    this.retry_after_s = retryAfterSeconds(headers.get('retry-after'))
  }

  /** Whether the same request may succeed later. */
  get isRetryable() {
    return [429, 502, 503, 504].includes(this.status) || this.code === 'idempotency_key_running'
  }
}

/** No response in any attempt. `cause` is the error of the last one. */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`${new URL(url).origin} did not answer (${reasonOf(cause)}).`, { cause })
    this.name = 'ConnectionError'
  }
}

/** Reads a Retry-After header, which holds seconds or a date. */
function retryAfterSeconds(header: string | null) {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return seconds > 0 ? seconds : undefined
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'it took too long' : (message ?? String(error)))
}
