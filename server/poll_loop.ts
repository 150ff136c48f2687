/**
 * Looks for work whenever it is woken, and now and then by itself. One round at a time: who wakes it in the middle of one gets another
 * afterwards. Stopping waits for the round that is under way.
 */
export class Rounds {
  readonly #round: () => Promise<void>
  readonly #every_ms: number
  readonly #complain: (error: unknown) => void
  #under_way: Promise<void> | undefined
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(round: () => Promise<void>, every_ms: number, complain: (error: unknown) => void) {
    this.#round = round
    this.#every_ms = every_ms
    this.#complain = complain
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
    this.#under_way ??= this.#go().finally(() => {
      this.#under_way = undefined
    })
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#under_way
  }

  async #go() {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        await this.#round()
      }
    } catch (error) {
      this.#complain(error)
    }
  }
}
