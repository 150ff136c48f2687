import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { assertSafePage, resetSignInAttempts, startAttackTarget } from '../../test/attack_target.ts'
import { aSpace, aUser, mailsTo, refusal } from '../../test/people.ts'
import { aUserWithPassword, Browser, password, signedInBrowser, signIn, tokensFor } from '../../test/sign_in.ts'

const attacked = await startAttackTarget()
const { app } = attacked
beforeEach(() => resetSignInAttempts(attacked))
const space = await aSpace(app, 'Two Rivers')
const phrase = 'seven herons under the bridge'

const aMember = (fields = {}) => aUserWithPassword(app, [space], fields)

const idsIn = (text: string, action: string) =>
  [...text.matchAll(new RegExp(`action="${action}"><button class="small" name="id" value="(\\d+)"`, 'g'))].map(
    ([, id]) => id!,
  )
const deedsOf = async ({ id }: { id: number }, kind: string) =>
  app.owner<{ group_id: number; details: any }[]>`
    select group_id, details from audit_log where subject_id = ${id} and subject = 'user' and kind = ${kind} order by id`

describe('the account page', () => {
  test('needs a sign-in; others sign in first and return to the requested page', async () => {
    const person = await aMember({ firstname: 'Ada' })
    const browser = new Browser(app.url)
    const seen = await signIn(browser, '/account/address', person)
    assert.equal(seen.url, '/account/address')
    const own = await browser.go('/account')
    for (const words of ['Your account', 'Ada', person.mail, 'this browser', 'Browser of a test'])
      assert.ok(own.text.includes(words), words)
    const left = await app.owner`select kind from oidc_records where user_id = ${person.id}`
    assert.deepEqual([...left], [{ kind: 'Session' }], 'nothing is left that could be redeemed for a token')
  })

  test('tells sessions and applications apart, with times in the time zone of the space', async () => {
    const person = await aMember()
    await app.owner`update spaces set time_zone = 'Asia/Tokyo' where id = ${space}`
    await signedInBrowser(app, person)
    const browser = await signedInBrowser(app, person)
    await tokensFor(app, person, { browser })
    await app.owner`
      update oidc_records set created_at = '2026-01-05T20:30:00Z' where user_id = ${person.id} and kind in ('Session', 'Grant')`
    const { text } = await browser.go('/account')
    assert.equal(text.match(/signed in 6 January 2026 at 05:30</g)?.length, 2)
    const application =
      /Muster on the command line, Browser of a test<\/strong>\s*<span class="hint">Two Rivers · since 6 January 2026 at 05:30</
    assert.match(text, application)
    assert.doesNotMatch(text, /UTC/)
  })

  test('explains the consequences of leaving a space before the button', async () => {
    const { text } = await (await signedInBrowser(app, await aMember())).go('/account')
    assert.match(
      text,
      /<details><summary aria-label="Leave…: Two Rivers">[\s\S]*you need a new invitation[\s\S]*name="leave"/,
    )
  })

  test('redirects to no other site, whatever the URL contains', async () => {
    const browser = await signedInBrowser(app, await aMember())
    const states = ['https://evil.example', '//evil.example', '/\\evil.example', '/account/../x', '/account?x', 'x']
    for (const state of states) {
      const { headers } = await browser.send(`/account?code=1&state=${encodeURIComponent(state)}`)
      assert.equal(headers.get('location'), '/account', state)
    }
    const page = await browser.go(`/account/prove?next=${encodeURIComponent('https://evil.example')}`)
    assert.match(page.text, /name="next" value="\/account"/)
    assert.doesNotMatch((await browser.go('/account?done=<script>')).text, /<script/)
    assert.equal((await browser.go('/account?done=constructor')).status, 200)
  })

  test('runs no script, is not cached and is not framed, like all its pages', async () => {
    const browser = await signedInBrowser(app, await aMember())
    const paths = ['', '/password', '/second-factor', '/address', '/prove', '/address/none']
    for (const path of paths) assertSafePage(await browser.go(`/account${path}`), path)
  })

  test('accepts no form from another site, nor do the pages of a password reset', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const forms: [string, Record<string, string>][] = [
      ['/account/password', { password: phrase }],
      ['/account/second-factor', { code: '123456' }],
      ['/account/second-factor/off', {}],
      ['/account/recovery-codes', {}],
      ['/account/address', { mail: 'thief@example.org' }],
      ['/account/address/none', {}],
      ['/account/sessions', { id: 'others' }],
      ['/account/applications', { id: '1' }],
      ['/account/tokens', { id: '1' }],
      ['/account/language', { language: 'fr' }],
      ['/account/prove', { password }],
      ['/account/sign-out', {}],
      ['/password', { mail: 'thief@example.org' }],
      ['/password/none', { password: phrase }],
    ]
    for (const [path, fields] of forms) {
      const seen = await browser.send(path, { fields, headers: { 'sec-fetch-site': 'cross-site' } })
      assert.equal(seen.status, 403, path)
      assert.match(seen.headers.get('content-type')!, /text\/html/)
    }
    const { headers } = await new Browser(app.url).send('/account/password', { fields: { password: phrase } })
    assert.match(headers.get('location')!, /\/oauth\/authorize\?/, 'nor one without a session')
    await signedInBrowser(app, person)
    assert.equal((await browser.go('/account')).url, '/account')
    assert.equal(mailsTo(app, 'thief@example.org').length, 0)
  })

  test('uses the language that the user chooses there, whatever the browser says', async () => {
    const browser = await signedInBrowser(app, await aMember())
    const seen = await browser.go('/account/language', { fields: { language: 'fr' } })
    assert.match(seen.text, /<html lang="fr">[\s\S]*Votre compte/)
    const english = { 'accept-language': 'en' }
    assert.match((await browser.go('/account/password', { headers: english })).text, /<html lang="fr">/)
    await browser.go('/account/language', { fields: { language: 'xx' } })
    assert.match((await browser.go('/account')).text, /<html lang="fr">/)
  })
})

describe('sessions, applications and tokens of a user', () => {
  test('sessions are listed, and ended one by one or all but this one', async () => {
    const person = await aMember()
    const [here, there] = [await signedInBrowser(app, person), await signedInBrowser(app, person)]
    const elsewhere = await signedInBrowser(app, person)
    const listed = idsIn((await here.go('/account')).text, '/account/sessions')
    assert.equal(listed.length, 2)
    const seen = await here.go('/account/sessions', { fields: { id: listed[0]! } })
    assert.match(seen.text, /Session ended/)
    const alive = async () =>
      Promise.all([here, there, elsewhere].map(async browser => (await browser.send('/account')).status === 200))
    assert.equal((await alive()).filter(Boolean).length, 2)
    await here.go('/account/sessions', { fields: { id: 'others' } })
    assert.deepEqual(await alive(), [true, false, false])
    assert.equal((await deedsOf(person, 'session.ended')).length, 2)
  })

  test('those of another user cannot be ended, nor anything by an invalid id', async () => {
    const [owner, other] = [await aMember(), await aMember()]
    const browser = await signedInBrowser(app, owner)
    const { access_token } = await tokensFor(app, owner, { browser })
    const ids = await app.owner<{ kind: string; id: string }[]>`
      select kind, id::text from oidc_records where user_id = ${owner.id} and kind in ('Session', 'Grant')`
    const tokens = await app.owner<{ id: string }[]>`select id::text from tokens where user_id = ${owner.id}`
    const thief = await signedInBrowser(app, other)
    // Tokens are numbered apart from sessions and applications: an id of the owner may be the thief's own at another path.
    const own = await app.owner<{ path: string; id: string }[]>`
      select case kind when 'Session' then '/account/sessions' else '/account/applications' end as path, id::text
      from oidc_records where user_id = ${other.id} and kind in ('Session', 'Grant')
      union all
      select '/account/tokens', id::text from tokens where user_id = ${other.id}`
    const isOwn = (path: string, id: string) => own.some(record => record.path === path && record.id === id)
    const invalid = ['', '0', '-1', '1.5', 'x', '9'.repeat(40), "1' or '1'='1"]
    for (const id of [...[...ids, ...tokens].map(({ id }) => id), ...invalid])
      for (const path of ['/account/sessions', '/account/applications', '/account/tokens'])
        if (!isOwn(path, id)) assert.match((await thief.go(path, { fields: { id } })).text, /had already ended/)
    await thief.go('/account/sessions', { fields: { id: 'others' } })
    assert.equal((await browser.send('/account')).status, 200)
    for (const token of [access_token, owner.token]) assert.equal((await app.as({ token }).get('/me')).status, 200)
  })

  test('an application is listed with its space, and ending it revokes its tokens at once', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const { access_token } = await tokensFor(app, person, { browser })
    const page = (await browser.go('/account')).text
    assert.match(page, /Muster on the command line[\s\S]*Two Rivers/)
    const [id] = idsIn(page, '/account/applications')
    assert.match((await browser.go('/account/applications', { fields: { id: id! } })).text, /can no longer act for you/)
    assert.deepEqual(refusal(await app.as({ token: access_token }).get('/me')), refusal.unauthenticated)
    assert.deepEqual(idsIn((await browser.go('/account')).text, '/account/applications'), [])
  })

  test('a token for scripts is listed and ended, and only its own space records it', async () => {
    const person = await aMember()
    await aUser(app, await aSpace(app, 'Elsewhere'), { mail: person.mail })
    const browser = await signedInBrowser(app, person)
    const [row] = await app.owner<[{ id: string }]>`
      select id::text from tokens where user_id = ${person.id} and group_id = ${space}`
    await browser.go('/account/tokens', { fields: { id: row.id } })
    assert.deepEqual(refusal(await app.as(person).get('/me')), refusal.unauthenticated)
    const spaces = (await deedsOf(person, 'token.ended')).map(({ group_id }) => group_id)
    assert.deepEqual(spaces, [space])
  })
})
