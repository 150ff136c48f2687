import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { NotificationListener } from '../db/notification_listener.ts'
import { Pool } from '../db/pool/pool.ts'
import { eventually, startTestApp, type TestApp } from '../test/harness.ts'
import { aSpace, aUser, mailsTo, type Person } from '../test/people.ts'
import { MailDispatcher } from './dispatcher.ts'
import { createMailer, type Mailer, type OutgoingMail } from './mailer.ts'
import { queueMail } from './outbox.ts'

const from = 'Muster <no-reply@muster.example>'
const app = await startTestApp()
const space = await aSpace(app)

const invite = async (at: TestApp, who: Person, ...emails: string[]) => {
  const invitations = emails.map(email => ({ email }))
  assert.equal((await at.as(who).post('/users/invitation', { invitations })).status, 200)
}

describe('the outbox', () => {
  test('never sends mail of a transaction that was rolled back', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const queued = (to: string) => (sql: Parameters<typeof queueMail>[0]) =>
      queueMail(sql, space, { to, subject: to, text: to })
    await assert.rejects(
      pool.write({ group_id: space }, async sql => {
        await queued('ghost@example.org')(sql)
        throw new Error('changed our mind')
      }),
      /changed our mind/,
    )
    await pool.write({ group_id: space }, queued('real@example.org'))
    await pool.end()
    await eventually(() => mailsTo(app, 'real@example.org')[0])
    assert.deepEqual(mailsTo(app, 'ghost@example.org'), [])
  })

  test('is emptied by two dispatchers without any mail being sent twice', async () => {
    const carried = { first: [] as OutgoingMail[], second: [] as OutgoingMail[] }
    // Each holds its first mail until the other holds one too, so that both really run concurrently.
    const keeper = (own: OutgoingMail[], others: OutgoingMail[]): Mailer => ({
      send: async mail => {
        own.push(mail)
        await eventually(() => others.length > 0)
      },
      close: () => {},
    })
    const shared = await startTestApp({ mailer: keeper(carried.first, carried.second) })
    const worker = new Pool({ url: shared.database_url, role: 'muster_worker', connections: 2 })
    const listener = new NotificationListener(shared.database_url)
    const mailer = keeper(carried.second, carried.first)
    const dispatcher = new MailDispatcher(worker, mailer, listener, pino({ level: 'silent' }))
    await listener.start()
    dispatcher.start()
    const host = await aUser(shared, await aSpace(shared), { role: 'admin' })
    const emails = Array.from({ length: 40 }, (_, index) => `crowd${String(index).padStart(2, '0')}@example.org`)
    await invite(shared, host, ...emails)
    await eventually(async () => (await shared.owner`select from mail_outbox where sent_at is null`).length === 0)
    await dispatcher.stop()
    await listener.stop()
    await worker.end()
    assert.deepEqual([...carried.first, ...carried.second].map(({ to }) => to).sort(), emails)
    assert.ok(carried.first.length > 0 && carried.second.length > 0)
  })
})

test('disconnects from a mail server that never finishes its reply', async () => {
  let hung_up = false
  const server = createServer(socket => {
    const talk = setInterval(() => socket.write('220-wait a moment\r\n'), 20)
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(talk)
        hung_up = true
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), from, () => {}, 200)
  const mail = { id: 1, queued_at: new Date().toISOString(), to: 'jo@example.org', subject: 'Hello', text: 'Hello' }
  await assert.rejects(mailer.send(mail), /not sent within/)
  await eventually(() => hung_up)
  server.close()
})

describe('without a mail server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-mail-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('mail is stored in files that only their owner can read, and the link is logged', async () => {
    const told: string[] = []
    const keeping = await startTestApp({
      mailer: createMailer(readConfig({ DATA_DIR: folder }), from, line => told.push(line)),
    })
    const host = await aUser(keeping, await aSpace(keeping), { role: 'admin' })
    await invite(keeping, host, 'file@example.org')
    const line = await eventually(() => told[0])
    const [file, ...others] = readdirSync(join(folder, 'mail'))
    assert.match(file!, /^\d{6}\.eml$/)
    assert.deepEqual(others, [])
    assert.equal(statSync(join(folder, 'mail', file!)).mode & 0o777, 0o600)
    assert.equal(statSync(join(folder, 'mail')).mode & 0o077, 0)
    const message = readFileSync(join(folder, 'mail', file!), 'utf8')
    for (const header of [`From: ${from}`, 'To: file@example.org', 'Subject: '])
      assert.ok(message.includes(`${header}`), header)
    assert.ok(line.includes('file@example.org') && line.includes(join(folder, 'mail', file!)))
    const link = /http\S+\/invitations\/mus_i_[\w-]{49}/.exec(line)![0]
    assert.equal((await fetch(link)).status, 200)
  })
})
