import type { Others } from './peer_processes.ts'
import type { RateLimiter } from './rate_limit.ts'

const every_ms = 100

/** Makes a caller's limit one for all processes of the server. What one process counts, the others know a moment later. */
export function shareLimits(limiter: RateLimiter, others: Others) {
  let taken = new Map<string, number>()
  limiter.onTaken = (key, cost) => taken.set(key, (taken.get(key) ?? 0) + cost)
  others.onTaken(counts => {
    for (const [key, cost] of counts) limiter.takenElsewhere(key, cost)
  })
  const timer = setInterval(() => {
    if (taken.size === 0) return
    others.tell([...taken])
    taken = new Map()
  }, every_ms).unref()
  return () => clearInterval(timer)
}
