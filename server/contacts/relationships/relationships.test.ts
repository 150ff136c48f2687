import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aRelationship } from '../../test/notes.ts'
import { aSpace, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, manager } = await aUserPerRole(app, space)

const aPerson = async (surname = 'Doe') => (await aContact(app, admin, { surname })).id as number
const add = (who: Person, from: number, data: object) => app.as(who).post(`/v1/contacts/${from}/relationships`, data)
const twoPeople = async () => [await aPerson(), await aPerson()] as const
/** What the others are to a contact. */
const seen = async (contact_id: number): Promise<[number, string][]> =>
  (await app.as(admin).get(`/v1/contacts/${contact_id}/relationships`)).body.data.map(
    ({ contact, kind }: { contact: { id: number }; kind: string }) => [contact.id, kind],
  )

describe('a relationship', () => {
  test('is listed for both contacts, each time with the word for the other one', async () => {
    const words = [
      ['parent', 'child'],
      ['child', 'parent'],
      ['employer', 'employee'],
      ['employee', 'employer'],
      ['caregiver', 'cared_for'],
      ['cared_for', 'caregiver'],
      ...['partner', 'sibling', 'friend', 'colleague'].map(kind => [kind, kind]),
    ] as const
    for (const [kind, opposite] of words) {
      const [one, two] = await twoPeople()
      const sent = await aRelationship(app, admin, one, two, kind)
      assert.deepEqual([sent.contact.id, sent.kind], [two, kind])
      assert.deepEqual([await seen(one), await seen(two)], [[[two, kind]], [[one, opposite]]])
    }
  })

  test('of the kind other has a label', async () => {
    const [one, two] = await twoPeople()
    const { id, label } = await aRelationship(app, admin, one, two, 'other', 'Godmother')
    assert.equal(label, 'Godmother')
    const { body } = await app.as(admin).get(`/v1/contacts/${two}/relationships`)
    assert.deepEqual([body.data[0].id, body.data[0].label], [id, 'Godmother'])
    await aRelationship(app, admin, one, two, 'other', 'Neighbour')
    const double = await add(admin, two, { contact_id: one, kind: 'other', label: 'godmother' })
    assert.deepEqual(refusal(double), [409, 'conflict'])
  })

  test('exists once between two contacts, from whichever side it was added', async () => {
    const [one, two] = await twoPeople()
    await aRelationship(app, admin, one, two, 'parent')
    const send = (from: number, contact_id: number, kind: string) => add(admin, from, { contact_id, kind })
    assert.deepEqual(refusal(await send(one, two, 'parent')), [409, 'conflict'])
    assert.deepEqual(refusal(await send(two, one, 'child')), [409, 'conflict'])
    // Nobody is the parent of their own parent.
    assert.deepEqual(refusal(await send(two, one, 'parent')), [409, 'conflict'])
    assert.equal((await send(two, one, 'colleague')).status, 200)
  })

  test('that two users add at once, from both sides, is added once', async () => {
    const [one, two] = await twoPeople()
    const siblings = (from: number, contact_id: number) => () => add(admin, from, { contact_id, kind: 'sibling' })
    const hold = (sql: any) => sql`select from contacts where group_id = ${space} and id = ${one} for update`
    const answers = await sendConcurrently(app, hold, [siblings(one, two), siblings(two, one)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.deepEqual(await seen(one), [[two, 'sibling']])
  })

  test('is refused with oneself, with an unknown contact or kind, and without its label', async () => {
    const [one, two] = await twoPeople()
    const send = async (data: object) => refusal(await add(admin, one, { contact_id: two, kind: 'friend', ...data }))
    const wrong = (name: string) => invalidAt(`body.data.${name}`)
    assert.deepEqual(await send({ contact_id: one }), wrong('contact_id'))
    assert.deepEqual(await send({ contact_id: 999_999_999 }), wrong('contact_id'))
    assert.deepEqual(await send({ kind: 'enemy' }), wrong('kind'))
    assert.deepEqual(await send({ kind: 'other' }), wrong('label'))
    assert.deepEqual(await send({ kind: 'friend', label: 'Old' }), wrong('label'))
    assert.equal((await add(admin, 999_999_999, { contact_id: one, kind: 'friend' })).status, 404)
  })

  test('is listed page by page, and limited in number', async () => {
    const one = await aPerson()
    const others = [await aPerson(), await aPerson(), await aPerson()]
    await aRelationship(app, admin, one, others[0]!, 'parent')
    await aRelationship(app, admin, others[1]!, one, 'parent')
    await aRelationship(app, admin, one, others[2]!, 'parent')
    const path = `/v1/contacts/${one}/relationships?limit=2`
    const first = (await app.as(admin).get(path)).body
    const second = (await app.as(admin).get(`${path}&cursor=${first.next_cursor}`)).body
    const seen = [...first.data, ...second.data].map(({ contact }) => contact.id)
    assert.deepEqual(seen, others)
    await app.owner`
      insert into relationships (group_id, created_by, contact_id, other_id, kind, label)
      select ${space}::bigint, ${admin.id}::bigint, ${one}::bigint, ${others[0]!}::bigint, 'other', 'Label ' || n from generate_series(1, 197) n`
    const answer = await add(admin, await aPerson(), { contact_id: one, kind: 'friend' })
    assert.deepEqual(refusal(answer), [409, 'conflict'])
  })

  test('is deleted for both, by users who may write contacts, and the audit log says so', async () => {
    const [one, two] = await twoPeople()
    const { id } = await aRelationship(app, admin, one, two, 'parent')
    const path = `/v1/relationships/${id}`
    assert.equal((await app.as(manager).delete(path)).status, 200)
    assert.equal((await app.as(manager).delete(path)).status, 404)
    assert.deepEqual([await seen(one), await seen(two)], [[], []])
    const { body } = await app.as(admin).get('/v1/audit?kind=contact.relationship_deleted')
    assert.deepEqual([body.data[0].subject_id, body.data[0].details.contact_id], [one, two])
  })
})
