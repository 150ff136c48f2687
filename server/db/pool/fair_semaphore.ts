import { overloaded } from '../../errors.ts'
import { type Demand, type Shares, type SpaceQueue, type Waiter, waiting } from './shares.ts'

/**
 * Bounds the work that runs at once, and shares it between spaces: a space never gets all permits, its heavy work gets only a few, and a free
 * permit goes to the space that holds the fewest. Within a space the order is first in, first out. Work that waits for too long is refused.
 */
export class FairSemaphore {
  #permits: number
  readonly #shares: Shares
  readonly #wait_ms_max: number | undefined
  /** Spaces that hold a permit or wait for one. */
  readonly #spaces = new Map<number | undefined, SpaceQueue>()
  /** Of all spaces together. */
  readonly load = { held: 0, heavy: 0, waiting: 0 }

  constructor(permits: number, shares?: Shares, ms_max?: number) {
    this.#permits = permits
    this.#shares = shares ?? { of_space_max: permits, heavy_of_space_max: permits, heavy_max: permits }
    this.#wait_ms_max = ms_max
  }

  /** Undefined if the permit is free. */
  acquire(demand: Demand): Promise<void> | undefined {
    const space = this.#spaces.get(demand.space) ?? { held: 0, heavy: 0, waiting: [], queued_since_ms: 0 }
    this.#spaces.set(demand.space, space)
    if (!this.#admits(space, demand)) return this.#wait(space, demand)
    this.#count(space, demand, 1)
  }

  release(demand: Demand) {
    const space = this.#spaces.get(demand.space)
    if (space) this.#count(space, demand, -1)
    this.#dropIfIdle(demand.space)
    this.resize(this.#permits)
  }

  /** Sets the number of permits, and admits what now fits. One permit may admit several: a heavy one whose share is free, and a light one. */
  resize(permits: number) {
    this.#permits = permits
    for (let next = this.#next(); next; next = this.#next()) next.admit()
  }

  refuseAll(error: () => unknown) {
    for (const [id, { waiting }] of this.#spaces) for (const waiter of [...waiting]) this.#leave(id, waiter, error())
  }

  async #wait(space: SpaceQueue, demand: Demand) {
    const now_ms = performance.now()
    const full = this.load.waiting >= waiting.all_max || space.waiting.length >= waiting.of_space_max
    if (full) this.#dropIfIdle(demand.space)
    if (full) throw overloaded()
    if (space.waiting.length === 0) space.queued_since_ms = now_ms
    const congested = now_ms - space.queued_since_ms > waiting.congested_after_ms
    const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<void>()
    const ms_max = this.#wait_ms_max ?? (congested ? waiting.congested_ms_max : waiting.ms_max)
    const timer = setTimeout(() => this.#leave(demand.space, waiter, overloaded()), ms_max)
    const waiter: Waiter = { ...demand, timer, admit, refuse }
    space.waiting.push(waiter)
    this.load.waiting++
    return promise
  }

  #leave(id: number | undefined, waiter: Waiter, error: unknown) {
    this.#remove(this.#spaces.get(id), waiter)
    this.#dropIfIdle(id)
    waiter.refuse(error)
  }

  /** The first admissible waiter of the space that holds the fewest. It holds its permit. */
  #next(): Waiter | undefined {
    let best: { space: SpaceQueue; waiter: Waiter } | undefined
    for (const space of this.#spaces.values()) {
      if (space.waiting.length === 0 || (best && best.space.held <= space.held)) continue
      const waiter = space.waiting.find(waiter => this.#admits(space, waiter))
      if (waiter) best = { space, waiter }
    }
    if (!best) return undefined
    const { space, waiter } = best
    this.#remove(space, waiter)
    this.#count(space, waiter, 1)
    // Moves the space to the end of the order, so that others with as few permits come first next time.
    this.#spaces.delete(waiter.space)
    this.#spaces.set(waiter.space, space)
    return waiter
  }

  #admits({ held, heavy: running }: SpaceQueue, { heavy }: Demand) {
    const { of_space_max, heavy_of_space_max, heavy_max } = this.#shares
    if (this.load.held >= this.#permits || held >= of_space_max) return false
    return !heavy || (running < heavy_of_space_max && this.load.heavy < heavy_max)
  }

  #count(space: SpaceQueue, { heavy }: Demand, by: 1 | -1) {
    for (const count of [space, this.load]) {
      count.held += by
      if (heavy) count.heavy += by
    }
  }

  #remove(space: SpaceQueue | undefined, waiter: Waiter) {
    space?.waiting.splice(space.waiting.indexOf(waiter), 1)
    clearTimeout(waiter.timer)
    this.load.waiting--
  }

  #dropIfIdle(id: number | undefined) {
    const space = this.#spaces.get(id)
    if (space?.held === 0 && space.waiting.length === 0) this.#spaces.delete(id)
  }
}
