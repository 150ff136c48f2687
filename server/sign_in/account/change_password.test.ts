import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, mailsTo, refusal } from '../../test/people.ts'
import {
  ageSignIn,
  aUserWithPassword,
  authorizePath,
  Browser,
  oneTimeCode,
  password,
  pkcePair,
  setUpSecondFactor,
  signedInBrowser,
  signIn,
  tokensFor,
} from '../../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const phrase = 'seven herons under the bridge'

const aMember = () => aUserWithPassword(app, [space])

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
