import { setImmediate } from 'node:timers/promises'

// Long work on many values, during which the process answers other requests.

/** The work goes on for about this long before others get their turn. */
const busy_ms_max = 15

/** The results of the function for each value. */
export async function mapInTurns<Value, Result>(
  values: readonly Value[],
  resultOf: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let resumed = performance.now()
  for (const value of values) {
    results.push(resultOf(value))
    if (performance.now() - resumed < busy_ms_max) continue
    await setImmediate()
    resumed = performance.now()
  }
  return results
}
