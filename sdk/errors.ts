import type { Problem } from './operations.ts'

/** A word for programs that says why something was refused, such as `not_found`. */
export type Code = Problem['code']

/** One thing that is wrong with a request: where, and why. */
export interface FieldError {
  location: string
  message: string
  value?: unknown
}

/** A refusal, as Muster told it. */
export class Refusal extends Error {
  readonly status: number
  /** `unknown` when something between us and Muster answered. */
  readonly code: Code | 'unknown'
  readonly errors: FieldError[]
  /** Names this very request in the server's log. */
  readonly request_id: string
  readonly retry_after_s: number | undefined

  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.name = 'Refusal'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.errors = problem.errors ?? []
    this.request_id = problem.instance ?? headers.get('x-request-id') ?? ''
    this.retry_after_s = retryAfterSeconds(headers.get('retry-after'))
  }

  /** Whether the same request may succeed a little later. */
  get isPassing() {
    return [429, 502, 503, 504].includes(this.status) || this.code === 'idempotency_key_running'
  }
}

/** No answer came, although it was tried several times. `cause` is what the last attempt met. */
export class Unreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`${new URL(url).origin} did not answer (${reasonOf(cause)}).`, { cause })
    this.name = 'Unreachable'
  }
}

/** Seconds, or a date: both are written in this header. */
function retryAfterSeconds(header: string | null) {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return seconds > 0 ? seconds : undefined
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'it took too long' : (message ?? String(error)))
}
