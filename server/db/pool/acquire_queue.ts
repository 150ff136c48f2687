import { overloaded } from './errors.ts'

/** Who asks for a session, and how much of the database it will take. */
export interface Demand {
  /** The space that the work is for; work for no space in particular counts as one space of its own. */
  space: number | undefined
  /** Takes a lot of database time: few of these run at once. */
  heavy: boolean
}

export interface Shares {
  /** Sessions that one space may hold at once. */
  of_space_max: number
  /** Heavy work that one space may have running, and that all spaces together may. */
  heavy_of_space_max: number
  heavy_max: number
}

/** A space leaves a quarter of the sessions to others, its heavy work holds an eighth at most, and that of all spaces half. */
export const sharesOf = (connections: number): Shares => ({
  of_space_max: connections - Math.ceil(connections / 4),
  heavy_of_space_max: Math.max(1, Math.floor(connections / 8)),
  heavy_max: Math.floor(connections / 2),
})

interface Waiter<Slot> extends Demand {
  timer: NodeJS.Timeout
  give: (slot: Slot) => void
  refuse: (error: unknown) => void
}

interface Space<Slot> {
  held: number
  heavy: number
  waiting: Waiter<Slot>[]
  /** Since when work of this space has had to wait without a break. */
  queued_since_ms: number
}

const waiting_max = 2000
const waiting_of_space_max = 500
const wait_ms_max = 4000
/** A queue that has lasted for this long only grows: from then on its work is refused after a shorter wait. */
const lasting_ms = 1000
const wait_in_lasting_queue_ms_max = 1000

/**
 * Shares the sessions of a pool between spaces. A space never holds all of them, its heavy work holds only a few, and a session that becomes
 * free goes to the space that holds the fewest. Within a space the order is kept.
 */
export class AcquireQueue<Slot> {
  readonly #shares: Shares
  readonly #wait_ms_max: number | undefined
  /** Spaces that hold a session or wait for one. */
  readonly #spaces = new Map<number | undefined, Space<Slot>>()
  #waiting = 0
  #heavy = 0

  constructor(shares: Shares, ms_max?: number) {
    this.#shares = shares
    this.#wait_ms_max = ms_max
  }

  get size() {
    return this.#waiting
  }

  /** Whether this work may have a session at once, if there is one. */
  admits({ space, heavy }: Demand) {
    const { held = 0, heavy: running = 0 } = this.#spaces.get(space) ?? {}
    return this.#fits(heavy, held, running)
  }

  /** Counts a session that was handed out. */
  hold({ space, heavy }: Demand) {
    const mine = this.#spaceOf(space)
    mine.held++
    if (heavy) {
      mine.heavy++
      this.#heavy++
    }
  }

  /** Counts a session that was given back. */
  release({ space, heavy }: Demand) {
    const mine = this.#spaceOf(space)
    mine.held--
    if (heavy) {
      mine.heavy--
      this.#heavy--
    }
    this.#forget(space, mine)
  }

  wait(demand: Demand, now_ms: number): Promise<Slot> {
    const mine = this.#spaceOf(demand.space)
    if (this.#waiting >= waiting_max || mine.waiting.length >= waiting_of_space_max) throw overloaded()
    if (mine.waiting.length === 0) mine.queued_since_ms = now_ms
    const lasts = now_ms - mine.queued_since_ms > lasting_ms
    return new Promise((give, refuse) => {
      const leave = () => {
        mine.waiting.splice(mine.waiting.indexOf(waiter), 1)
        this.#waiting--
        this.#forget(demand.space, mine)
        refuse(overloaded())
      }
      const timer = setTimeout(leave, this.#wait_ms_max ?? (lasts ? wait_in_lasting_queue_ms_max : wait_ms_max))
      const waiter: Waiter<Slot> = { ...demand, timer, give, refuse }
      mine.waiting.push(waiter)
      this.#waiting++
    })
  }

  /** The work that is to have the next free session: of the space that holds the fewest, the first that fits. */
  next(): Waiter<Slot> | undefined {
    let best: Space<Slot> | undefined
    let position = -1
    for (const space of this.#spaces.values()) {
      if (space.waiting.length === 0 || (best && best.held <= space.held)) continue
      const first = space.waiting.findIndex(({ heavy }) => this.#fits(heavy, space.held, space.heavy))
      if (first >= 0) [best, position] = [space, first]
    }
    return best && this.#take(best, position)
  }

  /** All that wait, whatever their share: for when there is nothing to share. */
  drain(): Waiter<Slot>[] {
    return [...this.#spaces.values()].flatMap(space => space.waiting.slice().map(() => this.#take(space, 0)))
  }

  #take(space: Space<Slot>, position: number) {
    const waiter = space.waiting.splice(position, 1)[0] as Waiter<Slot>
    clearTimeout(waiter.timer)
    this.#waiting--
    // Behind the others that hold as few: they come first next time.
    this.#spaces.delete(waiter.space)
    this.#spaces.set(waiter.space, space)
    return waiter
  }

  #fits(heavy: boolean, held: number, running: number) {
    const { of_space_max, heavy_of_space_max, heavy_max } = this.#shares
    return held < of_space_max && (!heavy || (running < heavy_of_space_max && this.#heavy < heavy_max))
  }

  #spaceOf(id: number | undefined) {
    const known = this.#spaces.get(id)
    if (known) return known
    const fresh: Space<Slot> = { held: 0, heavy: 0, waiting: [], queued_since_ms: 0 }
    this.#spaces.set(id, fresh)
    return fresh
  }

  #forget(id: number | undefined, space: Space<Slot>) {
    if (space.held === 0 && space.waiting.length === 0) this.#spaces.delete(id)
  }
}
