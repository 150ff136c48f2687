import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aSpace, type Person } from '../test/people.ts'
import { aUserWithPassword, Browser, renewTokens, signedInBrowser, type Tokens, tokensFor } from '../test/sign_in.ts'

// After a sign-out nothing in that browser still grants access.

const app = await startTestApp()
const [union, party] = [await aSpace(app, 'Union'), await aSpace(app, 'Party')]
const console_client = { client_id: 'muster-console', redirect_uri: `${app.url}/console/callback` }

/** Signed in to the console twice in one browser, for one space after the other. */
async function inBoth(person: Person, browser = new Browser(app.url)) {
  const first = await tokensFor(app, person, { browser, space: union, ...console_client })
  const second = await tokensFor(app, person, { browser, space: party, prompt: 'consent', ...console_client })
  assert.deepEqual([await works(first), await works(second)], [true, true])
  return { browser, held: [first, second] }
}

const works = async ({ access_token: token }: Tokens) => (await app.as({ token }).get('/me')).status === 200
const renews = async (tokens: Tokens) =>
  (await renewTokens(app, tokens, { client_id: 'muster-console' })).status === 200

async function assertOver(held: Tokens[]) {
  for (const tokens of held) assert.deepEqual([await works(tokens), await renews(tokens)], [false, false])
}

describe('the console, opened for two spaces, is signed out of both', () => {
  test('after signing out on the account page', async () => {
    const { browser, held } = await inBoth(await aUserWithPassword(app, [union, party]))
    await browser.go('/account')
    assert.match((await browser.go('/account/sign-out', { fields: {} })).text, /You are signed out/)
    assert.match((await browser.go('/account')).text, /<h1>Sign in<\/h1>/)
    await assertOver(held)
  })

  test('after signing out through an application, and only with confirmation', async () => {
    const { browser, held } = await inBoth(await aUserWithPassword(app, [union, party]))
    const { text } = await browser.go('/oauth/end_session')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)![1]!
    await browser.go('/oauth/end_session/confirm', { fields: { xsrf: 'guessed', logout: 'yes' } })
    assert.deepEqual(await Promise.all(held.map(works)), [true, true])
    await browser.go('/oauth/end_session/confirm', { fields: { xsrf, logout: 'yes' } })
    await assertOver(held)
  })

  test('after that session was ended from another browser', async () => {
    const person = await aUserWithPassword(app, [union, party])
    const { held } = await inBoth(person)
    const here = await signedInBrowser(app, person)
    const id = /action="\/account\/sessions"><button class="small" name="id" value="(\d+)"/.exec(
      (await here.go('/account')).text,
    )![1]!
    await here.go('/account/sessions', { fields: { id } })
    await assertOver(held)
  })
})

describe('signing out everywhere else', () => {
  /** Tokens of the console from a session that ended hours ago. */
  async function longAgo(person: Person) {
    const tokens = await tokensFor(app, person, { space: union, ...console_client })
    await app.owner`delete from oidc_records where user_id = ${person.id} and kind = 'Session'`
    assert.ok(await works(tokens))
    return tokens
  }

  test('revokes the remaining console tokens of sessions that are over, and nothing here', async () => {
    const person = await aUserWithPassword(app, [union, party])
    const old = await longAgo(person)
    const { browser, held } = await inBoth(person)
    await browser.go('/account')
    await browser.go('/account/sessions', { fields: { id: 'others' } })
    await assertOver([old])
    assert.deepEqual(await Promise.all(held.map(works)), [true, true])
  })

  test('works through the HTTP interface, too', async () => {
    const person = await aUserWithPassword(app, [union, party])
    const old = await longAgo(person)
    const { held } = await inBoth(person)
    assert.equal((await app.as({ token: held[0]!.access_token }).delete('/v1/sessions')).status, 200)
    await assertOver([old])
    assert.deepEqual(await Promise.all(held.map(works)), [true, true])
  })

  test('keeps the caller signed in, even when their own session is over', async () => {
    const person = await aUserWithPassword(app, [union])
    const own = await longAgo(person)
    assert.equal((await app.as({ token: own.access_token }).delete('/v1/sessions')).status, 200)
    assert.ok(await works(own))
  })
})
