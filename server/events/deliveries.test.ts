import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { verifyWebhook, WebhookVerificationError } from '../../sdk/webhooks.ts'
import type { NotificationListener } from '../db/notification_listener.ts'
import { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import type { Language } from '../messages/language.ts'
import { readStored } from '../messages/stored.ts'
import { sessionsWaitingForLock } from '../test/concurrency.ts'
import { eventually } from '../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, mailsTo, roleId } from '../test/people.ts'
import { aReceiver, type Received, startDeliveringApps } from '../test/webhook_receiver.ts'
import { type Receiver, recordAttempts } from './deliveries.ts'
import { type DispatcherOptions, WebhookDispatcher } from './dispatcher.ts'
import { webhookClient } from './webhook_client.ts'

const { app, beside } = await startDeliveringApps()
const space = await aSpace(app, 'Two Rivers')
const cast = await aUserPerRole(app, space)
const path = '/v1/webhooks'

const webhooks: number[] = []
async function aWebhook(url: string, types = ['team.created']) {
  const made = await app.as(cast.admin).post(path, { name: 'Receiver', url, types })
  assert.equal(made.status, 200, made.text)
  webhooks.push(made.body.data.id)
  return made.body.data as { id: number; secret: string }
}
const read = async (id: number) => (await app.as(cast.admin).get(`${path}/${id}`)).body.data
const logOf = async (id: number) => (await app.as(cast.admin).get(`${path}/${id}/deliveries`)).body.data as any[]
/** The last delivery, once it was attempted. */
const attempted = (id: number) =>
  eventually(async () => {
    const [entry] = await logOf(id)
    return entry?.attempts >= 1 && entry
  })
/** The webhook, once it is disabled. */
const disabled = (id: number) =>
  eventually(async () => {
    const webhook = await read(id)
    return !webhook.enabled && webhook
  })
afterEach(() => Promise.all(webhooks.splice(0).map(id => app.as(cast.admin).delete(`${path}/${id}`))))
const someTeams = async (count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await aTeam(n % 2 ? app : beside, cast.admin)).id)
  return ids
}
const told = (received: Received[]) => new Set(received.map(({ event }) => event.data.id))

describe('promise 21: events are delivered', () => {
  test('although the receiver fails half of the time, each under one id, and none is missing', async () => {
    const accepted: Received[] = []
    const ids = new Map<number, Set<string>>()
    let asked = 0
    const receiver = await aReceiver((one, response) => {
      const team = one.event.data.id as number
      ids.set(team, (ids.get(team) ?? new Set()).add(one.id))
      const fate = asked++ % 4
      if (fate === 0) response.writeHead(500).end('not now')
      else if (fate === 1) response.destroy()
      else accepted.push(one)
    })
    const { id, secret } = await aWebhook(receiver.url)
    const teams = await someTeams(16)
    await eventually(() => told(accepted).isSupersetOf(new Set(teams)))
    assert.deepEqual([...told(accepted)].sort(), teams.toSorted())
    for (const team of teams) assert.equal(ids.get(team)!.size, 1)
    for (const { body, headers } of receiver.received) await verifyWebhook(body, headers, { secret })
    await eventually(async () => (await logOf(id)).every(({ state }) => state === 'delivered'))
    const log = await logOf(id)
    assert.equal(log.length, 16)
    assert.ok(log.some(({ attempts }) => attempts > 1))
  })

  test('only of the chosen types, and only after the webhook was created', async () => {
    const receiver = await aReceiver()
    await aTeam(app, cast.admin)
    const { id } = await aWebhook(receiver.url, ['team.deleted'])
    const [team] = await someTeams(1)
    await app.as(cast.admin).delete(`/teams/${team}`)
    const one = await eventually(() => receiver.received[0])
    assert.deepEqual([one.event.type, one.event.data.id], ['team.deleted', team])
    await app.as(cast.admin).post(`${path}/${id}/test`)
    const test = await eventually(() => receiver.received[1])
    assert.deepEqual([test.event.type, test.event.data.id], ['webhook.tested', id])
  })

  test('but not events that were deleted, or whose type was removed since', async () => {
    const receiver = await aReceiver()
    const { id } = await aWebhook(receiver.url)
    await aTeam(app, cast.admin)
    await eventually(() => receiver.received.length)
    await app.owner`
      insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
      select group_id, ${id}::bigint, id, kind, now() + interval '1 day' from events
      where group_id = ${space} and kind in ('team.deleted', 'webhook.tested')
      union all select ${space}::bigint, ${id}::bigint, 0, 'team.created', now() + interval '1 day'`
    await app.owner`select pg_notify('muster', 'deliveries')`
    await eventually(async () => (await read(id)).waiting === 0)
    const types = receiver.received.map(({ event }) => event.type)
    assert.deepEqual(types, ['team.created', 'webhook.tested'])
  })

  test('to the others, while one receiver never answers', async () => {
    let [waiting, waiting_max] = [0, 0]
    const slow = await aReceiver((_, response) => {
      waiting_max = Math.max(waiting_max, ++waiting)
      response.on('close', () => waiting--)
      return new Promise(() => {})
    })
    const quick = await aReceiver()
    for (const { url } of [slow, quick]) await aWebhook(url)
    const teams = await someTeams(18)
    await eventually(() => told(quick.received).isSupersetOf(new Set(teams)))
    await eventually(() => waiting_max > 0)
    // Eight at a time from each application.
    assert.ok(waiting_max <= 16, `${waiting_max} at once`)
  })

  test('but not to the target of a redirect', async () => {
    const elsewhere = await aReceiver()
    const receiver = await aReceiver((_, response) => void response.writeHead(302, { location: elsewhere.url }).end())
    const { id } = await aWebhook(receiver.url)
    await someTeams(1)
    const entry = await attempted(id)
    assert.deepEqual([entry.state, entry.status], ['waiting', 302])
    assert.equal(elsewhere.received.length, 0)
  })
})

describe('the log of a webhook', () => {
  test('shows the response of the receiver, shortened, and the number of attempts', async () => {
    let broken = true
    const receiver = await aReceiver((_, response) => void (broken && response.writeHead(503).end('x'.repeat(100_000))))
    const { id } = await aWebhook(receiver.url)
    await someTeams(1)
    const entry = await attempted(id)
    assert.deepEqual([entry.state, entry.status, entry.answer], ['waiting', 503, 'x'.repeat(500)])
    assert.equal(entry.event_id, receiver.received[0]!.id)
    assert.ok((await read(id)).failing_since)
    broken = false
    const [done] = await eventually(async () => {
      const log = await logOf(id)
      return log[0]?.state === 'delivered' && log
    })
    assert.deepEqual([done.status, done.error, done.next_attempt], [204, '', null])
    assert.equal((await read(id)).failing_since, null)
  })

  test('can resend one delivery, or all since a time, under the same id', async () => {
    const receiver = await aReceiver()
    const since = new Date(Date.now() - 1000).toISOString()
    const { id } = await aWebhook(receiver.url)
    await someTeams(2)
    await eventually(async () => (await logOf(id)).filter(({ state }) => state === 'delivered').length === 2)
    await app.owner`update webhook_deliveries set created_at = now() - interval '6 days' where webhook_id = ${id}`
    const [latest] = await logOf(id)
    const again = await app.as(cast.admin).post(`${path}/${id}/deliveries/${latest.id}/replay`)
    assert.equal(again.body.data.state, 'waiting')
    assert.ok(again.body.data.created_at > since, 'the log keeps it as long as a new one')
    await eventually(() => receiver.received.length === 3)
    assert.equal(receiver.received[2]!.id, latest.event_id)
    const all = await app.as(cast.admin).post(`${path}/${id}/replay`, { since })
    assert.ok(all.body.data.count >= 2, all.text)
    await eventually(() => receiver.received.length === 3 + all.body.data.count)
    assert.equal((await app.as(cast.admin).post(`${path}/${id}/deliveries/1/replay`)).status, 404)
    assert.equal((await app.as(cast.admin).post(`${path}/${id}/replay`, { since: 'yesterday' })).status, 422)
  })
})

test('recording attempts waits for a request that changes the webhook and its deliveries, without a deadlock', async () => {
  const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
  after(() => pool.end())
  const { id } = await aWebhook((await aReceiver()).url)
  const outcome = { status: 204, answer: '', error: '', duration_ms: 1, wait_s: 0 }
  for (const status of [204, 500]) {
    // Never due: only this test records an attempt.
    const [delivery] = await app.owner<[{ id: number }]>`
      insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until, next_attempt)
      values (${space}, ${id}, 0, 'team.created', 'infinity', 'infinity')
      returning id`
    let tries = 0
    const record = (sql: Sql) => {
      tries++
      return recordAttempts(sql, { group_id: space, id }, [{ ...outcome, status, id: delivery.id }], 1)
    }
    const { recording } = await app.owner.begin(async sql => {
      await sql`select from webhooks where group_id = ${space} and id = ${id} for update`
      const recording = pool.write({ group_id: space }, record)
      await eventually(async () => (await sessionsWaitingForLock(sql)) > 0)
      await sql`delete from webhook_deliveries where group_id = ${space} and id = ${delivery.id}`
      return { recording }
    })
    await recording
    assert.equal(tries, 1)
  }
})

describe('a failing receiver', () => {
  test('is disabled after a 410, and users who manage webhooks get a mail', async () => {
    const added = await aUser(app, await aSpace(app, 'Elsewhere'))
    const invitation = { email: added.mail, role_id: await roleId(app, space, 'admin') }
    assert.equal((await app.as(cast.superadmin).post('/users/invitation', { invitations: [invitation] })).status, 200)
    const receiver = await aReceiver((_, response) => void response.writeHead(410).end())
    const { id } = await aWebhook(receiver.url)
    await someTeams(1)
    assert.equal((await disabled(id)).disabled_because, 'gone')
    for (const { mail } of [cast.superadmin, cast.admin])
      await eventually(() => mailsTo(app, mail).length + mailsTo(beside, mail).length)
    assert.equal(mailsTo(app, cast.manager.mail).length + mailsTo(beside, cast.manager.mail).length, 0)
    // A person who was added and has not accepted gets the invitation and nothing else.
    assert.equal((await app.owner`select from mail_outbox where recipient = ${added.mail}`).length, 1)
  })

  test('is disabled after five days of failure, and can be enabled again', async () => {
    let broken = true
    const receiver = await aReceiver((_, response) => void (broken && response.writeHead(500).end()))
    const { id } = await aWebhook(receiver.url)
    await someTeams(1)
    await eventually(async () => (await read(id)).failing_since)
    await app.owner`update webhooks set failing_since = now() - interval '6 days' where id = ${id}`
    assert.equal((await disabled(id)).disabled_because, 'failing')
    broken = false
    await app.as(cast.admin).patch(`${path}/${id}`, { enabled: true })
    await eventually(async () => (await logOf(id)).every(({ state }) => state === 'delivered'))
  })

  test('gets no more attempts for one event after three days', async () => {
    const receiver = await aReceiver((_, response) => void response.writeHead(500).end())
    const { id } = await aWebhook(receiver.url)
    await someTeams(1)
    await eventually(async () => (await logOf(id))[0]?.attempts > 0)
    await app.owner`update webhook_deliveries set retry_until = now() where webhook_id = ${id}`
    const failed = await eventually(async () => {
      const [entry] = await logOf(id)
      return entry.state === 'failed' && entry
    })
    assert.equal(failed.next_attempt, null)
  })
})

test('a signature is made with the old and the new secret during a rotation', async () => {
  const receiver = await aReceiver()
  const { id, secret } = await aWebhook(receiver.url)
  const renewed = (await app.as(cast.admin).post(`${path}/${id}/secret`)).body.data.secret
  await someTeams(1)
  const { body, headers } = await eventually(() => receiver.received[0])
  assert.equal((await verifyWebhook(body, headers, { secret })).type, 'team.created')
  assert.equal((await verifyWebhook(body, headers, { secret: renewed })).type, 'team.created')
  await app.owner`update webhooks set former_secret_until = now() where id = ${id}`
  await someTeams(1)
  const later = await eventually(() => receiver.received[1])
  await verifyWebhook(later.body, later.headers, { secret: renewed })
  await assert.rejects(verifyWebhook(later.body, later.headers, { secret }), WebhookVerificationError)
})

const quiet = {
  listener: { on: () => () => {} } as unknown as NotificationListener,
  log: pino({ level: 'silent' }),
  retry_s: 5,
  private_addresses: true,
}

/** A dispatcher for these receivers, whose database never answers. */
function aStuckDispatcher(due: Receiver[]) {
  const asked: number[] = []
  const parts = {
    ...quiet,
    worker: { readReachableSpaces: async () => due },
    pool: {
      write: ({ group_id }: { group_id: number }) => {
        asked.push(group_id)
        return new Promise(() => {})
      },
    },
  }
  const dispatcher = new WebhookDispatcher(parts as unknown as DispatcherOptions & { worker: Pool; pool: Pool })
  dispatcher.start()
  return { dispatcher, asked }
}

test('a dispatcher stops although a delivery never ends', async () => {
  const { dispatcher, asked } = aStuckDispatcher([{ group_id: 1, id: 1 }])
  await eventually(() => asked.length > 0)
  await dispatcher.stop()
  assert.deepEqual(asked, [1])
})

test('the receivers of one space use only some of the slots', async () => {
  const many = Array.from({ length: 40 }, (_, id) => ({ group_id: 1, id }))
  const { dispatcher, asked } = aStuckDispatcher([...many, { group_id: 2, id: 1 }])
  await eventually(() => asked.includes(2))
  assert.deepEqual(asked, [1, 1, 1, 1, 2])
  await dispatcher.stop()
})

test('a connection that is closed, or upgraded to another protocol, is a normal result', async () => {
  const says = ['', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n']
  const server = createServer((_, { socket }) => void socket!.end(says.shift()!))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const line = webhookClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, true)
  const { signal } = new AbortController()
  const outcomes = [await line.post({}, '{}', signal), await line.post({}, '{}', signal)]
  line.close()
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [null, 101],
  )
  const said = ['en', 'fr'].map(language => readStored(outcomes[0]!.error, language as Language))
  assert.deepEqual(said, ['the host closed the connection', 'le serveur a fermé la connexion'])
})
