import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const read = async (id: number) => (await app.as(cast.superadmin).get(`/users/${id}`)).body.data.User
const change = (as: Person, id: number, data: unknown, headers?: Record<string, string>) =>
  app.as(as).patch(`/users/${id}`, data, headers)
const profile = {
  firstname: 'Ada',
  surname: 'Lovelace',
  phone: '+33 6',
  address: '1 rue',
  city: 'Lyon',
  postal: '69001',
  location: '45.7,4.8',
  avatar: 'https://example.org/a.png',
  birthdate: '1990-05-01T00:00:00.000Z',
}

describe('changing a profile', () => {
  test('every field of the interface is stored, and the answer is a message', async () => {
    const person = await aUser(app, space)
    const { status, body } = await change(person, person.id, { mail: 'ada@example.org', ...profile })
    assert.deepEqual([status, Object.keys(body).sort()], [200, ['data', 'status']])
    assert.deepEqual([body.status, typeof body.data], ['success', 'string'])
    const user = await read(person.id)
    assert.deepEqual(user, { ...user, mail: 'ada@example.org', ...profile })
  })

  test('only the fields in the request change', async () => {
    const person = await aUser(app, space)
    await change(person, person.id, { mail: person.mail, ...profile })
    const before = await read(person.id)
    await change(person, person.id, { mail: person.mail, city: 'Nice' })
    const after = await read(person.id)
    assert.deepEqual(after, { ...before, city: 'Nice', updated_at: after.updated_at })
    assert.ok(after.updated_at >= before.updated_at)
  })

  test('a field sent empty is emptied', async () => {
    const person = await aUser(app, space)
    await change(person, person.id, { mail: person.mail, ...profile })
    await change(person, person.id, { mail: person.mail, phone: '', avatar: '' })
    const { phone, avatar, city } = await read(person.id)
    assert.deepEqual([phone, avatar, city], ['', '', 'Lyon'])
  })

  test('read-only fields are ignored', async () => {
    const person = await aUser(app, space)
    const before = await read(person.id)
    const sent = {
      id: 1,
      group_id: other_space_user.space,
      role: 'superadmin',
      role_data: { id: 1 },
      deleted_at: '2020-01-01',
    }
    assert.equal((await change(person, person.id, { mail: person.mail, ...sent })).status, 200)
    const after = await read(person.id)
    assert.deepEqual(after, { ...before, updated_at: after.updated_at })
  })

  const wrong: [what: string, data: object, field: string][] = [
    ['no mail', { phone: '1' }, 'mail'],
    ['a mail that is null', { mail: null }, 'mail'],
    ['an empty mail', { mail: '' }, 'mail'],
    ['an invalid mail', { mail: 'ada at example.org' }, 'mail'],
    ['a mail without a domain', { mail: 'ada@' }, 'mail'],
    ['a surname that is a number', { mail: 'x@example.org', surname: 5 }, 'surname'],
    ['a phone that is true', { mail: 'x@example.org', phone: true }, 'phone'],
    ['an avatar that is not a web URL', { mail: 'x@example.org', avatar: 'javascript:alert(1)' }, 'avatar'],
  ]
  test('what is wrong is a 422 that names the place, and nothing changes', async () => {
    const person = await aUser(app, space)
    const before = await read(person.id)
    for (const [what, data, field] of wrong) {
      const answer = await change(person, person.id, { city: 'Nice', ...data })
      assert.deepEqual(refusal(answer), refusal.at(`body.data.${field}`), what)
    }
    assert.deepEqual(await read(person.id), before)
  })

  test('a user can change their own profile, and not that of a teammate or another user', async () => {
    const [person, mate] = [await aUser(app, space), await aUser(app, space)]
    await aTeam(app, cast.manager, { users: [person, mate] })
    const before = await read(mate.id)
    assert.equal((await change(person, person.id, { mail: person.mail, phone: '1' })).status, 200)
    assert.deepEqual(refusal(await change(person, mate.id, { mail: mate.mail, phone: '1' })), refusal.forbidden)
    assert.deepEqual(refusal(await change(person, cast.user.id, { mail: mate.mail, phone: '1' })), refusal.not_found)
    assert.deepEqual(refusal(await change(cast.manager, mate.id, { mail: mate.mail, phone: '1' })), refusal.forbidden)
    assert.deepEqual(await read(mate.id), before)
  })

  test('users who manage users change users up to their own rank, and none above', async () => {
    const [peer, person] = [await aUser(app, space, { role: 'admin' }), await aUser(app, space)]
    assert.equal((await change(cast.admin, person.id, { mail: person.mail, phone: '1' })).status, 200)
    assert.equal((await change(cast.admin, peer.id, { mail: peer.mail, phone: '1' })).status, 200)
    const { superadmin } = cast
    const above = await change(cast.admin, superadmin.id, { mail: superadmin.mail, phone: '1' })
    assert.deepEqual(refusal(above), refusal.forbidden)
    assert.equal((await read(superadmin.id)).phone, '')
  })

  test('an unknown user is a 404, and an id that is no number a 422', async () => {
    const [unknown, odd] = [9_000_000, 'abc'].map(id =>
      app.as(cast.admin).patch(`/users/${id}`, { mail: 'x@example.org' }),
    )
    assert.deepEqual(refusal(await unknown!), refusal.not_found)
    assert.deepEqual(refusal(await odd!), refusal.at('path.id'))
  })
})

describe('the mail address', () => {
  test('is unique in the space without case', async () => {
    const [one, other] = [await aUser(app, space, { mail: 'Taken@example.org' }), await aUser(app, space)]
    for (const mail of ['Taken@example.org', 'tAKEN@EXAMPLE.org']) {
      assert.deepEqual(refusal(await change(other, other.id, { mail, phone: '1' })), [409, 'mail_taken'])
    }
    const { mail, phone } = await read(other.id)
    assert.deepEqual([mail, phone], [other.mail, ''])
    assert.equal((await change(one, one.id, { mail: 'TAKEN@example.org' })).status, 200, "one may rewrite one's own")
  })

  test('is compared without case in other alphabets too', async () => {
    await aUser(app, space, { mail: 'élodie@example.org' })
    const other = await aUser(app, space)
    assert.deepEqual(refusal(await change(other, other.id, { mail: 'ÉLODIE@example.org' })), [409, 'mail_taken'])
  })

  test('may be that of a user of another space, or of a former member', async () => {
    const [person, gone] = [await aUser(app, space), await aUser(app, space)]
    await app.as(cast.admin).delete(`/users/${gone.id}`)
    for (const { mail } of [other_space_user, gone])
      assert.equal((await change(person, person.id, { mail })).status, 200)
  })

  test('that several users request at the same moment goes to exactly one', async () => {
    const people = await Promise.all([aUser(app, space), aUser(app, space), aUser(app, space)])
    const answers = await Promise.all(people.map(person => change(person, person.id, { mail: 'wanted@example.org' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })

  test('shown in the space changes at once; the sign-in address does not', async () => {
    const person = await aUser(app, space)
    await change(cast.admin, person.id, { mail: 'Shown@example.org' })
    assert.equal((await read(person.id)).mail, 'Shown@example.org')
    const [account] = await app.owner`select login_mail from accounts where id = ${person.id}`
    assert.equal(account!.login_mail, person.mail)
  })
})

describe('the birthdate', async () => {
  const person = await aUser(app, space)
  const given: [sent: string | null, stored: string | null][] = [
    ['1990-05-01', '1990-05-01T00:00:00.000Z'],
    ['1990-05-01T18:30:00Z', '1990-05-01T18:30:00.000Z'],
    ['1990-05-01T18:30:00.123Z', '1990-05-01T18:30:00.123Z'],
    ['1990-05-01T01:30:00+02:00', '1990-04-30T23:30:00.000Z'],
    ['1990-05-01T18:30:00-05:30', '1990-05-02T00:00:00.000Z'],
    ['1990-05-01T18:30:00+18:00', '1990-05-01T00:30:00.000Z'],
    ['1990-05-01t18:30:00z', '1990-05-01T18:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [null, null],
    ['', null],
  ]
  test('is stored as an instant in UTC, and removed by null or an empty text', async () => {
    for (const [sent, stored] of given) {
      const before = stored === null ? '2000-01-01' : null
      await change(person, person.id, { mail: person.mail, birthdate: before })
      assert.equal((await change(person, person.id, { mail: person.mail, birthdate: sent })).status, 200)
      assert.equal((await read(person.id)).birthdate, stored, `${sent}`)
    }
  })

  test('that does not exist is a 422', async () => {
    const dates = [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '1990-05-01T25:00:00Z',
      '1990-05-01T10:00:00',
      '01/05/1990',
    ]
    for (const birthdate of [...dates, 5, {}]) {
      const answer = await change(person, person.id, { mail: person.mail, birthdate })
      assert.deepEqual(refusal(answer), refusal.at('body.data.birthdate'), `${birthdate}`)
    }
  })
})

describe('concurrent changes of a profile', () => {
  test('of different fields are both kept', async () => {
    const person = await aUser(app, space)
    const { mail } = person
    await Promise.all([
      change(person, person.id, { mail, city: 'Nice' }),
      change(cast.admin, person.id, { mail, phone: '1' }),
    ])
    const { city, phone } = await read(person.id)
    assert.deepEqual([city, phone], ['Nice', '1'])
  })

  test('an outdated If-Match is a 412, and of two with the same one exactly one succeeds', async () => {
    const person = await aUser(app, space)
    const etag = (await app.as(person).get(`/users/${person.id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['a', 'b'].map(city => change(person, person.id, { mail: person.mail, city }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const late = await change(person, person.id, { mail: person.mail, city: 'c' }, { 'if-match': etag })
    assert.deepEqual(refusal(late), [412, 'precondition_failed'])
    assert.equal((await read(person.id)).city, answers[0]!.status === 200 ? 'a' : 'b')
  })
})
