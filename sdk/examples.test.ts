import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { newSigningSecret, signaturesOf } from '../server/events/signature.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { aFreePort } from '../server/test/process.ts'
import { newProject, readme, readmeBlock } from '../server/test/sdk_package.ts'

// Installs the package by the commands of README.md, and runs its programs as they are.

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
    const [secret, port] = [newSigningSecret(), await aFreePort()]
    const receiver = startBlock('receiver.mjs', { WEBHOOK_SECRET: secret, PORT: String(port) })
    await eventually(() => receiver.out.includes('listening'))
    const body = JSON.stringify({ id: 'evt_1', type: 'team.created', data: { id: 7 } })
    const now_s = Math.floor(Date.now() / 1000)
    const send = async (signature: string) => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(now_s),
        'webhook-signature': signature,
      }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status
    }
    assert.equal(await send('v1,AAAA'), 400)
    assert.equal(await send(signaturesOf([secret], 'evt_1', now_s, body)), 204)
    await eventually(() => receiver.out.includes('team.created 7\n'))
  })
})
