import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { notOnCitus } from '../server/test/citus_cluster.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aServiceAccountToken, aSession, withAccessToken } from '../server/test/integrations.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { runCommand } from './commands.ts'

// Commands run in the process of a running server, which must notice their changes.

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const admin = await aUser(app, space, { role: 'admin' })
const plain = await aUser(app, space)
const chief = await aUser(app, space, { role: 'superadmin' })
const stranger = await aUser(app, elsewhere, { role: 'superadmin' })

const settings = () => readConfig({ DATABASE_URL: app.database_url })
const muster = async (...args: string[]) => (await runCommand(args, settings)) ?? ''
const refused = (...args: string[]) =>
  muster(...args).then(
    said => assert.fail(`it said ${said}`),
    (error: Error) => error.message,
  )
const works = async (person: { token: string }) => (await app.as(person).get('/me')).status === 200
/** Retries, because the notification of the database arrives a moment later. */
const stops = (person: { token: string }) => eventually(async () => !(await works(person)))
const deeds = async (kind: string) =>
  app.owner<{ user_id: number | null; request: string }[]>`
    select user_id, request from audit_log where group_id = ${space} and kind = ${kind} order by id desc`
const as = ['--as', admin.mail]

const folder = mkdtempSync(join(tmpdir(), 'muster-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'civi.csv')
writeFileSync(
  file,
  'Contact ID,Contact Type,First Name,Last Name,Email\n1,Individual,Ann,Arbor,ann@example.org\n2,Individual,Ben,Nevis,odd\n3,Individual,Cal,Low,,extra\n',
)
const there = ['--url', app.url, '--token', admin.token]

describe('muster integration', () => {
  const make = (...more: string[]) =>
    muster('integration', 'create', ...as, '--name', 'Website', '--scopes', 'teams:read,users:read', ...more)
  const listed = async () =>
    (await muster('integration', 'list', ...as)).split('\n').map(line => line.split('\t')) as [
      string,
      string,
      ...string[],
    ][]

  test('create prints client id and secret; list shows the integration without its secret', async () => {
    const said = await make('--role', 'user')
    const [, client_id, secret] = /^client id\t(\w+)\nsecret\t(mus_s_\S+)$/.exec(said) ?? assert.fail(said)
    const line = (await listed()).find(([, id]) => id === client_id)!
    assert.equal(
      line.slice(2).join(' | '),
      `as user | secrets ${/\d+/.exec(line[3]!)![0]} (…${secret!.slice(-4)}) | Website`,
    )
    assert.equal((await deeds('integration.made'))[0]?.user_id, admin.id)
  })

  const redirect = ['--redirect-uris', 'https://example.org/cb']
  test('create without scopes makes an integration that only signs people in; PKCE and the signature can be chosen', async () => {
    const made = async (...args: string[]) => {
      const said = await muster('integration', 'create', ...as, '--name', 'Members', ...redirect, ...args)
      assert.match(said, /^client id\t\w+\nsecret\tmus_s_\S+$/)
      const { scopes, pkce_required, id_token_signed_response_alg } = (
        await app.as(admin).get('/v1/integrations')
      ).body.data.find(({ client_id }: { client_id: string }) => said.includes(client_id))
      return [scopes, pkce_required, id_token_signed_response_alg]
    }
    assert.deepEqual(await made(), [[], true, 'RS256'])
    assert.deepEqual(await made('--without-pkce', '--id-token-alg', 'ES256'), [[], false, 'ES256'])
  })

  test('create prints no secret for a public client', async () => {
    assert.match(
      await make('--public', '--redirect-uris', 'https://example.org/a, https://example.org/b'),
      /^client id\t\w+$/,
    )
  })

  test('add-secret adds a second secret, revoke-secret revokes one', async () => {
    await make('--role', 'user')
    const [id] = (await listed()).at(-1)!
    assert.match(await muster('integration', 'add-secret', ...as, '--id', id), /^mus_s_\S+$/)
    assert.match(await refused('integration', 'add-secret', ...as, '--id', id), /already has 2 secrets/)
    const [first] = (await app.as(admin).get(`/v1/integrations/${id}`)).body.data.secrets
    assert.match(
      await muster('integration', 'revoke-secret', ...as, '--id', id, '--secret', String(first.id)),
      /Secret revoked/,
    )
    assert.match(
      await refused('integration', 'revoke-secret', ...as, '--id', id, '--secret', String(first.id)),
      /no such secret/,
    )
  })

  test('delete takes effect at once in the running server', async () => {
    await make('--role', 'user')
    const [id] = (await listed()).at(-1)!
    const token = await aServiceAccountToken(app, (await app.as(admin).get(`/v1/integrations/${id}`)).body.data)
    assert.ok(await works(token))
    assert.match(await muster('integration', 'delete', ...as, '--id', id), /Integration deleted/)
    await stops(token)
    assert.match(await refused('integration', 'delete', ...as, '--id', id), /no such integration/)
  })
})

describe('muster session', () => {
  test('lists the sessions of a user and ends one or all', async () => {
    const person = await aUser(app, space)
    const sessions = [await aSession(app, person), await aSession(app, person), await aSession(app, person)]
    const there = await withAccessToken(app, person, { grant: sessions[0]!.grant })
    const list = (await muster('session', 'list', '--mail', person.mail)).split('\n')
    assert.equal(list.length, 3)
    assert.match(list[0]!, /^\d+\tused .*\tuntil .*\tFirefox on Linux$/)
    assert.ok(await works(there))
    const id = String(sessions[0]!.session_id)
    assert.match(await muster('session', 'end', '--mail', person.mail, '--id', id), /1 session ended/)
    await stops(there)
    assert.ok(await works(person))
    assert.match(await refused('session', 'end', '--mail', person.mail, '--id', id), /no such session/)
    assert.match(await muster('session', 'end', '--mail', person.mail, '--all'), /2 sessions ended/)
    assert.equal(await muster('session', 'list', '--mail', person.mail), '')
    assert.deepEqual((await deeds('session.ended'))[0], { user_id: null, request: 'command line' })
  })

  test('end --all also revokes console tokens of ended sessions', async () => {
    const person = await aUser(app, space)
    const { session_id, grant } = await aSession(app, person)
    const there = await withAccessToken(app, person, { grant })
    await app.owner`delete from oidc_records where id = ${session_id}`
    assert.ok(await works(there))
    assert.match(
      await muster('session', 'end', '--mail', person.mail, '--all'),
      /remaining tokens of the console were revoked/,
    )
    assert.ok(await stops(there))
    assert.ok(await works(person))
    assert.match(await refused('session', 'end', '--mail', person.mail, '--all'), /no such session/)
  })
})

describe('muster grant', () => {
  test('lists the grants of a user and revokes one at once', async () => {
    const person = await aUser(app, space)
    const { grant } = await aSession(app, person)
    const through = await withAccessToken(app, person, { grant })
    const list = (await muster('grant', 'list', '--mail', person.mail)).split('\n')
    assert.equal(list.length, 1)
    const [id = '', ...told] = list[0]!.split('\t')
    assert.match(told.join('\t'), /^Muster\tuntil /)
    assert.ok(await works(through))
    assert.match(await muster('grant', 'revoke', '--mail', person.mail, '--id', id), /no longer act/)
    await stops(through)
    assert.ok(await works(person))
    assert.match(await refused('grant', 'revoke', '--mail', person.mail, '--id', id), /no such grant/)
    assert.deepEqual((await deeds('grant.ended'))[0], { user_id: person.id, request: 'command line' })
  })
})

describe('muster user', () => {
  test('suspend and unsuspend take effect at once in the running server', async () => {
    const person = await aUser(app, space)
    const args = ['--mail', person.mail, ...as]
    assert.match(await muster('user', 'suspend', ...args, '--reason', 'Left'), /is suspended/)
    await stops(person)
    const [row] = (await app.as(admin).get('/v1/suspensions')).body.data
    assert.deepEqual([row.user.id, row.reason, row.suspended_by.id], [person.id, 'Left', admin.id])
    assert.match(await refused('user', 'suspend', ...args), /suspended already/)
    assert.match(await refused('token', 'create', '--mail', person.mail), /is suspended in space/)
    assert.match(await muster('user', 'unsuspend', ...args), /no longer suspended/)
    assert.ok(await works(person))
    assert.match(await refused('user', 'unsuspend', ...args), /no such suspension/)
  })
})

describe('muster token', () => {
  test('create and revoke leave an audit entry each, and a revoked token is refused at once', async () => {
    const secret = await muster('token', 'create', '--mail', plain.mail)
    assert.ok(await works({ token: secret }))
    assert.match(await muster('token', 'revoke', secret), /Token revoked/)
    await stops({ token: secret })
    for (const kind of ['token.made', 'token.ended'])
      assert.deepEqual((await deeds(kind))[0], { user_id: plain.id, request: 'command line' })
  })

  test('revoke also revokes the token of an application', async () => {
    const through = await withAccessToken(app, plain)
    assert.match(await muster('token', 'revoke', through.token), /Token revoked/)
    await stops(through)
  })
})

describe('muster distribute', () => {
  test('prints its plan, and explains what is missing without Citus', notOnCitus('it would distribute'), async () => {
    assert.match(await muster('distribute', '--dry-run'), /select create_distributed_table\('contacts', 'group_id'/)
    assert.match(await refused('distribute'), /does not have the citus extension.*--dry-run prints the plan/)
  })
})

describe('muster import', () => {
  const count = async () => (await app.as(admin).get('/contacts')).body.total

  test('previews, imports and undoes', async () => {
    const told = await muster('import', file, '--dry-run', ...there)
    assert.match(
      told,
      /^Matched by external_id\. Columns:\n {2}Contact ID → external_id\n {2}Contact Type → \(ignored\)/,
    )
    assert.match(
      told,
      /Preview: 2 created, .*1 refused\.\n {2}refused 1: .*more cells.*\n {2}left empty 1: Email: .*email/,
    )
    assert.equal(await count(), 0)
    const done = await muster('import', file, '--tags', 'from civi', ...there)
    assert.match(done, /Imported: 2 created,/)
    assert.equal(await count(), 2)
    assert.match(
      await muster('import', file, '--tags', 'from civi', ...there),
      /Imported: 0 created, 0 updated, 2 unchanged/,
    )
    assert.match(await muster('import', 'undo', /import undo (\d+)/.exec(done)![1]!, ...there), /undone/)
    assert.equal(await count(), 0)
  })

  test('imports nothing while there are warnings, unless --yes is given', async () => {
    const wishes = join(folder, 'wishes.csv')
    writeFileSync(wishes, 'mail,Do Not Phone\ncal@example.org,1\n')
    const told = await refused('import', wishes, ...there)
    assert.match(told, /warning: “Do Not Phone” seems to say who does not want to be contacted/)
    assert.match(told, /Nothing was imported\. .*--yes/)
    assert.equal(await count(), 0)
    const done = await muster('import', wishes, '--yes', ...there)
    assert.match(done, /Imported: 1 created,/)
    await muster('import', 'undo', /import undo (\d+)/.exec(done)![1]!, ...there)
  })

  test('masks control characters of the file', async () => {
    const evil = join(folder, 'evil.csv')
    writeFileSync(evil, 'mail,birth\u001b[2Jdate,do not \u001b[31m\u202ecall\nx,y,z\n')
    const told = await muster('import', evil, '--dry-run', ...there)
    assert.match(told, /birth·\[2Jdate → /)
    assert.ok(![...told].some(letter => letter === '\u001b' || letter === '\u202e'), JSON.stringify(told))
  })
})

describe('refused in one sentence is', () => {
  const redirect = ['--redirect-uris', 'https://example.org/cb']
  const cases: [string[], RegExp][] = [
    [['integration', 'create', ...as, '--scopes', 'teams:read', '--role', 'user'], /needs --name/],
    [
      ['integration', 'create', ...as, '--name', ' ', '--scopes', 'teams:read', '--role', 'user'],
      /--name must not be blank/,
    ],
    [['integration', 'create', ...as, '--name', 'W', '--scopes', 'all', '--role', 'user'], /all is not a permission/],
    [['integration', 'create', ...as, '--name', 'W', '--scopes', 'teams:read'], /role_id is required/],
    [['integration', 'create', ...as, '--name', 'W', '--scopes', 'teams:read', '--role', 'king'], /no role named king/],
    [
      ['integration', 'create', ...as, '--name', 'W', '--scopes', 'teams:read', '--role', 'superadmin'],
      /above your own/,
    ],
    [
      [
        'integration',
        'create',
        ...as,
        '--name',
        'W',
        '--scopes',
        'teams:read',
        '--redirect-uris',
        'http://example.org',
      ],
      /https/,
    ],
    [
      ['integration', 'create', '--as', plain.mail, '--name', 'W', '--scopes', 'teams:read', '--role', 'user'],
      /lacks the permission/,
    ],
    [
      ['integration', 'create', ...as, '--name', 'W', '--role', 'user'],
      /at least one scope for an integration that acts by itself/,
    ],
    [
      ['integration', 'create', ...as, '--name', 'W', ...redirect, '--public', '--without-pkce'],
      /must be true for a public integration/,
    ],
    [
      ['integration', 'create', ...as, '--name', 'W', ...redirect, '--id-token-alg', 'HS256'],
      /must be one of RS256, ES256/,
    ],
    [['integration', 'create', ...as, '--name', 'W', ...redirect, '--scopes', ''], /not a permission/],
    [['integration', 'list', '--as', 'nobody@example.org'], /No account has the address/],
    [['integration', 'list', ...as, '--space', String(elsewhere)], /does not belong to space/],
    [['integration', 'list', ...as, '--space', 'x'], /--space/],
    [['integration', 'delete', ...as, '--id', '0'], /--id/],
    [['integration', 'delete', '--as', stranger.mail, '--id', '1'], /no such integration/],
    [['integration', 'add-secret', ...as], /needs --id/],
    [['integration', 'revoke-secret', ...as, '--id', '1', '--secret', 'x'], /--secret/],
    [['integration', 'creat'], /Unknown command "integration creat"/],
    [['session', 'end', '--mail', plain.mail], /Give either --id or --all/],
    [['session', 'end', '--mail', plain.mail, '--id', '1', '--all'], /Give either --id or --all/],
    [['session', 'list'], /needs --mail/],
    [['session', 'list', '--mail', 'nobody@example.org'], /No account has the address/],
    [['grant', 'revoke', '--mail', plain.mail], /needs --id/],
    [['grant', 'revoke', '--mail', plain.mail, '--id', 'x'], /--id/],
    [['grant', 'list', '--mail', 'nobody@example.org'], /No account has the address/],
    [['grant', 'list', '--mail', plain.mail, '--space', String(elsewhere)], /does not belong/],
    [['user', 'suspend', '--mail', chief.mail, ...as], /higher role/],
    [['user', 'suspend', '--mail', admin.mail, ...as], /You cannot suspend yourself/],
    [['user', 'suspend', '--mail', stranger.mail, ...as], /no such user/],
    [['user', 'suspend', '--mail', 'nobody@example.org', ...as], /No account has the address/],
    [['user', 'suspend', '--mail', admin.mail, '--as', plain.mail], /lacks the permission/],
    [['user', 'suspend', '--mail', plain.mail], /needs --as/],
    [['import', ...there], /needs a file/],
    [['import', join(folder, 'nowhere.csv'), ...there], /cannot be read/],
    [['import', file, '--match', 'luck', ...there], /--match must be one of/],
    [['import', 'undo', ...there], /needs the ID/],
  ]
  for (const [args, expected] of cases)
    test(`muster ${args.join(' ').replaceAll(/\S+@\S+|mus_\S+|http:\S+|\S*\/tmp\S*/g, '…')}`, async () =>
      assert.match(await refused(...args), expected))
})
