import { ApiError } from '../../errors.ts'
import type { Text } from '../../messages/message.ts'

/** How many may run at once under a key, and the refusal of one more. */
export interface Bound {
  key: string
  max: number
  code: 'rate_limited' | 'unavailable'
  refusal: Text
}

/** Counts long requests while they run. */
export class RunningCounts {
  readonly #counts = new Map<string, number>()

  /** Counts a request, or throws if a bound is reached. Call the returned function at its end. */
  start(bounds: Bound[]): () => void {
    for (const { key, max, code, refusal } of bounds)
      if ((this.#counts.get(key) ?? 0) >= max) throw new ApiError(code, refusal, { headers: { 'retry-after': '5' } })
    for (const { key } of bounds) this.#add(key, 1)
    let over = false
    return () => {
      if (!over) for (const { key } of bounds) this.#add(key, -1)
      over = true
    }
  }

  #add(key: string, change: number) {
    const count = (this.#counts.get(key) ?? 0) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
