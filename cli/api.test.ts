import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { printed } from '../server/test/commands.ts'
import { startTestApp } from '../server/test/harness.ts'
import { aContactId, aTreasurer } from '../server/test/money.ts'
import { aSpace, aUserPerRole } from '../server/test/people.ts'
import { aTempFolder, run } from '../server/test/process.ts'
import { readWorkbook } from '../server/test/workbooks.ts'
import { api } from './api.ts'
import { UsageError } from './command.ts'
import { completion } from './completion.ts'
import { describeError, exitCodeOf } from './errors.ts'
import { login, logout, resolveTarget } from './profiles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, superadmin, user } = await aUserPerRole(app, space)
const folder = aTempFolder()
const at = (name: string) => join(folder, name)
const team = (name: string) => ({ team: { name, leaders: [], users: [] } })
const create = (name: string) => app.as(admin).post('/teams', team(name))

/** The program, as a person would run it in this folder. */
const program = (args: string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
  run({ args: ['cli/muster.ts', ...args], env: { HOME: folder, INIT_CWD: folder, ...env }, input })

let outputs = 0
/** What a command prints, in this process. */
const withToken =
  (token: string) =>
  async (...args: string[]) => {
    const file = at(`${++outputs}.out`)
    await api([...args, '--url', app.url, '--token', token, '--output', file])
    return readFileSync(file, 'utf8').trimEnd()
  }
const muster = withToken(admin.token)

/** The error of a command that fails, with its exit code. */
const failed = (args: string[], url = app.url, token = admin.token) =>
  api([...args, '--url', url, '--token', token]).then(
    () => assert.fail('it worked'),
    error => `${exitCodeOf(error)} ${describeError(error)}`,
  )

describe('the program', () => {
  const env = { MUSTER_URL: app.url, MUSTER_TOKEN: admin.token }
  const send = (data: string, input = '') => program(['api', 'teams', 'create', '--data', data], { env, input })

  test('takes a body from standard input, or from a file in the folder it was typed in', async () => {
    assert.match(printed(await send('-', JSON.stringify(team('Piped')))), /^name +Piped$/m)
    writeFileSync(at('team.json'), JSON.stringify({ data: team('Filed') }))
    assert.match(printed(await send('@team.json')), /^name +Filed$/m)
  })

  test('prints an error with the request id and exits with 1', async () => {
    const { code, stderr, stdout } = await program(['api', 'teams', 'read', '999999'], { env })
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^There is no such team.* \(not_found, request [\w-]+\)\n$/)
  })
})

describe('muster api', () => {
  test('prints a list as a table, or as JSON', async () => {
    for (const name of ['A Harbour', 'A Hill']) await create(name)
    assert.match(await muster('teams', 'list'), /^id +name .*\n\d+ +A Harbour.*\n\d+ +A Hill/)
    assert.match(await muster('teams', 'list', '--columns', 'name,id', '--limit', '1'), /^name +id\nA Harbour +\d+$/)
    assert.equal(JSON.parse(await muster('teams', 'list', '--json', '--limit', '1')).data.teams.length, 1)
  })

  test('takes a body with or without its envelope', async () => {
    for (const data of [team('Typed'), { data: team('Typed') }])
      assert.match(await muster('teams', 'create', '--data', JSON.stringify(data)), /^name +Typed$/m)
  })

  test('prints and sends numbers as they are written, also those that JavaScript would round', async () => {
    const own = await aTreasurer(app)
    const as = withToken(own.token)
    const contact_id = await aContactId(app, own)
    const most = Number.MAX_SAFE_INTEGER
    const item = `{"amount":${most},"contact_id":${contact_id},"extra_json":{"n":12345678901234567890}}`
    const body = `{"transactions":[${item},${item}]}`
    assert.match(await as('transaction_bundles', 'create', '--json', '--data', body), /"n": 12345678901234567890/)
    const sums = await as('statistics', 'read', '--json')
    assert.ok(sums.includes(`"collected": ${BigInt(most) * 2n}`), sums)
  })

  test('takes path parameters by position or by name', async () => {
    const { id } = (await create('Named')).body.data.team
    assert.match(await muster('teams', 'read', String(id)), /^name +Named$/m)
    assert.match(await muster('teams.read', '--id', String(id)), /^name +Named$/m)
    assert.match(await muster('teams', 'list-public', '--offset', '900'), /No results/)
  })

  test('--all prints a whole list, one line per record', async () => {
    for (let i = 0; i < 7; i++) await app.as(admin).post('/contacts', { contact: { surname: `S${i}` } })
    const lines = (await muster('contacts', 'list', '--all', '--limit', '3')).split('\n')
    assert.equal(new Set(lines.map(line => JSON.parse(line).surname)).size, 7)
  })

  test('--output creates a file readable only by its owner, and never overwrites one', async () => {
    const file = ['--output', at('books.csv'), '--url', app.url, '--token', admin.token]
    await api(['transaction_bundles', 'export', ...file])
    assert.match(readFileSync(at('books.csv'), 'utf8'), /bundle_id/)
    assert.equal(statSync(at('books.csv')).mode & 0o777, 0o600)
    await assert.rejects(api(['transaction_bundles', 'export', ...file]), /already exists/)
    await muster('transaction_bundles', 'export-spreadsheet', '--language', 'fr')
    assert.equal(readWorkbook(readFileSync(at(`${outputs}.out`)))[0]?.name, 'Paiements')
  })

  test('exports leave out contacts marked “do not contact”, say so, and include them on request', async t => {
    const there = (await aUserPerRole(app, await aSpace(app, 'Exports'))).superadmin
    for (const black_list of [true, false])
      await app.as(there).post('/contacts', { contact: { surname: black_list ? 'Quiet' : 'Open', black_list } })
    const { mock } = t.mock.method(process.stderr, 'write', () => true)
    const said = () => mock.calls.map(({ arguments: [text] }) => String(text)).join('')
    const download = (...more: string[]) =>
      withToken(there.token)(
        ...['exports', 'download', '--data', JSON.stringify({ reason: 'a test', columns: ['surname'] }), ...more],
      )
    assert.equal(await download('--include-do-not-contact'), 'surname\nQuiet\nOpen')
    assert.doesNotMatch(said(), /left out/)
    assert.equal(await download(), 'surname\nOpen')
    assert.match(said(), /1 contact marked “do not contact” was left out/)
  })

  test('a repeated idempotency key has no further effect', async () => {
    const args = ['teams', 'create', '--idempotency-key', 'k1', '--data', JSON.stringify(team('Keyed')), '--json']
    assert.equal(await muster(...args), await muster(...args))
  })

  test('uploads a file of any kind', async () => {
    writeFileSync(at('people.csv'), 'mail\na@example.org\n')
    const upload = (name: string, ...to: string[]) => muster(...to, '--name', name, '--file', at(name))
    assert.match(await upload('people.csv', 'imports', 'upload'), /people\.csv/)
    writeFileSync(at('note.txt'), 'Asked by letter.')
    const contact_id = String(await aContactId(app, admin))
    assert.match(await upload('note.txt', 'files', 'upload', contact_id), /^name +note\.txt$/m)
  })

  const unreachable = 'http://127.0.0.1:9'
  const failures: [string[], RegExp, string?, string?][] = [
    [['teams', 'list', '--limit', 'abc'], /^1 --limit must be a whole number\./],
    [
      ['teams', 'create', '--data', '{"team":{"name":7,"leaders":"x","users":[]}}'],
      /^1 body\.data\.team\.name must be .*\n {2}body\.data\.team\.name .*\n {2}body\.data\.team\.leaders /s,
    ],
    [['audit', 'list'], /^1 .*forbidden/, app.url, user.token],
    [['me', 'read'], /^1 Not signed in: .* Run "\.\/muster login"\./, app.url, 'mus_p_wrong'],
    [['me', 'read'], /^3 http:\/\/127\.0\.0\.1:9 did not answer .*start the server with "npm start"\.$/, unreachable],
    [['me', 'read'], /^2 muster is not a server URL/, 'muster'],
  ]
  for (const [args, expected, url, token] of failures)
    test(`explains why ${args.join(' ')} failed, with an exit code: ${expected.source}`, async () =>
      assert.match(await failed(args, url, token), expected))

  const typos: [string[], RegExp][] = [
    [['contcats', 'list'], /no resource "contcats"\. Did you mean "contacts"\?/],
    [['contacts', 'lsit'], /no "contacts lsit"\. Did you mean "list"\?/],
    [['contacts', 'list', '--limt', '5'], /Unknown option --limt\. Did you mean --limit\?/],
    [['contacts', 'list', '--limit'], /--limit needs a value/],
    [['contacts', 'list', '--sort', 'nme'], /--sort must be one of newest, name\. Did you mean "name"\?/],
    [['contacts', 'list', 'what'], /takes no argument "what"/],
    [['contacts', 'read'], /needs --id/],
    [['teams', 'create', '--data', '{'], /not JSON/],
    [['teams', 'create', '--data', '@nowhere.json'], /nowhere\.json cannot be read/],
    [['teams', 'create', '--data', '{"data":{},"dta":1}'], /no field "dta" next to "data"/],
    [['imports', 'upload', '--name', 'x', '--file', 'nowhere.csv'], /nowhere\.csv cannot be read/],
    [['me', 'read', '--profile', 'other'], /no profile "other"/],
  ]
  for (const [args, expected] of typos)
    test(`muster api ${args.join(' ')} is refused before anything is sent`, async () => {
      await assert.rejects(api([...args, '--url', app.url]), (error: Error) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, expected)
        return true
      })
    })

  test('has help for resources, operations and options, with the example of the reference', async () => {
    assert.match((await api([]))!, /^ {2}.*\bcontacts\b/m)
    assert.match((await api(['contacts']))!, /^ {2}contacts read ID +Read a contact\.$/m)
    const help = (await api(['contacts', 'list', '--help']))!
    assert.match(help, /--sort … +The order of the list\. One of newest, name\./)
    const text = (await api(['teams', 'create', '--help']))!
    const [, data = ''] = /^Example\n {2}\.\/muster api teams create --data '([\s\S]*)'$/m.exec(text) ?? []
    assert.deepEqual(Object.keys(JSON.parse(data)), ['team'])
    assert.match((await api(['contacts', 'read', '--help']))!, /^ {2}\.\/muster api contacts read \d+$/m)
  })

  test('masks control characters in names', async () => {
    await app.owner`update spaces set name = ${'Evil\u001b[2J\u202eName'} where id = ${space}`
    const said = await withToken(superadmin.token)('me', 'read')
    assert.match(said, /Evil/)
    assert.ok(!said.includes('\u001b') && !said.includes('\u202e'))
  })
})

describe('muster login', () => {
  const file = at('.config/muster/profiles.json')
  /** Runs work as if this were piped into a program of a person whose home is the folder. */
  async function withHome<T>(t: TestContext, work: () => Promise<T>, piped = '') {
    const before = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = at('.config')
    t.mock.getter(process, 'stdin', () => [Buffer.from(piped)] as never)
    try {
      return await work()
    } finally {
      if (before === undefined) delete process.env['XDG_CONFIG_HOME']
      else process.env['XDG_CONFIG_HOME'] = before
      t.mock.restoreAll()
    }
  }
  const options = (url: string, profile?: string) => ({
    options: { url, ...(profile && { profile }) },
    flags: new Set<string>(),
    argument: undefined,
  })

  test('stores a valid token, readable only by the user', async () => {
    assert.match(
      printed(await program(['login', '--url', app.url], { input: `${admin.token}\n` })),
      /readable only by you/,
    )
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(resolveTarget({}, { HOME: folder }), { url: app.url, token: admin.token })
  })

  test('does not store an invalid token, nor send one unencrypted', async t => {
    const signIn = (url: string, profile?: string) => withHome(t, () => login(options(url, profile)), 'mus_p_wrong')
    await assert.rejects(signIn(app.url, 'x'), { code: 'unauthenticated' })
    await assert.rejects(signIn('http://muster.example.org'), /not https/)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"x"|wrong/)
  })

  test('a stored token is sent only to its own server', async t => {
    const elsewhere = app.url.replace('127.0.0.1', 'localhost')
    await assert.rejects(
      withHome(t, () => api(['me', 'read', '--url', elsewhere])),
      { message: `Not signed in to ${elsewhere}. Run "./muster login --url ${elsewhere}".` },
    )
  })

  test('a profile file that others can read is not used', () => {
    chmodSync(file, 0o644)
    assert.throws(() => resolveTarget({}, { HOME: folder }), /can be read by others/)
    chmodSync(file, 0o600)
  })

  test('logout removes the stored token', async t => {
    await withHome(t, () => logout({ ...options(app.url), options: {} }))
    assert.doesNotMatch(readFileSync(file, 'utf8'), /mus_p_/)
    await assert.rejects(
      withHome(t, () => logout({ ...options(app.url), options: {} })),
      /no profile named default/,
    )
  })
})

describe('muster completion', () => {
  const known = {
    api: [],
    import: ['--tags'],
    'import undo': [],
    'token create': ['--mail', '--days'],
    'token list': [],
    doctor: [],
  }

  test('bash completes commands, resources, verbs and options', async () => {
    const script = at('completion.bash')
    writeFileSync(script, await completion(['bash'], known))
    const expected: Record<string, string> = {
      'muster ap': 'api',
      'muster token ': 'create list',
      'muster api conta': 'contacts',
      'muster api teams list': 'list list-public',
      'muster api contacts list --so': '--sort',
      'muster token create --': '--mail --days',
      'muster token create --mail a@example.org --d': '--days',
      'muster import --t': '--tags',
      'muster import people.csv --t': '--tags',
      // The shell goes on with the names of files.
      'muster import peop': '',
      'muster api imports upload --file ': '',
    }
    const lines = Object.keys(expected).map(line => {
      const words = line.split(' ')
      return `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _muster; echo "\${COMPREPLY[@]}"`
    })
    const { stdout } = await run({ command: ['bash', '-c', [`. ${script}`, ...lines].join('\n')] })
    assert.deepEqual(stdout.trimEnd().split('\n').concat(['', '']).slice(0, lines.length), Object.values(expected))
  })

  test('zsh and fish accept their scripts, where installed; another shell is refused', async () => {
    for (const shell of ['zsh', 'fish']) {
      const script = at(`completion.${shell}`)
      writeFileSync(script, await completion([shell], known))
      assert.match(readFileSync(script, 'utf8'), /contacts/)
      if (existsSync(`/usr/bin/${shell}`))
        assert.equal((await run({ command: [shell, '--no-execute', script] })).code, 0, shell)
    }
    await assert.rejects(completion(['fis'], known), /Did you mean "fish"\?/)
  })
})
