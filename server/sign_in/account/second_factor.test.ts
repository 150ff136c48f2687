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
  })

  test('refuses a wrong code, and shows the same key again', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const secret = totpSecretOn(await browser.go('/account/second-factor'))
    for (const code of ['', '000', 'abcdef', oneTimeCode(secret, -5), oneTimeCode(secret, 5)]) {
      const seen = await browser.go('/account/second-factor', { fields: { code } })
      assert.equal(seen.status, 422, code)
      assert.match(seen.text, /role="alert"/)
      assert.equal(totpSecretOn(seen), secret)
    }
    assert.deepEqual(await kindsOf(person), [])
    await signedInBrowser(app, person)
  })

  test('happens once for two forms sent at the same moment', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const secret = totpSecretOn(await browser.go('/account/second-factor'))
    const code = oneTimeCode(secret)
    const seen = await Promise.all([1, 2, 3].map(() => browser.send('/account/second-factor', { fields: { code } })))
    assert.equal(seen.filter(page => recoveryCodesOn(page).length === 10).length, 1)
    assert.deepEqual(await kindsOf(person), ['account.second_factor_on'])
  })
})

describe('an active second factor', () => {
  test('accepts a recovery code once, in place of the phone', async () => {
    const person = await aMember()
    const { codes } = await setUpSecondFactor(await signedInBrowser(app, person))
    const enter = async (code: string) => {
      const browser = new Browser(app.url)
      const asked = await signIn(browser, '/account', person)
      return (await browser.go(asked.url, { fields: { code } })).url
    }
    assert.equal(await enter(codes[3]!), '/account')
    assert.match(await enter(codes[3]!), /^\/sign-in\//)
    assert.equal(await enter(codes[4]!.toUpperCase()), '/account')
  })

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
    assert.match(page.text, /Careful requires a second factor/)
    const along = { space: String(group_id), decision: 'allow' }
    const wrong = await browser.go(page.url, { fields: { ...along, code: '000' } })
    assert.equal(wrong.status, 422)
    assert.equal(totpSecretOn(wrong), totpSecretOn(page))
    const codes = await browser.go(page.url, { fields: { ...along, code: oneTimeCode(totpSecretOn(page)) } })
    assert.equal(recoveryCodesOn(codes).length, 10)
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
