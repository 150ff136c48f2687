import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { newSigningSecret, signaturesOf } from '../server/events/signature.ts'
import { startTestApp } from '../server/test/harness.ts'
import { aSpace, aUserPerRole } from '../server/test/people.ts'

// As another project uses it: packed, installed in an empty folder, without our compiler.

const app = await startTestApp()
const { admin } = await aUserPerRole(app, await aSpace(app))
const folder = mkdtempSync(join(tmpdir(), 'muster-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const run = promisify(execFile)
const compiler = resolve('node_modules/typescript/bin/tsc')

const script = `
import { ApiError, connect, verifyWebhook, WebhookVerificationError } from 'muster-sdk'

const muster = connect({ url: process.argv[2], token: process.argv[3] })
for (const name of ['One', 'Two', 'Three']) await muster.teams.create({ data: { team: { name, leaders: [], users: [] } } })
const names = []
for await (const team of muster.each('teams.list', { limit: 2 })) names.push(team.name)
const refused = await muster.teams.read({ id: 999999 }).catch(error => error)
const { body, headers, secret } = JSON.parse(process.argv[4])
const event = await verifyWebhook(body, headers, { secret })
const forged = await verifyWebhook(body + ' ', headers, { secret }).catch(error => error instanceof WebhookVerificationError)
console.log(JSON.stringify({ names: names.sort(), refused: refused instanceof ApiError && refused.code, heard: event.type, forged }))
`

const types = `
import { type Contact, connect, type ApiError, verifyWebhook } from 'muster-sdk'

const muster = connect({ url: 'https://muster.example.org', token: () => 'x', attempts: 2 })
export const mails: string[] = []
for await (const contact of muster.each('contacts.list', { sort: 'name' })) mails.push(contact.mail)
export const first: Contact | undefined = (await muster.contacts.list()).data.contacts[0]
export const why = (error: ApiError) => error.code === 'not_found'
export const kind: string = (await verifyWebhook('{}', new Headers(), { secret: ['whsec_a', 'whsec_b'] })).type
// @ts-expect-error there is no such order
muster.contacts.list({ sort: 'age' })
// @ts-expect-error only lists can be iterated
muster.each('contacts.read')
// @ts-expect-error a contact has no such field
export const odd = first?.shoe_size
// @ts-expect-error not a code of the API
export const never = (error: ApiError) => error.code === 'no_such_code'
`

/** A webhook call as Muster sends it, and the secret that signed it. */
function aWebhook() {
  const secret = newSigningSecret()
  const body = JSON.stringify({ id: 'evt_1', type: 'team.created', data: { id: 7 } })
  const now_s = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(now_s),
    'webhook-signature': signaturesOf([secret], 'evt_1', now_s, body),
  }
  return JSON.stringify({ body, headers, secret })
}

describe('the package', () => {
  before(async () => {
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'sdk' })
    writeFileSync(join(folder, 'package.json'), '{ "name": "another-project", "type": "module", "private": true }')
    const [tarball = ''] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
  })

  test('contains what it needs and nothing else', () => {
    const installed = join(folder, 'node_modules/muster-sdk')
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
    assert.equal(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies, undefined)
    assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), ['.package-lock.json', 'muster-sdk'])
    for (const file of readdirSync(join(installed, 'dist'))) {
      assert.match(file, /\.(js|d\.ts)$/)
      assert.doesNotMatch(readFileSync(join(installed, 'dist', file), 'utf8'), /from '(?!\.\/\w+\.js')/, file)
    }
  })

  test('works in another project', async () => {
    writeFileSync(join(folder, 'script.js'), script)
    const { stdout } = await run(process.execPath, ['script.js', app.url, admin.token, aWebhook()], { cwd: folder })
    assert.deepEqual(JSON.parse(stdout), {
      names: ['One', 'Three', 'Two'],
      refused: 'not_found',
      heard: 'team.created',
      forged: true,
    })
  })

  test('gives the compiler the right types, and no others', async () => {
    writeFileSync(join(folder, 'types.ts'), types)
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ]
    const args = [compiler, ...options, '--types', '', 'types.ts']
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(error => error)
    assert.equal(stdout, '')
  })
})
