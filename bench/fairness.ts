import type { BenchServer } from './bench_server.ts'
import type { Dataset } from './dataset.ts'
import { runLoad } from './measure.ts'
import { hottest } from './operations.ts'

interface Fairness {
  /** What the busy space requests. */
  busy: string
  quiet_p99_ms: number
  busy_p99_ms: number
}

const crowd = 24
const seconds = 5

/** The latency of a small space alone, and while a large one sends expensive requests. */
export async function measureFairness({ url }: BenchServer, large: Dataset, small: Dataset): Promise<Fairness[]> {
  const send = (operation: string, dataset: Dataset, connections: number, length = seconds) =>
    runLoad({
      url,
      contender: 'muster',
      weights: { [operation]: 1 },
      datasets: [dataset],
      turn: 0,
      connections,
      seconds: length,
    })
  const found: Fairness[] = []
  for (const busy of [hottest.search, hottest.contacts, hottest.create]) {
    const quiet = await send(hottest.read, small, 1)
    // The large space starts earlier and ends later.
    const load = send(busy, large, crowd, seconds + 2)
    await new Promise(resolve => setTimeout(resolve, 1000))
    const disturbed = await send(hottest.read, small, 1)
    await load
    found.push({ busy, quiet_p99_ms: quiet.p99_ms, busy_p99_ms: disturbed.p99_ms })
  }
  return found
}
