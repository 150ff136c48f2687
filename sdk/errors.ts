import type { Problem, ProblemError } from './operations.ts'

/** The code of an error response, such as `not_found`. */
export type ErrorCode = Problem['code']

/** A problem in one field of a request. */
export type FieldError = ProblemError

/** The same in every copy of this package, whereas classes differ between its ESM and CommonJS builds. */
const kind = Symbol.for('muster-sdk.error')

/** An error response from Muster. */
export class ApiError extends Error {
  readonly status: number
  /** `unknown` if the response came from a proxy and not from Muster. */
  readonly code: ErrorCode | 'unknown'
  /** What is wrong with which field, if the request is not valid. */
  readonly errors: FieldError[]
  /** Identifies the request in the log of the server. */
  readonly request_id: string
  /** How many seconds to wait before the next attempt, if the server says so. */
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

  get [kind]() {
    return 'ApiError'
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return [429, 502, 503, 504].includes(this.status) || this.code === 'idempotency_key_running'
  }
}

/** No response in any attempt. `cause` is the error of the last one. */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`${new URL(url).origin} did not answer (${reasonOf(cause)}).`, { cause })
    this.name = 'ConnectionError'
  }

  get [kind]() {
    return 'ConnectionError'
  }
}

/** Whether Muster answered with an error, and with this code if one is given: `isApiError(error, 'not_found')`. */
export const isApiError = (error: unknown, code?: ErrorCode | 'unknown'): error is ApiError =>
  kindOf(error) === 'ApiError' && (code === undefined || (error as ApiError).code === code)

/** Whether there was no response. */
export const isConnectionError = (error: unknown): error is ConnectionError => kindOf(error) === 'ConnectionError'

const kindOf = (error: unknown) => (error instanceof Error ? (error as { [kind]?: unknown })[kind] : undefined)

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
