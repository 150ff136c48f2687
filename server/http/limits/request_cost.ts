import type { FastifyReply } from 'fastify'
import type { CheckedCall } from '../call.ts'
import type { AnyDefinition } from '../operation.ts'
import { type RateLimiter, rateLimited } from './rate_limit.ts'

// Every request costs 1. Long bodies, long pages and expensive operations cost more.
const bytes_per_cost = 16 * 1024
const rows_per_cost = 100
const rows_max = 1000
/** From this cost on, only a few requests of a space run at once. */
const heavy_cost = 8

/** The first hundred rows of a page are free. */
export const costOfRows = (rows: number) => Math.ceil(Math.min(rows, rows_max) / rows_per_cost) - 1

/** The cost of a call in addition to 1 and its body. Only a `limit` that was sent counts, not a default. */
export function costOfCall(definition: AnyDefinition, call: CheckedCall, query: unknown) {
  const { limit } = query as { limit?: string }
  return (limit === undefined ? 0 : costOfRows(Number(limit))) + (definition.cost?.(call) ?? 0)
}

export const isHeavy = ({ heavy = false }: AnyDefinition, cost: number) => heavy || cost >= heavy_cost

/** What one request has cost its caller so far. The response headers show the sum. */
export class Charge {
  readonly #limiter: RateLimiter
  readonly #key: string
  readonly #reply: FastifyReply
  #cost = 0

  constructor(limiter: RateLimiter, key: string, reply: FastifyReply) {
    this.#limiter = limiter
    this.#key = key
    this.#reply = reply
  }

  /** Throws when the rate limit is exceeded. The sum is capped at the burst: a higher cost could never be paid. */
  take(cost: number) {
    const extra = Math.min(cost, this.#limiter.burst - this.#cost)
    const { allowed, headers } = this.#limiter.take(this.#key, extra)
    this.#cost += extra
    this.#reply.headers({ ...headers, 'x-ratelimit-cost': String(this.#cost) })
    if (!allowed) throw rateLimited()
  }

  takeForBody(text: string) {
    this.take(Math.floor(Buffer.byteLength(text) / bytes_per_cost))
  }
}
