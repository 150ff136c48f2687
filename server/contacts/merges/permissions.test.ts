import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aFormWithValueIds } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const plain = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'contacts:write'] })
const treasurer = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'finance:read'] })
const organiser = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'contacts:sensitive'] })

/** A merge that moved a payment, an answer and a tag. */
async function aMerge() {
  const form = await aFormWithValueIds(app, admin)
  const gone = await aContact(app, admin, {
    surname: 'Gone',
    tags: [{ name: 'press' }],
    formdatas: [{ form_id: form.id, form_ref_id: form.refs[0], data: '' }],
  })
  await aBundle(app, admin, {
    transactions: [payment(gone.id)],
    memberships: [payment(gone.id)],
    donations: [payment(gone.id)],
  })
  const survivor = await aContactId(app, admin)
  const { body, text } = await app.as(admin).post(`/contacts/${survivor}/merge`, { contact_id: gone.id })
  assert.equal(body.status, 'success', text)
  return body.data
}

const counts = ({ transactions, memberships, donations, answers, tags }: any) =>
  [transactions.length, memberships.length, donations.length, answers, tags] as const

const readings: [string, Person, readonly number[]][] = [
  ['users who read both', admin, [1, 1, 1, 1, 1]],
  ['users who read contacts only', plain, [0, 0, 0, 0, 0]],
  ['users who read payments', treasurer, [1, 1, 1, 0, 0]],
  ['users who read sensitive data', organiser, [0, 0, 0, 1, 1]],
]

describe('a merge shows counts of payments and answers only to users who may read them:', () => {
  for (const [who, person, seen] of readings)
    test(who, async () => {
      const { id } = await aMerge()
      assert.deepEqual(counts((await app.as(person).get(`/v1/merges/${id}`)).body.data), seen)
      const { body } = await app.as(person).get('/v1/merges')
      assert.deepEqual(counts(body.data.find((one: any) => one.id === id)), seen)
    })

  test('also of what stayed after an undo', async () => {
    const { id } = await aMerge()
    const { body } = await app.as(admin).post(`/v1/merges/${id}/undo`, {})
    const stayed = { fields: [], answers: [3], transactions: [7], memberships: [8], donations: [9] }
    assert.notEqual(body.data.stayed, null)
    await app.owner`update merges set stayed = ${JSON.stringify(stayed)}::text::json where id = ${id}`
    const seenBy = async (person: Person) => (await app.as(person).get(`/v1/merges/${id}`)).body.data.stayed
    const none = { transactions: [], memberships: [], donations: [] }
    assert.deepEqual(await seenBy(admin), stayed)
    assert.deepEqual(await seenBy(plain), { ...stayed, ...none, answers: [] })
    assert.deepEqual(await seenBy(treasurer), { ...stayed, answers: [] })
    assert.deepEqual(await seenBy(organiser), { ...stayed, ...none })
  })

  test('and in the responses to a merge and an undo', async () => {
    const survivor = await aContactId(app, admin)
    const form = await aFormWithValueIds(app, admin)
    const gone = await aContact(app, admin, { formdatas: [{ form_id: form.id, form_ref_id: form.refs[0], data: '' }] })
    const merged = await app.as(plain).post(`/contacts/${survivor}/merge`, { contact_id: gone.id })
    assert.deepEqual([merged.status, merged.body.data.answers], [200, 0])
    const undone = await app.as(plain).post(`/v1/merges/${merged.body.data.id}/undo`, {})
    assert.deepEqual([undone.status, undone.body.data.answers], [200, 0])
  })
})
