import type { PeerProcesses } from './peer_processes.ts'
import type { RateLimiter } from './rate_limit.ts'

const share_ms = 100

/** Makes a caller's limit one for all processes of the server. What one process counts, the others know a moment later. */
export function shareLimits(limiter: RateLimiter, others: PeerProcesses) {
  let taken = new Map<string, number>()
  limiter.onTaken = (key, cost) => taken.set(key, (taken.get(key) ?? 0) + cost)
  others.onUsed(counts => {
    for (const [key, cost] of counts) limiter.takeForPeer(key, cost)
  })
  const timer = setInterval(() => {
    if (taken.size === 0) return
    others.sendUsed([...taken])
    taken = new Map()
  }, share_ms).unref()
  return () => clearInterval(timer)
}
