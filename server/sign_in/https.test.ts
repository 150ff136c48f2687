import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAttackTarget } from '../test/attack_target.ts'
import { aSpace } from '../test/people.ts'
import { startBeside } from '../test/shared_apps.ts'
import { aUserWithPassword, authorizePath, Browser, password, pkcePair } from '../test/sign_in.ts'

// Behind a proxy that terminates TLS: it uses plain HTTP to us, and the public URL is that of the settings.

const public_url = 'https://muster.example.org'
const app = await startBeside((await startAttackTarget()).app, { PUBLIC_URL: public_url }, { public_url })
const ada = await aUserWithPassword(app, [await aSpace(app)])

test('every URL we publish is the public one', async () => {
  const { body } = await app.as().get('/.well-known/openid-configuration')
  assert.equal(body.issuer, 'https://muster.example.org')
  for (const [name, value] of Object.entries<string>(body).filter(([name]) => /_endpoint$|_uri$/.test(name)))
    assert.ok(value.startsWith('https://muster.example.org/oauth/'), name)
  const { headers } = await app.as().get('/me')
  assert.match(headers.get('www-authenticate')!, /resource_metadata="https:\/\/muster\.example\.org\/\.well-known/)
})

test('cookies are for HTTPS and this host only', async () => {
  const browser = new Browser(app.url)
  const first = await browser.send(authorizePath(pkcePair().challenge))
  const submitted = await browser.send(first.headers.get('location')!, { fields: { mail: ada.mail, password } })
  assert.equal(submitted.status, 303, submitted.text)
  const resumed = await browser.send(submitted.headers.get('location')!)
  const cookies = [first, submitted, resumed].flatMap(({ headers }) => headers.getSetCookie())
  for (const cookie of cookies.filter(cookie => !cookie.includes('1970'))) {
    assert.match(cookie, /^__(Host|Secure)-muster_/)
    assert.match(cookie, /; secure/i)
    if (cookie.startsWith('__Host-')) assert.match(cookie, /; path=\/(;|$)/i)
    assert.doesNotMatch(cookie, /domain=/i)
  }
  const names = cookies.map(cookie => cookie.split('=')[0])
  for (const name of ['__Host-muster_session', '__Host-muster_browser', '__Secure-muster_sign_in'])
    assert.ok(names.includes(name), name)
})

test('the client address comes from the proxy, and is throttled alone', async () => {
  const type = async (address: string) => {
    const browser = new Browser(app.url)
    const headers = { 'x-forwarded-for': address }
    const page = await browser.send(authorizePath(pkcePair().challenge), { headers })
    return browser.send(page.headers.get('location')!, {
      fields: { mail: `${Math.random()}@example.net`, password: 'x' },
      headers,
    })
  }
  await app.owner`delete from sign_in_attempts`
  await type('198.51.100.7')
  await app.owner`update sign_in_attempts set tries = 60, wait_until = now() + interval '1 hour'`
  assert.equal((await type('198.51.100.7')).status, 429)
  assert.equal((await type('198.51.100.8')).status, 422)
  assert.equal((await type('2001:db8:1:2::1')).status, 422)
})

test('the console returns to its own address, over HTTPS, and to no other port, host or scheme', async () => {
  const redirect_uri = 'https://muster.example.org/console/callback'
  const browser = new Browser(app.url)
  const ask = (uri: string) =>
    browser.send(
      authorizePath(pkcePair().challenge, { client_id: 'muster-console', redirect_uri: uri, scope: 'openid' }),
    )
  const page = await ask(redirect_uri)
  const submitted = await browser.send(page.headers.get('location')!, { fields: { mail: ada.mail, password } })
  const resumed = await browser.send(submitted.headers.get('location')!)
  assert.ok(resumed.headers.get('location')!.startsWith(`${redirect_uri}?code=`), resumed.text)
  for (const redirect_uri of [
    'https://muster.example.org:8443/console/callback',
    'https://muster.example.org:443/console/callback',
    'http://muster.example.org/console/callback',
    'http://127.0.0.1/console/callback',
  ]) {
    const seen = await ask(redirect_uri)
    assert.deepEqual([seen.status, seen.headers.get('location')], [400, null], redirect_uri)
  }
})
