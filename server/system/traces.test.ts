import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { eventually, startTestApp } from '../test/harness.ts'
import { anInvitation, aSpace, aUser } from '../test/people.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: object }[]
}

/** A collector as OpenTelemetry describes it. */
const spans: Span[] = []
let answer = 200
const collector = createServer(async (request, response) => {
  assert.deepEqual([request.url, request.headers['content-type']], ['/v1/traces', 'application/json'])
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
  if (answer === 200) spans.push(...resourceSpans[0].scopeSpans[0].spans)
  response.writeHead(answer).end('{}')
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const { port } = collector.address() as AddressInfo
after(() => collector.close())

const app = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
const admin = await aUser(app, await aSpace(app), { role: 'superadmin' })
const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

describe('traces', () => {
  test('show a request below its caller’s span, and its transaction below the request', async () => {
    const { headers } = await app.as(admin).get('/teams?limit=3', { traceparent: `00-${trace}-${parent}-01` })
    const request = await eventually(() =>
      spans.find(({ traceId, name }) => traceId === trace && name.startsWith('GET')),
    )
    assert.deepEqual([request.traceId, request.parentSpanId, request.name], [trace, parent, 'GET /teams'])
    assert.deepEqual(Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]])), {
      'http.request.method': 'GET',
      'http.route': '/teams',
      'http.response.status_code': '200',
      'muster.request_id': headers.get('x-request-id'),
    })
    const transaction = spans.find(
      ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'transaction',
    )!
    assert.equal(transaction.traceId, trace)
    assert.ok(BigInt(transaction.startTimeUnixNano) >= BigInt(request.startTimeUnixNano))
    assert.ok(BigInt(transaction.endTimeUnixNano) >= BigInt(transaction.startTimeUnixNano))
  })

  test('are omitted when the caller asks for none', async () => {
    const quiet = trace.replace('4', '5')
    await app.as(admin).get('/teams', { traceparent: `00-${quiet}-${parent}-00` })
    const heard = spans.length
    await app.as(admin).get('/me')
    await eventually(() => spans.length > heard)
    assert.ok(!spans.some(({ traceId }) => traceId === quiet))
  })

  test('start anew when traceparent is invalid', async () => {
    for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-${parent}-01`, `01-${trace}-${parent}`]) {
      const heard = spans.length
      assert.equal((await app.as(admin).get('/me', { traceparent })).status, 200)
      const span = await eventually(() => spans.slice(heard).find(({ name }) => name === 'GET /me'))
      assert.deepEqual([span.parentSpanId, span.traceId.length, span.traceId === trace], ['', 32, false])
    }
  })

  test('show outgoing mail', async () => {
    await anInvitation(app, admin, 'traced@example.org')
    const mail = await eventually(() => spans.find(({ name }) => name === 'mail'))
    assert.doesNotMatch(JSON.stringify(mail), /traced@example/)
  })

  test('do not affect requests when the collector fails', async () => {
    answer = 500
    for (let count = 0; count < 5; count++) assert.equal((await app.as(admin).get('/me')).status, 200)
  })
})
