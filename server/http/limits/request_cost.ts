import type { FastifyReply } from 'fastify'
import type { AnyDefinition } from '../operation.ts'
import { type RateLimiter, rateLimited } from './rate_limit.ts'

// Every request costs 1. What makes it more work than usual costs more, so that a caller cannot ask for a lot by asking seldom.
const bytes_per_cost = 16 * 1024
const rows_per_cost = 100
const rows_max = 1000
/** From this cost on a request takes so much of the database that few of a space run at once. */
const heavy_cost = 8

export const costOfBytes = (bytes: number) => Math.floor(bytes / bytes_per_cost)

/** A page of up to a hundred rows costs nothing extra. */
export const costOfRows = (rows: number) => Math.ceil(Math.min(rows, rows_max) / rows_per_cost) - 1

/** What a call costs beside the 1 of every request and the bytes of its body. A page that is long unless asked otherwise costs nothing extra. */
export function costOfCall(definition: AnyDefinition, call: object, sent: unknown) {
  const { limit } = sent as { limit?: string }
  return (limit === undefined ? 0 : costOfRows(Number(limit))) + (definition.cost?.(call) ?? 0)
}

export const isHeavy = ({ heavy = false }: AnyDefinition, cost: number) => heavy || cost >= heavy_cost

/** What one request has taken of its caller's rate limit so far. The headers of its answer say so. */
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

  /** Refuses the request where the limit has no room for this cost. No cost is above the burst, or it would be refused for ever. */
  take(cost: number) {
    const extra = Math.min(cost, this.#limiter.burst - this.#cost)
    const { allowed, headers } = this.#limiter.take(this.#key, extra)
    this.#cost += extra
    this.#reply.headers({ ...headers, 'x-ratelimit-cost': String(this.#cost) })
    if (!allowed) throw rateLimited()
  }
}
