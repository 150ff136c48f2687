import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, mailsTo, refusal } from '../../test/people.ts'
import {
  ageSignIn,
  aUserWithPassword,
  authorizePath,
  Browser,
  codeFrom,
  oneTimeCode,
  password,
  pkcePair,
  recoveryCodesOn,
  setUpSecondFactor,
  signedInBrowser,
  signIn,
  tokensFor,
  totpSecretOn,
} from '../../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')

const aMember = (group_id = space) => aUserWithPassword(app, [group_id])

async function kindsOf({ id }: { id: number }) {
  const rows = await app.owner`
    select kind from audit_log where subject_id = ${id} and kind like 'account.%factor%' order by id`
  return rows.map(({ kind }) => kind)
}
const subjectsTo = (mail: string) => mailsTo(app, mail).map(({ subject }) => subject)

describe('setting up a second factor', () => {
  test('shows a QR code and the same key as text, and takes effect with the first code', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const page = await browser.go('/account/second-factor')
    const secret = totpSecretOn(page)
    assert.match(page.text, /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="[^"]+"/)
    assert.ok(page.text.includes(`secret=${secret}`))
    assert.equal(totpSecretOn(await browser.go('/account/second-factor')), secret, 'loading it again changes nothing')
    const seen = await browser.go('/account/second-factor', { fields: { code: oneTimeCode(secret) } })
    assert.equal(recoveryCodesOn(seen).length, 10)
    assert.match(seen.text, /not see these codes again/)
    assert.match(seen.text, /download="muster-recovery-codes.txt"/)
    const later = await browser.go('/account/second-factor')
    for (const code of recoveryCodesOn(seen)) assert.ok(!later.text.includes(code))
    assert.match(later.text, /You have 10 codes left/)
    assert.deepEqual(await kindsOf(person), ['account.second_factor_on'])
    await eventually(() => subjectsTo(person.mail).includes('Second factor turned on for your account'))
    const another = new Browser(app.url)
    const asked = await signIn(another, '/account', person)
    assert.match(asked.text, /<h1>Enter your code<\/h1>/)
    assert.equal((await another.go(asked.url, { fields: { code: oneTimeCode(secret, 1) } })).url, '/account')
    const third = new Browser(app.url)
    const [code] = recoveryCodesOn(seen)
    const { url } = await signIn(third, '/account', person)
    assert.equal((await third.go(url, { fields: { code: code! } })).url, '/account', 'a recovery code signs in, too')
  })

  test('refuses a wrong code, and shows the same key again', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const secret = totpSecretOn(await browser.go('/account/second-factor'))
    for (const code of ['', oneTimeCode(secret, -5)]) {
      const seen = await browser.go('/account/second-factor', { fields: { code } })
      assert.equal(seen.status, 422, code)
      assert.match(seen.text, /role="alert"/)
      assert.equal(totpSecretOn(seen), secret)
    }
    assert.deepEqual(await kindsOf(person), [])
    await signedInBrowser(app, person)
  })
})

describe('an active second factor', () => {
  test('gets new recovery codes, and the old ones are refused', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const { codes } = await setUpSecondFactor(browser)
    const fresh = recoveryCodesOn(await browser.go('/account/recovery-codes', { fields: {} }))
    assert.equal(new Set([...codes, ...fresh]).size, 20)
    await eventually(() => subjectsTo(person.mail).includes('You have new recovery codes'))
    await ageSignIn(app, person)
    const prove = async (code: string) => (await browser.go('/account/prove', { fields: { password, code } })).status
    assert.deepEqual([await prove(codes[0]!), await prove(fresh[0]!)], [422, 200])
  })

  test('is disabled by its owner, who is notified by mail; then the password is enough', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await setUpSecondFactor(browser)
    const seen = await browser.go('/account/second-factor/off', { fields: {} })
    assert.match(seen.text, /Second factor turned off/)
    await eventually(() => subjectsTo(person.mail).includes('The second factor of your account is off'))
    assert.deepEqual(await kindsOf(person), ['account.second_factor_on', 'account.second_factor_off'])
    await signedInBrowser(app, person)
    assert.match((await browser.go('/account/second-factor/off', { fields: {} })).text, /had already ended/)
  })

  test('is neither disabled nor given new codes without a recent sign-in', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await setUpSecondFactor(browser)
    await ageSignIn(app, person)
    for (const path of ['/account/second-factor/off', '/account/recovery-codes']) {
      const { headers } = await browser.send(path, { fields: {} })
      assert.equal(headers.get('location'), `/account/prove?next=${encodeURIComponent('/account/second-factor')}`)
    }
    assert.deepEqual(await kindsOf(person), ['account.second_factor_on'])
  })
})

describe('a space that requires a second factor', () => {
  async function aCarefulSpace() {
    const group_id = await aSpace(app, 'Careful')
    const person = await aMember(group_id)
    await app.owner`update spaces set second_factor_required = true where id = ${group_id}`
    return { group_id, person }
  }

  test('makes a user set one up at sign-in, and then lets them in', async () => {
    const { person, group_id } = await aCarefulSpace()
    const browser = new Browser(app.url)
    const page = await signIn(browser, authorizePath(pkcePair().challenge), person)
    assert.match(
      page.text,
      /<h1>Set up a second factor<[\s\S]*Careful requires a second factor[\s\S]*<svg[^>]+role="img"/,
    )
    const along = { space: String(group_id), decision: 'allow' }
    const wrong = await browser.go(page.url, { fields: { ...along, code: '000' } })
    assert.equal(wrong.status, 422)
    assert.equal(totpSecretOn(wrong), totpSecretOn(page))
    const codes = await browser.go(page.url, { fields: { ...along, code: oneTimeCode(totpSecretOn(page)) } })
    assert.equal(new Set(recoveryCodesOn(codes)).size, 10)
    await eventually(() => subjectsTo(person.mail).includes('Second factor turned on for your account'))
    const end = await browser.go(page.url, { fields: along })
    assert.ok(codeFrom(end), end.url)
    assert.equal((await app.as(person).get('/me')).status, 200)
  })

  test('does not let an old session set one up, not even combined with a session of another user', async () => {
    const { person, group_id } = await aCarefulSpace()
    const [found, own] = [await signedInBrowser(app, person), await signedInBrowser(app, await aMember())]
    await ageSignIn(app, person)
    const page = await found.go(authorizePath(pkcePair().challenge))
    for (const [name, cookie] of own.jar) if (name.startsWith('muster_session')) found.jar.set(name, cookie)
    const seen = await found.go(page.url, { fields: { space: String(group_id), decision: 'allow' } })
    assert.doesNotMatch(seen.text, /class="secret"/)
    assert.equal((await app.owner`select from second_factors where account_id = ${person.id}`).length, 0)
  })

  test('cannot be entered by skipping the second factor', async () => {
    const { person, group_id } = await aCarefulSpace()
    const browser = new Browser(app.url)
    const page = await signIn(browser, authorizePath(pkcePair().challenge), person)
    for (const more of [{ space: String(group_id) }, {}]) {
      const fields = { decision: 'allow', ...more }
      const seen = await browser.go(page.url, { fields })
      assert.ok(!seen.url.startsWith('http'), seen.url)
    }
    assert.equal((await app.owner`select from oidc_records where user_id = ${person.id} and kind = 'Grant'`).length, 0)
  })

  test('refuses a user at once who disables theirs, and warns them before', async () => {
    const { person } = await aCarefulSpace()
    const browser = await signedInBrowser(app, person)
    assert.deepEqual(refusal(await app.as(person).get('/me')), [403, 'second_factor_required'])
    await setUpSecondFactor(browser)
    assert.equal((await app.as(person).get('/me')).status, 200)
    const { text } = await browser.go('/account/second-factor')
    assert.match(text, /Careful requires a second factor\. You will have no access/)
    await browser.go('/account/second-factor/off', { fields: {} })
    assert.deepEqual(refusal(await app.as(person).get('/me')), [403, 'second_factor_required'])
  })
})

const phrase = 'seven herons under the bridge'

const deedsOf = async ({ id }: { id: number }, kind: string) =>
  app.owner<{ group_id: number; details: any }[]>`
    select group_id, details from audit_log where subject_id = ${id} and subject = 'user' and kind = ${kind} order by id`

describe('changing the password', () => {
  test('keeps this browser signed in, and ends everything else', async () => {
    const person = await aMember()
    const [here, there] = [await signedInBrowser(app, person), await signedInBrowser(app, person)]
    const { access_token } = await tokensFor(app, person, { browser: here })
    const seen = await here.go('/account/password', { fields: { password: phrase } })
    assert.match(seen.text, /Password changed/)
    assert.equal((await here.send('/account')).status, 200)
    assert.notEqual((await there.send('/account')).status, 200)
    assert.deepEqual(refusal(await app.as({ token: access_token }).get('/me')), refusal.unauthenticated)
    assert.equal((await app.as(person).get('/me')).status, 200)
    await eventually(() => mailsTo(app, person.mail).some(({ subject }) => subject === 'Your password was changed'))
    assert.equal((await deedsOf(person, 'account.password_changed')).length, 1)
    await signedInBrowser(app, person, phrase)
  })

  test('lets applications sign in again in this browser', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await tokensFor(app, person, { browser })
    await browser.go('/account/password', { fields: { password: phrase } })
    const { access_token } = await tokensFor(app, person, { browser })
    assert.equal((await app.as({ token: access_token }).get('/me')).status, 200)
  })

  test('refuses a weak one and changes nothing', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const seen = await browser.go('/account/password', { fields: { password: 'password1234' } })
    assert.equal(seen.status, 422)
    assert.match(seen.text, /easy to guess/)
    await signedInBrowser(app, person)
  })

  test('ends a sign-in that waits for its second factor', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await setUpSecondFactor(browser)
    const thief = new Browser(app.url)
    const seen = await signIn(thief, authorizePath(pkcePair().challenge), person)
    assert.match(seen.text, /<h1>Enter your code<\/h1>/)
    await browser.go('/account/password', { fields: { password: phrase } })
    assert.match((await thief.go(seen.url)).text, /<h1>Sign in<\/h1>/)
  })

  test('ends a sign-in that was begun with the old password', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const thief = new Browser(app.url)
    const page = await thief.go(authorizePath(pkcePair().challenge))
    const typed = await thief.send(page.url, { fields: { mail: person.mail, password } })
    const onward = typed.headers.get('location')!
    assert.match(onward, /^\/oauth\/authorize\/./)
    // A minute passes.
    await app.owner`
      update oidc_records set record = jsonb_set(record::jsonb, '{result,login,ts}', to_jsonb(extract(epoch from now())::bigint - 60))::json
      where kind = 'Interaction' and record -> 'result' -> 'login' is not null`
    await browser.go('/account/password', { fields: { password: phrase } })
    assert.match((await thief.go(onward)).text, /<h1>Sign in<\/h1>/)
    assert.notEqual((await thief.send('/account')).status, 200)
    assert.equal((await browser.send('/account')).status, 200)
  })
})

describe('changes of sign-in data', () => {
  const sensitive = ['/account/password', '/account/second-factor', '/account/address']

  test('ask for the password again when the last sign-in is older than 15 minutes, and then continue', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    for (const path of sensitive) {
      await ageSignIn(app, person)
      const asked = await browser.go(path)
      assert.match(asked.text, /<h1>Confirm your password<\/h1>/)
      const fields = { password: phrase, mail: 'never@example.org', code: '123456' }
      const posted = await browser.send(path, { fields })
      assert.equal(posted.headers.get('location'), `/account/prove?next=${encodeURIComponent(path)}`)
      const seen = await browser.go('/account/prove', { fields: { password, next: path } })
      assert.deepEqual([seen.status, seen.url], [200, path])
    }
    assert.equal(mailsTo(app, 'never@example.org').length, 0)
    await ageSignIn(app, person, 14)
    assert.equal((await browser.go('/account/password')).url, '/account/password')
  })

  test('give the session a new ID, so that a copied cookie is useless', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const copy = new Browser(app.url)
    for (const [name, cookie] of browser.jar) copy.jar.set(name, cookie)
    assert.equal((await copy.send('/account')).status, 200)
    await ageSignIn(app, person)
    await browser.go('/account/prove', { fields: { password, next: '/account' } })
    assert.equal((await browser.send('/account')).status, 200)
    assert.notEqual((await copy.send('/account')).status, 200)
  })

  test('stop at a wrong password, which is recorded and counted', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await ageSignIn(app, person)
    const fields = { password: 'not this one', next: '/account' }
    const statuses = []
    for (let round = 0; round < 6; round++) statuses.push((await browser.go('/account/prove', { fields })).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
    assert.match((await browser.go('/account/password')).text, /Confirm your password/)
    await eventually(async () => (await deedsOf(person, 'account.sign_in_failed')).length === 5)
  })

  test('also need the second factor from users who have one', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const { secret, codes } = await setUpSecondFactor(browser)
    await ageSignIn(app, person)
    const prove = (fields: Record<string, string>) =>
      browser.go('/account/prove', { fields: { next: '/account/password', ...fields } })
    assert.match((await browser.go('/account/password')).text, /name="code"/)
    assert.equal((await prove({ password })).status, 422)
    assert.equal((await prove({ password, code: 'aaaa-bbbb-cccc-dddd' })).status, 422)
    assert.equal((await prove({ password: 'wrong', code: codes[0]! })).status, 422)
    assert.equal((await prove({ password, code: oneTimeCode(secret, 1) })).url, '/account/password')
    await ageSignIn(app, person)
    assert.equal((await prove({ password, code: codes[0]! })).url, '/account/password')
    await ageSignIn(app, person)
    assert.equal((await prove({ password, code: codes[0]! })).status, 422)
  })
})
