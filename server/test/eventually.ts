import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

// Long enough for a machine under heavy load.
const wait_ms_max = 180_000

/** Waits until `look` returns a value: for background work, such as mail. */
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
