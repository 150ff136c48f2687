import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digestOf } from '../../access/secrets.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, mailsTo, type Person } from '../../test/people.ts'
import { ageSignIn, aUserWithPassword, Browser, signedInBrowser, signIn } from '../../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const dead = /This link does not work/

let moves = 0
const newAddress = () => `moved${++moves}@example.org`

const aMember = () => aUserWithPassword(app, [space])

/** Asks for a change of address, and takes the link out of the mail. */
async function aLink(browser: Browser, mail: string) {
  const before = mailsTo(app, mail).length
  const seen = await browser.go('/account/address', { fields: { mail } })
  assert.equal(seen.status, 200, seen.text)
  const { text } = await eventually(() => mailsTo(app, mail)[before])
  return /\/account\/address\/\S+/.exec(text)![0]
}

const loginOf = async ({ id }: Pick<Person, 'id'>) =>
  (await app.owner<[{ login_mail: string }]>`select login_mail from accounts where id = ${id}`)[0].login_mail
const confirm = (browser: Browser, path: string) => browser.go(path, { fields: {} })

describe('the sign-in address', () => {
  test('changes once the new one is confirmed, and both are notified', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const mail = newAddress()
    const path = await aLink(browser, mail)
    const page = await browser.go(path)
    assert.ok(page.text.includes(person.mail) && page.text.includes(mail))
    assert.equal(await loginOf(person), person.mail, 'looking changes nothing')
    assert.match((await confirm(browser, path)).text, /Sign-in address changed/)
    assert.equal(await loginOf(person), mail)
    for (const to of [person.mail, mail])
      await eventually(() => mailsTo(app, to).some(({ subject }) => subject === 'Your sign-in address was changed'))
    await signedInBrowser(app, { mail })
    assert.equal((await signIn(new Browser(app.url), '/account', person)).status, 422)
    const entries = await app.owner`
      select from audit_log where subject_id = ${person.id} and kind = 'account.address_changed'`
    assert.equal(entries.length, 1)
  })

  test('also changes in spaces that showed the old one, unless another user there has the new one', async () => {
    const [other, third] = [await aSpace(app, 'Other'), await aSpace(app, 'Third')]
    const person = await aMember()
    const mail = newAddress()
    await aUser(app, other, { mail: person.mail })
    await aUser(app, third, { mail: person.mail })
    await app.owner`update users set mail = 'office@example.org' where group_id = ${other} and id = ${person.id}`
    const holder = await aUser(app, third)
    await app.owner`update users set mail = ${mail} where group_id = ${third} and id = ${holder.id}`
    const browser = await signedInBrowser(app, person)
    await confirm(browser, await aLink(browser, mail))
    const rows = await app.owner<{ group_id: number; mail: string }[]>`
      select group_id, mail from users where id = ${person.id} order by group_id`
    const shown = rows.map(row => row.mail)
    assert.deepEqual(shown, [mail, 'office@example.org', person.mail])
    assert.equal(await loginOf(person), mail)
    const told = await app.owner<{ group_id: number; user_id: number }[]>`
      select group_id, user_id from events where kind = 'user.updated' and subject_id = ${person.id}`
    assert.deepEqual([...told], [{ group_id: space, user_id: person.id }])
  })

  test('must be a valid and different address', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    for (const mail of ['', 'x', 'a@b', '"><b>@example.org', person.mail, person.mail.toUpperCase()]) {
      const seen = await browser.go('/account/address', { fields: { mail } })
      assert.equal(seen.status, 422, mail)
      assert.match(seen.text, /role="alert"/)
    }
    assert.equal((await app.owner`select from account_links where account_id = ${person.id}`).length, 0)
  })

  test('cannot become that of another user, whose existence is not revealed before', async () => {
    const [person, other] = [await aMember(), await aMember()]
    const browser = await signedInBrowser(app, person)
    const path = await aLink(browser, other.mail)
    const seen = await confirm(browser, path)
    assert.equal(seen.status, 409)
    assert.match(seen.text, /cannot be used/)
    assert.deepEqual([await loginOf(person), await loginOf(other)], [person.mail, other.mail])
  })

  test('sends only a few mails to an address', async () => {
    const browser = await signedInBrowser(app, await aMember())
    const mail = newAddress()
    const statuses = []
    for (let round = 0; round < 5; round++)
      statuses.push((await browser.go('/account/address', { fields: { mail } })).status)
    // A busy machine takes longer than the first wait.
    await app.owner`update sign_in_attempts set wait_until = now() + interval '1 hour' where key = ${digestOf(`mail:${mail}`)}`
    statuses.push((await browser.go('/account/address', { fields: { mail } })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })
})

describe('the link that confirms an address', () => {
  test('works once, also for several requests at the same moment', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const path = await aLink(browser, newAddress())
    const seen = await Promise.all([1, 2, 3, 4].map(() => browser.send(path, { fields: {} })))
    assert.deepEqual(seen.map(({ status }) => status).sort(), [303, 404, 404, 404])
    assert.match((await confirm(browser, path)).text, dead)
  })

  test('is useless to the reader of a mistyped address', async () => {
    const [person, other_member] = [await aMember(), await aMember()]
    const path = await aLink(await signedInBrowser(app, person), newAddress())
    const signed_out = new Browser(app.url)
    for (const seen of [await signed_out.send(path), await signed_out.send(path, { fields: {} })]) {
      assert.equal(seen.status, 401)
      assert.match(seen.text, /Sign in first/)
    }
    const thief = await signedInBrowser(app, other_member)
    for (const seen of [await thief.go(path), await confirm(thief, path)]) assert.match(seen.text, dead)
    assert.deepEqual([await loginOf(person), await loginOf(other_member)], [person.mail, other_member.mail])
    assert.equal((await app.owner`select from oidc_records where record::text like '%mus_l_%'`).length, 0)
  })

  test('is invalid after a day, after another request, and after a new password', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const [first, second] = [await aLink(browser, newAddress()), await aLink(browser, newAddress())]
    assert.match((await confirm(browser, first)).text, dead)
    await app.owner`update account_links set expires_at = now() - interval '1 second' where account_id = ${person.id}`
    assert.match((await confirm(browser, second)).text, dead)
    const third = await aLink(browser, newAddress())
    await browser.go('/account/password', { fields: { password: 'seven herons under the bridge' } })
    assert.match((await confirm(browser, third)).text, dead)
    assert.equal(await loginOf(person), person.mail)
  })

  test('is not a password reset link, nor the other way round', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const secret = (await aLink(browser, newAddress())).split('/').at(-1)!
    assert.equal((await browser.go(`/password/${secret}`)).status, 404)
    await browser.go('/password', { fields: { mail: person.mail } })
    const mail = await eventually(() => mailsTo(app, person.mail).find(({ text }) => text.includes('/password/mus_l_')))
    const reset = /\/password\/(\S+)/.exec(mail.text)![1]!
    assert.match((await confirm(browser, `/account/address/${reset}`)).text, dead)
  })

  test('needs no recent sign-in, but requesting it does', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const mail = newAddress()
    const path = await aLink(browser, mail)
    await ageSignIn(app, person)
    assert.match((await browser.go('/account/address')).text, /Confirm your password/)
    await confirm(browser, path)
    assert.equal(await loginOf(person), mail)
  })
})
