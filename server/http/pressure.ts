import { ApiError } from '../errors.ts'

const look_ms = 100
const behind_ms_max = 500
/** How much of an old lag still counts at the next look: a lag is forgotten within a second, not at once. */
const fading = 0.7

/**
 * How far this process is behind. When it does not get round to its timers in time, it does not get round to requests either: then new
 * ones are refused before anything is done for them, so that those which were let in are answered soon.
 */
export class Pressure {
  #behind_ms = 0
  #looked_ms = performance.now()
  readonly #timer = setInterval(() => this.look(), look_ms).unref()

  get behind_ms() {
    return this.#behind_ms
  }

  look(now_ms = performance.now()) {
    const late_ms = Math.max(0, now_ms - this.#looked_ms - look_ms)
    this.#behind_ms = Math.max(late_ms, this.#behind_ms * fading)
    this.#looked_ms = now_ms
  }

  /** Refuses while there is too much to do. */
  admit() {
    if (this.#behind_ms > behind_ms_max) throw overloaded()
  }

  end() {
    clearInterval(this.#timer)
  }
}

const overloaded = () =>
  new ApiError('unavailable', 'Muster has more to do than it can just now; try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
