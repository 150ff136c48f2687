import type { Registry } from 'prom-client'
import type { Pool } from '../db/pool/pool.ts'
import { type QueueState, queueStates, readPostgresVersion } from './queries.ts'

export interface GaugeOptions {
  version: string
  /** Reads the queues of all spaces. */
  worker: Pool
  pools: Record<string, Pool>
  /** The scheduled backups; undefined if Muster takes none. */
  backups: { every_s: number; newest: () => Date | undefined } | undefined
}

type Prometheus = typeof import('prom-client')

/** Adds what is measured when /metrics is read. */
export function addGauges(prometheus: Prometheus, register: Registry, options: GaugeOptions) {
  const registers = [register]
  new prometheus.Gauge({ name: 'muster_processes', help: 'Processes that serve requests.', registers }).set(1)
  addBuildInfo(prometheus, register, options)
  addConnections(prometheus, register, options)
  addQueues(prometheus, register, options)
  addBackups(prometheus, register, options)
}

// Where all processes have the same value, the metrics of one count.
const aggregator = 'first'

function addBuildInfo({ Gauge }: Prometheus, register: Registry, { version, worker }: GaugeOptions) {
  let postgres: string | undefined
  new Gauge({
    name: 'muster_build_info',
    help: 'The versions of Muster, Node and PostgreSQL. The value is 1.',
    labelNames: ['version', 'node', 'postgres'],
    registers: [register],
    aggregator,
    async collect() {
      // The other metrics are served even if the database does not answer.
      postgres ??= await worker.read({}, readPostgresVersion).catch(() => undefined)
      this.reset()
      this.set({ version, node: process.versions.node, postgres: postgres ?? 'unknown' }, 1)
    },
  })
}

function addConnections({ Gauge }: Prometheus, register: Registry, { pools }: GaugeOptions) {
  new Gauge({
    name: 'muster_database_connections',
    help: 'Database connections by pool, in use or idle.',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [pool, { load }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, load.used)
        this.set({ pool, state: 'idle' }, load.idle)
      }
    },
  })
  new Gauge({
    name: 'muster_database_connections_pending',
    help: 'Requests that wait for a database connection, by pool.',
    labelNames: ['pool'],
    registers: [register],
    collect() {
      for (const [pool, { load }] of Object.entries(pools)) this.set({ pool }, load.waiting)
    },
  })
}

function addQueues({ Gauge }: Prometheus, register: Registry, { worker }: GaugeOptions) {
  // Both gauges show one reading. prom-client collects them at the same time.
  let reading: Promise<QueueState[]> | undefined
  const read = () =>
    (reading ??= worker
      .readReachableSpaces(queueStates)
      .catch(() => [])
      .finally(() => {
        reading = undefined
      }))
  new Gauge({
    name: 'muster_queue_items',
    help: 'Mail, jobs, webhook deliveries and events without a place in the change feed, in all spaces. Abandoned mail is counted for 7 days.',
    labelNames: ['queue', 'state'],
    registers: [register],
    aggregator,
    async collect() {
      this.reset()
      for (const { queue, state, count } of await read()) this.set({ queue, state }, count)
    },
  })
  new Gauge({
    name: 'muster_queue_oldest_item_age_seconds',
    help: 'How long the oldest waiting item of a queue has waited; 0 if none waits.',
    labelNames: ['queue'],
    registers: [register],
    aggregator,
    async collect() {
      this.reset()
      for (const { queue, state, oldest_s } of await read()) if (state === 'waiting') this.set({ queue }, oldest_s)
    },
  })
}

function addBackups({ Gauge }: Prometheus, register: Registry, { backups }: GaugeOptions) {
  if (!backups) return
  new Gauge({
    name: 'muster_backup_last_success_timestamp_seconds',
    help: 'When the newest scheduled backup was taken, as Unix time; 0 if there is none.',
    registers: [register],
    aggregator,
    collect() {
      this.set((backups.newest()?.getTime() ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'muster_backup_interval_seconds',
    help: 'How often a backup is taken (BACKUP_HOURS).',
    registers: [register],
    aggregator,
  }).set(backups.every_s)
}
