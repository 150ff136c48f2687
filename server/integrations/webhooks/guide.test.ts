import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '../../test/harness.ts'
import { aSpace, aTeam, aUser } from '../../test/people.ts'
import { aFreePort } from '../../test/process.ts'
import { startDeliveringApps } from '../../test/webhook_receiver.ts'

// Extracts the programs of the guide and runs them: what readers copy must work.

const { app } = await startDeliveringApps()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const guide = readFileSync('docs/guides/events.md', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'muster-guide-'))
after(() => rmSync(folder, { recursive: true }))

function run(name: string, env: Record<string, string>) {
  const [, text] = new RegExp(`^\`\`\`js ${name}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? assert.fail(`no ${name}`)
  const file = join(folder, name)
  writeFileSync(file, text!)
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const program = { out: '', child }
  child.stdout.on('data', piece => {
    program.out += piece
  })
  after(() => child.kill())
  return program
}

test('the follower of the guide prints events', async () => {
  const follower = run('follow.mjs', { MUSTER_URL: app.url, TOKEN: admin.token })
  // Events before its first cursor are not shown.
  const made: number[] = []
  await eventually(async () => {
    made.push((await aTeam(app, admin)).id)
    return follower.out !== ''
  })
  assert.match(follower.out, /^team\.created \d+$/m)
  follower.child.kill()
})

test('the receiver of the guide accepts our signatures and nothing else', async () => {
  const port = await aFreePort()
  const url = `http://127.0.0.1:${port}/`
  const { secret } = (await app.as(admin).post('/v1/webhooks', { name: 'Guide', url, types: ['team.created'] })).body
    .data
  const receiver = run('receiver.mjs', { WEBHOOK_SECRET: secret, PORT: String(port) })
  await eventually(() => receiver.out.includes('listening'))
  const { id } = await aTeam(app, admin)
  await eventually(() => receiver.out.includes(`team.created ${id}\n`))
  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } })
  assert.equal(forged.status, 400)
  receiver.child.kill()
})
