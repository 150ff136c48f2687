import type { Topic } from '../notifications.ts'
import { sharesOf } from './acquire_queue.ts'
import { Pool, type PoolOptions } from './pool.ts'

interface Params {
  url: string
  /** Sessions for requests; the other pools have few. */
  connections: number
  onNews: (topic: Topic) => void
  /** Traces the transactions of a pool under this name, where traces are kept. */
  as: (name: string) => Pick<PoolOptions, 'around'>
}

/** The pools of a process, each for one kind of work, so that none of them waits for another. */
export function openPools({ url, connections, onNews, as }: Params) {
  const app = { url, role: 'muster_app', connections: 2 }
  return {
    requests: new Pool({ ...app, connections, shares: sharesOf(connections), onNews, ...as('transaction') }),
    // Downloads and writes that take minutes.
    reports: new Pool({
      ...app,
      shares: { of_space_max: 1, heavy_of_space_max: 1, heavy_max: 2 },
      statement_timeout_ms: 600_000,
      wait_ms_max: 20_000,
      ...as('report'),
    }),
    jobs: new Pool({ ...app, statement_timeout_ms: 120_000, onNews, ...as('job') }),
    events: new Pool({ ...app, onNews }),
    // Sees the queues of all spaces.
    worker: new Pool({ url, role: 'muster_worker', connections: 2, statement_timeout_ms: 60_000 }),
  }
}
