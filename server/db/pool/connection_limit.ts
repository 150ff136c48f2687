const between_attempts_ms = 1000

/** How many sessions a set may have: all of them, or fewer after the server has reported that it is out of connections. */
export class ConnectionLimit {
  readonly #all: number
  #current: number
  #tried_ms = 0

  constructor(all: number) {
    this.#all = all
    this.#current = all
  }

  get current() {
    return this.#current
  }

  /** Whether to try now if the server has room for one more. True once in a while. */
  tryAnother() {
    const now_ms = performance.now()
    if (this.#current >= this.#all || now_ms - this.#tried_ms < between_attempts_ms) return false
    this.#tried_ms = now_ms
    return true
  }

  /** The server refused another connection to a set that has this many open. */
  lower(open: number) {
    this.#current = Math.max(1, Math.min(open, this.#current))
    this.#tried_ms = performance.now()
  }

  /** The server accepted another connection. */
  raise() {
    this.#current = Math.min(this.#current + 1, this.#all)
  }
}
