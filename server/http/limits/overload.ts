import { ApiError } from '../../errors.ts'

const sample_ms = 100
const late_ms_max = 1000
/** A single pause says nothing; so many late looks in a row say that there is more to do than can be done. */
const late_samples_max = 3

/**
 * Whether this process keeps up. When it does not get round to its timers in time, it does not get round to requests either: then new
 * ones are refused before anything is done for them, so that those which were let in are answered soon.
 */
export class OverloadMonitor {
  #looked_ms = performance.now()
  #late_looks = 0
  readonly #timer = setInterval(() => this.sample(), sample_ms).unref()

  sample(now_ms = performance.now()) {
    const late_ms = now_ms - this.#looked_ms - sample_ms
    this.#late_looks = late_ms > late_ms_max ? this.#late_looks + 1 : 0
    this.#looked_ms = now_ms
  }

  /** Refuses while there is too much to do. */
  admit() {
    if (this.#late_looks < late_samples_max) return
    throw new ApiError('unavailable', 'Muster has more to do than it can just now; try again in a moment.', {
      headers: { 'retry-after': '1' },
    })
  }

  end() {
    clearInterval(this.#timer)
  }
}
