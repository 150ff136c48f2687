import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../db/pool/pool.ts'
import { ApiError } from '../errors.ts'
import type { PeerProcesses } from '../http/limits/peer_processes.ts'
import { tokenIn } from '../http/server.ts'
import { queueItems } from './queries.ts'

export interface MetricsOptions {
  /** The bearer token that clients must send. Without it /metrics does not exist and nothing is measured. */
  token: string | undefined
  /** Reads the queues of all spaces. */
  worker: Pool
  pools: Record<string, Pool>
  /** The other processes of this server. Each process returns the metrics of all. */
  peers: PeerProcesses | undefined
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Serves /metrics in the text format of Prometheus. Metrics have counts and times only: no names, addresses or spaces. */
export async function registerMetrics(app: FastifyInstance, { token, worker, pools, peers }: MetricsOptions) {
  if (!token) return
  const { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'muster_requests_total',
    help: 'Requests, by operation and status of the response.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'muster_request_duration_seconds',
    help: 'Duration of requests, by operation.',
    labelNames: ['operation'],
    buckets: seconds,
    registers,
  })
  new Gauge({ name: 'muster_processes', help: 'Processes that serve requests.', registers }).set(1)
  new Gauge({
    name: 'muster_database_connections',
    help: 'Database connections by pool: in use, idle, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { load }] of Object.entries(pools))
        for (const [state, count] of Object.entries(load)) this.set({ pool, state }, count)
    },
  })
  new Gauge({
    name: 'muster_queue_items',
    help: 'Mail and jobs in all spaces, by state. Abandoned mail is counted for 7 days.',
    labelNames: ['queue', 'state'],
    registers,
    // The value is the same in all processes.
    aggregator: 'first',
    async collect() {
      this.reset()
      // The other metrics are served even if the database does not answer.
      const items = await worker.readReachableSpaces(queueItems).catch(() => [])
      for (const { count, ...labels } of items) this.set(labels, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = `${request.method} ${request.routeOptions.url ?? 'unmatched'}`
    requests.inc({ operation, status: reply.statusCode })
    duration.observe({ operation }, reply.elapsedTime / 1000)
  })
  peers?.onMeasure(() => register.getMetricsAsJSON())
  app.get('/metrics', { config: { own_authorization: true } }, async (request, reply) => {
    if (!isSame(tokenIn(request) ?? '', token))
      throw new ApiError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer realm="muster metrics"' },
      })
    const all = [await register.getMetricsAsJSON(), ...((await peers?.measurements()) ?? [])]
    return reply.type(register.contentType).send(await AggregatorRegistry.aggregate(all as object[]).metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
