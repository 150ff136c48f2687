import { setImmediate } from 'node:timers/promises'

/** How long a file is read before other requests get a turn. */
const busy_ms_max = 20

/** Lets other requests be served while a large file is read: `if (turns.isDue()) await turns.give()`. */
export class Turns {
  #resumed = performance.now()

  isDue() {
    return performance.now() - this.#resumed >= busy_ms_max
  }

  async give() {
    await setImmediate()
    this.#resumed = performance.now()
  }
}

/** Maps each value and leaves out undefined; other requests are served in between. */
export async function mapInTurns<Value, Result>(
  values: Value[],
  map: (value: Value, index: number) => Result | undefined,
): Promise<Result[]> {
  const turns = new Turns()
  const results: Result[] = []
  for (const [index, value] of values.entries()) {
    const result = map(value, index)
    if (result !== undefined) results.push(result)
    if (turns.isDue()) await turns.give()
  }
  return results
}
