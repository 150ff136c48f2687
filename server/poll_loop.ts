/**
 * Polls for work at an interval, and whenever it is woken. Polls do not overlap: waking it during one starts another afterwards. `stop` waits
 * for the current poll.
 */
export class PollLoop {
  readonly #poll: () => Promise<void>
  readonly #every_ms: number
  readonly #onError: (error: unknown) => void
  #running: Promise<void> | undefined
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(poll: () => Promise<void>, every_ms: number, onError: (error: unknown) => void) {
    this.#poll = poll
    this.#every_ms = every_ms
    this.#onError = onError
  }

  get stopped() {
    return this.#stopped
  }

  start() {
    this.#timer = setInterval(() => this.wake(), this.#every_ms).unref()
    this.wake()
  }

  wake() {
    if (this.#stopped) return
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #run() {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        await this.#poll()
      }
    } catch (error) {
      this.#onError(error)
    }
  }
}
