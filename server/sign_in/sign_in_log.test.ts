import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, mailsTo, type Person } from '../test/people.ts'
import { aUserWithPassword, authorizePath, Browser, pkcePair, submitPassword, tokensFor } from '../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const other = await aSpace(app, 'Les Trois Ponts', 'fr')
const someone = (spaces: [number, ...number[]] = [space]) => aUserWithPassword(app, spaces)

describe('the record of sign-ins', () => {
  const entries = (person: Person) =>
    app.owner`select group_id, user_id, kind, details from audit_log where subject_id = ${person.id} and kind like 'account.%' order by id`

  test('a sign-in is in the audit log of every space of the user, without IP address or application', async () => {
    const person = await someone([space, other])
    await submitPassword(new Browser(app.url), person)
    const found = await entries(person)
    const seen = found.map(({ group_id, user_id, kind }) => `${group_id} ${user_id} ${kind}`)
    assert.deepEqual(seen, [`${space} ${person.id} account.signed_in`, `${other} ${person.id} account.signed_in`])
    assert.deepEqual(found[0]!['details'], { new_browser: true, second_factor: false })
  })

  test('a wrong password is too, without a user', async () => {
    const person = await someone()
    const browser = new Browser(app.url)
    const page = await browser.go(authorizePath(pkcePair().challenge))
    await browser.go(page.url, { fields: { mail: person.mail, password: 'no such password' } })
    const [entry] = await eventually(async () => (await entries(person)).length > 0 && entries(person))
    const { kind, user_id, details } = entry!
    assert.deepEqual([kind, user_id, details.reason], ['account.sign_in_failed', null, 'password'])
  })

  test('a new browser sends a mail, a known one does not', async () => {
    const person = await someone()
    const browser = new Browser(app.url)
    await submitPassword(browser, person)
    await eventually(() => mailsTo(app, person.mail).length === 1)
    assert.match(mailsTo(app, person.mail)[0]!.subject, /New sign-in/)
    for (const name of [...browser.jar.keys()].filter(name => !name.includes('browser'))) browser.jar.delete(name)
    await submitPassword(browser, person)
    await submitPassword(new Browser(app.url), person)
    await eventually(() => mailsTo(app, person.mail).length === 2)
    const queued = await app.owner`select count(*) as n from mail_outbox where recipient = ${person.mail}`
    assert.equal(queued[0]!['n'], 2)
  })

  test('secrets are stored as digests only', async () => {
    const browser = new Browser(app.url)
    const tokens = await tokensFor(app, await someone(), { browser, scope: 'openid offline_access' })
    const [{ text }] = await app.owner<[{ text: string }]>`
      select coalesce((select string_agg(r::text, ' ') from oidc_records r), '') || coalesce((select string_agg(t::text, ' ') from tokens t), '')
        || coalesce((select string_agg(b::text, ' ') from known_browsers b), '') as text`
    const cookies = [...browser.jar].filter(([name]) => !name.includes('.sig')).map(([, { value }]) => value)
    assert.ok(cookies.length >= 2)
    for (const secret of [tokens.access_token, tokens.refresh_token, ...cookies]) assert.ok(!text.includes(secret))
  })
})
