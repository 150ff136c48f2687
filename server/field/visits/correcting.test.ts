import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { actionCounts, anAction, aVisit, visit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { results_with_contact, results_without_contact } from '../core/fields.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const [recorder, other] = [await aUser(app, space), await aUser(app, space)]
const anOwnAction = () => anAction(app, cast.manager, { Users: [{ id: recorder.id }, { id: other.id }] })

const at = ({ action_id, id }: { action_id: number; id: number }) => `/actions/${action_id}/visits/${id}`
const correct = (who: Person, made: any, sent: object, headers?: Record<string, string>) =>
  app.as(who).patch(at(made), { visit: sent }, headers)
const historyOf = async (made: any) => (await app.as(recorder).get(`${at(made)}/history`)).body.data.history as any[]
const answersOf = async (id: number) =>
  (await app.as(cast.admin).get(`/contacts/${id}`)).body.data.contact.formdatas.map(
    ({ form_ref_id }: any) => form_ref_id,
  )
const visited = await aContact(app, cast.admin, { surname: 'Visited' })

describe('a correction', () => {
  test('changes what is sent, keeps the rest, and the former values can be read', async () => {
    const { id } = await anOwnAction()
    const made = await aVisit(app, recorder, id, { result: 'talked', comment: 'old', date: '2026-05-01' })
    const { status, body } = await correct(recorder, made, { result: 'absent' })
    const { UpdatedAt } = body.data.visit
    assert.equal(status, 200)
    assert.deepEqual(body.data.visit, { ...made, result: 'absent', contact_made: false, UpdatedAt })
    const state = {
      date: '2026-05-01T00:00:00.000Z',
      address_id: null,
      contact_id: null,
      comment: 'old',
      formdatas: [],
    }
    const [entry, ...others] = await historyOf(made)
    assert.deepEqual(
      [entry.old, entry.new, others],
      [{ ...state, result: 'talked' }, { ...state, result: 'absent' }, []],
    )
    assert.deepEqual([entry.visit_id, entry.user.id], [made.id, recorder.id])
    assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
  })

  test('that changes nothing leaves no trace', async () => {
    const made = await aVisit(app, recorder, (await anOwnAction()).id, { comment: 'same' })
    assert.deepEqual((await correct(recorder, made, { comment: 'same', result: made.result })).body.data.visit, made)
    assert.deepEqual(await historyOf(made), [])
  })

  test('is open to the author of the visit and to users who manage actions', async () => {
    const made = await aVisit(app, recorder, (await anOwnAction()).id)
    assert.deepEqual(refusal(await correct(other, made, { comment: 'no' })), refusal.forbidden)
    assert.deepEqual(refusal(await app.as(other).delete(at(made))), refusal.forbidden)
    assert.equal((await correct(cast.manager, made, { comment: 'yes' })).status, 200)
    const [{ user }, ...others] = await historyOf(made)
    assert.deepEqual([user.id, others], [cast.manager.id, []])
  })

  test('with what is wrong is refused at its place', async () => {
    const made = await aVisit(app, recorder, (await anOwnAction()).id)
    for (const [sent, field] of [
      [{ date: '2999-01-01' }, 'date'],
      [{ contact_id: 9_000_000 }, 'contact_id'],
      [{ address: { id: 9_000_000 } }, 'address.id'],
      [{ formdatas: [{ form_id: 9_000_000, form_ref_id: 1 }] }, 'formdatas.0.form_id'],
    ] as const)
      assert.deepEqual(refusal(await correct(recorder, made, sent)), refusal.at(`body.data.visit.${field}`))
    assert.deepEqual(await historyOf(made), [])
  })

  test('of an outdated version is refused', async () => {
    const made = await aVisit(app, recorder, (await anOwnAction()).id)
    const etag = (await app.as(recorder).get(at(made))).headers.get('etag')!
    const answers = await sendConcurrently(
      app,
      sql => sql`select from visits where group_id = ${space} and id = ${made.id} for update`,
      ['one', 'two'].map(comment => () => correct(recorder, made, { comment }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })

  test('and a withdrawal are refused in an archived action', async () => {
    const { id } = await anOwnAction()
    const made = await aVisit(app, recorder, id)
    await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await correct(recorder, made, { comment: 'late' })), refusal.conflict)
    assert.deepEqual(refusal(await app.as(recorder).delete(at(made))), refusal.conflict)
  })
})

test('a withdrawn visit is not counted, can still be read, and is neither corrected nor recorded again with its key', async () => {
  const { id } = await anOwnAction()
  const sent = visit({ result: 'talked' })
  const { visit: made } = (await app.as(recorder).post(`/actions/${id}/visits`, { visit: sent })).body.data
  const { status, body } = await app.as(recorder).delete(at(made))
  assert.deepEqual([status, body.data.visit_id], [200, made.id])
  assert.equal((await app.as(recorder).delete(at(made))).status, 200, 'twice is as good as once')
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 0])
  assert.notEqual((await app.as(recorder).get(at(made))).body.data.visit.withdrawn_at, null)
  assert.deepEqual(refusal(await correct(recorder, made, { comment: 'no' })), refusal.conflict)
  assert.equal((await app.as(recorder).post(`/actions/${id}/visits`, { visit: sent })).body.data.visit.id, made.id)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 0])
  const [entry, ...others] = await historyOf(made)
  assert.deepEqual([entry.old.result, entry.new, others], ['talked', null, []])
  const list = async (query: string) =>
    (await app.as(recorder).get(`/actions/${id}/visits${query}`)).body.data.visits.length
  assert.deepEqual([await list(''), await list('?withdrawn=true')], [0, 1])
})

describe('answers given at a visit', () => {
  test('follow the visit to another contact, and are removed when the visit is withdrawn', async () => {
    const { id } = await anOwnAction()
    const form = await aForm(app, cast.admin)
    const [wrong, right] = [await aContact(app, cast.admin), await aContact(app, cast.admin)]
    const yes = answerTo(form, 'yes')
    const made = await aVisit(app, cast.admin, id, { contact_id: wrong.id, formdatas: [yes] })
    assert.deepEqual([await answersOf(wrong.id), await answersOf(right.id)], [[yes.form_ref_id], []])
    await correct(cast.admin, made, { contact_id: right.id })
    assert.deepEqual([await answersOf(wrong.id), await answersOf(right.id)], [[], [yes.form_ref_id]])
    const no = answerTo(form, 'no')
    await correct(cast.admin, made, { formdatas: [no] })
    assert.deepEqual(await answersOf(right.id), [no.form_ref_id])
    await app.as(cast.admin).delete(at(made))
    assert.deepEqual(await answersOf(right.id), [])
  })

  test('stay when they were given elsewhere since', async () => {
    const { id } = await anOwnAction()
    const form = await aForm(app, cast.admin)
    const contact = await aContact(app, cast.admin)
    const first = await aVisit(app, cast.admin, id, { contact_id: contact.id, formdatas: [answerTo(form, 'yes')] })
    await aVisit(app, cast.admin, id, { contact_id: contact.id, formdatas: [answerTo(form, 'no')] })
    await app.as(cast.admin).delete(at(first))
    assert.deepEqual(await answersOf(contact.id), [answerTo(form, 'no').form_ref_id])
  })

  test('are not lost when a user who cannot see them corrects the rest', async () => {
    const { id } = await anOwnAction()
    const form = await aForm(app, cast.admin)
    const made = await aVisit(app, recorder, id, { formdatas: [answerTo(form)] })
    const { visit: seen } = (await app.as(cast.manager).get(at(made))).body.data
    assert.equal((await correct(cast.manager, made, { ...seen, comment: 'by a manager' })).status, 200)
    assert.deepEqual(refusal(await correct(cast.manager, made, { formdatas: [answerTo(form)] })), refusal.forbidden)
    assert.equal((await app.as(recorder).get(at(made))).body.data.visit.formdatas.length, 1)
  })
})

test('a visit to a deleted contact can still be corrected and withdrawn, and the counts follow', async () => {
  const form = await aForm(app, cast.admin)
  const { id } = await anAction(app, cast.manager, { Users: [{ id: recorder.id }], gotv_voted_tag: 'has voted' })
  const { id: contact_id } = await aContact(app, cast.admin, { surname: 'Gone' })
  const fields = { contact_id, result: 'talked', formdatas: [answerTo(form)] }
  const [one, two] = [await aVisit(app, cast.manager, id, fields), await aVisit(app, cast.manager, id, fields)]
  await app.as(cast.admin).delete(`/contacts/${contact_id}`)
  assert.equal((await app.as(cast.manager).delete(at(one))).status, 200)
  assert.equal((await correct(cast.manager, two, { result: 'voted', formdatas: [] })).status, 200)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 1, 0])
})

const isMeeting = (result: string, named: boolean) =>
  result === 'talked' || (named && (results_with_contact as readonly string[]).includes(result))

test('some results count as a contact: talked always, others with a contact, the rest never', async () => {
  const { id } = await anAction(app, cast.admin)
  const expected = [0, 0, 0]
  for (const result of [...results_with_contact, ...results_without_contact])
    for (const contact_id of [null, visited.id]) {
      await aVisit(app, cast.admin, id, { result, contact_id })
      expected[0]! += 1
      expected[1]! += isMeeting(result, contact_id !== null) ? 1 : 0
      assert.deepEqual(await actionCounts(app, cast.admin, id), expected, `${result}, ${contact_id}`)
    }
})

interface Known {
  id: number
  made: boolean
  withdrawn: boolean
}

/** Sends what happened, and keeps what it should have done. */
async function apply(
  { kind, key, result, named }: { kind: string; key: string; result: string; named: boolean },
  path: string,
  visits: Map<string, Known>,
) {
  const [as, known] = [app.as(cast.admin), visits.get(key)]
  const sent = { result, contact_id: named ? visited.id : null }
  const made = isMeeting(result, named)
  if (kind === 'record') {
    const { body } = await as.post(path, { visit: { key, ...sent } })
    if (!known) visits.set(key, { id: body.data.visit.id, made, withdrawn: false })
  } else if (known && kind === 'correct') {
    const { status } = await as.patch(`${path}/${known.id}`, { visit: sent })
    assert.equal(status, known.withdrawn ? 409 : 200)
    if (!known.withdrawn) known.made = made
  } else if (known) {
    await as.delete(`${path}/${known.id}`)
    known.withdrawn = true
  }
}

test('the counts are the fold of any sequence of visits, corrections and withdrawals', {
  timeout: 120_000,
}, async () => {
  const kind = fc.constantFrom('record', 'correct', 'withdraw')
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const result = fc.constantFrom(...results_with_contact, ...results_without_contact)
  const event = fc.record({ kind, key, result, named: fc.boolean() })
  const property = fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async events => {
    const { id } = await anAction(app, cast.admin)
    const as = app.as(cast.admin)
    await as.post(`/actions/${id}/declared_visits`, { count: 30 })
    const path = `/actions/${id}/visits`
    const visits = new Map<string, Known>()
    for (const one of events) await apply(one, path, visits)
    const live = [...visits.values()].filter(({ withdrawn }) => !withdrawn)
    const expected = [live.length, live.filter(({ made }) => made).length, 30]
    assert.deepEqual(await actionCounts(app, cast.admin, id), expected)
    const { NbVisites, NbContacts, NbVisitesDeclared } = (await as.get(`/actions/${id}/statistics`)).body.data
    assert.deepEqual([NbVisites, NbContacts, NbVisitesDeclared], expected)
  })
  await fc.assert(property, { seed: 20261115, numRuns: runs(25), endOnFailure: true })
})
