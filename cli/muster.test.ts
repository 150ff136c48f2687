import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { leaseEmbedded } from '../server/db/embedded/lock.ts'
import { withSession } from '../server/db/sql.ts'
import { commandLine, printed } from '../server/test/commands.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { assertNoProcessLeft, aTempFolder, errorLine } from '../server/test/process.ts'
import { UsageError } from './command.ts'
import { runCommand } from './commands.ts'

const folder = aTempFolder()
const dataDir = join(folder, 'data')
const app = await startTestApp()
const home = String(await aSpace(app, 'Home'))
const ana = await aUser(app, Number(home), { role: 'superadmin' })

describe('the program', () => {
  const { muster, refused, misused } = commandLine(dataDir)

  test('works without a server, even before the first start, and leaves no database running', async () => {
    assert.match(await muster('space', 'create', '--name', 'Les Amis du Parc', '--locale', 'fr'), /^\d+$/)
    await assertNoProcessLeft(dataDir)
    const unknown = await refused('token', 'create', '--mail', 'nobody@example.org')
    assert.match(unknown, /^No account has the address nobody@example\.org/)
    await assertNoProcessLeft(dataDir)
  })

  test('refuses wrong arguments in one line, with the exit code 2', async () => {
    assert.equal(
      await misused('spaces', 'create'),
      'Unknown command "spaces create". Did you mean "space create"? "./muster help" lists the commands.',
    )
  })

  test('refuses a wrong setting in one sentence', async () => {
    assert.match(await commandLine(dataDir, { PORT: 'abc' }).refused('space', 'list'), /^PORT=abc /)
  })

  test('takes a password from standard input, stores only its hash, and does not repeat a weak one', async () => {
    const { command } = commandLine(dataDir, { DATABASE_URL: app.database_url })
    const space = String(await aSpace(app))
    const create = (mail: string, password: string) =>
      command(['user', 'create', '--mail', mail, '--space', space, '--password-stdin'], `${password}\n`)
    const sentence = errorLine(await create('dee@example.org', 'hunter2'))
    assert.match(sentence, /password/)
    assert.doesNotMatch(sentence, /hunter2/)
    const id = printed(await create('ana@example.org', 'correct horse battery staple'))
    assert.match(id, /^\d+$/)
    const [row] = await app.owner`select to_jsonb(a)::text as stored from accounts a where id = ${Number(id)}`
    assert.match(row?.['stored'], /scrypt|argon2/)
    assert.ok(!row?.['stored'].includes('correct horse'))
  })
})

describe('the embedded database', () => {
  const settings = () => readConfig({ DATA_DIR: dataDir })
  const list = () => runCommand(['space', 'list'], settings)

  test('is shared by concurrent commands, and stopped by the last one', async () => {
    const [one, other] = await Promise.all([list(), list(), runCommand(['migrate'], settings)])
    assert.match(one ?? '', /^\d+\tLes Amis du Parc$/)
    assert.equal(one, other)
    await assertNoProcessLeft(dataDir)
  })

  test('of a server goes on after every command, and after the server while a command runs', async () => {
    const server = await leaseEmbedded(dataDir, 'server')
    assert.match((await runCommand(['migrate'], settings)) ?? '', /up to date/)
    const count = () => withSession(server.owner_url, session => session`select from spaces`)
    assert.equal((await count()).length, 1)
    const slow = await leaseEmbedded(dataDir, 'guest')
    await server.release()
    assert.equal((await count()).length, 1)
    await slow.release()
    await assertNoProcessLeft(dataDir)
  })
})

describe('with a running server', () => {
  const muster = async (...args: string[]) =>
    (await runCommand(args, () => readConfig({ DATABASE_URL: app.database_url, PUBLIC_URL: app.url }))) ?? ''
  const status = async (token: string, path = '/me') => (await app.as({ token }).get(path)).status
  const token = /^mus_p_[\w-]+$/

  test('a new space, user and token work at once', async () => {
    const space = await muster('space', 'create', '--name', 'Harbour', '--locale', 'en')
    assert.ok(`${await muster('space', 'list')}\n`.includes(`${space}\tHarbour\n`))
    const bo = ['--mail', 'bo@example.org', '--space', space]
    await muster('user', 'create', ...bo, '--role', 'superadmin', '--firstname', 'Bo', '--surname', 'Lind')
    const secret = await muster('token', 'create', ...bo, '--name', 'Script', '--days', '1')
    assert.match(secret, token)
    const { user } = (await app.as({ token: secret }).get('/me')).body.data
    assert.deepEqual([user.firstname, user.surname], ['Bo', 'Lind'])
    await aTeam(app, { ...ana, token: secret })
  })

  test('space update changes the time zone in the name of a superadmin', async () => {
    const said = await muster('space', 'update', '--time-zone', 'America/Toronto', '--as', ana.mail)
    assert.equal(said, `The time zone of space ${home} is America/Toronto.`)
    const unknown = muster('space', 'update', '--time-zone', 'Toronto', '--as', ana.mail)
    await assert.rejects(unknown, /Toronto is not a known time zone/)
  })

  test('a token limited to scopes may use nothing else', async () => {
    const secret = await muster('token', 'create', '--mail', ana.mail, '--scopes', 'teams:read')
    assert.equal(await status(secret, '/teams'), 200)
    assert.equal((await app.as({ token: secret }).post('/teams', { team: { name: 'South' } })).status, 403)
  })

  test('token list shows no secret, and token revoke takes effect at once, by secret and by ID', async () => {
    const mail = ['--mail', ana.mail]
    const secrets = [await muster('token', 'create', ...mail), await muster('token', 'create', ...mail)] as const
    const rows = await app.owner`select to_jsonb(t)::text as row from tokens t where user_id = ${ana.id}`
    for (const secret of secrets) {
      assert.equal(await status(secret), 200)
      assert.ok(!JSON.stringify(rows).includes(secret.slice('mus_p_'.length, 30)), 'secrets are stored as hashes')
    }
    const listed = await muster('token', 'list', ...mail)
    assert.match(listed, new RegExp(`^\\d+\\tspace ${home}\\tuntil `))
    assert.doesNotMatch(listed, /mus_p_|[0-9a-f]{32}/)
    await muster('token', 'revoke', secrets[0])
    await eventually(async () => (await status(secrets[0])) === 401)
    await assert.rejects(muster('token', 'revoke', secrets[0]), /no such active token/)
    const list = await muster('token', 'list', ...mail)
    assert.match(list, /revoked /)
    await muster('token', 'revoke', ...mail, '--id', list.split('\n').at(-1)!.split('\t')[0]!)
    await eventually(async () => (await status(secrets[1])) === 401)
    await assert.rejects(muster('token', 'revoke', ...mail, '--id', '999999'), /no such active token/)
  })

  test('token create needs --space for a user of several spaces', async () => {
    const bo = await aUser(app, await aSpace(app))
    await muster('user', 'create', '--mail', bo.mail, '--space', home)
    await assert.rejects(muster('token', 'create', '--mail', bo.mail), UsageError)
    assert.equal(await status(await muster('token', 'create', '--mail', bo.mail, '--space', home)), 200)
  })

  test('user create does not change the role of a member, even the last superadmin', async () => {
    const create = (...more: string[]) => muster('user', 'create', '--mail', ana.mail, '--space', ...more)
    await assert.rejects(create(home, '--role', 'user'), /already a member/)
    await assert.rejects(create('999999'), /no space 999999/)
    await assert.rejects(
      create(home, '--role', 'king'),
      /no role named king\. Its roles: superadmin, admin, manager, user\./,
    )
  })

  test('config prints every setting and hides passwords', async () => {
    const text = (await runCommand(['config'], () => readConfig({ DATABASE_URL: 'postgres://me:hunter2@db/m' }))) ?? ''
    for (const name of ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'DEMO', 'PUBLIC_URL', 'LOG_LEVEL', 'SMTP_URL'])
      assert.match(text, new RegExp(`^${name}=`, 'm'))
    assert.doesNotMatch(text, /hunter2/)
  })
})
