import { overloaded } from '../../errors.ts'

const sample_ms = 100
/** Tests on a busy machine raise it. */
export const lateness = { ms_max: 1000 }
/** One late sample may be a pause. This many in a row mean that the process is overloaded. */
const late_samples_max = 3

/**
 * Measures event loop lag. While timers fire late, new requests are refused at once, so that accepted ones get their response soon.
 */
export class OverloadMonitor {
  #sampled_ms = performance.now()
  #late_samples = 0
  readonly #timer = setInterval(() => this.sample(), sample_ms).unref()

  sample(now_ms = performance.now()) {
    const late_ms = now_ms - this.#sampled_ms - sample_ms
    this.#late_samples = late_ms > lateness.ms_max ? this.#late_samples + 1 : 0
    this.#sampled_ms = now_ms
  }

  /** Throws while the process is overloaded. */
  admit() {
    if (this.#late_samples < late_samples_max) return
    throw overloaded()
  }

  end() {
    clearInterval(this.#timer)
  }
}
