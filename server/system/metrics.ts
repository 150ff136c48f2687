import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../db/pool/pool.ts'
import { ApiError } from '../errors.ts'
import type { Others } from '../http/limits/peer_processes.ts'
import { tokenIn } from '../http/server.ts'
import { backlog } from './queries.ts'

export interface Measured {
  /** What whoever asks must show. Without it there are no metrics, and nothing is measured. */
  token: string | undefined
  /** Sees every space: for how much waits. */
  worker: Pool
  pools: Record<string, Pool>
  /** Other processes of this server: what they measured is told with our own, whichever is asked. */
  others: Others | undefined
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What a monitor wants to know, in the text format of Prometheus. Counts and times only: no names, no addresses, no spaces. */
export async function registerMetrics(app: FastifyInstance, { token, worker, pools, others }: Measured) {
  if (!token) return
  const { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'muster_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'muster_request_seconds',
    help: 'How long answers took, by operation.',
    labelNames: ['operation'],
    buckets: seconds,
    registers,
  })
  new Gauge({ name: 'muster_processes', help: 'Processes that serve side by side.', registers }).set(1)
  new Gauge({
    name: 'muster_database_connections',
    help: 'Connections to the database, by pool: in use, idle; and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { load }] of Object.entries(pools))
        for (const [state, count] of Object.entries(load)) this.set({ pool, state }, count)
    },
  })
  new Gauge({
    name: 'muster_waiting',
    help: 'What waits to be done: mail to send, mail given up this week, jobs queued and running.',
    labelNames: ['what'],
    registers,
    // All processes see the same.
    aggregator: 'first',
    async collect() {
      this.reset()
      // A database that does not answer must not hide the rest.
      const waiting = await worker.read({}, backlog).catch(() => ({}))
      for (const [what, count] of Object.entries(waiting)) this.set({ what }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = `${request.method} ${request.routeOptions.url ?? 'nowhere'}`
    requests.inc({ operation, status: reply.statusCode })
    duration.observe({ operation }, reply.elapsedTime / 1000)
  })
  others?.onMeasure(() => register.getMetricsAsJSON())
  app.get('/metrics', { config: { own_authorization: true } }, async (request, reply) => {
    if (!isSame(tokenIn(request) ?? '', token))
      throw new ApiError('unauthenticated', 'Show METRICS_TOKEN as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer realm="muster metrics"' },
      })
    const everywhere = [await register.getMetricsAsJSON(), ...((await others?.measurements()) ?? [])]
    return reply.type(register.contentType).send(await AggregatorRegistry.aggregate(everywhere as object[]).metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
