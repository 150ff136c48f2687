import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { acceptance_form, anInviter, inputOf, inputsOf, newMailAddress } from '../../test/invitations.ts'
import { anInvitation, aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const { admin, manager_role, anyLink, open, accept, stored } = await anInviter(app)

describe('the page of the link', () => {
  test('is a plain form that shows who invites, to which space and role', async () => {
    const path = await anInvitation(app, admin, 'reader@example.org', manager_role)
    const { status, text, headers } = await open(path)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    for (const word of ['Ada Byron', 'Two Rivers', 'manager', 'reader@example.org'])
      assert.ok(text.includes(word), word)
    assert.match(text, /<form method="post">/)
    const inputs = inputsOf(text).map(({ name, type }) => `${name} ${type}`)
    assert.deepEqual(inputs, ['undefined email', 'firstname text', 'surname text', 'password password'])
    assert.equal(inputOf(text, 'password')!['autocomplete'], 'new-password')
  })

  test('has a label for every visible input and declares its language', async () => {
    const { text } = await open(await anyLink())
    const labels = [...text.matchAll(/<label for="([^"]+)">[^<]+<\/label>/g)].map(([, id]) => id)
    const inputs = inputsOf(text.replace(/<input[^>]* hidden>/g, '')).map(({ id }) => id)
    assert.deepEqual(inputs, labels)
    assert.match(text, /^<!doctype html>\s*<html lang="en">/)
    assert.match(text, /<title>[^<]+<\/title>/)
  })

  test('needs no script, allows none, and sends no referrer', async () => {
    const { text, headers } = await open(await anyLink())
    assert.doesNotMatch(text, /<script|\son\w+=|javascript:|https?:/i)
    const policy = headers.get('content-security-policy')!
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule))
    assert.doesNotMatch(policy, /script-src|unsafe/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.match(headers.get('cache-control')!, /private|no-store/)
  })

  test('uses the language of the browser, otherwise that of the space', async () => {
    const french = await aSpace(app, 'Les Deux Rives', 'fr-FR')
    const hote = await aUser(app, french, { role: 'admin' })
    const [ours, theirs] = [await anyLink(), await anInvitation(app, hote, newMailAddress())]
    const languageOf = async (path: string, accepted?: string) =>
      /<html lang="(\w+)">/.exec((await open(path, accepted)).text)![1]
    for (const [path, accepted, language] of [
      [ours, undefined, 'en'],
      [theirs, undefined, 'fr'],
      [ours, 'fr-CA,fr;q=0.9,en;q=0.5', 'fr'],
      [theirs, 'en-GB', 'en'],
      [ours, 'de', 'en'],
      [theirs, 'de, *;q=0.1', 'fr'],
      [ours, 'en; q=0.4, fr; q=0.9', 'fr'],
      [ours, 'fr;q=0', 'en'],
    ] as const)
      assert.equal(await languageOf(path, accepted), language, accepted)
    const { text } = await open(theirs)
    for (const words of ['Rejoindre Les Deux Rives', 'Prénom', 'Mot de passe']) assert.ok(text.includes(words), words)
    assert.match((await open('/invitations/none', 'fr')).text, /<html lang="fr">[\s\S]*Ce lien ne fonctionne plus/)
  })

  test('uses the language of an existing account, whatever the browser asks for', async () => {
    const known = newMailAddress()
    const path = await anInvitation(app, admin, known)
    await aUser(app, await aSpace(app), { mail: known })
    await app.owner`update accounts set locale = 'fr' where login_mail = ${known}`
    const { text } = await open(path, 'en')
    assert.match(text, /<html lang="fr">[\s\S]*Vous avez déjà un compte/)
  })

  test('leads to the console after acceptance, which asks the user to sign in', async () => {
    const { status, text } = await accept(await anyLink(), acceptance_form)
    assert.equal(status, 200)
    assert.match(text, /<a class="button" href="\/console\/">Sign in<\/a>/)
  })

  test('shows names as they are written, whatever characters they contain', async () => {
    const odd = await aSpace(app, '<b>"x"</b>')
    const named = { firstname: '<img src=x onerror=alert(1)>', surname: "&amp; 'Co'" }
    const host = await aUser(app, odd, { role: 'admin', ...named })
    const path = await anInvitation(app, host, newMailAddress())
    const evil = '"><script>alert(1)</script>'
    for (const { text } of [
      await open(path),
      await accept(path, { ...acceptance_form, firstname: evil, password: 'short' }),
    ]) {
      assert.doesNotMatch(text, /<b>|<img|<script/)
      assert.ok(text.includes('&lt;b&gt;&quot;x&quot;&lt;/b&gt;'))
      assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt; &amp;amp; &#39;Co&#39;'))
    }
    const welcome = await accept(path, { ...acceptance_form, firstname: evil })
    assert.equal(welcome.status, 200)
    assert.doesNotMatch(welcome.text, /<b>|<script/)
  })

  test('changes nothing when it is viewed, however often', async () => {
    const path = await anyLink()
    const before = await stored()
    for (const method of ['GET', 'HEAD', 'GET', 'GET']) assert.equal((await app.as().send(method, path)).status, 200)
    assert.deepEqual(await stored(), before)
  })
})
