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

  test('an unknown command is refused in one line that names the nearest one', async () => {
    assert.equal(
      await misused('spaces', 'create'),
      'Unknown command "spaces create". Did you mean "space create"? "./muster help" lists the commands.',
    )
    assert.match(await misused('constructor'), /^Unknown command "constructor"\./)
  })

  const impossible: [string[], RegExp][] = [
    [['user', 'create', '--mail', 'ana@example.org', '--space', '999'], /no space 999/],
    [
      ['user', 'create', '--mail', 'dee@example.org', '--space', '1', '--role', 'king'],
      /no role named king\. Its roles: superadmin, admin, manager, user\./,
    ],
    [['token', 'revoke', '--mail', 'ana@example.org', '--id', '999999'], /no such active token/],
  ]
  for (const [args, expected] of impossible)
    test(`muster ${args.join(' ')} is refused in one sentence`, async () => {
      assert.match(await refused(...args), expected)
    })

  test('a missing or misspelled option is named before anything runs, and the exit code is 2', async () => {
    assert.match(await misused('space', 'create'), /needs --name/)
    assert.match(await misused('space', 'create', '--nam', 'x'), /--nam/)
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
