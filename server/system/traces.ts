import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

// Sends spans to an OpenTelemetry collector as OTLP JSON over HTTP, if OTEL_EXPORTER_OTLP_ENDPOINT is set.

interface Span {
  traceId: string
  spanId: string
  parentSpanId: string
  /** Whether the traceparent of the request asks for it to be recorded. */
  sampled: boolean
  name: string
  kind: number
  begun_ns: bigint
  attributes: Record<string, string | number>
}

export interface TracesOptions {
  endpoint: string
  version: string
  log: FastifyBaseLogger
}

const final_send_ms_max = 2000
const queue_max = 4096
const batch_max = 512
const every_ms = 2000
const send_ms_max = 5000
const warning_interval_ms = 60_000
const [internal, server] = [1, 2]

/** Collects spans and sends them in batches. Requests never wait for it: spans that do not fit into the queue are dropped. */
export class Traces {
  readonly #options: TracesOptions
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #queue: object[] = []
  readonly #timer = setInterval(() => void this.#send(), every_ms).unref()
  #sending: Promise<void> | undefined
  #dropped = 0
  #warned_ms = -warning_interval_ms

  constructor(options: TracesOptions) {
    this.#options = options
  }

  /** Adds a span for each request, as a child of the span in its traceparent. */
  instrument(app: FastifyInstance) {
    const spans = new WeakMap<FastifyRequest, Span>()
    app.addHook('onRequest', (request, _, done) => {
      const span = this.#begin(request.method, server, parentIn(request.headers['traceparent']))
      spans.set(request, span)
      this.#current.run(span, done)
    })
    app.addHook('onResponse', async (request, reply) => {
      const span = spans.get(request)
      if (!span) return
      // The route pattern, not the URL, which may contain a secret or a name.
      const route = request.routeOptions.url ?? 'unmatched'
      span.name = `${request.method} ${route}`
      Object.assign(span.attributes, {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'muster.request_id': request.id,
      })
      this.#end(span, reply.statusCode >= 500)
    })
  }

  /** Runs `work` in a span, as a child of the current span. */
  async trace<T>(name: string, work: () => Promise<T>): Promise<T> {
    const span = this.#begin(name, internal, this.#current.getStore())
    let failed = true
    try {
      const value = await this.#current.run(span, work)
      failed = false
      return value
    } finally {
      this.#end(span, failed)
    }
  }

  /** Sends the remaining spans, with a short timeout. */
  async stop() {
    clearInterval(this.#timer)
    const sent = (async () => {
      await this.#sending
      await this.#send()
    })()
    await Promise.race([sent, delay(final_send_ms_max, undefined, { ref: false })])
  }

  #begin(name: string, kind: number, parent?: Pick<Span, 'traceId' | 'spanId' | 'sampled'>): Span {
    return {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: parent?.spanId ?? '',
      sampled: parent?.sampled ?? true,
      name,
      kind,
      begun_ns: now_ns(),
      attributes: {},
    }
  }

  #end({ sampled, begun_ns, attributes, ...span }: Span, failed: boolean) {
    if (!sampled) return
    if (this.#queue.length >= queue_max) return void this.#dropped++
    this.#queue.push({
      ...span,
      startTimeUnixNano: String(begun_ns),
      endTimeUnixNano: String(now_ns()),
      attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: asValue(value) })),
      status: failed ? { code: 2 } : {},
    })
    if (this.#queue.length === batch_max) void this.#send()
  }

  #send() {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #sendBatches() {
    while (this.#queue.length > 0) {
      const spans = this.#queue.splice(0, batch_max)
      try {
        const response = await fetch(`${this.#options.endpoint.replace(/\/$/, '')}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(this.#envelope(spans)),
          signal: AbortSignal.timeout(send_ms_max),
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`it answered ${response.status}`)
      } catch (error) {
        this.#dropped += spans.length
        return this.#warn(error)
      }
    }
  }

  // At most one warning a minute, for a collector that is unreachable for hours.
  #warn(error: unknown) {
    if (performance.now() - this.#warned_ms < warning_interval_ms) return
    this.#warned_ms = performance.now()
    this.#options.log.warn({ err: error, dropped: this.#dropped }, 'could not send traces')
  }

  #envelope(spans: object[]) {
    const attributes = [
      { key: 'service.name', value: asValue('muster') },
      { key: 'service.version', value: asValue(this.#options.version) },
    ]
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'muster' }, spans }] }] }
  }
}

const asValue = (value: string | number) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: value }

const now_ns = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n

/** The parent span of a W3C traceparent header; undefined if it is missing or invalid. */
function parentIn(header: string | string[] | undefined) {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header ?? '')) ?? []
  if (!traceId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
