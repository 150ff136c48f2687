import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { anAction, aVisit, visit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, manager } = await aUserPerRole(app, space)

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
