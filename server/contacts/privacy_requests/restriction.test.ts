import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin: officer, admin, manager } = await aUserPerRole(app, space)

/** A contact whose data is restricted, and one with the same data who is not. */
async function aPair() {
  const name = { firstname: 'Rosa', surname: `Quiet${++pairs}`, mobile: '+33 6 39 98 12 34' }
  const open = await aContact(app, admin, { ...name, mail: `open${pairs}@example.org` })
  const restricted = await aContact(app, admin, { ...name, mail: `quiet${pairs}@example.org` })
  const { body } = await app
    .as(officer)
    .post('/v1/privacy_requests', { contact_id: restricted.id, kind: 'restriction' })
  await app.as(officer).post(`/v1/privacy_requests/${body.data.id}/complete`, {})
  return { open, restricted, surname: name.surname, request_id: body.data.id }
}
let pairs = 0

const by = (attr: string, ope: string, value: unknown) => ({ $all: [{ $all: [{ $condition: { attr, ope, value } }] }] })
const searched = async (who: Person, query: object, options: object = {}) =>
  (await app.as(who).post('/search', { advanced_search: { query, ...options } })).body.data
const idsOf = (contacts: { id: number }[]) => contacts.map(({ id }) => id)

describe('a restricted contact', () => {
  test('is found by privacy officers only', async () => {
    const { open, restricted, surname } = await aPair()
    const both = [open.id, restricted.id]
    for (const [who, ids] of [
      [officer, both],
      [admin, [open.id]],
      [manager, [open.id]],
    ] as const) {
      const { contacts, total } = await searched(who, by('surname', 'eql', surname))
      assert.deepEqual([idsOf(contacts), total], [ids, ids.length])
      const kpi = await app.as(who).post('/kpi', { advanced_search: { query: by('surname', 'eql', surname) } })
      assert.equal(kpi.body.data.total, ids.length)
      const { body } = await app.as(who).get(`/v1/find?q=${surname}`)
      assert.deepEqual(idsOf(body.data.contacts).sort(), ids)
    }
    const hits = (await app.as(officer).get(`/v1/find?q=${surname}`)).body.data.contacts
    assert.equal(hits.find(({ id }: any) => id === restricted.id).restricted, true)
  })

  test('is neither listed nor counted, nor implied by negated conditions', async () => {
    const { restricted, surname } = await aPair()
    const list = async (who: Person) => (await app.as(who).get('/contacts?limit=1000')).body
    const [all, most] = [await list(officer), await list(admin)]
    assert.ok(idsOf(all.data.contacts).includes(restricted.id))
    assert.ok(!idsOf(most.data.contacts).includes(restricted.id))
    for (const { data, total } of [all, most]) assert.equal(total, data.contacts.length)
    for (const query of [{ $all: [] }, by('surname', 'not_eql', surname), by('black_list', 'eql', false)]) {
      const { contacts, total } = await searched(admin, query, { per_page: 1000 })
      assert.equal(total, contacts.length)
      assert.ok(!idsOf(contacts).includes(restricted.id))
    }
  })

  test('is a 404 to all other users', async () => {
    const { open, restricted } = await aPair()
    const ask = app.as(admin)
    for (const answer of [
      await ask.get(`/v1/contacts/${restricted.id}`),
      await ask.get(`/contacts/${restricted.id}`),
      await ask.get(`/contacts/${restricted.id}/timeline`),
      await ask.get(`/contacts/${restricted.id}/consents`),
      await ask.get(`/contacts/${restricted.id}/duplicates`),
      await ask.patch(`/contacts/${restricted.id}`, { contact: {} }),
      await patchContact(app, admin, restricted.id, { firstname: 'Used' }),
      await ask.delete(`/contacts/${restricted.id}`),
      await ask.post(`/contacts/${restricted.id}/merge`, { contact_id: open.id }),
    ])
      assert.deepEqual(refusal(answer), [404, 'not_found'])
    const merged = await ask.post(`/contacts/${open.id}/merge`, { contact_id: restricted.id })
    assert.deepEqual(refusal(merged), [422, 'invalid_request', 'body.data.contact_id'])
    const { body } = await app.as(officer).get(`/v1/contacts/${restricted.id}`)
    assert.deepEqual([body.firstname, body.restricted], ['Rosa', true])
  })

  test('can be corrected, but not deleted, by privacy officers', async () => {
    const { restricted } = await aPair()
    assert.equal((await patchContact(app, officer, restricted.id, { firstname: 'Rosalie' })).status, 200)
    const refused = await app.as(officer).delete(`/contacts/${restricted.id}`)
    assert.deepEqual(refusal(refused), [409, 'conflict'])
  })

  test('is not changed by an upsert, which reports the reason', async () => {
    const { restricted } = await aPair()
    const sent = { kind: 'contact', data: { mail: restricted.mail, firstname: 'Used' } }
    const { body } = await app.as(admin).send('POST', '/contacts/upsert', { body: JSON.stringify(sent) })
    const receipt = (await app.as(admin).get(`/contacts/upsert/${body.data.receipt}`)).body.data
    assert.deepEqual(receipt.reasons, ['This person asked that their data be kept and not used.'])
    assert.equal((await app.as(officer).get(`/v1/contacts/${restricted.id}`)).body.firstname, 'Rosa')
  })

  test('is visible again when the restriction is lifted', async () => {
    const { restricted, surname, request_id } = await aPair()
    await app.as(officer).post(`/v1/privacy_requests/${request_id}/lift`, {})
    assert.equal((await app.as(manager).get(`/v1/contacts/${restricted.id}`)).status, 200)
    assert.equal((await searched(manager, by('surname', 'eql', surname))).total, 2)
  })
})
