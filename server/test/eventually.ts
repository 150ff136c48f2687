import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

// Far longer than anything takes: a busy machine must not look like a fault.
const wait_ms_max = 60_000

/** Waits until something is true: for what happens in the background, such as mail. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  ms_max = wait_ms_max,
): Promise<T> {
  const deadline = Date.now() + ms_max
  for (;;) {
    const seen = await look()
    if (seen || Date.now() >= deadline) {
      assert.ok(seen, 'it did not happen in time')
      return seen
    }
    await delay(20)
  }
}
