import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { printed } from '../server/test/commands.ts'
import { startTestApp } from '../server/test/harness.ts'
import { aContactId, aTreasurer } from '../server/test/money.ts'
import { aSpace, aUserPerRole } from '../server/test/people.ts'
import { aTempFolder, errorLine, run } from '../server/test/process.ts'
import { readWorkbook } from '../server/test/workbooks.ts'
import { api } from './api.ts'
import { UsageError } from './command.ts'
import { completion } from './completion.ts'

const app = await startTestApp()
const { admin, user } = await aUserPerRole(app, await aSpace(app))
const folder = aTempFolder()
const dependencies = { MUSTER_URL: app.url, MUSTER_TOKEN: admin.token, HOME: folder, INIT_CWD: folder }

const command = (args: string[], { input, env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
  run({
    args: ['cli/muster.ts', ...args],
    env: { ...dependencies, ...env },
    ...(input !== undefined && { input }),
  })
const muster = async (...args: string[]) => printed(await command(['api', ...args]))
const misused = async (...args: string[]) => errorLine(await command(['api', ...args]), 2)
const team = (name: string) => ({ team: { name, leaders: [], users: [] } })

describe('muster api', { concurrency: 2 }, () => {
  test('prints a list as a table, or as JSON', async () => {
    for (const name of ['A Harbour', 'A Hill']) await app.as(admin).post('/teams', team(name))
    assert.match(await muster('teams', 'list'), /^id +name .*\n\d+ +A Harbour.*\n\d+ +A Hill/)
    assert.match(await muster('teams', 'list', '--columns', 'name,id', '--limit', '1'), /^name +id\nA Harbour +\d+$/)
    assert.equal(JSON.parse(await muster('teams', 'list', '--json', '--limit', '1')).data.teams.length, 1)
  })

  test('takes a body from --data, a file or standard input, with or without its envelope', async () => {
    writeFileSync(join(folder, 'team.json'), JSON.stringify({ data: team('Filed') }))
    assert.match(await muster('teams', 'create', '--data', JSON.stringify(team('Typed'))), /^name +Typed$/m)
    assert.match(await muster('teams', 'create', '--data', '@team.json'), /^name +Filed$/m)
    const piped = await command(['api', 'teams', 'create', '--data', '-'], { input: JSON.stringify(team('Piped')) })
    assert.match(printed(piped), /^name +Piped$/m)
  })

  test('prints and sends numbers as they are written, also those that JavaScript would round', async () => {
    const own = await aTreasurer(app)
    const as = async (...args: string[]) =>
      printed(await command(['api', ...args], { env: { MUSTER_TOKEN: own.token } }))
    const contact_id = await aContactId(app, own)
    const most = Number.MAX_SAFE_INTEGER
    const item = `{"amount":${most},"contact_id":${contact_id},"extra_json":{"n":12345678901234567890}}`
    const body = `{"transactions":[${item},${item}]}`
    assert.match(await as('transaction_bundles', 'create', '--json', '--data', body), /"n": 12345678901234567890/)
    const sums = await as('statistics', 'read', '--json')
    assert.ok(sums.includes(`"collected": ${BigInt(most) * 2n}`), sums)
  })

  test('takes path parameters by position or by name', async () => {
    const { id } = (await app.as(admin).post('/teams', team('Named'))).body.data.team
    assert.match(await muster('teams', 'read', String(id)), /^name +Named$/m)
    assert.match(await muster('teams.read', '--id', String(id)), /^name +Named$/m)
    assert.match(await muster('teams', 'list-public', '--offset', '900'), /No results/)
  })

  test('--all prints a whole list, one line per record', async () => {
    for (let i = 0; i < 7; i++) await app.as(admin).post('/contacts', { contact: { surname: `S${i}` } })
    const lines = (await muster('contacts', 'list', '--all', '--limit', '3')).split('\n')
    assert.equal(new Set(lines.map(line => JSON.parse(line).surname)).size, 7)
  })

  test('a refused parameter is named as the option that was typed', async () => {
    const { code, stderr } = await command(['api', 'teams', 'list', '--limit', 'abc'])
    assert.deepEqual([code, stderr.replace(/ \(.*/s, '')], [1, '--limit must be a whole number.'])
  })

  test('--output creates a file readable only by its owner, and never overwrites one', async () => {
    await muster('transaction_bundles', 'export', '--output', 'books.csv')
    assert.match(readFileSync(join(folder, 'books.csv'), 'utf8'), /bundle_id/)
    assert.equal(statSync(join(folder, 'books.csv')).mode & 0o777, 0o600)
    await muster('transaction_bundles', 'export-spreadsheet', '--language', 'fr', '--output', 'books.xlsx')
    assert.equal(readWorkbook(readFileSync(join(folder, 'books.xlsx')))[0]?.name, 'Paiements')
    const again = await command(['api', 'transaction_bundles', 'export', '--output', 'books.csv'])
    assert.match(errorLine(again), /already exists/)
  })

  test('exports leave out contacts marked “do not contact”, say so, and include them on request', async () => {
    const place = await aSpace(app, 'Exports')
    const { superadmin } = await aUserPerRole(app, place)
    for (const black_list of [true, false])
      await app.as(superadmin).post('/contacts', { contact: { surname: black_list ? 'Quiet' : 'Open', black_list } })
    const env = { MUSTER_TOKEN: superadmin.token }
    const body = JSON.stringify({ reason: 'a test', columns: ['surname'] })
    const some = await command(['api', 'exports', 'download', '--data', body], { env })
    assert.equal(some.stdout, 'surname\nOpen\n')
    assert.match(some.stderr, /^1 contact marked “do not contact” was left out/)
    const whole = await command(['api', 'exports', 'download', '--data', body, '--include-do-not-contact'], {
      env,
    })
    assert.deepEqual([whole.stdout, whole.stderr], ['surname\nQuiet\nOpen\n', ''])
  })

  test('a repeated idempotency key has no further effect', async () => {
    const args = ['teams', 'create', '--idempotency-key', 'k1', '--data', JSON.stringify(team('Keyed')), '--json']
    assert.equal(await muster(...args), await muster(...args))
  })

  test('uploads a file of any kind', async () => {
    writeFileSync(join(folder, 'people.csv'), 'mail\na@example.org\n')
    assert.match(await muster('imports', 'upload', '--name', 'people.csv', '--file', 'people.csv'), /people\.csv/)
    const contact_id = String(await aContactId(app, admin))
    writeFileSync(join(folder, 'note.txt'), 'Asked by letter.')
    const uploaded = await muster('files', 'upload', contact_id, '--name', 'note.txt', '--file', 'note.txt')
    assert.match(uploaded, /^name +note\.txt$/m)
  })

  test('prints an error with the request id and exits with 1', async () => {
    const { code, stderr, stdout } = await command(['api', 'teams', 'read', '999999'])
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^There is no such team.* \(not_found, request [\w-]+\)\n$/)
    const wrong = await command(['api', 'teams', 'create', '--data', '{"team":{"name":7,"leaders":"x","users":[]}}'])
    assert.match(wrong.stderr, /body\.data\.team\.name must be/)
    assert.equal((await command(['api', 'audit', 'list', '--token', user.token])).code, 1)
  })

  test('reports an unreachable server and exits with 3', async () => {
    const { code, stderr } = await command(['api', 'me', 'read', '--url', 'http://127.0.0.1:9'])
    assert.equal(code, 3)
    assert.match(stderr, /^http:\/\/127\.0\.0\.1:9 did not answer/)
  })

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

  test('has help for resources, operations and options', async () => {
    assert.match((await api([]))!, /^ {2}.*\bcontacts\b/m)
    assert.match((await api(['contacts']))!, /^ {2}contacts read ID +Read a contact\.$/m)
    assert.match(
      (await api(['contacts', 'list', '--help']))!,
      /--sort … +The order of the list\. One of newest, name\./,
    )
    assert.match(await misused('me', 'read', '--url', 'muster'), /not a server URL/)
  })

  test('has the example of the reference in the help of an operation', async () => {
    const text = (await api(['teams', 'create', '--help']))!
    const [, data = ''] = /^Example\n {2}\.\/muster api teams create --data '([\s\S]*)'$/m.exec(text) ?? []
    assert.deepEqual(Object.keys(JSON.parse(data)), ['team'])
    assert.match((await api(['contacts', 'read', '--help']))!, /^ {2}\.\/muster api contacts read \d+$/m)
  })

  test('masks control characters in names', async () => {
    await app.owner`update spaces set name = ${'Evil\u001b[2J\u202eName'}`
    const said = await muster('me', 'read')
    assert.match(said, /Evil/)
    assert.ok(!said.includes('\u001b') && !said.includes('\u202e'))
  })
})

describe('muster login', () => {
  const file = join(folder, '.config/muster/profiles.json')
  const bare = { MUSTER_URL: '', MUSTER_TOKEN: '' }
  const login = (input: string, ...args: string[]) => command(['login', ...args], { input, env: bare })

  test('stores a valid token, readable only by the user', async () => {
    assert.match(printed(await login(`${admin.token}\n`, '--url', app.url)), /readable only by you/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(printed(await command(['api', 'me', 'read'], { env: bare })), /mail/)
  })

  test('does not store an invalid token, nor send one unencrypted', async () => {
    assert.match((await login('mus_p_wrong', '--url', app.url, '--profile', 'x')).stderr, /unauthenticated/)
    assert.match(errorLine(await login('mus_p_x', '--url', 'http://muster.example.org'), 2), /not https/)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"x"|wrong/)
  })

  test('a stored token is sent only to its own server', async () => {
    const elsewhere = app.url.replace('127.0.0.1', 'localhost')
    const { code, stderr } = await command(['api', 'me', 'read', '--url', elsewhere], { env: bare })
    assert.deepEqual(
      { code, stderr },
      { code: 1, stderr: `Not signed in to ${elsewhere}. Run "./muster login --url ${elsewhere}".\n` },
    )
  })

  test('a profile file that others can read is not used', async () => {
    chmodSync(file, 0o644)
    assert.match(errorLine(await command(['api', 'me', 'read'], { env: bare })), /can be read by others/)
    chmodSync(file, 0o600)
  })

  test('logout removes the stored token', async () => {
    printed(await command(['logout'], { env: bare }))
    assert.doesNotMatch(readFileSync(file, 'utf8'), /mus_p_/)
    assert.match(errorLine(await command(['logout'], { env: bare })), /no profile named default/)
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
    const script = join(folder, 'completion.bash')
    writeFileSync(script, await completion(['bash'], known))
    const completed = async (line: string) => {
      const words = line.split(' ')
      const typed = `. ${script}; COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _muster; echo "\${COMPREPLY[@]}"`
      return (await run({ command: ['bash', '-c', typed] })).stdout.trim().split(' ')
    }
    assert.deepEqual(await completed('muster ap'), ['api'])
    assert.deepEqual(await completed('muster token '), ['create', 'list'])
    assert.deepEqual(await completed('muster api conta'), ['contacts'])
    assert.deepEqual(await completed('muster api teams list'), ['list', 'list-public'])
    assert.deepEqual(await completed('muster api contacts list --so'), ['--sort'])
    assert.deepEqual(await completed('muster token create --'), ['--mail', '--days'])
    assert.deepEqual(await completed('muster token create --mail a@example.org --d'), ['--days'])
    assert.deepEqual(await completed('muster import --t'), ['--tags'])
    assert.deepEqual(await completed('muster import people.csv --t'), ['--tags'])
    // The shell goes on with the names of files.
    assert.deepEqual(await completed('muster import peop'), [''])
    assert.deepEqual(await completed('muster api imports upload --file '), [''])
  })

  test('zsh and fish accept their scripts, where installed', async () => {
    for (const shell of ['zsh', 'fish']) {
      const script = join(folder, `completion.${shell}`)
      writeFileSync(script, await completion([shell], known))
      assert.match(readFileSync(script, 'utf8'), /contacts/)
      if (existsSync(`/usr/bin/${shell}`))
        assert.equal((await run({ command: [shell, '--no-execute', script] })).code, 0, shell)
    }
    assert.match(errorLine(await command(['completion', 'fis']), 2), /Did you mean "fish"\?/)
  })
})
