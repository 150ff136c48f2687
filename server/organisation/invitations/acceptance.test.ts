import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyPassword } from '../../access/passwords.ts'
import { newSecret } from '../../access/secrets.ts'
import { assertSafePage } from '../../test/attack_target.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { acceptance_form, anInviter, inputOf, inputsOf, newMailAddress } from '../../test/invitations.ts'
import { anInvitation, aSpace, aUser, aUserPerRole, mailsTo, refusal, roleId } from '../../test/people.ts'

const app = await startTestApp()
const { space, admin, manager_role, anyLink, open, accept, stored } = await anInviter(app)
const accountOf = async (mail: string) => (await app.owner`select * from accounts where login_key = lower(${mail})`)[0]

function assertComplaint(page: string, name: string) {
  const input = inputOf(page, name)
  assert.ok(input, `there is a field ${name}`)
  assert.equal(input['aria-invalid'], 'true')
  const described = input['aria-describedby']!.split(' ').map(id => new RegExp(`<p class="error" id="${id}">[^<]+</p>`))
  assert.ok(
    described.some(complaint => complaint.test(page)),
    `the complaint about ${name} is linked to it`,
  )
}

describe('accepting an invitation', () => {
  test('creates the account, adds the user with the role, and ends the invitation', async () => {
    const email = 'Rosa.Parks@example.org'
    const { status, text } = await accept(await anInvitation(app, admin, email, manager_role), acceptance_form)
    assert.equal(status, 200)
    assert.ok(text.includes('Two Rivers') && !text.includes(acceptance_form.password))
    assert.match(text, /<a class="button" href="\/console\/">Sign in<\/a>/)
    const { body } = await app.as(admin).get('/users')
    const user = body.data.users.find((one: any) => one.mail === email)
    assert.deepEqual([user.firstname, user.surname, user.role, user.group_id], ['Rosa', 'Parks', 'manager', space])
    assert.deepEqual(user.selected_group_id, [space])
    const { body: pending } = await app.as(admin).get('/users/invitation?limit=1000')
    assert.ok(!pending.data.invitations.some((one: any) => one.email === email))
    assert.equal((await app.owner`select user_id from invitations where email = ${email}`)[0]!['user_id'], user.id)
  })

  test('stores the password only as an argon2id hash, and that the address is verified', async () => {
    const email = newMailAddress()
    const typed = { ...acceptance_form, firstname: '  Rosa ', password: '  spaces count, été  ' }
    await accept(await anInvitation(app, admin, email), typed)
    const { password_hash, firstname, mail_verified_at } = (await accountOf(email))!
    assert.ok(mail_verified_at)
    assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await verifyPassword('  spaces count, été  ', password_hash), true)
    assert.equal(await verifyPassword('spaces count, été', password_hash), false)
    assert.equal(firstname, 'Rosa')
  })

  test('works once: the second time the link is invalid', async () => {
    const path = await anyLink()
    assert.equal((await accept(path, acceptance_form)).status, 200)
    const before = await stored()
    assert.equal((await accept(path, acceptance_form)).status, 404)
    assert.equal((await open(path)).status, 404)
    assert.deepEqual(await stored(), before)
  })

  test('creates one account when the form is sent several times at once', async () => {
    const path = await anInvitation(app, admin, 'double@example.org')
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(path, acceptance_form)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404])
    assert.equal((await app.owner`select from accounts where login_mail = 'double@example.org'`).length, 1)
  })

  test('only adds a user whose account was created in the meantime, and never changes its password or name', async () => {
    const other = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'admin' })
    const here = await anInvitation(app, admin, 'twice@example.org')
    const there = await anInvitation(app, other, 'twice@example.org')
    assert.equal((await accept(there, acceptance_form)).status, 200)
    const account = await accountOf('twice@example.org')
    const page = await open(here)
    assert.deepEqual([page.status, inputsOf(page.text)], [200, []])
    const typed = { firstname: 'Eve', surname: 'Other', password: 'five lanterns over the canal' }
    assert.equal((await accept(here, typed)).status, 200)
    assert.deepEqual(await accountOf('twice@example.org'), account)
    const { body } = await app.as(admin).get(`/users/${account!['id']}`)
    assert.deepEqual([body.data.User.firstname, body.data.User.role], ['Rosa', 'user'])
  })

  test('creates one account when two spaces are accepted at once, and adds the user to both', async () => {
    const other = await aUser(app, await aSpace(app), { role: 'admin' })
    const mail = 'both@example.org'
    const paths = [await anInvitation(app, admin, mail), await anInvitation(app, other, mail)]
    const answers = await Promise.all(paths.map(path => accept(path, acceptance_form)))
    for (const [index, { status }] of answers.entries()) {
      // The slower request may be a 503; its link must still work then.
      if (status !== 200) assert.deepEqual([status, (await accept(paths[index]!, acceptance_form)).status], [409, 200])
    }
    assert.equal((await app.owner`select from users where mail = 'both@example.org'`).length, 2)
    assert.equal((await app.owner`select from accounts where login_mail = 'both@example.org'`).length, 1)
  })
})

describe('an invalid form', () => {
  const mistakes: [string, string, Record<string, string>][] = [
    ['a common password', 'password', { ...acceptance_form, password: 'Password1234' }],
    ['the address as password', 'password', { ...acceptance_form, password: 'Mistaken@Example.org1' }],
    ['a password above 3000 characters', 'password', { ...acceptance_form, password: 'four lanterns '.repeat(300) }],
    ['no password', 'password', { firstname: 'Rosa', surname: 'Parks' }],
    ['no first name', 'firstname', { ...acceptance_form, firstname: '' }],
    ['a blank surname', 'surname', { ...acceptance_form, surname: ' \t ' }],
    ['a first name that is too long', 'firstname', { ...acceptance_form, firstname: 'R'.repeat(501) }],
  ]
  test('answers 422 with the form and an error linked to its field, and writes nothing', async () => {
    const path = await anInvitation(app, admin, 'mistaken@example.org')
    const before = await stored()
    for (const [what, field, fields] of mistakes) {
      const { status, text } = await accept(path, fields)
      assert.equal(status, 422, what)
      assertComplaint(text, field)
      assert.match(text, /role="alert"/)
      assert.equal(inputOf(text, 'password')!['value'], '')
      if (fields['password']) assert.ok(!text.includes(fields['password']))
      if (field === 'password') assert.equal(inputOf(text, 'surname')!['value'], 'Parks')
    }
    assert.deepEqual(await stored(), before)
    assert.equal((await open(path)).status, 200)
  })

  test('reports all errors at once, in French too', async () => {
    const { status, text } = await accept(await anyLink(), {}, { 'accept-language': 'fr' })
    assert.equal(status, 422)
    for (const field of ['firstname', 'surname', 'password']) assertComplaint(text, field)
    assert.match(text, /<html lang="fr">[\s\S]*Merci de remplir ce champ/)
  })

  test('is refused with another media type than that of forms', async () => {
    const path = await anyLink()
    const before = await stored()
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const body = JSON.stringify(acceptance_form)
      const answer = await app.as().send('POST', path, { body, headers: { 'content-type': type } })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [415, 'text/html; charset=utf-8'], type)
    }
    assert.deepEqual(await stored(), before)
  })
})

describe('an invalid link', () => {
  test('is one that has expired', async () => {
    const email = newMailAddress()
    const path = await anInvitation(app, admin, email)
    await app.owner`
      update invitation_links set expires_at = now() - interval '1 second'
      where invitation_id = (select id from invitations where email = ${email})`
    for (const { status, text } of [await open(path), await accept(path, acceptance_form)]) {
      assert.equal(status, 404)
      assert.match(text, /This link no longer works/)
    }
    assert.equal(await accountOf(email), undefined)
    assert.equal((await open(await anInvitation(app, admin, email))).status, 200)
  })

  test('is any unknown one, with the same page as the others', async () => {
    const used = await anyLink()
    await accept(used, acceptance_form)
    const expected = await open(used)
    const known = [`${await anyLink()}.`, (await anyLink()).slice(0, -1)]
    const odd = [newSecret('mus_i_'), newSecret('mus_p_'), admin.token, 'x', '%20', '..%2Fusers', 'a'.repeat(400)]
    for (const path of [...known, ...odd.map(path => `/invitations/${path}`)]) {
      for (const { status, text } of [await open(path), await accept(path, acceptance_form)])
        assert.deepEqual([status, text], [404, expected.text], path)
    }
  })
})

test('an existing member keeps their role, whatever an old link offers, and the link no longer works', async () => {
  const email = newMailAddress()
  const link = await anInvitation(app, admin, email)
  const person = await aUser(app, space, { role: 'superadmin', mail: email })
  assert.equal((await accept(link, acceptance_form)).status, 404)
  const { body } = await app.as(admin).get(`/users/${person.id}`)
  assert.equal(body.data.User.role, 'superadmin')
})

describe('the page of the link', () => {
  test('is a plain form with labels that shows who invites, to which space and role, and changes nothing', async () => {
    const path = await anInvitation(app, admin, 'reader@example.org', manager_role)
    const before = await stored()
    for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await app.as().send(method, path)).status, 200)
    const { text, headers } = await open(path)
    assert.deepEqual(await stored(), before)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    for (const word of ['Ada Byron', 'Two Rivers', 'manager', 'reader@example.org'])
      assert.ok(text.includes(word), word)
    assert.match(text, /<form method="post">/)
    const inputs = inputsOf(text).map(({ name, type }) => `${name} ${type}`)
    assert.deepEqual(inputs, ['undefined email', 'firstname text', 'surname text', 'password password'])
    assert.equal(inputOf(text, 'password')!['autocomplete'], 'new-password')
    const labels = [...text.matchAll(/<label for="([^"]+)">[^<]+<\/label>/g)].map(([, id]) => id)
    const visible = inputsOf(text.replace(/<input[^>]* hidden>/g, '')).map(({ id }) => id)
    assert.deepEqual(visible, labels)
    assert.match(text, /^<!doctype html>\s*<html lang="en">[\s\S]*<title>[^<]+<\/title>/)
  })

  test('needs no script, allows none, and sends no referrer', async () => {
    const page = await open(await anyLink())
    assertSafePage(page)
    assert.doesNotMatch(page.text, /https?:/i)
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
      [theirs, 'de, *;q=0.1', 'fr'],
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
})

const misleading = {
  'a line break': 'Union\nAct now: http://evil.example',
  'a control character': 'Union\u0007',
  'a line separator': 'Union\u2028evil',
  'a right-to-left override': 'Union \u202egro.elpmaxe',
  'an isolate': 'Union \u2067gro.elpmaxe\u2069',
}

describe('names used in mails', () => {
  test('refuse misleading characters: of a space, a role, a team and a user', async () => {
    const space = await aSpace(app)
    const { superadmin } = await aUserPerRole(app, space)
    const as = app.as(superadmin)
    const { id, mail } = superadmin
    const [role, link] = [await roleId(app, space, 'user'), await anyLink()]
    for (const [what, name] of Object.entries(misleading)) {
      const look = { color: '#35508f', order: 50, web: true, mobile: true, permissions: [] }
      for (const [answer, location] of [
        [await as.patch(`/spaces/${space}`, { name }), 'body.data.name'],
        [await as.post('/roles', { name, ...look }), 'body.data.name'],
        [await as.patch(`/roles/${role}`, { name }), 'body.data.name'],
        [await as.post('/teams', { team: { name } }), 'body.data.team.name'],
        [await as.patch(`/users/${id}`, { mail, firstname: name }), 'body.data.firstname'],
        [await as.patch(`/users/${id}`, { mail, surname: name }), 'body.data.surname'],
      ] as const)
        assert.deepEqual(refusal(answer), refusal.at(location), what)
      const page = await accept(link, { ...acceptance_form, firstname: name })
      assert.equal(page.status, 422)
      assert.equal(inputOf(page.text, 'firstname')!['aria-invalid'], 'true')
    }
  })

  test('may be written in any script, from left to right and from right to left', async () => {
    const space = await aSpace(app)
    const { superadmin } = await aUserPerRole(app, space)
    for (const name of ['Été à Lyon', 'חברים', 'اتحاد العمال', '連合'])
      assert.equal((await app.as(superadmin).patch(`/spaces/${space}`, { name })).status, 200)
  })

  test('older than this rule lose such characters in a mail', async () => {
    const space = await aSpace(app, 'Old \u202egro.elpmaxe')
    const { admin } = await aUserPerRole(app, space)
    const email = newMailAddress()
    await anInvitation(app, admin, email)
    const mail = await eventually(() => mailsTo(app, email)[0])
    assert.ok(mail.subject.endsWith('Old gro.elpmaxe') && !mail.text.includes('\u202e'))
  })
})
