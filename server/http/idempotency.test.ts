import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../db/sql.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { withAccessToken } from '../test/integrations.ts'
import { aSpace, aUser, refusal } from '../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const ask = app.as(admin)

let keys = 0
const fresh = () => ({ 'idempotency-key': `key-${++keys}` })
const named = (name: string, more = {}) => ({ team: { name: `Keyed ${name}`, ...more } })
const teamsNamed = async (name: string) =>
  (await app.owner<{ n: number }[]>`select count(*) as n from teams where name = ${`Keyed ${name}`}`)[0]!.n
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'

test('the same key and body repeat the first answer, with a header', async () => {
  const key = fresh()
  const first = await ask.post('/teams', named('Once'), key)
  const again = await ask.post('/teams', named('Once'), key)
  assert.equal(isReplayed(first), false)
  assert.equal(isReplayed(again), true)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
  assert.equal(await teamsNamed('Once'), 1)
})

test('a read by POST reads again, and its answer is not stored with the key', async () => {
  const key = fresh()
  const sought = { firstname: 'Ines', surname: 'Unstored' }
  const paths: [string, object][] = [
    ['/v1/similar_contacts', sought],
    ['/search', { advanced_search: {} }],
    ['/v1/known_contacts', { mails: ['unstored@example.org'] }],
  ]
  for (const [path, body] of paths) assert.equal((await ask.post(path, body, key)).status, 200, path)
  await ask.post('/contacts', { contact: { ...sought, mail: 'unstored@example.org' } })
  for (const [path, body] of paths) {
    const again = await ask.post(path, body, key)
    assert.match(again.text, /Unstored|unstored/i, path)
    assert.equal(isReplayed(again), false)
  }
  assert.deepEqual([...(await app.owner`select key from idempotency_keys where key = ${key['idempotency-key']}`)], [])
})

test('the same key with another body, method or path is a 422', async () => {
  const key = fresh()
  const { body } = await ask.post('/teams', named('Mine'), key)
  for (const answer of [
    await ask.post('/teams', named('Other'), key),
    await ask.patch('/teams', { team: { id: body.data.team.id } }, key),
    await ask.delete(`/teams/${body.data.team.id}`, key),
  ]) {
    assert.equal(answer.status, 422)
    assert.equal(answer.body.code, 'idempotency_key_reused')
  }
  assert.equal(await teamsNamed('Other'), 0)
})

test('thirty requests at once with one key have one effect and thirty equal answers', async () => {
  const key = fresh()
  // A busy machine refuses some with a 503, which a client repeats.
  const send = () =>
    eventually(async () => {
      const answer = await ask.post('/teams', named('Thirty'), key)
      return answer.status !== 503 && answer
    })
  const answers = await Promise.all(Array.from({ length: 30 }, send))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(await teamsNamed('Thirty'), 1)
})

test('while the first request runs, the second gets a 409 with Retry-After', async () => {
  const key = fresh()
  const other = await openSession(app.database_url)
  await other
    .begin(async sql => {
      await sql`
        insert into idempotency_keys (actor, group_id, key, fingerprint)
        values (${`user:${admin.id}`}, ${space}, ${key['idempotency-key']}, 'x')`
      const { status, body, headers } = await ask.post('/teams', named('Late'), key)
      assert.equal(status, 409)
      assert.equal(body.code, 'idempotency_key_running')
      assert.equal(headers.get('retry-after'), '1')
      await sql`rollback`
    })
    .catch(() => {})
  await other.end()
  assert.equal(await teamsNamed('Late'), 0)
})

test('a refused request leaves its key free', async () => {
  const key = fresh()
  assert.equal((await ask.post('/teams', named('Fixed', { users: [{ id: 999999 }] }), key)).status, 422)
  const mended = await ask.post('/teams', named('Fixed'), key)
  assert.equal(mended.status, 200)
  assert.equal(isReplayed(mended), false)
})

test('a key belongs to one user', async () => {
  const key = fresh()
  const other = await aUser(app, space, { role: 'admin' })
  const elsewhere = await aUser(app, await aSpace(app), { role: 'admin' })
  for (const person of [admin, other, elsewhere]) {
    const { status, headers } = await app.as(person).post('/teams', named('Shared key'), key)
    assert.equal(status, 200)
    assert.equal(headers.get('idempotent-replayed'), null)
  }
  assert.equal(await teamsNamed('Shared key'), 3)
})

test('the same key in two spaces of one user is two requests, and neither reveals the other', async () => {
  const key = fresh()
  const elsewhere = await aSpace(app, 'Elsewhere')
  const there = await aUser(app, elsewhere, { role: 'admin', mail: admin.mail })
  const here = await ask.post('/teams', named('Both', { private: true }), key)
  const twin = await app.as(there).post('/teams', named('Both', { private: true }), key)
  assert.deepEqual([here.status, twin.status, twin.headers.get('idempotent-replayed')], [200, 200, null])
  assert.notEqual(here.body.data.team.id, twin.body.data.team.id)
  assert.equal(await teamsNamed('Both'), 2)
})

test('the request that moves a token to another space can be repeated from there', async () => {
  const key = fresh()
  const target = await aSpace(app, 'Target')
  await aUser(app, target, { role: 'admin', mail: admin.mail })
  const mover = await aUser(app, space, { role: 'admin', mail: admin.mail })
  const move = () =>
    app
      .as(mover)
      .patch(`/users/${admin.id}`, { mail: 'moved@example.org', selected_group_id: [target], UpdateToken: true }, key)
  const first = await move()
  const again = await move()
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
  assert.equal(isReplayed(again), true)
  const [there] = await app.owner<
    { mail: string }[]
  >`select mail from users where group_id = ${target} and id = ${admin.id}`
  assert.equal(there?.mail, admin.mail, 'the repetition did not change the person in the other space')
})

test('a key stays valid when its owner renews the token', async () => {
  const key = fresh()
  const first = await ask.post('/teams', named('Renewed'), key)
  const renewed = await aUser(app, space, { role: 'admin', mail: admin.mail })
  const again = await app.as(renewed).post('/teams', named('Renewed'), key)
  assert.equal(again.text, first.text)
})

test('a key that is too long or not printable is refused', async () => {
  for (const key of ['x'.repeat(256), 'a b', 'é']) {
    const { status, body } = await ask.post('/teams', named('x'), {
      'idempotency-key': encodeURIComponent(key) === key ? key : Buffer.from(key).toString('latin1'),
    })
    assert.equal(status, 422)
    assert.equal(body.errors[0].location, 'header.idempotency-key')
  }
})

test('deleting again with the same key repeats the first success, not a 404', async () => {
  const { body } = await ask.post('/teams', named('Gone'))
  const key = fresh()
  const first = await ask.delete(`/teams/${body.data.team.id}`, key)
  const again = await ask.delete(`/teams/${body.data.team.id}`, key)
  assert.equal(first.status, 200)
  assert.equal(again.text, first.text)
})

describe('the first answer is repeated only to a token with the same permissions', () => {
  test('a narrower token of the same user gets a 422, and nothing happens twice', async () => {
    const key = fresh()
    const wide = await withAccessToken(app, admin, {
      scopes: ['teams:read', 'teams:write', 'users:read', 'contacts:read'],
    })
    const narrow = await withAccessToken(app, admin, { scopes: ['teams:read', 'teams:write'] })
    const first = await app.as(wide).post('/teams', named('Wide', { users: [{ id: admin.id }] }), key)
    assert.equal(first.status, 200, first.text)
    const again = await app.as(narrow).post('/teams', named('Wide', { users: [{ id: admin.id }] }), key)
    assert.deepEqual(refusal(again), [422, 'idempotency_key_reused'])
    assert.match(again.body.detail, /users:read|contacts:read/)
    assert.ok(!again.text.includes(admin.mail))
    assert.equal(await teamsNamed('Wide'), 1)
  })

  test('a new token of equal or wider scopes gets the first answer', async () => {
    const key = fresh()
    const scopes = ['teams:read', 'teams:write']
    const first = await app.as(await withAccessToken(app, admin, { scopes })).post('/teams', named('Equal'), key)
    for (const wider of [scopes, scopes.toReversed(), [...scopes, 'users:read'], null]) {
      const renewed = await withAccessToken(app, admin, { scopes: wider })
      const again = await app.as(renewed).post('/teams', named('Equal'), key)
      assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
    }
  })

  test('a user whose role was reduced gets a 422, until the role is restored', async () => {
    const key = fresh()
    const person = await aUser(app, space, { role: 'admin' })
    const make = () => app.as(person).post('/teams', named('Reduced'), key)
    const first = await make()
    const [manager, superadmin] = [
      await aUser(app, space, { role: 'manager' }),
      await aUser(app, space, { role: 'superadmin' }),
    ]
    const change = ({ role_id }: { role_id: number }) =>
      app.as(superadmin).patch('/users/role', { user_id: person.id, role_id })
    assert.equal((await change(manager)).status, 200)
    assert.deepEqual(refusal(await make()), [422, 'idempotency_key_reused'])
    assert.equal((await change(superadmin)).status, 200)
    assert.equal((await make()).text, first.text)
    assert.equal(await teamsNamed('Reduced'), 1)
  })

  test('a request older than recorded permissions is still repeated', async () => {
    const key = fresh()
    const first = await ask.post('/teams', named('Before'), key)
    await app.owner`update idempotency_keys set permissions = null where key = ${key['idempotency-key']}`
    assert.equal((await ask.post('/teams', named('Before'), key)).text, first.text)
  })
})
