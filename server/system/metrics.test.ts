import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'

const token = 'the-monitor-of-the-house'
const app = await startTestApp({ env: { METRICS_TOKEN: token } })
const plain = await startTestApp({ same_database_as: app })
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'admin' })

const numberAt = (text: string, line: string) => {
  const found = text.split('\n').find(one => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('metrics', () => {
  test('count every response by operation and status, and report queue lengths', async () => {
    const line = 'muster_requests_total{operation="GET /teams",status="200"}'
    const before = numberAt((await app.as({ token }).get('/metrics')).text, line) ?? 0
    for (let n = 0; n < 3; n++) assert.equal((await app.as(admin).get('/teams')).status, 200)
    await app.as(admin).get('/teams/999999')
    const { status, text, headers } = await app.as({ token }).get('/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.equal(numberAt(text, line), before + 3)
    assert.equal(numberAt(text, 'muster_requests_total{operation="GET /teams/:id",status="404"}'), 1)
    assert.equal(numberAt(text, 'muster_request_duration_seconds_count{operation="GET /teams"}'), before + 3)
    assert.equal(numberAt(text, 'muster_queue_items{queue="jobs",state="waiting"}'), 0)
    assert.ok(numberAt(text, 'muster_database_connections{pool="requests",state="used"}') !== undefined)
    assert.ok(numberAt(text, 'process_resident_memory_bytes'))
  })

  test('contain no personal data: no URL as it was sent, no name, no space', async () => {
    await app.as(admin).get('/contacts/12345678?secret=hunter2')
    await app.as().get('/nowhere/hunter2')
    const { text } = await app.as({ token }).get('/metrics')
    assert.doesNotMatch(text, /12345678|hunter2|Two Rivers/)
    assert.match(text, /operation="GET unmatched",status="404"/)
  })

  test('need the token of the monitor', async () => {
    for (const asked of [app.as(), app.as(admin), app.as({ token: `${token}x` })])
      assert.equal((await asked.get('/metrics')).status, 401)
  })

  test('are disabled by default', async () => {
    assert.equal((await plain.as().get('/metrics')).status, 404)
  })
})
