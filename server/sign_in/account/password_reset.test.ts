import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { digestOf, newSecret } from '../../access/secrets.ts'
import { resetSignInAttempts, startAttackTarget } from '../../test/attack_target.ts'
import { eventually } from '../../test/harness.ts'
import { aSpace, aUser, mailsTo, type Person, refusal } from '../../test/people.ts'
import { aUserWithPassword, Browser, requestTokens, signedInBrowser, signIn, tokensFor } from '../../test/sign_in.ts'

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
  (await app.owner`select password_hash, password_changed_at from accounts where id = ${id}`)[0]!
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
    for (const words of ['Choose a new password', person.mail, 'autocomplete="new-password"'])
      assert.ok(page.text.includes(words), words)
    const seen = await choose(path)
    assert.equal(seen.status, 200)
    assert.match(seen.text, /Password changed/)
    assert.ok((await stored(person))['password_changed_at'])
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
  test('works once, also for ten requests at the same moment', async () => {
    const person = await aMember()
    const path = await aLink(person)
    const phrases = Array.from({ length: 10 }, (_, index) => `${phrase} ${index}`)
    const seen = await Promise.all(phrases.map(typed => choose(path, typed)))
    assert.deepEqual(seen.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
    const winner = phrases[seen.findIndex(({ status }) => status === 200)]!
    await signedInBrowser(app, person, winner)
    assert.match((await choose(path)).text, dead)
    const told = () => mailsTo(app, person.mail).filter(({ subject }) => subject.includes('was changed')).length
    await eventually(() => told() === 1)
  })

  test('ends all earlier ones', async () => {
    const person = await aMember()
    const [first, second] = [await aLink(person), await aLink(person)]
    assert.equal((await choose(second)).status, 200)
    assert.equal((await choose(first)).status, 404)
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
      ['short', 'must have at least 12 characters'],
      ['password1234', 'easy to guess'],
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
    const again = await requestTokens(app, { grant_type: 'refresh_token', refresh_token, client_id: 'muster-cli' })
    assert.equal(again.status, 400)
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

describe('the pages of a password reset', () => {
  test('use the language of the browser, and then of the account', async () => {
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

  test('accept no form from another site', async () => {
    const person = await aMember()
    const path = await aLink(person)
    const before = await stored(person)
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    for (const headers of [evil, { 'sec-fetch-site': 'same-site' }] as Record<string, string>[])
      for (const [url, fields] of Object.entries({
        '/password': { mail: person.mail },
        [path]: { password: phrase },
      })) {
        const seen = await signed_out.send(url, { fields: fields as Record<string, string>, headers })
        assert.equal(seen.status, 403)
        assert.match(seen.headers.get('content-type')!, /text\/html/)
      }
    assert.deepEqual(await stored(person), before)
    assert.equal(mailsTo(app, person.mail).length, 1)
  })

  test('run no script, are not cached or framed, and send no referrer', async () => {
    const person = await aMember()
    for (const path of ['/password', await aLink(person), '/password/none']) {
      const { text, headers } = await signed_out.go(path)
      assert.doesNotMatch(text, /<script|\son\w+=|javascript:|style=/i)
      const policy = headers.get('content-security-policy')!
      for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(rule))
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })

  test('answer other media types than a form with an error page', async () => {
    const seen = await signed_out.send('/password', { method: 'POST', headers: { 'content-type': 'application/json' } })
    assert.ok([415, 422].includes(seen.status))
    assert.equal((await signIn(new Browser(app.url), '/account', { mail: 'x' })).status, 422)
  })
})
