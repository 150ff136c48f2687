import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpaceWithEveryRole, newMailAddress } from '../../test/invitations.ts'
import { anInvitation, aSpace, aTeam, aUser, mailsTo, type Person, roleId } from '../../test/people.ts'
import { setPasswords, signedInBrowser, tokensFor } from '../../test/sign_in.ts'

const app = await startTestApp()
const { space, cast, elsewhere, roles } = await aSpaceWithEveryRole(app)

const secret = { firstname: 'Kimberley', surname: 'Unseen', phone: '+33 6 11 22 33 44', city: 'Lyon' }

/** A user of another space, with a profile there, whom this space has added by their address. */
async function anAddedPerson(options: { role?: number; by?: Person } = {}) {
  const person = await aUser(app, elsewhere, { firstname: secret.firstname, surname: secret.surname })
  await app.as(person).patch(`/users/${person.id}`, { mail: person.mail, ...secret, birthdate: '1990-01-01' })
  const link = await anInvitation(app, options.by ?? cast.admin, person.mail, options.role)
  return { person, link }
}

const answer = (link: string, fields: Record<string, string>) =>
  app.as().send('POST', link, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const readBy = async (who: Person, { id }: { id: number }) => (await app.as(who).get(`/users/${id}`)).body.data?.User
const namesSeen = async (person: Person) => {
  const user = await readBy(cast.admin, person)
  return user && [user.firstname, user.surname]
}
const auditOf = async (group_id: number, id: number) =>
  (
    await app.owner<{ kind: string }[]>`
      select kind from audit_log where group_id = ${group_id} and subject = 'user' and subject_id = ${id} order by id`
  ).map(({ kind }) => kind)

describe('a user who was added by address and has not accepted', () => {
  test('is a member of whom every read shows only the typed address', async () => {
    const { person } = await anAddedPerson()
    await aTeam(app, cast.admin, { name: 'Pending', users: [{ ...person, space }], leaders: [] })
    const action = { name: 'Pending', Users: [{ id: person.id }], public: true }
    assert.equal((await app.as(cast.admin).post('/actions', { action })).status, 200)
    const user = await readBy(cast.superadmin, person)
    const { mail, phone, city, address, postal, location, birthdate, avatar, locale, role } = user
    assert.deepEqual([mail, user.firstname, user.surname, phone, city], [person.mail, '', '', '', ''])
    assert.deepEqual([address, postal, location, birthdate, avatar, locale, role], ['', '', '', null, '', '', 'user'])
    assert.deepEqual(user.selected_group_id, [])
    const [account] = await app.owner<{ created_at: string }[]>`select created_at from accounts where id = ${person.id}`
    assert.notEqual(user.created, account!.created_at)
    const lists = '/users?limit=1000 /teams /teams/public /actions /users/invitation'
    const logs = '/v1/audit?limit=1000 /v1/changes?limit=1000 /v1/find?q=Kimberley /v1/find?q=Unseen'
    for (const path of `${lists} ${logs}`.split(' ')) {
      const { status, text } = await app.as(cast.superadmin).get(path)
      assert.equal(status, 200, path)
      for (const word of [secret.firstname, secret.surname, '11 22 33 44', 'Lyon', '1990'])
        assert.ok(!text.includes(word), `${path} shows ${word}`)
    }
    assert.ok((await app.as(cast.admin).get('/users?limit=1000')).text.includes(person.mail))
  })

  test('has no sign-ins of elsewhere in the audit log of the space; afterwards they do', async () => {
    const { person, link } = await anAddedPerson()
    await setPasswords(app, person)
    await signedInBrowser(app, person)
    assert.deepEqual(await auditOf(space, person.id), [])
    assert.deepEqual(await auditOf(elsewhere, person.id), ['account.signed_in'])
    assert.equal((await answer(link, { answer: 'accept' })).status, 200)
    await signedInBrowser(app, person)
    assert.deepEqual(await auditOf(space, person.id), ['user.accepted', 'account.signed_in'])
  })

  test('has a new sign-in address hidden from the space', async () => {
    const { person } = await anAddedPerson()
    await setPasswords(app, person)
    const browser = await signedInBrowser(app, person)
    const mail = `new.${person.mail}`
    await browser.go('/account/address', { fields: { mail } })
    const { text } = await eventually(() => mailsTo(app, mail)[0])
    await browser.go(/\/account\/address\/\S+/.exec(text)![0], { fields: {} })
    assert.equal((await readBy(cast.admin, person)).mail, person.mail)
    assert.equal((await readBy(person, person)).mail, mail)
  })

  test('keeps what the space records about them in that space, also when they accept', async () => {
    const { person, link } = await anAddedPerson()
    const typed = { mail: person.mail, surname: 'Typed', phone: '1', locale: '' }
    assert.equal((await app.as(cast.admin).patch(`/users/${person.id}`, typed)).status, 200)
    const there = await readBy(person, person)
    assert.deepEqual([there.surname, there.phone], [secret.surname, secret.phone])
    const [account] = await app.owner`select surname from accounts where id = ${person.id}`
    assert.equal(account!['surname'], secret.surname)
    await answer(link, { answer: 'accept' })
    const here = await readBy(cast.admin, person)
    assert.deepEqual([here.firstname, here.surname, here.phone, here.locale], [secret.firstname, 'Typed', '1', 'en'])
  })

  test('who was a member before is shown without data too, and as before when they accept or decline', async () => {
    for (const reply of ['accept', 'decline']) {
      const former = await aUser(app, space, { firstname: 'Former', surname: 'Member' })
      await app.as(former).patch(`/users/${former.id}`, { mail: former.mail, phone: '0612', birthdate: '1980-02-03' })
      await app.as(cast.admin).delete(`/users/${former.id}`)
      const link = await anInvitation(app, cast.admin, former.mail)
      const user = await readBy(cast.superadmin, former)
      assert.deepEqual([user.firstname, user.surname, user.phone, user.birthdate], ['', '', '', null])
      await answer(link, { answer: reply })
      const [row] = await app.owner`
        select firstname, phone, to_char(birthdate at time zone 'utc', 'YYYY-MM-DD') as born, former_profile, pending_since
        from users where group_id = ${space} and id = ${former.id}`
      const profile = { firstname: 'Former', phone: '0612', born: '1980-02-03' }
      assert.deepEqual({ ...row }, { ...profile, former_profile: null, pending_since: null })
    }
  })

  test('does not count as the superadmin that a space needs, so that they can always decline', async () => {
    const own = await aSpace(app)
    const only = await aUser(app, own, { role: 'superadmin' })
    const { link } = await anAddedPerson({ by: only, role: await roleId(app, own, 'superadmin') })
    assert.equal((await app.as(only).delete(`/users/${only.id}`)).body.code, 'last_superadmin')
    assert.equal((await answer(link, { answer: 'decline' })).status, 200)
  })

  test('gets no mail when their role is changed', async () => {
    const { person } = await anAddedPerson()
    const before = await app.owner`select from mail_outbox where recipient = ${person.mail}`
    const change = { user_id: person.id, role_id: roles.manager }
    assert.equal((await app.as(cast.admin).patch('/users/role', change)).status, 200)
    assert.equal((await app.owner`select from mail_outbox where recipient = ${person.mail}`).length, before.length)
  })

  test('sees their current role, on the page and in the mail of a second invitation', async () => {
    const { person, link } = await anAddedPerson()
    await app.as(cast.admin).patch('/users/role', { user_id: person.id, role_id: roles.manager })
    assert.match((await app.as().get(link)).text, /with the role “manager”/)
    const newer = await anInvitation(app, cast.admin, person.mail)
    assert.match(mailsTo(app, person.mail).at(-1)!.text, /with the role “manager”/)
    assert.match((await answer(newer, { answer: 'accept' })).text, /with the role “manager”/)
  })

  test('does not get the space selected, nor does the space see it, when they leave their own', async () => {
    const { person, link } = await anAddedPerson()
    await app.as(person).delete(`/users/${person.id}`)
    assert.deepEqual((await readBy(cast.admin, person)).selected_group_id, [])
    await answer(link, { answer: 'accept' })
    assert.deepEqual((await readBy(cast.admin, person)).selected_group_id, [space])
  })
})

describe('the links in the mail', () => {
  test('accept with one click, not when a mail program opens them: the space sees their name, and the link is used up', async () => {
    const { person, link } = await anAddedPerson()
    for (const path of [link, `${link}?answer=decline`]) {
      const { status, text } = await app.as().get(path)
      assert.equal(status, 200)
      assert.match(text, /<form method="post">/)
      for (const value of ['accept', 'decline']) assert.ok(text.includes(`name="answer" value="${value}"`))
    }
    assert.deepEqual(await namesSeen(person), ['', ''])
    assert.equal((await answer(link, { answer: 'accept' })).status, 200)
    assert.deepEqual(await namesSeen(person), [secret.firstname, secret.surname])
    for (const again of ['accept', 'decline']) assert.equal((await answer(link, { answer: again })).status, 404)
    assert.equal((await app.as().get(link)).status, 404)
    // Their data in the other space stays there.
    assert.equal((await readBy(cast.superadmin, person)).phone, '')
  })

  test('decline with one click: they are removed from the space and its teams, and the space learns nothing', async () => {
    const { person, link } = await anAddedPerson()
    const team = await aTeam(app, cast.admin, { users: [{ ...person, space }] })
    const { status, text } = await answer(link, { answer: 'decline' })
    assert.equal(status, 200)
    assert.match(text, /You left Two Rivers/)
    assert.equal(await namesSeen(person), undefined)
    assert.deepEqual((await app.as(cast.admin).get(`/teams/${team.id}`)).body.data.team.users, [])
    assert.deepEqual(await auditOf(space, person.id), ['user.declined'])
    const [row] = await app.owner`
      select firstname, surname from users where group_id = ${space} and id = ${person.id}`
    assert.deepEqual({ ...row }, { firstname: '', surname: '' })
    assert.equal((await answer(link, { answer: 'accept' })).status, 404)
    assert.equal((await app.as(person).get('/me')).status, 200)
  })

  test('decline for a user who registered after the invitation: they do not become a member', async () => {
    const mail = newMailAddress()
    const link = await anInvitation(app, cast.admin, mail)
    const person = await aUser(app, elsewhere, { mail })
    assert.equal((await answer(link, { answer: 'decline' })).status, 200)
    assert.equal(await namesSeen(person), undefined)
    assert.equal((await answer(link, { answer: 'accept' })).status, 200)
    assert.deepEqual(await namesSeen(person), [person.firstname, person.surname])
  })

  test('accept one answer when both come at once', async () => {
    const { link } = await anAddedPerson()
    const words = ['accept', 'decline', 'accept', 'decline']
    const answers = await Promise.all(words.map(word => answer(link, { answer: word })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404])
  })

  test('stop working when they expire, and when the user is invited again', async () => {
    const { person, link } = await anAddedPerson()
    const newer = await anInvitation(app, cast.admin, person.mail)
    assert.equal((await answer(link, { answer: 'accept' })).status, 404)
    await app.owner`update invitation_links set expires_at = now() - interval '1 second'`
    assert.equal((await answer(newer, { answer: 'accept' })).status, 404)
    assert.deepEqual(await namesSeen(person), ['', ''])
  })

  test('are in French for a user who reads French', async () => {
    const person = await aUser(app, elsewhere, { firstname: 'Léa' })
    await app.owner`update accounts set locale = 'fr' where id = ${person.id}`
    const link = await anInvitation(app, cast.admin, person.mail)
    assert.match(mailsTo(app, person.mail)[0]!.text, /Bonjour Léa,[\s\S]*Pour refuser et quitter l’espace/)
    assert.match((await app.as().get(`${link}?answer=decline`)).text, /Quitter Two Rivers[\s\S]*Refuser et quitter/)
  })
})

describe('opening the space', () => {
  test('by selecting it accepts', async () => {
    const { person } = await anAddedPerson()
    const change = { mail: person.mail, selected_group_id: [space, elsewhere], UpdateToken: true }
    assert.equal((await app.as(person).patch(`/users/${person.id}`, change)).status, 200)
    assert.deepEqual(await namesSeen(person), [secret.firstname, secret.surname])
    assert.equal((await app.as(person).get('/me')).body.data.space.id, space)
  })

  test('by signing in to it accepts, and signing in to another space does not', async () => {
    const { person } = await anAddedPerson()
    await setPasswords(app, person)
    const there = await tokensFor(app, person, { space: elsewhere })
    assert.equal((await app.as({ token: there.access_token }).get('/me')).body.data.space.id, elsewhere)
    assert.deepEqual(await namesSeen(person), ['', ''])
    const here = await tokensFor(app, person, { space })
    assert.equal((await app.as({ token: here.access_token }).get('/me')).body.data.space.id, space)
    assert.deepEqual(await namesSeen(person), [secret.firstname, secret.surname])
  })

  test('by a token in it accepts', async () => {
    const { person } = await anAddedPerson()
    await app.owner`update tokens set group_id = ${space} where user_id = ${person.id}`
    const { body } = await app.as(person).get('/me')
    assert.deepEqual([body.data.space.id, body.data.user.firstname], [space, secret.firstname])
    assert.deepEqual(await namesSeen(person), [secret.firstname, secret.surname])
  })
})

describe('the account page', () => {
  test('lists the spaces the user was added to, and declines with one click', async () => {
    const { person } = await anAddedPerson()
    await setPasswords(app, person)
    const browser = await signedInBrowser(app, person)
    const page = await browser.go('/account')
    assert.match(page.text, /Two Rivers<\/strong><span class="hint">You were added[\s\S]*Decline: Two Rivers/)
    const { text } = await browser.go('/account/spaces', { fields: { leave: String(space) } })
    assert.match(text, /You left the space/)
    assert.equal(await namesSeen(person), undefined)
    assert.match((await browser.go('/account/spaces', { fields: { leave: String(space) } })).text, /already ended/)
  })

  test('accepts, and lets users leave, but not the last superadmin', async () => {
    const { person } = await anAddedPerson()
    await setPasswords(app, person)
    const browser = await signedInBrowser(app, person)
    await browser.go('/account/spaces', { fields: { accept: String(space) } })
    assert.deepEqual(await namesSeen(person), [secret.firstname, secret.surname])
    await browser.go('/account/spaces', { fields: { leave: String(space) } })
    assert.equal(await namesSeen(person), undefined)
    const own = await aSpace(app)
    const only = await aUser(app, own, { role: 'superadmin' })
    await setPasswords(app, only)
    const theirs = await signedInBrowser(app, only)
    const leave = async (id: string) => (await theirs.go('/account/spaces', { fields: { leave: id } })).text
    assert.match(await leave(String(own)), /only super administrator/)
    for (const id of ['x', '0', String(space), '']) assert.match(await leave(id), /already ended/)
  })
})
