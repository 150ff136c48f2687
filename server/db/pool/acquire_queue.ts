import { overloaded } from '../../errors.ts'

/** A request for a session. */
export interface Demand {
  /** The space that the work is for. Work without a space counts as one space of its own. */
  space: number | undefined
  /** Uses a lot of database time: few of these run at once. */
  heavy: boolean
}

export interface Shares {
  /** Sessions that one space may hold at once. */
  of_space_max: number
  /** Heavy transactions that may run at once: of one space, and of all spaces. */
  heavy_of_space_max: number
  heavy_max: number
}

/** One space gets at most three quarters of the sessions and an eighth for heavy work; all heavy work together gets half. */
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
 * Shares the sessions of a pool fairly between spaces. A space never gets all of them, its heavy work gets only a few, and a session that
 * becomes free goes to the space that holds the fewest. Within a space the order is first in, first out.
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

  /** Whether the space may hold one more session. */
  admits({ space, heavy }: Demand) {
    const { held = 0, heavy: running = 0 } = this.#spaces.get(space) ?? {}
    return this.#admitsWork(heavy, held, running)
  }

  /** Records that a session was leased. */
  hold({ space, heavy }: Demand) {
    const mine = this.#spaceOf(space)
    mine.held++
    if (heavy) {
      mine.heavy++
      this.#heavy++
    }
  }

  /** Records that a session was released. */
  release({ space, heavy }: Demand) {
    const mine = this.#spaceOf(space)
    mine.held--
    if (heavy) {
      mine.heavy--
      this.#heavy--
    }
    this.#dropIfIdle(space, mine)
  }

  wait(demand: Demand, now_ms: number): Promise<Slot> {
    const mine = this.#spaceOf(demand.space)
    if (this.#waiting >= waiting_max || mine.waiting.length >= waiting_of_space_max) throw overloaded()
    if (mine.waiting.length === 0) mine.queued_since_ms = now_ms
    const congested = now_ms - mine.queued_since_ms > congested_after_ms
    return new Promise((give, refuse) => {
      const leave = () => {
        mine.waiting.splice(mine.waiting.indexOf(waiter), 1)
        this.#waiting--
        this.#dropIfIdle(demand.space, mine)
        refuse(overloaded())
      }
      const timer = setTimeout(leave, this.#wait_ms_max ?? (congested ? congested_wait_ms_max : wait_ms_max))
      const waiter: Waiter<Slot> = { ...demand, timer, give, refuse }
      mine.waiting.push(waiter)
      this.#waiting++
    })
  }

  /** The waiter that gets the next free session: the first admissible one of the space that holds the fewest. */
  next(): Waiter<Slot> | undefined {
    let best: Space<Slot> | undefined
    let position = -1
    for (const space of this.#spaces.values()) {
      if (space.waiting.length === 0 || (best && best.held <= space.held)) continue
      const first = space.waiting.findIndex(({ heavy }) => this.#admitsWork(heavy, space.held, space.heavy))
      if (first >= 0) [best, position] = [space, first]
    }
    return best && this.#take(best, position)
  }

  /** Removes and returns all waiters, for when the database is unreachable. */
  drain(): Waiter<Slot>[] {
    return [...this.#spaces.values()].flatMap(space => space.waiting.slice().map(() => this.#take(space, 0)))
  }

  #take(space: Space<Slot>, position: number) {
    const waiter = space.waiting.splice(position, 1)[0] as Waiter<Slot>
    clearTimeout(waiter.timer)
    this.#waiting--
    // Moves the space to the end of the order, so that others with as few sessions come first next time.
    this.#spaces.delete(waiter.space)
    this.#spaces.set(waiter.space, space)
    return waiter
  }

  #admitsWork(heavy: boolean, held: number, running: number) {
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

  #dropIfIdle(id: number | undefined, space: Space<Slot>) {
    if (space.held === 0 && space.waiting.length === 0) this.#spaces.delete(id)
  }
}
