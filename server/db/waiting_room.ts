import { overloaded } from './trouble.ts'

interface Waiter<Slot> {
  timer: NodeJS.Timeout
  give: (slot: Slot) => void
  refuse: (error: unknown) => void
}

const queue_max = 1000
const usual_wait_ms_max = 4000
/** Where there has been a queue for so long, it would only grow: then nobody waits longer than this. */
const standing_ms = 1000
const wait_in_standing_ms_max = 1000

/** Those who wait for a session, in their order. Nobody waits for ever, and there is room for so many only. */
export class WaitingRoom<Slot> {
  readonly #waiting: Waiter<Slot>[] = []
  readonly #wait_ms_max: number | undefined
  #queueless_ms = 0

  constructor(wait_ms_max?: number) {
    this.#wait_ms_max = wait_ms_max
  }

  get size() {
    return this.#waiting.length
  }

  enter(now_ms: number): Promise<Slot> {
    if (this.size >= queue_max) throw overloaded()
    if (this.size === 0) this.#queueless_ms = now_ms
    const standing = now_ms - this.#queueless_ms > standing_ms
    return new Promise((give, refuse) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        refuse(overloaded())
      }
      const timer = setTimeout(leave, this.#wait_ms_max ?? (standing ? wait_in_standing_ms_max : usual_wait_ms_max))
      const waiter: Waiter<Slot> = { timer, give, refuse }
      this.#waiting.push(waiter)
    })
  }

  next(): Waiter<Slot> | undefined {
    const next = this.#waiting.shift()
    clearTimeout(next?.timer)
    return next
  }
}
