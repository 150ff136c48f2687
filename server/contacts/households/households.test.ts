import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aHousehold, carryOut, made } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin, admin, manager } = await aUserPerRole(app, space)

const aPerson = async (surname = 'Doe') => (await aContact(app, admin, { firstname: 'Jo', surname })).id as number
const twoPeople = async () => [await aPerson(), await aPerson()] as const
const householdOf = async (contact_id: number, who: Person = admin) =>
  (await app.as(who).get(`/v1/contacts/${contact_id}/household`)).body.data
const change = (id: number, data: object, who: Person = admin) => app.as(who).patch(`/v1/households/${id}`, data)
const wrongMember = (index: number) => invalidAt(`body.data.contact_ids.${index}`)

describe('a household', () => {
  test('has a name, an address and members, and is found by each member', async () => {
    const [one, two] = await twoPeople()
    const address = { house_number: '12', street: 'rue de la Paix', postal_code: '69004', city: 'Lyon', country: 'FR' }
    const sent = { name: 'Famille Doe', ...address, contact_ids: [two, one, two] }
    const household = await made(app, admin, '/v1/households', sent)
    assert.deepEqual([household.name, household.street, household.addition], ['Famille Doe', 'rue de la Paix', ''])
    assert.deepEqual(household.contact_ids, [one, two])
    assert.deepEqual(household.members[0], { id: one, firstname: 'Jo', surname: 'Doe' })
    assert.deepEqual((await app.as(manager).get(`/v1/households/${household.id}`)).body.data, household)
    assert.deepEqual([await householdOf(one), await householdOf(two)], [household, household])
    assert.equal(await householdOf(await aPerson()), null)
  })

  test('changes its members, and a member who leaves can join another', async () => {
    const [one, two] = await twoPeople()
    const [here, there] = [await aHousehold(app, admin, [one]), await aHousehold(app, admin)]
    assert.deepEqual((await change(here.id, { contact_ids: [two] })).body.data.contact_ids, [two])
    assert.equal(await householdOf(one), null)
    assert.deepEqual((await change(there.id, { contact_ids: [one], city: 'Lyon' })).body.data.contact_ids, [one])
    assert.deepEqual((await change(there.id, { name: 'Other' })).body.data.contact_ids, [one])
  })

  test('refuses a contact who is in another, is unknown or restricted, and more than fifty', async () => {
    const [one, two] = await twoPeople()
    const restricted = await aPerson()
    await carryOut(app, superadmin, 'restriction', restricted)
    const { id } = await aHousehold(app, admin, [one])
    const create = (contact_ids: number[], who = admin) =>
      app.as(who).post('/v1/households', { name: 'New', contact_ids })
    const taken = await create([two, one])
    assert.deepEqual(refusal(taken), wrongMember(1))
    assert.match(taken.body.detail, new RegExp(`already in household ${id}`))
    assert.deepEqual(refusal(await create([two, 999_999_999])), wrongMember(1))
    for (const who of [admin, superadmin]) assert.deepEqual(refusal(await create([restricted], who)), wrongMember(0))
    const many = Array.from({ length: 51 }, (_, n) => n + 1)
    assert.deepEqual(refusal(await create(many)), invalidAt('body.data.contact_ids'))
    assert.equal(await householdOf(two), null)
  })

  test('refuses a blank name and an address of several lines', async () => {
    const { id } = await aHousehold(app, admin)
    for (const send of [
      (data: object) => app.as(admin).post('/v1/households', { name: 'A', ...data }),
      (data: object) => change(id, data),
    ]) {
      assert.deepEqual(refusal(await send({ name: ' ' })), invalidAt('body.data.name'))
      assert.deepEqual(refusal(await send({ street: 'a\nb' })), invalidAt('body.data.street'))
    }
  })

  test('gets a contact that two requests add to two households at once only in one', async () => {
    const one = await aPerson()
    const [here, there] = [await aHousehold(app, admin), await aHousehold(app, admin)]
    const hold = (sql: any) => sql`select from contacts where group_id = ${space} and id = ${one} for update`
    const answers = await sendConcurrently(app, hold, [
      () => change(here.id, { contact_ids: [one] }),
      () => change(there.id, { contact_ids: [one] }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })

  test('changes only if it is still as it was read', async () => {
    const { id } = await aHousehold(app, admin)
    const etag = (await app.as(admin).get(`/v1/households/${id}`)).headers.get('etag')!
    const rename = (name: string) => app.as(admin).patch(`/v1/households/${id}`, { name }, { 'if-match': etag })
    assert.deepEqual([(await rename('A')).status, (await rename('B')).status], [200, 412])
  })

  test('is listed by name, page by page', async () => {
    const elsewhere = await aSpace(app)
    const chief = await aUser(app, elsewhere, { role: 'admin' })
    for (const name of ['zèbre', 'Été', 'abeille', 'Abeille']) await aHousehold(app, chief, [], name)
    const names = async (query: string) => {
      const { body } = await app.as(chief).get(`/v1/households${query}`)
      return { names: body.data.map(({ name }: { name: string }) => name), next: body.next_cursor }
    }
    const all = (await names('')).names
    assert.deepEqual(all, ['abeille', 'Abeille', 'Été', 'zèbre'])
    const first = await names('?limit=2')
    assert.deepEqual([...first.names, ...(await names(`?limit=2&cursor=${first.next}`)).names], all)
  })

  test('is deleted, its members stay, and the audit log says so', async () => {
    const [one] = await twoPeople()
    const { id } = await aHousehold(app, admin, [one])
    assert.equal((await app.as(manager).delete(`/v1/households/${id}`)).status, 200)
    assert.equal((await app.as(manager).get(`/v1/households/${id}`)).status, 404)
    assert.equal(await householdOf(one), null)
    const { body } = await app.as(admin).get(`/v1/audit?subject=household&subject_id=${id}`)
    assert.deepEqual([body.data[0].kind, body.data[0].details], ['household.deleted', { contact_ids: [one] }])
  })
})

describe('households and the life of a contact', () => {
  test('restricted and deleted members are hidden, and stay when others are changed', async () => {
    const [one, restricted] = await twoPeople()
    const deleted = await aPerson()
    const { id } = await aHousehold(app, admin, [one, restricted, deleted])
    await carryOut(app, superadmin, 'restriction', restricted)
    await app.as(admin).delete(`/contacts/${deleted}`)
    assert.deepEqual((await householdOf(one)).contact_ids, [one])
    assert.deepEqual((await householdOf(one, superadmin)).contact_ids, [one, restricted])
    assert.equal((await app.as(admin).get(`/v1/contacts/${restricted}/household`)).status, 404)
    assert.equal((await change(id, { contact_ids: [] })).status, 200)
    await app.as(admin).post(`/contacts/${deleted}/restore`)
    const { body } = await app.as(superadmin).get(`/v1/households/${id}`)
    assert.deepEqual(body.data.contact_ids, [restricted, deleted])
  })

  test('one whose only member is restricted is hidden from users who do not see them', async () => {
    const [zed, gone] = [await aPerson('Restrictable'), await aPerson()]
    const sent = { name: 'Chez Zed Restrictable', street: 'rue Cachée', contact_ids: [zed, gone] }
    const { id } = await made(app, admin, '/v1/households', sent)
    await carryOut(app, superadmin, 'restriction', zed)
    await app.as(admin).delete(`/contacts/${gone}`)
    const path = `/v1/households/${id}`
    const listedTo = async (who: Person) =>
      (await app.as(who).get('/v1/households?limit=1000')).body.data.some((one: { id: number }) => one.id === id)
    for (const who of [manager, admin]) {
      const answers = [await app.as(who).get(path), await change(id, { city: 'Lyon' }, who)]
      answers.push(await app.as(who).delete(path))
      assert.deepEqual(valuesOf(answers, 'status'), [404, 404, 404])
      assert.equal(await listedTo(who), false)
    }
    assert.equal(await listedTo(superadmin), true)
    const { body } = await app.as(superadmin).get(path)
    assert.deepEqual([body.data.name, body.data.city, body.data.contact_ids], [sent.name, '', [zed]])
    assert.equal((await app.as(superadmin).delete(path)).status, 200)
  })

  test('one with a restricted member is not deleted by users who do not see them, who may leave it', async () => {
    const [one, restricted] = await twoPeople()
    const { id } = await aHousehold(app, admin, [one, restricted])
    await carryOut(app, superadmin, 'restriction', restricted)
    const path = `/v1/households/${id}`
    assert.deepEqual(refusal(await app.as(manager).delete(path)), [409, 'conflict'])
    const { status, body } = await change(id, { contact_ids: [], city: 'Lyon' }, manager)
    assert.deepEqual([status, body.data.city, body.data.contact_ids, body.data.members], [200, 'Lyon', [], []])
    assert.equal((await app.as(manager).get(path)).status, 404)
    const left = (await app.as(superadmin).get(path)).body.data
    assert.deepEqual([left.city, left.contact_ids, left.updated_at], ['Lyon', [restricted], body.data.updated_at])
  })
})
