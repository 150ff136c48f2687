import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { commandLine } from '../server/test/commands.ts'
import { assertNoProcessLeft, aTempFolder, errorLine, run, type Server, startServer } from '../server/test/process.ts'

const dataDir = join(aTempFolder(), 'data')
const env = { DATA_DIR: dataDir }
const { command, muster, refused, misused } = commandLine(dataDir)

describe('help and typing errors', { concurrency: 2 }, () => {
  // Saves time: next to a running server, a command does not start the database.
  let server: Server
  before(async () => {
    server = await startServer({ env: { ...env, DEMO: 'off' } })
    const space = await muster('space', 'create', '--name', 'Typists')
    await muster('user', 'create', '--mail', 'ana@example.org', '--space', space, '--role', 'superadmin')
  })
  after(async () => {
    await server?.stop()
  })

  test('help lists every command, as does no command at all', async () => {
    const text = await muster('help')
    for (const name of [
      'space create',
      'space list',
      'space update',
      'user create',
      'user suspend',
      'user unsuspend',
      'token create',
      'token list',
      'token revoke',
      'session list',
      'session end',
      'grant list',
      'grant revoke',
      'integration create',
      'integration list',
      'integration add-secret',
      'integration revoke-secret',
      'integration delete',
      'config',
      'migrate',
      'api',
      'login',
      'logout',
      'completion',
    ]) {
      assert.ok(text.includes(`muster ${name}`), `it does not show ${name}`)
    }
    assert.equal(await muster(), text)
    assert.equal(await muster('--help'), text)
  })

  test('help on a command shows its options', async () => {
    const text = await muster('token', 'create', '--help')
    for (const option of ['--mail', '--space', '--name', '--days', '--scopes']) assert.ok(text.includes(option), option)
    assert.equal(await muster('help', 'token', 'create'), text)
  })

  test('config prints every setting and hides passwords', async () => {
    const { code, stdout } = await run({
      args: ['cli/muster.ts', 'config'],
      env: { ...env, DATABASE_URL: 'postgres://me:hunter2@db/muster' },
    })
    assert.equal(code, 0)
    for (const name of ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'DEMO', 'PUBLIC_URL', 'LOG_LEVEL', 'SMTP_URL']) {
      assert.match(stdout, new RegExp(`^${name}=`, 'm'))
    }
    assert.doesNotMatch(stdout, /hunter2/)
  })

  test('an unknown command is named, and all commands are listed', async () => {
    for (const words of [['spaces', 'create'], ['constructor']]) {
      const { code, stderr } = await command(words)
      assert.equal(code, 2)
      assert.ok(stderr.startsWith(`Unknown command "${words.join(' ')}".`), stderr)
      assert.match(stderr, /muster space create/)
    }
  })

  const typos: [string[], RegExp][] = [
    [['user', 'create', '--mail', 'ana', '--space', '1'], /ana is not an e-mail address/],
    [['user', 'create', '--mail', 'ana@example.org', '--space', '999'], /no space 999/],
    [['user', 'create', '--mail', 'dee@example.org', '--space', '1', '--role', 'king'], /king/],
    [['token', 'create', '--mail', 'ana@example.org', '--days', '0'], /--days/],
    [['token', 'create', '--mail', 'ana@example.org', '--scopes', 'everything'], /everything is not a permission/],
    [['user', 'create', '--mail', 'dee@example.org', '--space', '1e0'], /--space/],
    [['user', 'create', '--mail', 'dee@example.org', '--space', '1', '--firstname', 'x'.repeat(501)], /--firstname/],
    [
      [
        'user',
        'create',
        '--mail',
        `${'d'.repeat(60)}@${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}`,
        '--space',
        '1',
      ],
      /e-mail/,
    ],
    [['token', 'create', '--mail', 'ana@example.org', '--name', 'x'.repeat(201)], /--name/],
    [['token', 'revoke'], /Give the token/],
    [['token', 'revoke', 'hunter2'], /not a token/],
    [['token', 'revoke', '--mail', 'ana@example.org', '--id', '999999'], /no such active token/],
  ]
  for (const [args, expected] of typos) {
    test(`muster ${args.join(' ')} is refused in one sentence`, async () => {
      assert.match(await refused(...args), expected)
    })
  }

  test('a missing or misspelled option is named before anything runs, and the exit code is 2', async () => {
    assert.match(await misused('space', 'create'), /needs --name/)
    assert.match(await misused('space', 'create', '--nam', 'x'), /--nam/)
    assert.match((await command(['tokn', 'create'])).stderr, /Did you mean "token create"\?/)
  })

  test('a weak password is refused in one sentence that does not repeat it', async () => {
    const sentence = errorLine(
      await command(['user', 'create', '--mail', 'dee@example.org', '--space', '1', '--password-stdin'], 'hunter2\n'),
    )
    assert.match(sentence, /password/)
    assert.doesNotMatch(sentence, /hunter2/)
  })

  test('a wrong setting is refused in one sentence', async () => {
    assert.match(
      errorLine(await run({ args: ['cli/muster.ts', 'space', 'list'], env: { ...env, PORT: 'abc' } })),
      /^PORT=abc /,
    )
  })
})

describe('afterwards', () => {
  test('no database is left running', () => assertNoProcessLeft(dataDir))
})
