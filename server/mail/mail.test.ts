import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config.ts'
import { NotificationListener } from '../db/notification_listener.ts'
import { Pool } from '../db/pool/pool.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aUser, type Person } from '../test/people.ts'
import { MailDispatcher } from './dispatcher.ts'
import { createMailer, type Mailer, type OutgoingMail } from './mailer.ts'
import { queueMail } from './outbox.ts'

const from = 'Muster <no-reply@muster.example>'
const office = await startPostOffice()
const smtp = createMailer(readConfig({ SMTP_URL: office.url }), from, () => {})
let mailer = smtp
// The tests decide how mail is sent.
const app = await startTestApp({ mailer: { send: mail => mailer.send(mail), close: () => smtp.close() } })
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'admin', firstname: 'Ada', surname: 'Byron' })
const rives = await aSpace(app, 'Été à deux rives', 'fr-FR')
const hote = await aUser(app, rives, { role: 'admin', firstname: 'Zoé', surname: 'Çelik' })

const outboxOf = async (email: string) =>
  (await app.owner`select * from mail_outbox where recipient = ${email} order by id`)[0]!
async function invite(who: Person, ...emails: string[]) {
  const invitations = emails.map(email => ({ email }))
  assert.equal((await app.as(who).post('/users/invitation', { invitations })).status, 200)
}

/** Makes waiting mails due now, and wakes the dispatcher as a new mail would. */
async function nudge() {
  await app.owner`update mail_outbox set next_attempt = now() where sent_at is null and abandoned_at is null`
  await app.owner`select pg_notify('muster', 'mail')`
}

const triedAgain = (email: string, attempts: number) =>
  eventually(async () => {
    const row = await outboxOf(email)
    return row['attempts'] >= attempts && row
  })

beforeEach(() => office.forget())
afterEach(() => {
  mailer = smtp
})

describe('an invitation through a mail server', () => {
  test('arrives in English with its sender, its link and a Message-ID', async () => {
    await invite(admin, 'jo@example.org')
    const mail = await eventually(() => office.accepted[0])
    const { id } = await outboxOf('jo@example.org')
    assert.deepEqual(mail.recipients, ['jo@example.org'])
    assert.equal(mail.header('From'), from)
    assert.equal(mail.header('To'), 'jo@example.org')
    assert.equal(mail.header('Subject'), 'Ada Byron invites you to join Two Rivers')
    assert.match(mail.header('Message-ID') ?? '', new RegExp(`^<muster-${id}-\\d{13}@muster\\.example>$`))
    assert.equal(mail.header('Auto-Submitted'), 'auto-generated')
    assert.match(mail.text, /“Two Rivers” on Muster, with the role “user”/)
    const link = /^(http\S+)$/m.exec(mail.text)![1]!
    assert.ok(link.startsWith(`${app.url}/invitations/mus_i_`))
    assert.equal((await fetch(link)).status, 200)
  })

  test('arrives in French when the space is French, with accents', async () => {
    await invite(hote, 'chloe@example.org')
    const mail = await eventually(() => office.accepted[0])
    assert.equal(mail.header('Subject'), 'Zoé Çelik vous invite à rejoindre Été à deux rives')
    assert.match(mail.text, /l’espace «\u00a0Été à deux rives\u00a0» sur Muster, avec le rôle «\u00a0user\u00a0»/)
    const link = /^(http\S+)$/m.exec(mail.text)![1]!
    assert.equal((await fetch(link)).status, 200)
  })

  test('tells an added user where to sign in, in their own language', async () => {
    const [kim, noor] = [await aUser(app, await aSpace(app), { firstname: 'Kim' }), await aUser(app, await aSpace(app))]
    await app.owner`update accounts set locale = 'fr', firstname = 'Noor' where id = ${noor.id}`
    await invite(hote, kim.mail)
    const english = await eventually(() => office.accepted[0])
    assert.equal(english.header('Subject'), 'Zoé Çelik added you to Été à deux rives')
    const links = `${app.url}/invitations/[\\s\\S]*${app.url}/account\\s*$`
    assert.match(english.text, new RegExp(`^Hello Kim,[\\s\\S]*${links}`))
    await invite(admin, noor.mail)
    const french = await eventually(() => office.accepted[1])
    assert.match(french.header('Subject') ?? '', / vous a ajouté·e à /)
    assert.match(french.text, /^Bonjour Noor,/)
  })

  test('is deleted from the outbox after delivery', async () => {
    await invite(admin, 'wiped@example.org')
    const row = await triedAgain('wiped@example.org', 1)
    assert.deepEqual([row['body'], row['abandoned_at'], row['attempts']], [null, null, 1])
    assert.ok(row['sent_at'])
  })

  test('goes to no other address, whatever the name of the space contains', async () => {
    const odd = await aUser(app, await aSpace(app, 'Odd\r\nBcc: evil@example.org\r\n\r\nHello'), { role: 'admin' })
    await invite(odd, 'target@example.org')
    const mail = await eventually(() => office.accepted[0])
    assert.deepEqual(mail.recipients, ['target@example.org'])
    assert.equal(mail.header('Bcc'), undefined)
    assert.match(mail.header('Subject')!, /Odd/)
  })
})

describe('a mail server that fails', () => {
  test('is retried later, and gets the same mail exactly once', async () => {
    office.refuse_next = 2
    await invite(admin, 'patient@example.org')
    const first = await triedAgain('patient@example.org', 1)
    assert.deepEqual([first['sent_at'], office.accepted.length], [null, 0])
    assert.ok(Date.parse(first['next_attempt']) > Date.now())
    assert.match(first['last_error'], /451/)
    await nudge()
    await triedAgain('patient@example.org', 2)
    await nudge()
    const last = await triedAgain('patient@example.org', 3)
    assert.ok(last['sent_at'])
    await invite(admin, 'next@example.org')
    await eventually(() => office.accepted.some(({ recipients }) => recipients[0] === 'next@example.org'))
    assert.equal(office.accepted.filter(({ recipients }) => recipients[0] === 'patient@example.org').length, 1)
    const offered = office.offered.filter(({ recipients }) => recipients[0] === 'patient@example.org')
    assert.equal(offered.length, 3)
    const ids = new Set(offered.map(mail => mail.header('Message-ID')))
    assert.match([...ids].join(), new RegExp(`^<muster-${last['id']}-\\d{13}@muster\\.example>$`))
  })

  test('does not delay or fail the request that invites', async () => {
    await office.close()
    await invite(admin, 'downtime@example.org')
    const row = await triedAgain('downtime@example.org', 1)
    assert.equal(row['sent_at'], null)
    assert.match(row['last_error'], /ECONNREFUSED/)
    await office.open()
    await nudge()
    const mail = await eventually(() => office.accepted[0])
    assert.deepEqual(mail.recipients, ['downtime@example.org'])
    assert.ok((await triedAgain('downtime@example.org', 2))['sent_at'])
  })

  test('does not delay other mails', async () => {
    office.refuse_for = 'refused@example.org'
    await invite(admin, 'refused@example.org')
    await invite(admin, 'welcome@example.org')
    const mail = await eventually(() => office.accepted[0])
    assert.deepEqual(mail.recipients, ['welcome@example.org'])
    await app.owner`delete from mail_outbox where recipient = 'refused@example.org'`
  })

  test('is given up after eighteen attempts with growing pauses, and the text is deleted', async () => {
    office.refuse_next = Infinity
    await invite(admin, 'lost@example.org')
    const pauses: number[] = []
    for (let attempts = 1; attempts <= 18; attempts++) {
      const row = await triedAgain('lost@example.org', attempts)
      assert.equal(row['attempts'], attempts)
      pauses.push(Math.round((Date.parse(row['next_attempt']) - Date.now()) / 10_000))
      if (attempts < 18) assert.ok(row['body'] && !row['abandoned_at'])
      else assert.ok(row['body'] === null && row['abandoned_at'] && !row['sent_at'])
      await nudge()
    }
    for (const [index, pause] of pauses.entries()) assert.ok(pause >= (pauses[index - 1] ?? 0), pauses.join())
    office.refuse_next = 0
    await invite(admin, 'after@example.org')
    await eventually(() => office.accepted[0])
    assert.equal(office.offered.filter(({ recipients }) => recipients[0] === 'lost@example.org').length, 18)
  })
})

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
    await eventually(() => office.accepted[0])
    const recipients = office.accepted.flatMap(({ recipients }) => recipients)
    assert.deepEqual(recipients, ['real@example.org'])
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
    mailer = keeper(carried.first, carried.second)
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
    const listener = new NotificationListener(app.database_url)
    const other = keeper(carried.second, carried.first)
    const dispatcher = new MailDispatcher(worker, other, listener, pino({ level: 'silent' }))
    await listener.start()
    dispatcher.start()
    const emails = Array.from({ length: 40 }, (_, index) => `crowd${String(index).padStart(2, '0')}@example.org`)
    await invite(admin, ...emails)
    const waiting = () => app.owner`select from mail_outbox where sent_at is null and abandoned_at is null`
    await eventually(async () => (await waiting()).length === 0)
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
    mailer = createMailer(readConfig({ DATA_DIR: folder }), from, line => told.push(line))
    await invite(admin, 'file@example.org')
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

interface ReceivedMail {
  recipients: string[]
  header: (name: string) => string | undefined
  text: string
}

/** A real SMTP server on this machine, which can refuse temporarily, stop and start again. */
async function startPostOffice() {
  const mails = { offered: [] as ReceivedMail[], accepted: [] as ReceivedMail[] }
  const office = { url: '', ...mails, refuse_next: 0, refuse_for: '' }
  let server: SMTPServer
  let port = 0
  const open = async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData: async (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        const mail = readMail(await text(stream), recipients)
        office.offered.push(mail)
        const refused = office.refuse_next-- > 0 || mail.recipients.includes(office.refuse_for)
        if (!refused) office.accepted.push(mail)
        done(refused ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null)
      },
    })
    const socket = server.listen(port, '127.0.0.1')
    await once(socket, 'listening')
    port = (socket.address() as AddressInfo).port
    office.url = `smtp://127.0.0.1:${port}`
  }
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  const forget = () => Object.assign(office, { offered: [], accepted: [], refuse_next: 0, refuse_for: '' })
  await open()
  after(close)
  return Object.assign(office, { open, close, forget })
}

function readMail(message: string, recipients: string[]): ReceivedMail {
  const split = message.indexOf('\r\n\r\n')
  const headers = message
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const header = (name: string) => {
    const line = headers.find(line => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    return line && decodeWords(line.slice(name.length + 2))
  }
  const body = message.slice(split + 4)
  const encoding = header('Content-Transfer-Encoding')
  const plain =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuoted(body.replace(/=\r\n/g, ''))
        : body
  return { recipients, header, text: plain.replace(/\r\n/g, '\n') }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replace(/_/g, ' ')),
    )
