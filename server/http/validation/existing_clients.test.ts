import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../../resources.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'
import { calledByExistingClients, ignoresUnknownParameters } from './existing_clients.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const [ask, as] = [app.as(cast.admin), app.as(cast.superadmin)]
const operations = resourcesOf().flatMap(resource => Object.values(resource.operations))

describe('an unknown query parameter', () => {
  test('is refused by our own operations, with the nearest name and the list of all', async () => {
    const { status, body } = await ask.get('/v1/audit?user=1')
    assert.equal(status, 422)
    assert.equal(body.code, 'invalid_request')
    assert.deepEqual(body.errors, [
      {
        location: 'query.user',
        message:
          'is not a parameter of this operation. Did you mean user_id? ' +
          'It takes limit, sort, cursor, user_id, kind, subject, subject_id, changes_only, from and to',
        value: '1',
      },
    ])
    assert.equal(body.detail, `query.user ${body.errors[0].message}.`)
  })

  test('is refused without a suggestion when none is near', async () => {
    const { status, body } = await ask.get('/v1/statistics/money?team_id=1')
    assert.equal(status, 422)
    assert.equal(body.detail, 'query.team_id is not a parameter of this operation. It takes from and to.')
  })

  test('is refused by operations without parameters, and before anything is written', async () => {
    const { status, body } = await ask.send('POST', '/v1/saved_filters?dry_run=true', {
      body: JSON.stringify({ data: { name: 'North', query: { $all: [] } } }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 422)
    assert.match(body.detail, /^query\.dry_run is not a parameter of this operation\. It takes no query parameters\.$/)
    assert.deepEqual((await ask.get('/v1/saved_filters')).body.data, [])
  })

  test('is named even among many, and shortened when it is long', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `unknown${n}=1`).join('&')
    const { status, body } = await ask.get(`/v1/tags?${many}`)
    assert.equal(status, 422)
    assert.equal(body.errors.length, 20)
    const long = await ask.get(`/v1/tags?${'x'.repeat(3000)}=1`)
    assert.equal(long.status, 422)
    assert.ok(long.text.length < 1000)
  })

  test('does not reveal the parameters of an operation to a caller without a token', async () => {
    const { status, text } = await app.as().get('/v1/audit?user=1')
    assert.equal(status, 401)
    assert.doesNotMatch(text, /user_id/)
  })

  test('is ignored by the operations of existing clients, which send extra parameters', async () => {
    const lists = '/users /teams /teams/public /roles /actions /v1/transaction_statuses /health'
    for (const path of lists.split(' '))
      assert.equal((await ask.get(`${path}?_=1700000000&include=all&team_id=1`)).status, 200, path)
    const { status } = await ask.send('POST', '/search?lang=fr', {
      body: JSON.stringify({ data: { advanced_search: {} } }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 200)
  })

  test('is ignored on HTML pages, since mail programs add parameters to links', async () => {
    assert.equal((await ask.get('/docs?utm_source=mail')).status, 200)
  })
})

test('operations refuse unknown parameters unless they are in the list for existing clients', () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  for (const name of calledByExistingClients) assert.ok(names.includes(name), `${name} is no operation`)
  const strict = operations.filter(operation => !ignoresUnknownParameters(operation))
  assert.ok(strict.length > 100)
  for (const { path, definition } of strict) assert.ok(definition.returns.media !== 'text/html', path)
})

// What existing clients send for an empty field. Contacts have tests of their own.

test('null for a text or a list of a team means empty', async () => {
  const nothing = { users: null, leaders: null, description: null, address: { street: null, city: 'Lyon' } }
  const { status, body, text } = await as.post('/teams', { team: { name: 'Lyon', ...nothing } })
  assert.equal(status, 200, text)
  const { team } = body.data
  assert.deepEqual([team.users, team.leaders, team.description, team.address.street], [[], [], '', ''])
  const replaced = await as.patch('/teams', { team: { ...team, description: null, users: null, leaders: null } })
  assert.equal(replaced.status, 200, replaced.text)
  const nameless = await as.post('/teams', { team: { name: null } })
  assert.deepEqual(refusal(nameless), [422, 'invalid_request', 'body.data.team.name'])
  assert.equal((await as.post('/teams', { team: { name: 'Lyon', private: null } })).status, 422)
})

test('null for a text of a user, and an empty birthdate, mean no value', async () => {
  const path = `/users/${cast.user.id}`
  const { User } = (await as.get(path)).body.data
  assert.equal((await as.patch(path, { ...User, phone: '06', birthdate: '1980-01-01' })).status, 200)
  assert.equal((await as.patch(path, { ...User, phone: null, city: null, birthdate: '' })).status, 200)
  const after = (await as.get(path)).body.data.User
  assert.deepEqual([after.phone, after.city, after.birthdate], ['', '', null])
})

test('null for the lists and texts of a payment means empty', async () => {
  const { id } = await aContact(app, cast.superadmin, { surname: 'Paying' })
  const texts = {
    comment: null,
    code_campaign: null,
    delivery_token: null,
    payment_method_kind: null,
    delivered_at: '',
  }
  const transaction = { amount: 100, contact_id: id, ...texts }
  const sent = { transactions: [transaction], memberships: null, donations: null }
  const { status, body, text } = await as.post('/v1/transaction_bundles', sent)
  assert.equal(status, 200, text)
  const bundle = body.data
  const { comment, delivered_at } = bundle.transactions[0]
  assert.deepEqual([comment, delivered_at, bundle.memberships, bundle.donations], ['', null, [], []])
  const path = `/v1/transaction_bundles/${bundle.id}`
  assert.equal((await as.patch(path, { transactions: null, memberships: null })).status, 200)
  assert.equal((await as.get(path)).body.data.transactions.length, 1)
  for (const wrong of [{ amount: null }, { contact_id: null }, { date: '' }])
    assert.equal(
      (await as.post('/v1/transaction_bundles', { transactions: [{ ...transaction, ...wrong }] })).status,
      422,
    )
})

test('null for the telephone number of an invitation means empty', async () => {
  const { status, body, text } = await as.post('/users/invitation', {
    invitations: [{ email: 'new@example.org', mobile_phone: null }],
  })
  assert.equal(status, 200, text)
  assert.equal(body.data.invitations.mobile_phone, '')
})

test('other operations refuse null, which could empty a field by mistake', async () => {
  const role = (await as.post('/roles', { name: 'Callers', permissions: ['contacts:read'] })).body.data
  const refused = await as.patch(`/roles/${role.id}`, { permissions: null })
  assert.deepEqual(refusal(refused), [422, 'invalid_request', 'body.data.permissions'])
})
