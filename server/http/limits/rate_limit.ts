import { ApiError } from '../../errors.ts'

interface Bucket {
  tokens: number
  at_ms: number
}

const buckets_max = 50_000

/** A token bucket for each key: `burst` requests at once, `rate` per second in the long run. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly burst: number
  readonly rate: number
  /** Called for everything that is taken, to inform other processes. */
  onTaken: ((key: string, cost: number) => void) | undefined

  constructor({ burst, rate }: { burst: number; rate: number }) {
    this.burst = burst
    this.rate = rate
  }

  /** Counts a request. The headers belong in the response, whether it is allowed or not. */
  take(key: string, cost = 1, now_ms = performance.now()): { allowed: boolean; headers: Record<string, string> } {
    const bucket = this.#bucketOf(key, now_ms)
    // Other processes may have left the bucket below zero. A cost of 0 is allowed even then.
    const allowed = cost === 0 || bucket.tokens >= cost
    if (allowed) {
      bucket.tokens -= cost
      this.onTaken?.(key, cost)
    }
    return {
      allowed,
      headers: {
        'x-ratelimit-limit': `burst:${this.burst};rate:${this.rate.toFixed(1)}`,
        'x-ratelimit-cost': String(cost),
        'x-ratelimit-remaining': String(Math.max(0, Math.floor(bucket.tokens))),
        ...(!allowed && { 'retry-after': String(Math.ceil((cost - bucket.tokens) / this.rate)) }),
      },
    }
  }

  /** Returns what was taken for a request that should not have been counted. */
  refund(key: string, cost = 1, now_ms = performance.now()) {
    this.takeForPeer(key, -cost, now_ms)
    this.onTaken?.(key, -cost)
  }

  /** Counts what another process has allowed. The bucket may fall below zero, because both may have allowed the last request. */
  takeForPeer(key: string, cost: number, now_ms = performance.now()) {
    const bucket = this.#bucketOf(key, now_ms)
    bucket.tokens = Math.min(this.burst, bucket.tokens - cost)
  }

  #bucketOf(key: string, now_ms: number) {
    const known = this.#buckets.get(key)
    if (known) {
      known.tokens = Math.min(this.burst, known.tokens + ((now_ms - known.at_ms) / 1000) * this.rate)
      known.at_ms = now_ms
      return known
    }
    if (this.#buckets.size >= buckets_max) this.#dropFull(now_ms)
    const fresh = { tokens: this.burst, at_ms: now_ms }
    this.#buckets.set(key, fresh)
    return fresh
  }

  // A full bucket equals a new one. If none is full, an attack is likely; dropping all buckets bounds the memory.
  #dropFull(now_ms: number) {
    for (const [key, { tokens, at_ms }] of this.#buckets) {
      if (tokens + ((now_ms - at_ms) / 1000) * this.rate >= this.burst) this.#buckets.delete(key)
    }
    if (this.#buckets.size >= buckets_max) this.#buckets.clear()
  }
}

export const rateLimited = (headers: Record<string, string> = {}) =>
  new ApiError('rate_limited', 'Too many requests. Wait for the time in the Retry-After header.', { headers })

/** A /64 network of IPv6 counts as one sender, because one household has a whole network. */
export function addressKey(ip: string) {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':')
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0)
  return [...groups, ...Array<string>(Math.max(0, ip.includes('::') ? missing : 0)).fill('0')].slice(0, 4).join(':')
}
