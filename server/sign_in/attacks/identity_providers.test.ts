import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { defined } from '../../test/defined.ts'
import { aProvidedSpace, goThrough, type Lies, startProviderApp, visitProvider } from '../../test/identity_provider.ts'
import { anIntegration } from '../../test/integrations.ts'
import { aSpace, aUser } from '../../test/people.ts'
import {
  authorizePath,
  Browser,
  password,
  pkcePair,
  setPasswords,
  signedInBrowser,
  type VisitedPage,
} from '../../test/sign_in.ts'

// What the provider of a space, the superadmin who set it up, or a person at it may try.

const { app, names, provider } = await startProviderApp()
const [space, victims] = [await aSpace(app, 'Evil'), await aSpace(app, 'Victims')]
const evil = await aProvidedSpace(app, space, provider, names.records)

let people = 0
const path = () => authorizePath(pkcePair().challenge)

/** Follows the redirect to the provider, and returns the path at which the person comes back. */
const returnFrom = async (away: VisitedPage) =>
  (await visitProvider(defined(away.headers.get('location'), 'the location'))).replace(app.url, '')

async function aVictim({ domain = evil.domain, member_of = space } = {}) {
  const person = await aUser(app, member_of, { mail: `victim-${++people}@${domain}` })
  await setPasswords(app, person)
  return person
}

/** Signs in as `person` at the provider, which lies. */
async function attempt(person: { sub: string; email?: string; email_verified?: boolean | string }, lies: Lies = {}) {
  provider.person = person
  provider.lies = lies
  const seen = await goThrough(app, new Browser(app.url), { path: path(), key: evil.key })
  provider.lies = {}
  return seen
}

const sessions = async () => (await app.owner`select from oidc_records where kind in ('Session', 'Grant')`).length

describe('a provider that asserts the address of others', () => {
  test('cannot sign in accounts outside its domain, whatever it claims', async () => {
    const victim = await aVictim({ domain: 'victims.example.org', member_of: victims })
    const others = [`${victim.mail}@${evil.domain}`, `"${victim.mail}"@${evil.domain}`, `a@sub.${evil.domain}`]
    for (const email of [victim.mail, ...others]) {
      const seen = await attempt({ sub: 'one', email, email_verified: true })
      assert.deepEqual([seen.status, /(another one|did not send|not a member)/.test(seen.text)], [403, true], email)
    }
  })

  test('cannot sign in an account of its domain without the password, and gets no session', async () => {
    const before = await sessions()
    const victim = await aVictim()
    const seen = await attempt({ sub: 'two', email: victim.mail.toUpperCase(), email_verified: true })
    assert.match(seen.text, /<h1>Connect Lyon Login<\/h1>/)
    assert.equal(await sessions(), before)
    const stranger = await aVictim({ member_of: victims })
    assert.match((await attempt({ sub: 'three', email: stranger.mail, email_verified: true })).text, /not a member/)
  })

  test('cannot connect the account of another person who types their own password', async () => {
    const [victim, attacker] = [await aVictim(), await aVictim()]
    const browser = new Browser(app.url)
    provider.person = { sub: 'four', email: victim.mail, email_verified: true }
    const seen = await goThrough(app, browser, { path: path(), key: evil.key })
    await browser.go(seen.url, { fields: { mail: attacker.mail, password } })
    assert.deepEqual([...(await app.owner`select from account_identities where subject = 'four'`)], [])
  })

  test('must have verified the address', async () => {
    const victim = await aVictim()
    for (const claim of [{ email_verified: false }, {}, { email_verified: 'no' }])
      assert.match((await attempt({ sub: 'five', email: victim.mail, ...claim })).text, /has not verified/)
  })

  test('does not pass an account on when the address passes to another person', async () => {
    const victim = await aVictim()
    const browser = new Browser(app.url)
    provider.person = { sub: 'six', email: victim.mail, email_verified: true }
    const seen = await goThrough(app, browser, { path: path(), key: evil.key })
    await browser.go(seen.url, { fields: { mail: victim.mail, password } })
    const successor = await attempt({ sub: 'seven', email: victim.mail, email_verified: true })
    assert.deepEqual([successor.status, successor.text.includes('belonged to another person')], [403, true])
  })

  test('cannot sign in a person who has moved to an address elsewhere', async () => {
    const victim = await aVictim()
    await app.owner`
      insert into account_identities (group_id, provider_id, issuer, subject, account_id)
      values (${space}, ${evil.id}, ${provider.issuer}, 'eight', ${victim.id})`
    await app.owner`update accounts set login_mail = ${`away-${victim.id}@example.net`} where id = ${victim.id}`
    const { text } = await attempt({ sub: 'eight', email: victim.mail, email_verified: true })
    assert.match(text, /signs in addresses of its own domain only/)
  })

  test('cannot sign in to an integration of another space', async () => {
    const admin = await aUser(app, victims, { role: 'admin' })
    const redirect_uri = 'https://app.example.org/back'
    const { client_id } = await anIntegration(app, admin, { redirect_uris: [redirect_uri], scopes: ['teams:read'] })
    const asked = authorizePath(pkcePair().challenge, { client_id, redirect_uri })
    const seen = await goThrough(app, new Browser(app.url), { path: asked, key: evil.key })
    assert.deepEqual([seen.status, seen.text.includes('its own space only')], [403, true])
  })
})

describe('an answer that cannot be trusted is refused, and the page leads back to the password', () => {
  const lies: Record<string, Lies> = {
    'another nonce': { claims: claims => ({ ...claims, nonce: 'other' }) },
    'no nonce': { claims: ({ nonce: _, ...claims }) => claims },
    'another issuer': { claims: claims => ({ ...claims, iss: 'https://login.example.org' }) },
    'another audience': { claims: claims => ({ ...claims, aud: 'other' }) },
    'an expired token': { claims: claims => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }) },
    'no subject': { claims: ({ sub: _, ...claims }) => claims },
    'an unsigned token': { signature: 'none' },
    'a token signed by another key': { signature: 'other_key' },
    'a token signed with the client secret': { signature: 'shared_secret' },
    'another state': { back: params => params.set('state', `${params.get('state')}x`) },
    'the issuer of another provider (mix-up)': { back: params => params.set('iss', 'https://login.example.org') },
    'an endless answer': {
      answer: {
        '/token': response => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.write('{"access_token":"')
          const send = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
          }
          response.on('drain', send)
          send()
        },
      },
    },
    'a redirect to another place': {
      answer: { '/token': response => response.writeHead(307, { location: '/token' }).end() },
    },
    'an error of the provider': { answer: { '/token': response => response.writeHead(500).end('{}') } },
  }
  for (const [name, lie] of Object.entries(lies))
    test(name, async () => {
      const before = await sessions()
      const seen = await attempt({ sub: 'nine', email: `nine@${evil.domain}`, email_verified: true }, lie)
      const told = [seen.status, seen.text.includes('could not be accepted'), await sessions()]
      assert.deepEqual(told, [403, true, before], seen.text)
      assert.match(seen.text, /<a class="button" href="\/sign-in\//)
    })

  test('a provider that does not answer is given up after seconds', async () => {
    const seen = await attempt({ sub: 'ten' }, { answer: { '/token': () => {} } })
    assert.deepEqual([seen.status, seen.text.includes('does not answer')], [503, true])
  })
})

describe('the return from the provider', () => {
  test('works only in the browser that started, once, and only for the same provider', async () => {
    const victim = await aVictim()
    provider.person = { sub: 'eleven', email: victim.mail, email_verified: true }
    const [own, other] = [new Browser(app.url), new Browser(app.url)]
    const first = await own.go(path())
    const away = await own.send(`${first.url}/provider/${evil.key}`)
    const returned = await returnFrom(away)
    await other.go(path())
    const stolen = await other.go(returned)
    assert.match(stolen.text, /This sign-in has expired/)
    const swapped = await own.go(returned.replace(evil.key, `${space}-${evil.id + 1}`))
    assert.match(swapped.text, /took too long, or was started in another browser/)
    const again = await own.send(`${first.url}/provider/${evil.key}`)
    const second = await returnFrom(again)
    assert.match((await own.go(second)).text, /Connect Lyon Login/)
    assert.match((await own.go(second)).text, /took too long, or was started in another browser/)
  })

  test('leads to no other site', async () => {
    for (const state of ['//example.org.x', 'https://example.org', '../../evil.x', '']) {
      const callback = `/sign-in/callback/${evil.key}?${new URLSearchParams({ state })}`
      assert.equal((await new Browser(app.url).send(callback)).status, 400)
    }
  })

  test('a sign-in that must be recent asks the provider for one, and refuses an old one', async () => {
    const old = (claims: object) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 })
    provider.person = { sub: 'twelve', email: (await aVictim()).mail, email_verified: true }
    provider.lies = { claims: old }
    const recent = authorizePath(pkcePair().challenge, { prompt: 'login' })
    const seen = await goThrough(app, new Browser(app.url), { path: recent, key: evil.key })
    provider.lies = {}
    assert.match(provider.asked, /prompt=login/)
    assert.match(seen.text, /could not be accepted/)
  })
})

describe('the throttle', () => {
  before(() => app.owner`delete from sign_in_attempts`)
  after(() => app.owner`delete from sign_in_attempts`)
  /** As after so many tries with what was tried here. */
  const setTries = (tries: number) => app.owner`update sign_in_attempts set tries = ${tries} where tries = 1`

  test('counts the addresses that a link names, so that nobody lists the organisations that are here', async () => {
    const hinted = async (mail: string) =>
      (await new Browser(app.url).go(authorizePath(pkcePair().challenge, { login_hint: mail }))).text
    assert.match(await hinted(`anyone@${evil.domain}`), /Continue with Lyon Login/)
    await hinted('anyone@unknown.example.org')
    await setTries(49)
    await hinted('anyone@another.example.org')
    assert.doesNotMatch(await hinted(`anyone@${evil.domain}`), /Continue with Lyon Login/)
    await signedInBrowser(app, await aVictim())
    await app.owner`delete from sign_in_attempts`
  })

  test('does not count the failures of a provider as tries of passwords, nor its outage at all', async () => {
    const victim = await aVictim()
    const browser = new Browser(app.url)
    const first = await browser.go(path())
    const start = (key = evil.key) => browser.send(`${first.url}/provider/${key}`)
    const count = async () =>
      Number((await app.owner`select coalesce(sum(tries), 0) as n from sign_in_attempts`)[0]?.['n'])
    provider.lies = { answer: { '/token': response => response.socket?.destroy() } }
    const before = await count()
    provider.person = { sub: 'outage', email: victim.mail, email_verified: true }
    const away = await start()
    const returned = await returnFrom(away)
    assert.equal((await browser.go(returned)).status, 503)
    assert.equal(await count(), before)
    provider.lies = { answer: { '/token': response => response.writeHead(500).end('{}') } }
    await browser.go(await returnFrom(await start()))
    await setTries(49)
    // Another spelling of the provider does not get another count.
    await browser.go(await returnFrom(await start(`0${evil.key}`)))
    provider.lies = {}
    assert.equal((await start()).status, 429)
    await signedInBrowser(app, victim)
  })
})
