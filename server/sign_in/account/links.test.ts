import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { digestOf, newSecret } from '../../access/secrets.ts'
import { assertSafePage, resetSignInAttempts, startAttackTarget } from '../../test/attack_target.ts'
import { eventually } from '../../test/harness.ts'
import { aSpace, aUser, mailsTo, type Person, refusal } from '../../test/people.ts'
import {
  ageSignIn,
  aUserWithPassword,
  Browser,
  renewTokens,
  signedInBrowser,
  signIn,
  tokensFor,
} from '../../test/sign_in.ts'

const attacked = await startAttackTarget()
const { app } = attacked
beforeEach(() => resetSignInAttempts(attacked))
const space = await aSpace(app, 'Two Rivers')
const phrase = 'seven herons under the bridge'
const signed_out = new Browser(app.url)
const dead = /no longer works/

const ask = (mail: string, headers = {}) => signed_out.go('/password', { fields: { mail }, headers })
const choose = (path: string, typed = phrase, more = {}) =>
  signed_out.send(path, { fields: { password: typed, ...more } })

const aMember = (fields = {}) => aUserWithPassword(app, [space], fields)

/** Asks for a link and takes it out of the mail. */
async function aLink({ mail }: Pick<Person, 'mail'>) {
  const before = mailsTo(app, mail).length
  assert.equal((await ask(mail)).status, 200)
  const { text } = await eventually(() => mailsTo(app, mail)[before])
  return /\/password\/\S+/.exec(text)![0]
}

const stored = async ({ id }: { id: number }) =>
  (await app.owner`select password_hash, password_changed_at, mail_verified_at from accounts where id = ${id}`)[0]!
const kindsOf = async ({ id }: { id: number }, group_id = space) =>
  (
    await app.owner`select kind, user_id from audit_log where group_id = ${group_id} and subject_id = ${id} order by id`
  ).map(({ kind, user_id }) => [kind, user_id])

describe('a forgotten password', () => {
  test('is replaced through a link in a mail, and then the new one works and the old one does not', async () => {
    const person = await aMember({ firstname: 'Ada' })
    const path = await aLink(person)
    const page = await signed_out.go(path)
    assert.equal(page.status, 200)
    for (const safe of [page, await signed_out.go('/password'), await signed_out.go('/password/none')])
      assertSafePage(safe)
    for (const words of ['Choose a new password', person.mail, 'autocomplete="new-password"'])
      assert.ok(page.text.includes(words), words)
    const seen = await choose(path)
    assert.equal(seen.status, 200)
    assert.match(seen.text, /Password changed/)
    const { password_changed_at, mail_verified_at } = await stored(person)
    assert.ok(password_changed_at && mail_verified_at)
    await signedInBrowser(app, person, phrase)
    const old = await signIn(new Browser(app.url), '/account', person)
    assert.equal(old.status, 422)
  })

  test('gets the same answer for an account, an unknown address and a service account', async () => {
    const [known, unknown, program] = [await aMember(), 'nobody@example.org', await aMember()]
    await app.owner`update accounts set service_account = true where id = ${program.id}`
    const answers = []
    for (const mail of [known.mail, unknown, program.mail]) {
      const { status, text, headers } = await ask(mail)
      answers.push([status, text.replaceAll(mail, 'MAIL'), [...headers.keys()].sort().join()])
    }
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    await eventually(() => mailsTo(app, known.mail).length === 1)
    assert.deepEqual([mailsTo(app, unknown).length, mailsTo(app, program.mail).length], [0, 0])
    assert.equal((await app.owner`select from account_links where account_id = ${program.id}`).length, 0)
  })

  test('is refused for an invalid address, which is never returned as markup', async () => {
    for (const mail of ['', 'ada', 'ada@', '"><script>alert(1)</script>', `${'x'.repeat(300)}@example.org`]) {
      const { status, text } = await ask(mail)
      assert.equal(status, 422, mail)
      assert.match(text, /role="alert"/)
      assert.doesNotMatch(text, /<script/)
    }
    assert.equal((await signed_out.send('/password', { fields: { mail: 'a\u0000b@example.org' } })).status, 422)
  })

  test('sends only a few mails to an address: the next one has to wait, known or not', async () => {
    const person = await aMember()
    for (const mail of [person.mail, 'stranger@example.org']) {
      const statuses = []
      for (let round = 0; round < 7; round++) statuses.push((await ask(mail)).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
    }
    const { headers, text } = await ask(person.mail)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.match(text, /Too many tries\. Wait/)
    assert.equal(mailsTo(app, person.mail).length, 5)
  })

  test('can be set by a user who never had one', async () => {
    const person = await aUser(app, space)
    const path = await aLink(person)
    assert.equal((await choose(path)).status, 200)
    await signedInBrowser(app, person, phrase)
  })
})

describe('the password reset link', () => {
  test('works once, also for ten requests at the same moment, and ends all earlier ones', async () => {
    const person = await aMember()
    const [earlier, path] = [await aLink(person), await aLink(person)]
    const phrases = Array.from({ length: 10 }, (_, index) => `${phrase} ${index}`)
    const seen = await Promise.all(phrases.map(typed => choose(path, typed)))
    assert.deepEqual(seen.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
    const winner = phrases[seen.findIndex(({ status }) => status === 200)]!
    await signedInBrowser(app, person, winner)
    for (const used of [path, earlier]) assert.match((await choose(used)).text, dead)
    const told = () => mailsTo(app, person.mail).filter(({ subject }) => subject.includes('was changed')).length
    await eventually(() => told() === 1)
  })

  test('expires after half an hour', async () => {
    const person = await aMember()
    const path = await aLink(person)
    const [row] = await app.owner`
      select extract(epoch from expires_at - now())::int as seconds from account_links where account_id = ${person.id}`
    assert.ok(row!['seconds'] > 1700 && row!['seconds'] <= 1800)
    await app.owner`update account_links set expires_at = now() - interval '1 second' where account_id = ${person.id}`
    const before = await stored(person)
    for (const seen of [await signed_out.go(path), await choose(path)]) {
      assert.equal(seen.status, 404)
      assert.match(seen.text, dead)
    }
    assert.deepEqual(await stored(person), before)
  })

  test('is stored as a digest, and is no other secret', async () => {
    const person = await aMember()
    const path = await aLink(person)
    const secret = path.split('/').at(-1)!
    const rows = await app.owner<{ digest: string }[]>`select digest from account_links where account_id = ${person.id}`
    assert.deepEqual([...rows], [{ digest: digestOf(secret) }])
    for (const other of ['x', newSecret('mus_l_'), newSecret('mus_i_'), person.token, `${secret.slice(0, -1)}!`, '%00'])
      assert.equal((await choose(`/password/${other}`)).status, 404, other)
  })

  test('changes nothing when it is viewed, nor with a weak password', async () => {
    const person = await aMember({ firstname: 'Maximilienne' })
    const path = await aLink(person)
    const before = await stored(person)
    for (const [typed, words] of [
      [`${person.mail}1`, 'easy to guess'],
      ['maximilienne1', 'easy to guess'],
      ['x'.repeat(1025), 'too long'],
      ['', 'must have at least 12 characters'],
    ] as const) {
      const { status, text } = await choose(path, typed)
      assert.equal(status, 422)
      assert.ok(text.includes(words), words)
      if (typed) assert.ok(!text.includes(`value="${typed}"`))
    }
    assert.equal((await signed_out.go(path)).status, 200)
    assert.deepEqual(await stored(person), before)
    assert.equal((await choose(path)).status, 200)
  })
})

describe('a new password', () => {
  test('ends sessions, grants of applications and their tokens; tokens for scripts stay', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const { access_token, refresh_token } = await tokensFor(app, person, { scope: 'openid offline_access teams:read' })
    assert.equal((await app.as({ token: access_token }).get('/me')).status, 200)
    assert.equal((await choose(await aLink(person))).status, 200)
    assert.deepEqual(refusal(await app.as({ token: access_token }).get('/me')), refusal.unauthenticated)
    assert.match((await browser.go('/account')).text, /<h1>Sign in<\/h1>/)
    assert.equal((await renewTokens(app, { refresh_token })).status, 400)
    assert.equal((await app.as(person).get('/me')).status, 200)
    assert.equal((await app.owner`select from oidc_records where user_id = ${person.id}`).length, 0)
  })

  test('ends tokens for scripts too, on request', async () => {
    const [person, other] = [await aMember(), await aMember()]
    const path = await aLink(person)
    assert.match((await signed_out.go(path)).text, /name="tokens" value="end"/)
    assert.equal((await choose(path, phrase, { tokens: 'end' })).status, 200)
    assert.deepEqual(refusal(await app.as(person).get('/me')), refusal.unauthenticated)
    assert.equal((await app.as(other).get('/me')).status, 200)
  })

  test('does not disable the second factor', async () => {
    const person = await aMember()
    await app.owner`insert into second_factors (account_id, confirmed_at, secret) values (${person.id}, now(), 'ABCDEFGHIJKLMNOP')`
    assert.equal((await choose(await aLink(person))).status, 200)
    const seen = await signIn(new Browser(app.url), '/account', person, { typed: phrase })
    assert.match(seen.text, /<h1>Enter your code<\/h1>/)
  })

  test('is notified by mail, and recorded in each space of the user and in no other', async () => {
    const elsewhere = await aSpace(app, 'Elsewhere')
    const person = await aMember()
    await aUser(app, elsewhere, { mail: person.mail })
    const foreign = await aSpace(app, 'Foreign')
    assert.equal((await choose(await aLink(person))).status, 200)
    const changed = ({ subject }: { subject: string }) => subject === 'Your password was changed'
    const told = await eventually(() => mailsTo(app, person.mail).find(changed))
    assert.ok(!told.text.includes(phrase))
    const entries = [
      ['account.password_link_sent', null],
      ['account.password_changed', person.id],
    ]
    for (const group_id of [space, elsewhere]) assert.deepEqual(await kindsOf(person, group_id), entries)
    assert.deepEqual(await kindsOf(person, foreign), [])
  })
})

test('the pages of a password reset use the language of the browser, and then of the account', async () => {
  const person = await aMember()
  await app.owner`update accounts set locale = 'fr' where id = ${person.id}`
  const french = { 'accept-language': 'fr' }
  const page = await signed_out.go('/password', { headers: french })
  assert.match(page.text, /<html lang="fr">[\s\S]*Mot de passe oublié/)
  assert.match((await ask(person.mail, french)).text, /Consultez votre boîte/)
  const mail = await eventually(() => mailsTo(app, person.mail)[0])
  assert.equal(mail.subject, 'Choisir un nouveau mot de passe')
  const path = /\/password\/\S+/.exec(mail.text)![0]
  assert.match((await signed_out.go(path)).text, /<html lang="fr">/)
  assert.match((await signed_out.go('/password/none', { headers: french })).text, /Ce lien ne fonctionne plus/)
})

const useless = /This link does not work/

let moves = 0
const newAddress = () => `moved${++moves}@example.org`

/** Asks for a change of address, and takes the link out of the mail. */
async function anAddressLink(browser: Browser, mail: string) {
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
    const path = await anAddressLink(browser, mail)
    const page = await browser.go(path)
    assert.ok(page.text.includes(person.mail) && page.text.includes(mail))
    assert.equal(await loginOf(person), person.mail, 'looking changes nothing')
    assert.match((await confirm(browser, path)).text, /Sign-in address changed/)
    assert.equal(await loginOf(person), mail)
    const verified = await app.owner`select from accounts where id = ${person.id} and mail_verified_at is not null`
    assert.equal(verified.length, 1)
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
    await confirm(browser, await anAddressLink(browser, mail))
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
    const path = await anAddressLink(browser, other.mail)
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
    const path = await anAddressLink(browser, newAddress())
    const seen = await Promise.all([1, 2, 3, 4].map(() => browser.send(path, { fields: {} })))
    assert.deepEqual(seen.map(({ status }) => status).sort(), [303, 404, 404, 404])
    assert.match((await confirm(browser, path)).text, useless)
  })

  test('is useless to the reader of a mistyped address', async () => {
    const [person, other_member] = [await aMember(), await aMember()]
    const path = await anAddressLink(await signedInBrowser(app, person), newAddress())
    const signed_out = new Browser(app.url)
    for (const seen of [await signed_out.send(path), await signed_out.send(path, { fields: {} })]) {
      assert.equal(seen.status, 401)
      assert.match(seen.text, /Sign in first/)
    }
    const thief = await signedInBrowser(app, other_member)
    for (const seen of [await thief.go(path), await confirm(thief, path)]) assert.match(seen.text, useless)
    assert.deepEqual([await loginOf(person), await loginOf(other_member)], [person.mail, other_member.mail])
    assert.equal((await app.owner`select from oidc_records where record::text like '%mus_l_%'`).length, 0)
  })

  test('is invalid after a day, after another request, and after a new password', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const [first, second] = [await anAddressLink(browser, newAddress()), await anAddressLink(browser, newAddress())]
    assert.match((await confirm(browser, first)).text, useless)
    await app.owner`update account_links set expires_at = now() - interval '1 second' where account_id = ${person.id}`
    assert.match((await confirm(browser, second)).text, useless)
    const third = await anAddressLink(browser, newAddress())
    await browser.go('/account/password', { fields: { password: 'seven herons under the bridge' } })
    assert.match((await confirm(browser, third)).text, useless)
    assert.equal(await loginOf(person), person.mail)
  })

  test('is not a password reset link, nor the other way round', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const secret = (await anAddressLink(browser, newAddress())).split('/').at(-1)!
    assert.equal((await browser.go(`/password/${secret}`)).status, 404)
    await browser.go('/password', { fields: { mail: person.mail } })
    const mail = await eventually(() => mailsTo(app, person.mail).find(({ text }) => text.includes('/password/mus_l_')))
    const reset = /\/password\/(\S+)/.exec(mail.text)![1]!
    assert.match((await confirm(browser, `/account/address/${reset}`)).text, useless)
  })

  test('needs no recent sign-in, but requesting it does', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    const mail = newAddress()
    const path = await anAddressLink(browser, mail)
    await ageSignIn(app, person)
    assert.match((await browser.go('/account/address')).text, /Confirm your password/)
    await confirm(browser, path)
    assert.equal(await loginOf(person), mail)
  })
})
