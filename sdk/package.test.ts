import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { newSigningSecret, signaturesOf } from '../server/events/signature.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { aFreePort } from '../server/test/ports.ts'
import { newProject, readme, readmeBlock } from '../server/test/sdk_package.ts'

// As another project uses it: packed, installed in an empty folder by the commands of README.md, without our compiler.

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'superadmin' })
const other = await newProject()
const env = { MUSTER_URL: app.url, MUSTER_TOKEN: admin.token }
const runBlock = (name: string) => other.run(name, readmeBlock(`js ${name}`), { env })

/** Starts a program that does not end by itself. */
function startBlock(name: string, settings: Record<string, string>) {
  writeFileSync(join(other.project, name), readmeBlock(`js ${name}`))
  const options = { cwd: other.project, env: { ...process.env, ...settings } }
  const child = spawn(process.execPath, [name], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const program = { out: '', child }
  child.stdout.on('data', piece => {
    program.out += piece
  })
  after(() => child.kill())
  return program
}

const script = `
const muster = connect({ url: process.argv[2], token: process.argv[3] })
for (const name of ['One', 'Two', 'Three']) await muster.teams.create({ data: { team: { name, leaders: [], users: [] } } })
const teams = []
for await (const team of muster.each('teams.list', { limit: 2 })) teams.push(team)
for (const { id } of teams) await muster.teams.remove({ id })
const refused = await muster.teams.read({ id: 999999 }).catch(error => error)
const { body, headers, secret } = JSON.parse(process.argv[4])
const event = await verifyWebhook(body, headers, { secret })
const forged = await verifyWebhook(body + ' ', headers, { secret }).catch(error => error)
const code = refused instanceof ApiError && refused.code
console.log(JSON.stringify({ names: teams.map(({ name }) => name).sort(), refused: code, heard: event.type, forged: isWebhookVerificationError(forged) }))
`
const names = '{ ApiError, connect, isWebhookVerificationError, verifyWebhook }'
const printed = { names: ['One', 'Three', 'Two'], refused: 'not_found', heard: 'team.created', forged: true }

const mixed = `
import { createRequire } from 'node:module'
import * as esm from 'muster-sdk'

const cjs = createRequire(import.meta.url)('muster-sdk')
const fail = () => Promise.resolve(new Response('{"code":"not_found"}', { status: 404 }))
const silent = () => Promise.reject(new TypeError('fetch failed'))
for (const [one, another] of [[esm, cjs], [cjs, esm]]) {
  const options = { url: 'https://muster.example.org', attempts: 1 }
  const refused = await one.connect({ ...options, fetch: fail }).me.read().catch(error => error)
  const lost = await one.connect({ ...options, fetch: silent }).me.read().catch(error => error)
  console.log(
    refused instanceof another.ApiError,
    another.isApiError(refused, 'not_found'), another.isApiError(refused, 'conflict'), another.isApiError(lost),
    another.isConnectionError(lost), another.isConnectionError(refused), another.isApiError(new Error('other')),
  )
}
`

const types = `
import { type ApiError, type ChangeFeed, type Contact, connect, type Event, isApiError, type NewTransaction, verifyWebhook } from 'muster-sdk'

const muster = connect({ url: 'https://muster.example.org', token: () => 'x', attempts: 2, timeout_ms: 5000 })
export async function uses(error: unknown, etag: string | null) {
  const mails: string[] = []
  for await (const contact of muster.each('contacts.list', { sort: 'name' })) mails.push(contact.mail)
  const first: Contact | undefined = (await muster.contacts.list()).data.contacts[0]
  const why = (error: ApiError) => error.code === 'not_found'
  const kind: string = (await verifyWebhook('{}', new Headers(), { secret: ['whsec_a', 'whsec_b'] })).type
  const feed: ChangeFeed = muster.changes.follow({ cursor: undefined, types: ['contact.created'], signal: new AbortController().signal })
  for await (const event of feed) ((event: Event) => event.data.id)(event)
  const created = await muster.transaction_bundles.create({ data: { transactions: [{ amount: 100, contact_id: 1 }] } }, { timeout_ms: 1 })
  const count: number = created.data.summary.transactions_count
  if (isApiError(error, 'conflict')) error.errors.map(({ location }) => location)
  // @ts-expect-error there is no such order
  muster.contacts.list({ sort: 'age' })
  // @ts-expect-error only lists can be iterated
  muster.each('contacts.read')
  // @ts-expect-error a list with an id in its path needs it
  muster.each('action_addresses.list')
  // @ts-expect-error an id is required
  muster.teams.read()
  // @ts-expect-error a body is required
  muster.teams.create()
  // @ts-expect-error the name of a team is required
  muster.teams.create({ data: { team: {} } })
  // @ts-expect-error a payment has an amount
  muster.transaction_bundles.create({ data: { transactions: [{ contact_id: 1 }] } })
  // @ts-expect-error a donation has a contact
  muster.transaction_bundles.create({ data: { donations: [{ amount: 1 }] } })
  // @ts-expect-error there is no such event
  muster.changes.follow({ types: ['contact.sneezed'] })
  // @ts-expect-error a contact has no such field
  const odd = first?.shoe_size
  // @ts-expect-error not a code of the API
  const never = (error: ApiError) => error.code === 'no_such_code'
  // @ts-expect-error not a code of the API
  isApiError(error, 'no_such_code')
  return { mails, why, kind, count, odd, never, item: {} as NewTransaction }
}
`

/** A webhook call as Muster sends it, and the secret that signed it. */
function aWebhook() {
  const secret = newSigningSecret()
  const body = JSON.stringify({ id: 'evt_1', type: 'team.created', data: { id: 7 } })
  const now_s = Math.floor(Date.now() / 1000)
  const signature = signaturesOf([secret], 'evt_1', now_s, body)
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(now_s), 'webhook-signature': signature }
  return { body, headers, secret }
}

describe('the package', () => {
  test('contains what it needs and nothing else', () => {
    const { installed, project } = other
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
    assert.equal(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies, undefined)
    assert.deepEqual(readdirSync(join(project, 'node_modules')).sort(), ['.package-lock.json', 'muster-sdk'])
    for (const file of readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })) {
      assert.match(file, /^(esm|cjs)$|\.(js|d\.ts)$|^cjs\/package\.json$/)
      if (!file.includes('.')) continue
      const text = readFileSync(join(installed, 'dist', file), 'utf8')
      assert.doesNotMatch(text, /(from |require\()['"](?!\.\/\w+\.js['"]|\.\.\/cjs\/operations\.js')/, file)
    }
  })

  test('is small: less than 150 kB to download', () => {
    const [tarball = ''] = other.tarballs
    assert.ok(statSync(join(other.project, '../muster', tarball)).size < 150_000)
  })

  const inputs = () => ({ args: [app.url, admin.token, JSON.stringify(aWebhook())] })

  test('works in another project as ES module', async () => {
    const text = await other.run('script.mjs', `import ${names} from 'muster-sdk'\n${script}`, inputs())
    assert.deepEqual(JSON.parse(text), printed)
  })

  test('works in another project as CommonJS', async () => {
    const program = `const ${names} = require('muster-sdk')\nvoid (async () => {${script}})()`
    assert.deepEqual(JSON.parse(await other.run('script.cjs', program, inputs())), printed)
  })

  test('recognises errors of its other build', async () => {
    const lines = (await other.run('mixed.mjs', mixed)).trim().split('\n')
    assert.deepEqual(lines, Array(2).fill('false true false false true false false'))
  })

  for (const [resolution, files] of Object.entries({
    node16: { 'types.mts': types, 'types.cts': types },
    bundler: { 'types.ts': types },
  }))
    test(`gives the compiler the right types, and no others, with ${resolution} resolution`, async () => {
      const options = resolution === 'bundler' ? ['esnext', '--moduleResolution', 'bundler'] : [resolution]
      assert.equal(await other.compile(files, ['--module', ...options]), '')
    })
})

describe('the README of the SDK', () => {
  test('names the current version', () => {
    const { version, name } = JSON.parse(readFileSync('sdk/package.json', 'utf8'))
    const named = [...readme.matchAll(/[\w-]+-(\d+\.\d+\.\d+)\.tgz/g)].map(([file]) => file)
    assert.deepEqual(named, [`${name}-${version}.tgz`])
    assert.deepEqual(other.tarballs, named)
  })

  test('records a payment', async () => {
    const out = await runBlock('first_payment.mjs')
    const [, id] = /^Recorded payment (\d+) of Ada Martin\.\n$/.exec(out) ?? assert.fail(out)
    const { data } = (await app.as(admin).get(`/v1/transaction_bundles/${id}`)).body
    assert.deepEqual([data.transactions[0].amount, data.donations[0].amount], [2500, 2500])
  })

  test('has programs that work: operations and errors', async () => {
    assert.equal(await runBlock('operations.mjs'), 'Harbour\nMartin\n')
    assert.match(await runBlock('errors.mjs'), /^body\.data\.contact\.mail must be an email address/)
  })

  test('has a follower that continues where it stopped', async () => {
    const makeContact = async () => {
      const { body } = await app.as(admin).post('/contacts', { contact: { surname: 'Follow' } })
      return body.data.contact.id as number
    }
    const first = startBlock('follow.mjs', env)
    await eventually(async () => {
      await makeContact()
      return first.out !== ''
    })
    first.child.kill()
    const missed = await makeContact()
    const second = startBlock('follow.mjs', env)
    await eventually(() => second.out.includes(`contact.created ${missed}\n`))
    const lines = (first.out + second.out).trim().split('\n')
    assert.equal(new Set(lines).size, lines.length)
  })

  test('has a receiver that accepts signed webhooks and no others', async () => {
    const [{ body, headers, secret }, port] = [aWebhook(), await aFreePort()]
    const receiver = startBlock('receiver.mjs', { WEBHOOK_SECRET: secret, PORT: String(port) })
    await eventually(() => receiver.out.includes('listening'))
    const send = async (more = {}) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { ...headers, ...more } })).status
    assert.equal(await send({ 'webhook-signature': 'v1,AAAA' }), 400)
    assert.equal(await send(), 204)
    await eventually(() => receiver.out.includes('team.created 7\n'))
  })
})
