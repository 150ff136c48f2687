import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digestOf } from '../../access/secrets.ts'
import { secondsAfter } from '../../db/clock.ts'
import { sendInOrder } from '../../test/concurrency.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpaceWithEveryRole, invitationRequests, newMailAddress } from '../../test/invitations.ts'
import { anInvitation, aSpace, aUser, mailsTo, refusal, roleId } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const { space, cast, elsewhere, stranger, roles } = await aSpaceWithEveryRole(app)
const { invite, pendingOf, stored } = invitationRequests(app)

const outbox = async (email: string) =>
  (await app.owner`select from mail_outbox where lower(recipient) = lower(${email})`).length
const anAdmin = async () => aUser(app, await aSpace(app), { role: 'admin' })

describe('inviting an unknown address', () => {
  test('answers one invitation with one object that has exactly the fields of the interface', async () => {
    const { status, body } = await invite(cast.admin, { email: 'nour@example.org', role_id: roles.manager })
    assert.equal(status, 200)
    assert.deepEqual([Object.keys(body).sort(), body.status], [['data', 'status'], 'success'])
    assert.deepEqual([Object.keys(body.data).sort(), typeof body.data.msg], [['invitations', 'msg'], 'string'])
    const { id, created_at, last_sent, ...rest } = body.data.invitations
    assert.ok(Number.isInteger(id))
    for (const time of [created_at, last_sent]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(rest, {
      group_id: space,
      email: 'nour@example.org',
      mobile_phone: '',
      role_id: roles.manager,
      role: { id: roles.manager, name: 'manager', order: 3, rank: 30 },
      user_id: null,
    })
  })

  test('answers several invitations with an array in their order', async () => {
    const emails = ['zoe@example.org', 'abel@example.org', cast.user.mail, 'milo@example.org']
    const { status, body } = await invite(cast.admin, ...emails.map(email => ({ email })))
    assert.equal(status, 200)
    const answered = body.data.invitations.map((one: any) => [one.email, one.user_id])
    const ids = [null, null, cast.user.id, null]
    assert.deepEqual(
      answered,
      emails.map((email, index) => [email, ids[index]]),
    )
  })

  test('sends a mail with a link for seven days, stored as a digest only, and creates no account', async () => {
    const accounts = (await stored())!['accounts']
    const path = await anInvitation(app, cast.admin, 'ines@example.org')
    const [mail] = mailsTo(app, 'ines@example.org')
    assert.ok(mail!.text.includes(`${app.url}${path}\n`))
    assert.match(path, /^\/invitations\/mus_i_[\w-]{49}$/)
    assert.equal((await stored())!['accounts'], accounts)
    const [link] = await app.owner`
      select l.digest, extract(epoch from l.expires_at - i.last_sent)::float / 86400 as days
      from invitation_links l join invitations i on i.id = l.invitation_id where i.email = 'ines@example.org'`
    assert.ok(Math.abs(link!['days'] - 7) < 0.01)
    assert.ok(!JSON.stringify(link).includes(path.split('/')[2]!.slice(6, 20)))
  })

  test('assigns the role of type user by default, also after it was renamed', async () => {
    const renamed = await aSpace(app)
    const boss = await aUser(app, renamed, { role: 'superadmin' })
    const role = await roleId(app, renamed, 'user')
    assert.equal((await app.as(boss).patch(`/roles/${role}`, { name: 'Bénévole' })).status, 200)
    assert.equal((await app.as(boss).post('/roles', { name: 'user', permissions: [] })).status, 200)
    const { body } = await invite(boss, { email: 'new@example.org' })
    assert.deepEqual(body.data.invitations.role, { id: role, name: 'Bénévole', order: 4, rank: 40 })
  })
})

describe('inviting a registered user', () => {
  test('adds them at once and asks them by mail, and the space sees only the typed address', async () => {
    const known = await aUser(app, elsewhere, { mail: 'Known@Example.org', firstname: 'Kim', surname: 'Known' })
    const { status, body } = await invite(cast.admin, { email: 'kNOWN@example.ORG', role_id: roles.manager })
    assert.equal(status, 200)
    assert.equal(body.data.invitations.user_id, known.id)
    const { body: read } = await app.as(cast.admin).get(`/users/${known.id}`)
    const { firstname, role, mail: address } = read.data.User
    assert.deepEqual([firstname, role, address], ['', 'manager', 'kNOWN@example.ORG'])
    const mail = await eventually(() => mailsTo(app, 'known@example.org')[0])
    const links = /Hello Kim,[\s\S]*\/invitations\/mus_i_[\w-]+\n[\s\S]*\/invitations\/mus_i_[\w-]+\?answer=decline\n/
    assert.match(mail.text, links)
    assert.ok(!(await pendingOf(cast.admin)).some(one => one.user_id !== null || one.email === 'kNOWN@example.ORG'))
  })

  test('compares the sign-in address, not the contact address that a space shows', async () => {
    const person = await aUser(app, elsewhere, { mail: 'login@example.org' })
    assert.equal((await app.as(stranger).patch(`/users/${person.id}`, { mail: 'contact@example.org' })).status, 200)
    assert.equal((await invite(cast.admin, { email: 'contact@example.org' })).body.data.invitations.user_id, null)
    assert.equal((await invite(cast.admin, { email: 'login@example.org' })).body.data.invitations.user_id, person.id)
  })

  test('changes nothing for a member when no other role is requested', async () => {
    const before = (await stored())!['users']
    for (const request of [{ email: cast.manager.mail }, { email: cast.manager.mail, role_id: roles.manager }]) {
      const { status, body } = await invite(cast.admin, request)
      assert.equal(status, 200)
      assert.deepEqual([body.data.invitations.user_id, body.data.invitations.role.name], [cast.manager.id, 'manager'])
    }
    assert.equal((await stored())!['users'], before)
  })

  test('is a conflict when their address is the contact address of another member', async () => {
    await aUser(app, elsewhere, { mail: 'taken@example.org' })
    const member = await aUser(app, space)
    await app.as(cast.admin).patch(`/users/${member.id}`, { mail: 'taken@example.org' })
    const before = await stored()
    const answer = await invite(cast.admin, { email: 'taken@example.org' })
    assert.deepEqual(refusal(answer), [409, 'mail_taken'])
    assert.deepEqual(await stored(), before)
  })

  test('adds a former member again, with the role of the invitation', async () => {
    const leaver = await aUser(app, space, { role: 'manager' })
    assert.equal((await app.as(cast.admin).delete(`/users/${leaver.id}`)).status, 200)
    assert.equal((await invite(cast.admin, { email: leaver.mail })).body.data.invitations.user_id, leaver.id)
    assert.equal((await app.as(cast.admin).get(`/users/${leaver.id}`)).body.data.User.role, 'user')
    assert.equal((await app.as(leaver).get('/me')).status, 401)
  })

  test('adds them once when ten invite them at the same moment', async () => {
    const person = await aUser(app, elsewhere)
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(cast.admin, { email: person.mail })))
    for (const { status, body } of answers) assert.deepEqual([status, body.data?.invitations.user_id], [200, person.id])
    const { body } = await app.as(cast.admin).get('/users')
    assert.equal(body.data.users.filter(({ id }: any) => id === person.id).length, 1)
  })
})

describe('inviting again', () => {
  test('sends another mail, updates last_sent and keeps the one row', async () => {
    const first = (await invite(cast.admin, { email: 'Again@example.org' })).body.data.invitations
    const again = await invite(cast.admin, { email: 'again@EXAMPLE.org', role_id: roles.manager })
    const second = again.body.data.invitations
    const { id, created_at } = first
    assert.deepEqual([second.id, second.created_at, second.role.name], [id, created_at, 'manager'])
    assert.ok(Date.parse(second.last_sent) > Date.parse(first.last_sent))
    assert.equal((await pendingOf(cast.admin)).filter(one => one.email.toLowerCase() === 'again@example.org').length, 1)
    assert.equal(await outbox('again@example.org'), 2)
  })

  test('makes one row and one working link when ten requests come at the same moment', async () => {
    const email = 'rush@example.org'
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(cast.admin, { email })))
    assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body.data?.invitations.id}`)).size, 1)
    assert.equal((await app.owner`select from invitations where email = ${email}`).length, 1)
    const mails = await eventually(() => mailsTo(app, email).length === 10 && mailsTo(app, email))
    const pages = await Promise.all(mails.map(({ text }) => app.as().get(/\/invitations\/\S+/.exec(text)![0])))
    assert.equal(pages.filter(({ status }) => status === 200).length, 1)
  })
})

test('one invitation that is refused refuses the whole request, and nothing is written', async () => {
  const known = await aUser(app, elsewhere)
  const before = await stored()
  const refusals: [string, number, string, object][] = [
    ['a role that does not exist', 422, 'invalid_request', { email: 'last@example.org', role_id: 999_999 }],
    ['a role of another space', 422, 'invalid_request', { email: 'last@example.org', role_id: stranger.role_id }],
    ['a member with another role', 409, 'already_member', { email: cast.user.mail, role_id: roles.manager }],
    ['a role above the inviter', 403, 'forbidden', { email: 'last@example.org', role_id: roles.superadmin }],
    ['a duplicate address in another case', 422, 'invalid_request', { email: 'FIRST@example.org' }],
  ]
  for (const [what, status, code, bad] of refusals) {
    const answer = await invite(cast.admin, { email: 'first@example.org' }, { email: known.mail }, bad)
    assert.deepEqual([answer.status, answer.body.code], [status, code], what)
    assert.match(answer.headers.get('content-type')!, /application\/problem\+json/)
    if (status === 422) assert.match(answer.body.errors[0].location, /^body\.data\.invitations\.2\.(email|role_id)$/)
    assert.deepEqual(await stored(), before, what)
  }
})

describe('a request contains', () => {
  test('one to a hundred invitations', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ email: `bulk${index}@example.org` }))
    const before = await stored()
    assert.equal((await invite(cast.admin)).status, 422)
    assert.equal((await invite(cast.admin, ...many)).status, 422)
    assert.deepEqual(await stored(), before)
    assert.equal((await invite(cast.admin, ...many.slice(1))).body.data.invitations.length, 100)
  })

  test('valid addresses only', async () => {
    const injected = 'a@example.org\r\nBcc: b@example.org'
    const long = `${'a'.repeat(250)}@b.org`
    for (const email of ['', 'a', 'a@b', '@example.org', 'a b@example.org', injected, long])
      assert.equal((await invite(cast.admin, { email })).status, 422, String(email))
  })
})

describe('permission to invite', () => {
  test('admins have it with any role up to their own, managers with the role of type user only', async () => {
    const above = [403, 403, 403]
    for (const [who, expected] of [
      [cast.superadmin, [200, 200, 200, 200]],
      [cast.admin, [200, 200, 200, 403]],
      [cast.manager, [200, ...above]],
    ] as const)
      for (const [index, name] of (['user', 'manager', 'admin', 'superadmin'] as const).entries()) {
        const email = `${name}-by-${who.role_id}@example.org`
        assert.equal((await invite(who, { email, role_id: roles[name] })).status, expected[index], email)
      }
    assert.equal((await invite(cast.manager, { email: 'by-manager@example.org' })).status, 200)
  })

  test('an admin with a token limited to inviting has it, with the role of type user', async () => {
    const narrow = await aUser(app, space, { role: 'admin', scopes: ['users:invite'] })
    assert.equal((await invite(narrow, { email: 'narrow@example.org' })).status, 200)
    assert.equal((await invite(narrow, { email: 'narrow@example.org', role_id: roles.manager })).status, 403)
  })
})

describe('pending invitations', () => {
  test('belong to their space: another one neither lists nor cancels them', async () => {
    const { body } = await invite(cast.admin, { email: 'ours@example.org' })
    const { id } = body.data.invitations
    const theirs = (await invite(stranger, { email: 'ours@example.org' })).body.data.invitations
    assert.deepEqual(await pendingOf(stranger), [theirs])
    assert.notEqual(theirs.id, id)
    assert.equal((await app.as(stranger).delete(`/users/invitation/${id}`)).status, 404)
    const still = (await pendingOf(cast.admin)).find(one => one.id === id)
    assert.deepEqual(still, body.data.invitations)
  })

  test('are paged', async () => {
    const { body } = await app.as(cast.admin).get('/users/invitation?limit=2&offset=1')
    assert.deepEqual(body.data.invitations, (await pendingOf(cast.admin)).slice(1, 3))
  })

  test('can be cancelled once, and then their link is invalid', async () => {
    const path = await anInvitation(app, cast.admin, 'cancel@example.org')
    const { id } = (await pendingOf(cast.admin)).find(one => one.email === 'cancel@example.org')
    const { body } = await app.as(cast.admin).delete(`/users/invitation/${id}`)
    const { status, data } = body
    assert.deepEqual([status, Object.keys(data), typeof data.message], ['success', ['message'], 'string'])
    assert.equal((await app.as().get(path)).status, 404)
    assert.ok(!(await pendingOf(cast.admin)).some(one => one.id === id))
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
  })

  test('do not include members: these cannot be cancelled', async () => {
    const person = await aUser(app, elsewhere)
    const { id } = (await invite(cast.admin, { email: person.mail })).body.data.invitations
    assert.equal((await app.as(cast.admin).delete(`/users/invitation/${id}`)).status, 404)
  })
})

test('an invitation stores and shows the mobile phone sent with it', async () => {
  const email = 'mobile@example.org'
  const mobile_phone = '+33 6 12 34 56 78'
  for (const request of [{ email, mobile_phone }, { email }])
    assert.equal((await invite(cast.admin, request)).body.data.invitations.mobile_phone, mobile_phone)
  assert.equal((await pendingOf(cast.admin)).find(one => one.email === email).mobile_phone, mobile_phone)
})

test('an invitation concurrent with a declined one comes after it: the user gets a new working link', async () => {
  const person = await aUser(app, elsewhere)
  const link = await anInvitation(app, cast.admin, person.mail)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await sendInOrder(app, sql => lockMembers(sql, space), [
    () => app.as().send('POST', link, { body: 'answer=decline', headers }),
    () => invite(cast.admin, { email: person.mail }),
  ])
  for (const { status } of answers) assert.equal(status, 200)
  const [row] = await app.owner`
    select u.deleted_at, u.pending_since is not null as pending, (
      select count(*)::int from invitation_links l
      join invitations i on i.group_id = ${space} and i.id = l.invitation_id and i.user_id = u.id
      where l.group_id = ${space}) as links
    from users u where u.group_id = ${space} and u.id = ${person.id}`
  assert.deepEqual({ ...row }, { deleted_at: null, pending: true, links: 1 })
})

const manyAddresses = (count: number) => Array.from({ length: count }, () => ({ email: newMailAddress() }))

describe('invitations per day', () => {
  test('to one address are limited to ten of a space in any spelling, and the next is a 429 with Retry-After', async () => {
    const admin = await anAdmin()
    const spellings = ['flooded@example.org', 'FLOODED@example.org', 'Flooded@Example.org']
    const answers = []
    for (let sent = 0; sent < 12; sent++) answers.push(await invite(admin, { email: spellings[sent % 3] }))
    const statuses = answers.map(({ status }) => status).join(' ')
    assert.equal(statuses, `${'200 '.repeat(10)}429 429`)
    const { body, headers } = answers[10]!
    assert.equal(body.code, 'rate_limited')
    assert.match(body.detail, /^flooded@example\.org|^FLOODED@example\.org/)
    assert.match(body.detail, /Try again in 24 hours\.$/)
    assert.ok(Number(headers.get('retry-after')) > 86_000)
    assert.equal(await outbox('flooded@example.org'), 10)
  })

  test('to one address are limited to twenty of all spaces together, also at the same moment', async () => {
    const admins = [await anAdmin(), await anAdmin(), await anAdmin(), await anAdmin()]
    // Addresses of registered users are counted as well.
    await aUser(app, await aSpace(app), { mail: 'many@example.org' })
    const answers = await Promise.all(
      Array.from({ length: 28 }, (_, sent) => invite(admins[sent % 4], { email: 'many@example.org' })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 20)
    assert.equal(answers.filter(({ status }) => status === 429).length, 8)
    assert.equal(await outbox('many@example.org'), 20)
  })

  test('of a space are limited to a thousand, and the next is a 429', async () => {
    const admin = await anAdmin()
    assert.equal((await invite(admin, ...manyAddresses(2))).status, 200)
    // As after so many invitations.
    const key = digestOf(`invitations_of_space:${admin.space}`)
    const { count } =
      await app.owner`update sign_in_attempts set tries = 998 where key = ${key} and tries = 2 returning key`
    assert.equal(count, 1)
    assert.equal((await invite(admin, ...manyAddresses(2))).status, 200)
    const fresh = newMailAddress()
    const { status, body } = await invite(admin, { email: fresh })
    assert.deepEqual([status, body.code], [429, 'rate_limited'])
    assert.match(body.detail, /^A space can send 1000 invitations a day/)
    assert.equal(await outbox(fresh), 0)
    // Another space has its own limit.
    assert.equal((await invite(await anAdmin(), { email: fresh })).status, 200)
  })

  test('that were refused do not count, and counting restarts the next day', async () => {
    const admin = await anAdmin()
    const email = newMailAddress()
    for (let sent = 0; sent < 11; sent++)
      assert.equal((await invite(admin, { email }, { email: newMailAddress(), role_id: 999_999 })).status, 422)
    for (let sent = 0; sent < 10; sent++) assert.equal((await invite(admin, { email })).status, 200)
    assert.equal((await invite(admin, { email })).status, 429)
    await app.owner`update sign_in_attempts set tried_at = ${secondsAfter(new Date().toISOString(), -86_400)}`
    assert.equal((await invite(admin, { email })).status, 200)
  })
})
