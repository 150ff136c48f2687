import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'

// What existing clients send for an empty field. Contacts have tests of their own.

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const as = app.as(cast.superadmin)

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
