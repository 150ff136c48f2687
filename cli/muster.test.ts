import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { commandLine, printed } from '../server/test/commands.ts'
import {
  ask,
  assertNoProcessLeft,
  aTempFolder,
  openDatabase,
  processesIn,
  type Server,
  startServer,
} from '../server/test/process.ts'
import { longTest } from '../server/test/runs.ts'

const dataDir = join(aTempFolder(), 'data')
const env = { DATA_DIR: dataDir }

const { command, muster, refused, misused } = commandLine(dataDir)

const token = /^mus_p_[\w-]+$/

describe('without a server', () => {
  let space = ''

  test('space create creates a space and prints its ID, even before the first start', async () => {
    space = await muster('space', 'create', '--name', 'Les Amis du Parc', '--locale', 'fr')
    assert.match(space, /^\d+$/)
    await assertNoProcessLeft(dataDir)
  })

  test('space create and space update refuse a time zone that is not known', async () => {
    const unknown = await command(['space', 'create', '--name', 'Nowhere', '--time-zone', 'Mars/Base'])
    assert.notEqual(unknown.code, 0)
    assert.match(unknown.stderr, /Mars\/Base is not a known time zone/)
  })

  test('space list shows it', async () => {
    assert.equal(await muster('space', 'list'), `${space}\tLes Amis du Parc`)
  })

  test('user create adds a user, with a password that is stored only as a hash', async () => {
    const args = [
      'user',
      'create',
      '--mail',
      'ana@example.org',
      '--space',
      space,
      '--role',
      'superadmin',
      '--firstname',
      'Ana',
      '--surname',
      'Ruiz',
    ]
    assert.match(printed(await command([...args, '--password-stdin'], 'correct horse battery staple\n')), /^\d+$/)
    await assertNoProcessLeft(dataDir)
  })

  test('space update changes the time zone in the name of a superadmin', async () => {
    const update = (zone: string) => ['space', 'update', '--time-zone', zone, '--as', 'ana@example.org']
    assert.equal(await muster(...update('America/Toronto')), `The time zone of space ${space} is America/Toronto.`)
    const unknown = await command(update('Toronto'))
    assert.notEqual(unknown.code, 0)
    assert.match(unknown.stderr, /Toronto is not a known time zone/)
  })

  test('token create prints only the token', async () => {
    assert.match(await muster('token', 'create', '--mail', 'ana@example.org'), token)
  })

  test('token list shows tokens and never their secrets', async () => {
    const list = await muster('token', 'list', '--mail', 'ana@example.org')
    assert.match(list, new RegExp(`^\\d+\\tspace ${space}\\tuntil `))
    assert.doesNotMatch(list, /mus_p_|[0-9a-f]{32}/)
  })

  test('token revoke revokes a token once', async () => {
    const secret = await muster('token', 'create', '--mail', 'ana@example.org')
    await muster('token', 'revoke', secret)
    assert.match(await refused('token', 'revoke', secret), /no such active token/)
  })

  test('migrate brings the database up to date', async () => {
    assert.match(await muster('migrate'), /up to date/)
  })

  longTest('concurrent commands share one database, which the last one stops', async () => {
    const lists = await Promise.all([
      muster('space', 'list'),
      muster('space', 'list'),
      muster('token', 'list', '--mail', 'ana@example.org'),
    ])
    assert.equal(lists[0], lists[1])
    await assertNoProcessLeft(dataDir)
  })

  test('a command that fails leaves no database running either', async () => {
    assert.match(
      await refused('token', 'create', '--mail', 'nobody@example.org'),
      /No account has the address nobody@example\.org/,
    )
    await assertNoProcessLeft(dataDir)
  })
})

describe('with a running server', () => {
  let server: Server
  before(async () => {
    server = await startServer({ env: { ...env, DEMO: 'off' } })
  })
  after(async () => {
    await server?.stop()
  })
  const me = (token: string) => ask(`${server.url}/me`, { token })

  test('a new space, user and token work at once in the server', async () => {
    const space = await muster('space', 'create', '--name', 'Harbour', '--locale', 'en')
    await muster(
      'user',
      'create',
      '--mail',
      'bo@example.org',
      '--space',
      space,
      '--role',
      'superadmin',
      '--firstname',
      'Bo',
      '--surname',
      'Lind',
    )
    const secret = await muster(
      'token',
      'create',
      '--mail',
      'bo@example.org',
      '--space',
      space,
      '--name',
      'Script',
      '--days',
      '1',
    )
    assert.match(secret, token)
    assert.equal((await me(secret)).status, 200)
    const made = await ask(`${server.url}/teams`, { token: secret, method: 'POST', data: { team: { name: 'North' } } })
    assert.equal(made.status, 200)
    assert.ok((await muster('space', 'list')).includes(`${space}\tHarbour`))
  })

  test('what was created while no server ran exists', async () => {
    assert.equal((await me(await muster('token', 'create', '--mail', 'ana@example.org'))).status, 200)
  })

  test('a token limited to scopes may use nothing else', async () => {
    const secret = await muster('token', 'create', '--mail', 'bo@example.org', '--scopes', 'teams:read')
    assert.equal((await ask(`${server.url}/teams`, { token: secret })).status, 200)
    assert.equal(
      (await ask(`${server.url}/teams`, { token: secret, method: 'POST', data: { team: { name: 'South' } } })).status,
      403,
    )
  })

  test('token revoke takes effect at once in the running server, by secret and by ID', async () => {
    const [first, second] = [
      await muster('token', 'create', '--mail', 'bo@example.org'),
      await muster('token', 'create', '--mail', 'bo@example.org'),
    ]
    for (const secret of [first, second]) assert.equal((await me(secret)).status, 200)
    await muster('token', 'revoke', first)
    assert.equal((await me(first)).status, 401)
    const list = await muster('token', 'list', '--mail', 'bo@example.org')
    assert.match(list, /revoked /)
    await muster('token', 'revoke', '--mail', 'bo@example.org', '--id', list.split('\n').at(-1)!.split('\t')[0]!)
    assert.equal((await me(second)).status, 401)
  })

  test('token create needs --space for a user of several spaces', async () => {
    const [home] = (await muster('space', 'list')).split('\t')
    await muster('user', 'create', '--mail', 'bo@example.org', '--space', home!)
    assert.match(await misused('token', 'create', '--mail', 'bo@example.org'), /--space/)
    assert.equal((await me(await muster('token', 'create', '--mail', 'bo@example.org', '--space', home!))).status, 200)
  })

  test('user create does not change the role of a member, even the last superadmin', async () => {
    const [home] = (await muster('space', 'list')).split('\t')
    const said = await refused('user', 'create', '--mail', 'ana@example.org', '--space', home!, '--role', 'user')
    assert.match(said, /already a member/)
  })

  test('secrets are stored only as hashes', async () => {
    const secret = await muster('token', 'create', '--mail', 'ana@example.org')
    const owner = await openDatabase(dataDir)
    const rows =
      await owner`select to_jsonb(t)::text as row from tokens t union all select to_jsonb(a)::text from accounts a`
    await owner.end()
    const stored = JSON.stringify(rows)
    assert.ok(!stored.includes(secret) && !stored.includes(secret.slice('mus_p_'.length, 30)))
    assert.ok(!stored.includes('correct horse'))
    assert.match(stored, /scrypt|argon2/)
  })

  test('the server keeps running after every command', async () => {
    assert.match(await muster('migrate'), /up to date/)
    assert.ok(processesIn(dataDir).length > 0)
    assert.equal((await ask(`${server.url}/health`)).status, 200)
  })

  longTest('a command that outlasts the server stops the database when it ends', async () => {
    const slow = command(
      ['user', 'create', '--mail', 'cy@example.org', '--space', '1', '--password-stdin'],
      'correct horse battery staple\n',
    )
    assert.equal((await server.stop()).code, 0)
    assert.match(printed(await slow), /^\d+$/)
    await assertNoProcessLeft(dataDir)
  })
})
