import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { ApiError } from '../errors.ts'
import type { PeerProcesses } from '../http/limits/peer_processes.ts'
import { tokenIn } from '../http/server.ts'
import { addGauges, type GaugeOptions } from './gauges.ts'

export interface MetricsOptions extends GaugeOptions {
  /** The bearer token that clients must send. Without it /metrics does not exist and nothing is measured. */
  token: string | undefined
  /** The other processes of this server. Each process returns the metrics of all. */
  peers: PeerProcesses | undefined
}

/** Serves /metrics in the text format of Prometheus. Metrics have counts and times only: no names, addresses or spaces. */
export async function registerMetrics(app: FastifyInstance, { token, peers, ...options }: MetricsOptions) {
  if (!token) return
  const prometheus = await import('prom-client')
  const register = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)
  measureRequests(app, prometheus, register)
  addGauges(prometheus, register, options)
  peers?.onMeasure(() => register.getMetricsAsJSON())
  app.get('/metrics', { config: { own_authorization: true } }, async (request, reply) => {
    if (!isSame(tokenIn(request) ?? '', token))
      throw new ApiError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer realm="muster metrics"' },
      })
    const all = [await register.getMetricsAsJSON(), ...((await peers?.measurements()) ?? [])]
    return reply
      .type(register.contentType)
      .send(await prometheus.AggregatorRegistry.aggregate(all as object[]).metrics())
  })
}

/** Gauges with the suffix of counters, which Prometheus tools complain about. Others have the same numbers by type. */
const misnamed = ['handles', 'requests', 'resources'].map(kind => `nodejs_active_${kind}_total`)

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Errors by which the server protects itself. */
const shed_reasons = ['rate_limited', 'unavailable', 'too_expensive'] as const
const isShed = (code: string): code is (typeof shed_reasons)[number] => shed_reasons.some(reason => reason === code)

function measureRequests(
  app: FastifyInstance,
  { Counter, Histogram }: typeof import('prom-client'),
  register: Registry,
) {
  const duration = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Duration of HTTP requests. The status is a class, such as 2xx.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [register],
  })
  const shed = new Counter({
    name: 'muster_http_requests_shed_total',
    help: 'Requests refused to protect the server: rate_limited (429), unavailable or too_expensive (503).',
    labelNames: ['reason'],
    registers: [register],
  })
  // A counter that begins with its first increase has no rate then.
  for (const reason of shed_reasons) shed.inc({ reason }, 0)
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof ApiError && isShed(error.code)) shed.inc({ reason: error.code })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
