import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { startTestApp } from '../server/test/harness.ts'
import { aTempFolder } from '../server/test/process.ts'
import { runCommand } from './commands.ts'

const app = await startTestApp({ own: true })
const DATA_DIR = aTempFolder()

/** What doctor says about the server on this port. */
async function findingAt(port: number | string) {
  const settings = () => readConfig({ DATABASE_URL: app.database_url, DATA_DIR, PORT: String(port) })
  const findings = JSON.parse((await runCommand(['doctor', '--json'], settings)) ?? '')
  const { state, text } = findings.find(({ check }: { check: string }) => check === 'server')
  return `${state} ${text}`
}

async function aProgram(status: number, body: string) {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('muster doctor', () => {
  test('recognises the server of its installation', async () => {
    assert.match(await findingAt(new URL(app.url).port), /^ok Answers at .* and is healthy\.$/)
  })

  test('says when another program answers on the port', async () => {
    for (const [status, body] of [
      [200, '<h1>Welcome</h1>'],
      [200, '{"status":"ok"}'],
      [404, ''],
    ] as const)
      assert.match(await findingAt(await aProgram(status, body)), /^fail Another program answers at http:/)
  })

  test('says when another installation of Muster answers on the port', async () => {
    const port = await aProgram(200, '{"status":"ok","version":"1.0.0","instance_id":"another"}')
    assert.match(await findingAt(port), /^fail Another installation of Muster answers at .* Check PORT/)
  })

  test('says when its server is unhealthy', async () => {
    const port = await aProgram(503, '{"code":"unavailable","detail":"Muster is stopping."}')
    assert.match(await findingAt(port), /^fail .* is unhealthy \(503\): Muster is stopping\./)
    const full = await aProgram(503, '{"code":"degraded","detail":"The disk of the database is full."}')
    assert.match(await findingAt(full), /^fail .* is unhealthy \(503\): The disk of the database is full\./)
  })
})
