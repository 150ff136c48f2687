import { ApiError } from '../../errors.ts'

interface Bucket {
  tokens: number
  at_ms: number
}

const buckets_max = 50_000

/** A leaky bucket for each key: `burst` requests at once, `rate` a second in the long run. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly burst: number
  readonly rate: number
  /** Told what is taken, where other processes count too. */
  onTaken: ((key: string, cost: number) => void) | undefined

  constructor({ burst, rate }: { burst: number; rate: number }) {
    this.burst = burst
    this.rate = rate
  }

  /** Counts a request before anything else is done for it. The headers go on the answer whatever becomes of it. */
  take(key: string, cost = 1, now_ms = performance.now()): { allowed: boolean; headers: Record<string, string> } {
    const bucket = this.#bucketOf(key, now_ms)
    // Other processes may have left the bucket below zero; what costs nothing is allowed all the same.
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

  /** Takes a request back that was counted before it was known whose it is. */
  refund(key: string, cost = 1, now_ms = performance.now()) {
    const bucket = this.#bucketOf(key, now_ms)
    bucket.tokens = Math.min(this.burst, bucket.tokens + cost)
    this.onTaken?.(key, -cost)
  }

  /** Counts what another process has allowed. Both may have allowed the last request at once: then it is owed. */
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

  // A full bucket remembers nothing. When none is full there is an attack, and starting over is the lesser evil.
  #dropFull(now_ms: number) {
    for (const [key, { tokens, at_ms }] of this.#buckets) {
      if (tokens + ((now_ms - at_ms) / 1000) * this.rate >= this.burst) this.#buckets.delete(key)
    }
    if (this.#buckets.size >= buckets_max) this.#buckets.clear()
  }
}

export const rateLimited = (headers: Record<string, string> = {}) =>
  new ApiError('rate_limited', 'You are sending too many requests; wait as long as Retry-After says.', { headers })

/** A whole IPv6 network counts as one sender: a household has more addresses than there are stars. */
export function addressKey(ip: string) {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':')
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0)
  return [...groups, ...Array<string>(Math.max(0, ip.includes('::') ? missing : 0)).fill('0')].slice(0, 4).join(':')
}
