import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { anAction, aVisit, visit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const member = await aUser(app, space)
const team = await aTeam(app, cast.admin, { users: [cast.user] })
const anOpenAction = (fields: object = {}) =>
  anAction(app, cast.manager, { public: true, Users: [{ id: member.id }], Teams: [{ id: team.id }], ...fields })

const record = (who: Person, id: number, sent: object) => app.as(who).post(`/actions/${id}/visits`, sent)
describe('doors', () => {
  test('a described door is found again in any spelling, or else added to the list', async () => {
    const { id } = await anOpenAction({ Addresses: [{ housenumber: 12, street: 'Rue de la Paix', city: 'Lyon' }] })
    await aVisit(app, member, id, { address: { house_number: '12', street: 'RUE DE LA PAIX ', city: 'lyon' } })
    await aVisit(app, member, id, { address: { housenumber: 14, street: 'Rue de la Paix', city: 'Lyon' } })
    const { addresses } = (await app.as(member).get(`/actions/${id}/addresses`)).body.data
    const visits = addresses.map((one: any) => `${one.housenumber}: ${one.visits}`)
    assert.deepEqual(visits, ['12: 1', '14: 1'])
  })

  test('a position alone creates a door, and two positions create two', async () => {
    const { id } = await anOpenAction()
    for (const longitude of ['4.1', '4.2', '4.1'])
      await aVisit(app, member, id, { address: { latitude: '45', longitude } })
    assert.equal((await app.as(member).get(`/actions/${id}/addresses`)).body.data.addresses.length, 2)
  })
})

describe('contacts met', () => {
  test('a new contact gets the address of the door and their answers, once', async () => {
    const { id } = await anOpenAction()
    const form = await aForm(app, cast.admin, { kind: 'consent' })
    const sent = visit({
      result: 'talked',
      address: { housenumber: '3 ter', street: 'rue Neuve', city: 'Lyon', postalcode: '69001' },
      contact: { firstname: 'Ada', surname: 'Met', mobile: '+33 6 39 98 00 11' },
      formdatas: [answerTo(form, 'yes')],
    })
    const { contact_id, id: visit_id } = (await record(member, id, { visit: sent })).body.data.visit
    assert.equal((await record(member, id, { visit: sent })).body.data.visit.contact_id, contact_id)
    const { contact } = (await app.as(cast.admin).get(`/contacts/${contact_id}`)).body.data
    assert.partialDeepStrictEqual(contact, { firstname: 'Ada', surname: 'Met', mobile: '+33 6 39 98 00 11' })
    assert.partialDeepStrictEqual(contact.address, { house_number: '3 ter', street: 'rue Neuve', postal_code: '69001' })
    assert.partialDeepStrictEqual(contact.formdatas, [{ ...answerTo(form, 'yes'), source: `visit ${visit_id}` }])
    const [{ count }] = await app.owner<
      [{ count: number }]
    >`select count(*) from contacts where group_id = ${space} and surname = 'Met'`
    assert.equal(count, 1)
  })

  test('a user who may not see every contact may name contacts of the action only', async () => {
    const { id } = await anOpenAction()
    const { contact_id } = await aVisit(app, member, id, { contact: { surname: 'Known' } })
    const other = await aContact(app, cast.admin, { surname: 'Other' })
    assert.equal((await aVisit(app, cast.user, id, { contact_id })).contact_id, contact_id)
    const sent = { visit: visit({ contact_id: other.id }) }
    assert.deepEqual(refusal(await record(member, id, sent)), refusal.at('body.data.visit.contact_id'))
    assert.equal((await record(cast.manager, id, sent)).status, 200)
    const later = await record(member, id, { visit: visit({ contact_id: other.id }) })
    assert.equal(later.status, 200, 'now they are of the action')
  })

  test('deleted and restricted contacts cannot be named', async () => {
    const { id } = await anOpenAction()
    const [gone, restricted] = [await aContact(app, cast.admin), await aContact(app, cast.admin)]
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    await app.owner`update contacts set restricted_at = now() where id = ${restricted.id}`
    await reindexContacts(app.owner, space)
    for (const contact_id of [gone.id, restricted.id])
      assert.equal((await record(cast.admin, id, { visit: visit({ contact_id }) })).status, 422)
  })

  test('a visit either names a contact or creates one', async () => {
    const { id } = await anOpenAction()
    const { id: contact_id } = await aContact(app, cast.admin)
    const answer = await record(cast.admin, id, { visit: visit({ contact_id, contact: { surname: 'New' } }) })
    assert.deepEqual(refusal(answer), refusal.at('body.data.visit.contact'))
  })

  test('a result about voting gives the contact the tag of the action', async () => {
    const { id } = await anOpenAction({ gotv_voted_tag: 'a voté', gotv_not_voted_tag: 'n’a pas voté' })
    const { id: contact_id } = await aContact(app, cast.admin, { tags: [{ name: 'old' }] })
    const tags = async () =>
      (await app.as(cast.admin).get(`/contacts/${contact_id}`)).body.data.contact.tags.map(({ name }: any) => name)
    await aVisit(app, cast.admin, id, { contact_id, result: 'abstention' })
    assert.deepEqual(await tags(), ['old'])
    await aVisit(app, cast.admin, id, { contact_id, result: 'voted' })
    assert.deepEqual(await tags(), ['a voté', 'old'])
  })
})

test('two phones that met the same contacts in another order never deadlock', async () => {
  const { id } = await anOpenAction()
  const form = await aForm(app, cast.admin)
  const people = await Promise.all(Array.from({ length: 6 }, () => aContact(app, cast.admin)))
  const phones = Array.from({ length: 12 }, (_, phone) => {
    const met = phone % 2 === 0 ? people : people.toReversed()
    const visits = met.map(({ id: contact_id }, place) => ({
      key: `phone ${phone}, ${place}`,
      result: 'talked',
      contact_id,
      formdatas: [answerTo(form, phone % 2 === 0 ? 'yes' : 'no')],
    }))
    return record(cast.manager, id, { visits })
  })
  assert.deepEqual([...new Set((await Promise.all(phones)).map(({ status }) => status))], [200])
})

const { admin, manager } = cast

const tags = { gotv_voted_tag: 'Voted', gotv_not_voted_tag: 'Not yet', gotv_abstention_tag: 'Will not' }
const anElection = () => anAction(app, manager, tags)
const aVoter = (names: string[] = ['member']) => aContact(app, admin, { tags: names.map(name => ({ name })) })
const at = ({ action_id, id }: { action_id: number; id: number }) => `/actions/${action_id}/visits/${id}`
const tagsOf = async ({ id }: { id: number }) =>
  (await app.as(admin).get(`/contacts/${id}`)).body.data.contact.tags.map(({ name }: { name: string }) => name)

test('the last visit of the day decides whether a contact has voted, also when it arrives first', async () => {
  const [{ id }, voter] = [await anElection(), await aVoter()]
  const said = (result: string, date: string) => aVisit(app, manager, id, { contact_id: voter.id, result, date })
  await said('not_voted', '2026-05-01T08:00:00Z')
  assert.deepEqual(await tagsOf(voter), ['Not yet', 'member'])
  await said('voted', '2026-05-01T18:00:00Z')
  assert.deepEqual(await tagsOf(voter), ['Voted', 'member'])
  await said('abstention', '2026-05-01T12:00:00Z')
  assert.deepEqual(await tagsOf(voter), ['Voted', 'member'])
})

test('a corrected visit corrects the tag of its contact', async () => {
  const [{ id }, voter, other] = [await anElection(), await aVoter(), await aVoter()]
  const made = await aVisit(app, manager, id, { contact_id: voter.id, result: 'voted' })
  await app.as(manager).patch(at(made), { visit: { result: 'not_voted' } })
  assert.deepEqual(await tagsOf(voter), ['Not yet', 'member'])
  await app.as(manager).patch(at(made), { visit: { contact_id: other.id } })
  assert.deepEqual([await tagsOf(voter), await tagsOf(other)], [['member'], ['Not yet', 'member']])
  await app.as(manager).patch(at(made), { visit: { result: 'talked' } })
  assert.deepEqual(await tagsOf(other), ['member'])
})

test('a withdrawn visit removes its tag, and that of an earlier visit is restored', async () => {
  const [{ id }, voter] = [await anElection(), await aVoter()]
  const morning = await aVisit(app, manager, id, { contact_id: voter.id, result: 'not_voted', date: '2026-05-01' })
  const evening = await aVisit(app, manager, id, { contact_id: voter.id, result: 'voted', date: '2026-05-02' })
  await app.as(manager).delete(at(evening))
  assert.deepEqual(await tagsOf(voter), ['Not yet', 'member'])
  await app.as(manager).delete(at(morning))
  assert.deepEqual(await tagsOf(voter), ['member'])
})

test('a tag that no visit of the action gave stays', async () => {
  const [{ id }, voter] = [await anElection(), await aVoter(['Will not'])]
  const made = await aVisit(app, manager, id, { contact_id: voter.id, result: 'voted' })
  await app.as(manager).delete(at(made))
  assert.deepEqual(await tagsOf(voter), ['Will not'])
})

test('a tag removed by hand does not return with a new comment', async () => {
  const [{ id }, voter] = [await anElection(), await aVoter([])]
  const made = await aVisit(app, manager, id, { contact_id: voter.id, result: 'voted' })
  await app.as(admin).patch(`/contacts/${voter.id}`, { contact: {} })
  await app.as(manager).patch(at(made), { visit: { comment: 'At the bakery.' } })
  assert.deepEqual(await tagsOf(voter), [])
})

test('several visits to one contact in one request leave the tag of the last', async () => {
  const [{ id }, voter] = [await anElection(), await aVoter([])]
  const visits = [
    visit({ contact_id: voter.id, result: 'voted', date: '2026-05-02' }),
    visit({ contact_id: voter.id, result: 'not_voted', date: '2026-05-01' }),
  ]
  assert.equal((await app.as(manager).post(`/actions/${id}/visits`, { visits })).status, 200)
  assert.deepEqual(await tagsOf(voter), ['Voted'])
})
