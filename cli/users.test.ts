import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aSpace, aUser, mailsTo } from '../server/test/people.ts'
import { Browser, setPasswords, setUpSecondFactor, signedInBrowser } from '../server/test/sign_in.ts'
import { UsageError } from './command.ts'
import { runCommand } from './commands.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Here')
const settings = () => readConfig({ DATABASE_URL: app.database_url, PUBLIC_URL: app.url })
const muster = async (...args: string[]) => (await runCommand(args, settings)) ?? ''
const add = (mail: string, ...more: string[]) =>
  muster('user', 'create', '--mail', mail, '--space', String(space), '--role', 'superadmin', ...more)

const phrase = 'seven herons under the bridge'
const choose = (link: string) => new Browser(app.url).send(new URL(link).pathname, { fields: { password: phrase } })

describe('muster user create', () => {
  test('prints a link with which the person chooses a password and signs in; it works once', async () => {
    const mail = 'first@example.org'
    const said = await add(mail)
    const [, id, link = ''] =
      /^(\d+)\nfirst@example\.org chooses .* 30 minutes:\n(http\S+)$/.exec(said) ?? assert.fail(said)
    assert.match((await choose(link)).text, /Password changed/)
    await signedInBrowser(app, { mail }, phrase)
    assert.match((await choose(link)).text, /no longer works/)
    const [account] = await app.owner`select mail_verified_at from accounts where id = ${Number(id)}`
    assert.equal(account?.['mail_verified_at'], null, 'no mail was sent')
  })

  test('prints the same as JSON, and no link for an account that has a password', async () => {
    const { id, password_link } = JSON.parse(await add('second@example.org', '--json'))
    assert.equal(typeof id, 'number')
    assert.ok(password_link.startsWith(`${app.url}/password/mus_l_`))
    const known = await aUser(app, await aSpace(app, 'There'))
    await setPasswords(app, known)
    assert.equal(await add(known.mail), String(known.id))
  })
})

describe('muster user password-link', () => {
  test('lets a person choose another password, and leaves a trace in the audit log', async () => {
    const person = await aUser(app, space)
    await setPasswords(app, person)
    const { password_link } = JSON.parse(await muster('user', 'password-link', '--mail', person.mail, '--json'))
    assert.equal((await choose(password_link)).status, 200)
    await signedInBrowser(app, person, phrase)
    const [entry] = await app.owner`
      select user_id, request from audit_log where kind = 'account.password_link_printed' and subject_id = ${person.id}`
    assert.deepEqual({ ...entry }, { user_id: null, request: 'command line' })
  })
})

describe('muster user reset-second-factor', () => {
  const turnOff = (mail: string) => muster('user', 'reset-second-factor', '--mail', mail)

  test('turns off the second factor, notifies the user and writes an audit entry', async () => {
    const person = await aUser(app, space)
    await setPasswords(app, person)
    await setUpSecondFactor(await signedInBrowser(app, person))
    assert.match(await turnOff(person.mail), /with the password alone/)
    await signedInBrowser(app, person)
    await eventually(() => mailsTo(app, person.mail).some(({ subject }) => subject.includes('is off')))
    const deeds = await app.owner`
      select user_id, request from audit_log
      where group_id = ${space} and subject_id = ${person.id} and kind = 'account.second_factor_off'`
    assert.deepEqual([...deeds], [{ user_id: null, request: 'command line' }])
  })

  test('refuses an account without a second factor, and an unknown address', async () => {
    await assert.rejects(turnOff((await aUser(app, space)).mail), /has no second factor/)
    await assert.rejects(turnOff('nobody@example.org'), /No account has the address/)
  })
})

describe('an invalid value', () => {
  const wrong: [string[], RegExp][] = [
    [
      ['space', 'create', '--name', 'Nord', '--locale', 'de'],
      /does not speak de\. Use fr or en, alone or with a country/,
    ],
    [['space', 'create', '--name', ' '], /--name must not be blank/],
    [['space', 'create', '--name', 'Mars', '--time-zone', 'Mars/Base'], /not a known time zone/],
    [['user', 'create', '--mail', 'ana', '--space', '1'], /ana is not an e-mail address/],
    [['user', 'create', '--mail', `${'d'.repeat(250)}@example.org`, '--space', '1'], /e-mail/],
    [['user', 'create', '--mail', 'dee@example.org', '--space', '1e0'], /--space/],
    [['user', 'create', '--mail', 'dee@example.org', '--space', '1', '--firstname', 'x'.repeat(501)], /--firstname/],
    [['token', 'create', '--mail', 'ana@example.org', '--days', '0'], /--days/],
    [['token', 'create', '--mail', 'ana@example.org', '--name', 'x'.repeat(201)], /--name/],
    [
      ['token', 'create', '--mail', 'a@example.org', '--scopes', 'team:read'],
      /Did you mean "teams:read"\? Permissions: /,
    ],
    [['token', 'revoke'], /Give the token/],
    [['token', 'revoke', 'hunter2'], /not a token/],
    [['verify', '--seal-code', 'x'], /not a seal code/],
  ]
  for (const [args, expected] of wrong)
    test(`in muster ${args.join(' ').slice(0, 60)} is a usage error in one line`, async () => {
      await assert.rejects(muster(...args), (error: Error) => {
        assert.ok(error instanceof UsageError, String(error.stack))
        assert.match(error.message, expected)
        return true
      })
    })
})
