import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anIntegration } from '../../test/integrations.ts'
import { aSpace, aTeam, aUser } from '../../test/people.ts'
import { Browser, setPasswords, signIn } from '../../test/sign_in.ts'

// Extracts the programs of the guide and runs them: what readers copy must work.

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const admin = await aUser(app, space, { role: 'admin' })
const ada = await aUser(app, space)
await setPasswords(app, ada)
await aTeam(app, admin, { name: 'North bank' })

const guide = readFileSync('docs/guides/connect-an-integration.md', 'utf8')
// Inside the project, where Node finds its packages.
const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.guide-'))
after(() => rmSync(folder, { recursive: true }))

function takenOut(name: string) {
  const [, text] = new RegExp(`^\`\`\`\\w+ ${name}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? assert.fail(`no ${name}`)
  const file = join(folder, name)
  writeFileSync(file, text!)
  chmodSync(file, 0o755)
  return file
}

function run(command: string, args: string[], env: Record<string, string>, onText: (text: string) => void = () => {}) {
  const child = spawn(command, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', piece => {
    out += piece
    onText(out)
  })
  child.stderr.on('data', piece => {
    err += piece
  })
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, out, err }))
  })
}

describe('the shell script of the guide', () => {
  const script = takenOut('teams.sh')
  const file = join(folder, 'token')

  test('gets a token, stores it, and gets another when it has expired', async () => {
    const { client_id, secret, user_id } = await anIntegration(app, admin, { scopes: ['teams:read'] })
    const env = { MUSTER_URL: app.url, CLIENT_ID: client_id, CLIENT_SECRET: secret, TOKEN_FILE: file }
    const teams = async () => {
      const { code, out, err } = await run('bash', [script], env)
      assert.deepEqual([code, err], [0, ''])
      assert.equal(JSON.parse(out).data.teams[0].name, 'North bank')
      return readFileSync(file, 'utf8')
    }
    const first = await teams()
    assert.match(first, /^mus_a_\S+$/)
    assert.equal(await teams(), first, 'the token at hand is used again')
    await app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${user_id}`
    await app.as(admin).patch(`/v1/integrations/${(await newest()).id}`, {})
    assert.notEqual(await teams(), first)
  })

  test('reports a wrong secret', async () => {
    const { client_id } = await anIntegration(app, admin)
    rmSync(file, { force: true })
    const env = { MUSTER_URL: app.url, CLIENT_ID: client_id, CLIENT_SECRET: 'wrong', TOKEN_FILE: file }
    const { code, err } = await run('bash', [script], env)
    assert.notEqual(code, 0)
    assert.match(err, /401/)
  })

  const newest = async () => (await app.as(admin).get('/v1/integrations')).body.data.at(-1)
})

test('the program of the guide signs a user in, and shows what they may see', async () => {
  const settings = { public: true, redirect_uris: ['http://127.0.0.1/callback'], scopes: ['teams:read'] }
  const { client_id } = await anIntegration(app, admin, settings)
  let opened = false
  const { code, out, err } = await run(
    process.execPath,
    [takenOut('teams.mjs')],
    { MUSTER_URL: app.url, CLIENT_ID: client_id },
    text => {
      const address = /^http\S+\/oauth\/authorize\S+$/m.exec(text)?.[0]
      if (opened || !address || !text.endsWith('\n')) return
      opened = true
      const { pathname, search } = new URL(address)
      void signIn(new Browser(app.url), pathname + search, ada).then(({ url }) => fetch(url))
    },
  )
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^North bank$/m)
})
