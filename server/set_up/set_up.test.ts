import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aSpace } from '../test/people.ts'
import { authorizePath, Browser, pkcePair } from '../test/sign_in.ts'
import { createSetUpLink } from './link.ts'

// The tests need a server without a space, in the order in which they are written.
const app = await startTestApp({ own: true })

const aLink = async () => {
  const link = await createSetUpLink(app.database_url, '')
  assert.ok(link)
  return link
}

const form = {
  space_name: 'Two Rivers',
  language: 'fr',
  time_zone: 'Europe/Zurich',
  firstname: 'Ada',
  surname: 'Byron',
  mail: 'ada@example.org',
  password: 'correct horse battery staple',
}

const submit = (path: string, input: Partial<Record<keyof typeof form, string>> = {}) =>
  app.as().send('POST', path, {
    body: new URLSearchParams({ ...form, ...input }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const counts = async () => {
  const [row] = await app.owner`
    select (select count(*)::int from spaces) as spaces, (select count(*)::int from accounts) as accounts`
  return row
}

describe('the set-up link of a new server', () => {
  test('is named by the sign-in page, which does not reveal it', async () => {
    const link = await aLink()
    for (const path of ['/account', authorizePath(pkcePair().challenge)]) {
      const { text } = await new Browser(app.url).go(path)
      assert.match(text, /This server has no organisation yet[\s\S]*in its log/)
      assert.doesNotMatch(text, /name="password"/)
      assert.ok(!text.includes(link))
    }
  })

  test('shows a form in the language of the browser, with its time zone', async () => {
    const { status, text } = await app.as().send('GET', await aLink(), { headers: { 'accept-language': 'fr-CA' } })
    assert.equal(status, 200)
    assert.match(text, /<html lang="fr">[\s\S]*Installer Muster/)
    assert.match(text, /<option selected>America\/Toronto<\/option>/)
  })

  test('marks every wrong field, keeps what was typed and creates nothing', async () => {
    const link = await aLink()
    const bad = { space_name: ' ', time_zone: 'Mars/Olympus', firstname: '', mail: 'ada@', password: 'short' }
    const { status, text } = await submit(link, bad)
    assert.equal(status, 422)
    for (const name of Object.keys(bad)) assert.match(text, new RegExp(`id="${name}-error"`), name)
    assert.doesNotMatch(text, /id="surname-error"/)
    assert.match(text, /id="surname"[^>]*\s+value="Byron"/)
    assert.doesNotMatch(text, /short"/)
    assert.deepEqual(await counts(), { spaces: 0, accounts: 0 })
    assert.equal((await app.as().send('GET', link)).status, 200)
  })

  test('is refused when it is invented or has expired', async () => {
    const expired = await aLink()
    await app.owner`update set_up_links set expires_at = now() - interval '1 minute'`
    for (const path of [expired, '/set-up/none', '/set-up/mus_u_x']) {
      assert.equal((await app.as().send('GET', path)).status, 404)
      assert.equal((await submit(path)).status, 404)
    }
    assert.deepEqual(await counts(), { spaces: 0, accounts: 0 })
  })

  test('creates one space and one superadmin, however often it is sent at once', async () => {
    const [link, other] = [await aLink(), await aLink()]
    const answers = await Promise.all([submit(link), submit(link), submit(link)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
    assert.deepEqual(await counts(), { spaces: 1, accounts: 1 })
    const [member] = await app.owner`
      select s.name as space, s.locale, s.time_zone, f.currency, a.login_mail, a.password_hash is not null as has_password, r.type
      from users u
      join spaces s on s.id = u.group_id
      join transaction_settings f on f.group_id = s.id
      join accounts a on a.id = u.id
      join roles r on r.group_id = u.group_id and r.id = u.role_id`
    assert.deepEqual(member, {
      space: 'Two Rivers',
      locale: 'fr-FR',
      time_zone: 'Europe/Zurich',
      currency: 'CHF',
      login_mail: 'ada@example.org',
      has_password: true,
      type: 'superadmin',
    })
    assert.equal((await submit(other, { mail: 'eve@example.org' })).status, 404, 'the other link ended too')
    assert.match((await new Browser(app.url).go('/account')).text, /name="password"/)
  })

  test('is not made for a server that has a space, and ends when a space is created otherwise', async () => {
    assert.equal(await createSetUpLink(app.database_url, ''), undefined)
    const empty = await startTestApp({ own: true })
    const link = await createSetUpLink(empty.database_url, '')
    await aSpace(empty, 'By command')
    assert.equal((await empty.as().send('GET', link ?? '')).status, 404)
  })
})
