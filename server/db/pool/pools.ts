import type { NodeWatch } from '../citus/node_watch.ts'
import type { Topic } from '../notifications.ts'
import type { PoolOptions } from './options.ts'
import { Pool } from './pool.ts'
import { list_connections, sharesOf } from './shares.ts'
import type { WriteFailures } from './write_failures.ts'

interface PoolsOptions {
  url: string
  /** Sessions for requests; the other pools have two each. */
  connections: number
  onNotification: (topic: Topic) => void
  nodes: NodeWatch
  write_failures: WriteFailures
  /** Traces the transactions of a pool under this name, if tracing is on. */
  traceAs: (name: string) => Pick<PoolOptions, 'trace'>
}

/** The pools of a process, one for each kind of work, so that one kind never waits for another. */
export function openPools({ url, connections, onNotification, nodes, write_failures, traceAs }: PoolsOptions) {
  const app = { url, role: 'muster_app', connections: 2, nodes, write_failures }
  const worker = { url, role: 'muster_worker', nodes, write_failures }
  return {
    requests: new Pool({
      ...app,
      connections: connections - list_connections,
      shares: sharesOf(connections - list_connections),
      onNotification,
      ...traceAs('transaction'),
    }),
    // Downloads and writes that take minutes.
    reports: new Pool({
      ...app,
      shares: { of_space_max: 1, heavy_of_space_max: 1, heavy_max: 2 },
      statement_timeout_ms: 600_000,
      wait_ms_max: 20_000,
      ...traceAs('report'),
    }),
    jobs: new Pool({ ...app, statement_timeout_ms: 120_000, onNotification, ...traceAs('job') }),
    events: new Pool({ ...app, onNotification }),
    // Reads the queues of all spaces.
    worker: new Pool({ ...worker, connections: 2, statement_timeout_ms: 60_000 }),
    // Checks the nodes of a distributed database. Otherwise it opens no session.
    nodes: new Pool({ ...worker, connections: 1, statement_timeout_ms: 60_000 }),
  }
}
