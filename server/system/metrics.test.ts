import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { backupName } from '../backup/folder.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'

const token = 'the-monitor-of-the-house'
const backups = mkdtempSync(join(tmpdir(), 'muster-metrics-'))
after(() => rmSync(backups, { recursive: true }))
writeFileSync(join(backups, backupName(new Date('2026-01-02T03:04:05Z'))), '')
const app = await startTestApp({
  env: { METRICS_TOKEN: token, BACKUP_DIR: backups, BACKUP_HOURS: '6', RATE_BURST: '30', RATE_PER_SECOND: '1' },
  own: true,
})
const plain = await startTestApp({ same_database_as: app })
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'admin' })

const numberAt = (text: string, line: string) => {
  const found = text.split('\n').find(one => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

const metrics = async () => (await app.as({ token }).get('/metrics')).text
/** The names under which a metric can be queried. */
const namesOf = (name: string, type = '') =>
  type === 'histogram' ? ['_bucket', '_count', '_sum'].map(end => `${name}${end}`) : [name]

describe('metrics', () => {
  test('measure every request by method, route and class of status', async () => {
    const line = 'muster_http_request_duration_seconds_count{method="GET",route="/teams",status="2xx"}'
    const before = numberAt(await metrics(), line) ?? 0
    for (let n = 0; n < 3; n++) assert.equal((await app.as(admin).get('/teams')).status, 200)
    await app.as(admin).get('/teams/999999')
    const { status, text, headers } = await app.as({ token }).get('/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.equal(numberAt(text, line), before + 3)
    const missing = line.replace('"/teams",status="2xx"', '"/teams/:id",status="4xx"')
    assert.equal(numberAt(text, missing), 1)
  })

  test('count requests that were refused to protect the server', async () => {
    const line = 'muster_http_requests_shed_total{reason="rate_limited"}'
    const before = numberAt(await metrics(), line)
    assert.equal(typeof before, 'number')
    const eager = await aUser(app, space, { role: 'user' })
    const statuses: number[] = []
    // A few at a time: many may be refused for another reason on a busy machine.
    while (!statuses.includes(429) && statuses.length < 400)
      statuses.push(...(await Promise.all([1, 2, 3, 4, 5].map(async () => (await app.as(eager).get('/me')).status))))
    const refused = statuses.filter(status => status === 429).length
    assert.ok(refused > 0, String(statuses))
    assert.equal(numberAt(await metrics(), line), (before ?? 0) + refused)
  })

  test('report queues, connections, versions and backups', async () => {
    await app.owner`
      insert into mail_outbox (created_at, recipient, subject, body) values (now() - interval '1 hour', 'a@example.org', 'Late', '')`
    const text = await metrics()
    assert.equal(numberAt(text, 'muster_queue_items{queue="mail",state="waiting"}'), 1)
    assert.equal(numberAt(text, 'muster_queue_items{queue="jobs",state="waiting"}'), 0)
    assert.equal(numberAt(text, 'muster_queue_items{queue="webhook_deliveries",state="waiting"}'), 0)
    assert.ok((numberAt(text, 'muster_queue_oldest_item_age_seconds{queue="mail"}') ?? 0) >= 3600)
    assert.equal(numberAt(text, 'muster_queue_oldest_item_age_seconds{queue="jobs"}'), 0)
    assert.ok(numberAt(text, 'muster_database_connections{pool="requests",state="used"}') !== undefined)
    assert.equal(numberAt(text, 'muster_database_connections_pending{pool="requests"}'), 0)
    assert.match(text, /^muster_build_info\{version="\d[^"]+",node="\d+[^"]+",postgres="\d+[^" ]*"\} 1$/m)
    assert.equal(numberAt(text, 'muster_backup_last_success_timestamp_seconds'), Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)
    assert.equal(numberAt(text, 'muster_backup_interval_seconds'), 6 * 3600)
    assert.ok(numberAt(text, 'process_resident_memory_bytes'))
  })

  test('are all that the alerts and the dashboard of deploy/ name', async () => {
    const text = await metrics()
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
    )
    for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/muster.json']) {
      const queried = readFileSync(file, 'utf8').match(/\b(muster|process|nodejs)_[a-z0-9_]+\b/g) ?? []
      const metric_names = queried.filter(name => name !== 'muster_token')
      assert.ok(metric_names.length > 5, file)
      for (const name of metric_names) assert.ok(known.has(name), `${file} names ${name}`)
    }
  })

  test('follow the conventions of Prometheus: counters end in _total, and only they are counted up', async () => {
    const types = new Map(
      [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]),
    )
    for (const [name, type] of types) assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
    for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/muster.json']) {
      const rates = [...readFileSync(file, 'utf8').matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name)
      assert.ok(rates.length > 0, file)
      for (const name of rates)
        assert.ok(
          ['counter', 'histogram'].includes(types.get(name.replace(/_(count|bucket)$/, '')) ?? ''),
          `${file}: ${name}`,
        )
    }
  })

  test('contain no personal data: no URL as it was sent, no name, no space', async () => {
    await app.as(admin).get('/contacts/12345678?secret=hunter2')
    await app.as().get('/nowhere/hunter2')
    const { text } = await app.as({ token }).get('/metrics')
    assert.doesNotMatch(text, /12345678|hunter2|Two Rivers/)
    assert.match(text, /method="GET",route="unmatched",status="4xx"/)
  })

  test('need the token of the monitor', async () => {
    for (const asked of [app.as(), app.as(admin), app.as({ token: `${token}x` })])
      assert.equal((await asked.get('/metrics')).status, 401)
  })

  test('are disabled by default', async () => {
    assert.equal((await plain.as().get('/metrics')).status, 404)
  })
})
