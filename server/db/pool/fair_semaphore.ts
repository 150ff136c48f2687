import { overloaded } from '../../errors.ts'

/** A request for a permit. */
export interface Demand {
  /** The space that the work is for. Work without a space counts as one space of its own. */
  space: number | undefined
  /** Uses a lot of database time: few of these run at once. */
  heavy: boolean
}

export interface Shares {
  /** Permits that one space may hold at once. */
  of_space_max: number
  /** Permits for heavy work: of one space, and of all spaces. */
  heavy_of_space_max: number
  heavy_max: number
}

/** One space gets at most three quarters of the sessions and an eighth for heavy work; all heavy work together gets half. */
export const sharesOf = (connections: number): Shares => ({
  of_space_max: connections - Math.ceil(connections / 4),
  heavy_of_space_max: Math.max(1, Math.floor(connections / 8)),
  heavy_max: Math.floor(connections / 2),
})

interface Waiter extends Demand {
  timer: NodeJS.Timeout
  admit: () => void
  refuse: (error: unknown) => void
}

interface Space {
  held: number
  heavy: number
  waiting: Waiter[]
  /** When the queue of this space was last empty. */
  queued_since_ms: number
}

const waiting_max = 2000
const waiting_of_space_max = 500
const wait_ms_max = 4000
/** A queue that has not been empty for this long keeps growing. From then on requests are refused after a shorter wait. */
const congested_after_ms = 1000
const congested_wait_ms_max = 1000

/**
 * Bounds the work that runs at once, and shares it between spaces: a space never gets all permits, its heavy work gets only a few, and a free
 * permit goes to the space that holds the fewest. Within a space the order is first in, first out. Work that waits for too long is refused.
 */
export class FairSemaphore {
  readonly #permits: number
  readonly #shares: Shares
  readonly #wait_ms_max: number | undefined
  /** Spaces that hold a permit or wait for one. */
  readonly #spaces = new Map<number | undefined, Space>()
  readonly #all = { held: 0, heavy: 0, waiting: 0 }

  constructor(permits: number, shares?: Shares, ms_max?: number) {
    this.#permits = permits
    this.#shares = shares ?? { of_space_max: permits, heavy_of_space_max: permits, heavy_max: permits }
    this.#wait_ms_max = ms_max
  }

  get load(): Readonly<{ held: number; waiting: number }> {
    return this.#all
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
    // One permit may admit several waiters: a heavy one whose share has become free, and a light one.
    for (let next = this.#next(); next; next = this.#next()) next.admit()
  }

  refuseAll(error: () => unknown) {
    for (const [id, { waiting }] of this.#spaces) for (const waiter of [...waiting]) this.#leave(id, waiter, error())
  }

  async #wait(space: Space, demand: Demand) {
    const now_ms = performance.now()
    if (this.#all.waiting >= waiting_max || space.waiting.length >= waiting_of_space_max) throw overloaded()
    if (space.waiting.length === 0) space.queued_since_ms = now_ms
    const congested = now_ms - space.queued_since_ms > congested_after_ms
    const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<void>()
    const ms_max = this.#wait_ms_max ?? (congested ? congested_wait_ms_max : wait_ms_max)
    const timer = setTimeout(() => this.#leave(demand.space, waiter, overloaded()), ms_max)
    const waiter: Waiter = { ...demand, timer, admit, refuse }
    space.waiting.push(waiter)
    this.#all.waiting++
    return promise
  }

  #leave(id: number | undefined, waiter: Waiter, error: unknown) {
    this.#remove(this.#spaces.get(id), waiter)
    this.#dropIfIdle(id)
    waiter.refuse(error)
  }

  /** The first admissible waiter of the space that holds the fewest. It holds its permit. */
  #next(): Waiter | undefined {
    let best: { space: Space; waiter: Waiter } | undefined
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

  #admits({ held, heavy: running }: Space, { heavy }: Demand) {
    const { of_space_max, heavy_of_space_max, heavy_max } = this.#shares
    if (this.#all.held >= this.#permits || held >= of_space_max) return false
    return !heavy || (running < heavy_of_space_max && this.#all.heavy < heavy_max)
  }

  #count(space: Space, { heavy }: Demand, by: 1 | -1) {
    for (const count of [space, this.#all]) {
      count.held += by
      if (heavy) count.heavy += by
    }
  }

  #remove(space: Space | undefined, waiter: Waiter) {
    space?.waiting.splice(space.waiting.indexOf(waiter), 1)
    clearTimeout(waiter.timer)
    this.#all.waiting--
  }

  #dropIfIdle(id: number | undefined) {
    const space = this.#spaces.get(id)
    if (space?.held === 0 && space.waiting.length === 0) this.#spaces.delete(id)
  }
}
