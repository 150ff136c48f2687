import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, payment, statusOf } from '../../test/money.ts'
import { aNote, aTask } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin, admin, manager } = await aUserPerRole(app, space)

const read = async (id: number, query = '', who: Person = admin) => {
  const { status, body, text } = await app.as(who).get(`/contacts/${id}/timeline${query}`)
  assert.equal(status, 200, text)
  return body.data
}
const kinds = (entries: { kind: string }[]) => entries.map(({ kind }) => kind).sort()

/** A contact with entries about every topic. */
async function aFullContact() {
  const form = await aForm(app, admin)
  const consent = await aForm(app, admin, { kind: 'consent' })
  const { id } = await aContact(app, admin, { formdatas: [answerTo(form), { ...answerTo(consent), source: 'stall' }] })
  await patchContact(app, admin, id, { firstname: 'Changed' })
  await aNote(app, admin, id, 'Call after **six**.')
  const task = await aTask(app, admin, { contact_id: id, title: 'Call back' })
  await app.as(admin).patch(`/v1/tasks/${task.id}`, { done: true })
  const action = await anAction(app, manager, { name: 'Spring' })
  await aVisit(app, manager, action.id, { contact_id: id, result: 'talked' })
  const pending = await statusOf(app, space, 'pending')
  await aBundle(app, admin, {
    transactions: [payment(id, { payment_method_kind: 'cheque', status_id: pending })],
    donations: [payment(id)],
    memberships: [payment(id)],
  })
  return id
}

describe('the timeline of a contact', () => {
  test('has notes, tasks, changes, answers, visits and payments, with the number of each', async () => {
    const id = await aFullContact()
    const { timeline, counts, next_cursor } = await read(id)
    assert.deepEqual(kinds(timeline), [
      ...['answer', 'consent', 'created', 'donation', 'membership', 'note', 'task', 'task_done', 'transaction'],
      ...['updated', 'visit'],
    ])
    assert.deepEqual(counts, { payments: 1, visits: 1, answers: 2, notes: 1, tasks: 2, files: 0, changes: 2 })
    assert.equal(next_cursor, null)
    const find = (wanted: string) => timeline.find(({ kind }: any) => kind === wanted)
    assert.partialDeepStrictEqual(find('note'), { detail: 'Call after **six**.', user: { id: admin.id } })
    assert.partialDeepStrictEqual(find('note'), { own: true, pinned: false, mentions: [] })
    assert.partialDeepStrictEqual(find('task'), { own: null, pinned: null, answer_type: '' })
    assert.equal(find('answer').answer_type, 'radio')
    assert.partialDeepStrictEqual(find('task_done'), { title: 'Call back', user: { id: admin.id } })
    assert.partialDeepStrictEqual(find('transaction'), { payment_method_kind: 'cheque', received: false })
    assert.partialDeepStrictEqual(find('donation'), { payment_method_kind: '', status: '', received: null })
  })

  test('has the marks of a note for its reader, the type of an answer, and a consent on the day it was given', async () => {
    const consent = await aForm(app, admin, { kind: 'consent' })
    const answer = { ...answerTo(consent), source: 'stall', date: '2025-05-09T10:00:00.000Z' }
    const { id } = await aContact(app, admin, { formdatas: [answer] })
    const note = await aNote(app, admin, id, `Ask @[user:${manager.id}].`)
    await app.as(admin).patch(`/v1/notes/${note.id}`, { pinned: true })
    const { timeline } = await read(id, '', superadmin)
    const find = (wanted: string) => timeline.find(({ kind }: any) => kind === wanted)
    assert.partialDeepStrictEqual(find('note'), { own: false, pinned: true, mentions: [{ id: manager.id }] })
    assert.equal(find('consent').at, '2025-05-09T10:00:00.000Z')
    assert.equal(timeline.at(-1).kind, 'consent')
  })

  for (const [about, wanted] of [
    ['payments', ['donation', 'membership', 'transaction']],
    ['visits', ['visit']],
    ['answers', ['answer', 'consent']],
    ['notes', ['note']],
    ['tasks', ['task', 'task_done']],
    ['changes', ['created', 'updated']],
  ] as const)
    test(`about ${about} has only these entries, and the counts of all`, async () => {
      const id = await aFullContact()
      const { timeline, counts } = await read(id, `?about=${about}`)
      assert.deepEqual(kinds(timeline), wanted)
      assert.deepEqual(counts, { payments: 1, visits: 1, answers: 2, notes: 1, tasks: 2, files: 0, changes: 2 })
    })

  test('page by page has every entry once, in the order of the whole', async () => {
    const id = await aFullContact()
    for (let n = 0; n < 5; n++) await aBundle(app, admin, { transactions: [payment(id, { date: '2026-02-01' })] })
    const { timeline: whole } = await read(id)
    const seen: unknown[] = []
    let cursor = ''
    for (;;) {
      const page = await read(id, `?limit=3${cursor}`)
      seen.push(...page.timeline)
      assert.equal(page.counts === null, cursor !== '', 'only the first page has counts')
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    assert.deepEqual(seen, whole)
    const offset = await read(id, '?limit=3&offset=3')
    assert.deepEqual(offset.timeline, whole.slice(3, 6))
  })

  test('refuses an unknown topic and a cursor of another list', async () => {
    const { id } = await aContact(app, admin)
    const ask = (query: string) => app.as(admin).get(`/contacts/${id}/timeline?${query}`)
    assert.deepEqual(refusal(await ask('about=weather')), invalidAt('query.about'))
    assert.deepEqual(refusal(await ask('cursor=12')), invalidAt('query.cursor'))
  })

  test('hides what the caller may not see, and says so in the counts', async () => {
    const id = await aFullContact()
    await aNote(app, manager, id, 'Mine')
    const { timeline, counts } = await read(id, '', manager)
    assert.deepEqual(kinds(timeline), ['created', 'note', 'task', 'task_done', 'updated', 'visit'])
    const seen = timeline.flatMap(({ kind, detail }: any) => (kind === 'note' ? [detail] : []))
    assert.deepEqual(seen, ['Mine'])
    assert.deepEqual(counts, { payments: null, visits: 1, answers: null, notes: 1, tasks: 2, files: 0, changes: 2 })
    assert.deepEqual((await read(id, '?about=payments', manager)).timeline, [])
  })

  test('tells of merges, with the name of the other contact, and of their undoing', async () => {
    const stays = await aContact(app, admin, { firstname: 'Eve', surname: 'Twin' })
    const goes = await aContact(app, admin, { firstname: 'Eva', surname: 'Twin' })
    const merged = await app.as(superadmin).post(`/contacts/${stays.id}/merge`, { contact_id: goes.id })
    assert.equal(merged.status, 200, merged.text)
    const entry = (await read(stays.id)).timeline.find(({ kind }: any) => kind === 'merge')
    assert.partialDeepStrictEqual(entry, { title: 'Eva Twin', user: { id: superadmin.id } })
    const [{ id: merge_id }] = (await app.as(superadmin).get(`/v1/merges?contact_id=${stays.id}`)).body.data
    const undone = await app.as(superadmin).post(`/v1/merges/${merge_id}/undo`, {})
    assert.equal(undone.status, 200, undone.text)
    const now = (await read(stays.id, '?about=changes')).timeline.map(({ kind }: any) => kind)
    assert.ok(now.includes('merge') && now.includes('merge_undone'), now.join())
  })
})

const visitsIn = async (who: Person, id: number, query = '') =>
  (await app.as(who).get(`/contacts/${id}/timeline${query}`)).body.data.timeline.filter(
    ({ kind }: { kind: string }) => kind === 'visit',
  )

test('visits are in the timeline of the contact, with action, result and user', async () => {
  const { id: action_id } = await anAction(app, manager, { name: 'Spring' })
  const { id: contact_id } = await aContact(app, admin)
  const visit = { contact_id, result: 'come_back', comment: 'After six', date: '2026-05-01T18:00:00Z' }
  const made = await aVisit(app, manager, action_id, visit)
  const withdrawn = await aVisit(app, manager, action_id, { contact_id, result: 'talked' })
  await app.as(manager).delete(`/actions/${action_id}/visits/${withdrawn.id}`)
  const [entry, ...others] = await visitsIn(manager, contact_id)
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(entry, {
    ...{ at: '2026-05-01T18:00:00.000Z', kind: 'visit', id: made.id, title: 'Spring', detail: 'come_back: After six' },
    ...{ action_id, user: { id: manager.id } },
  })
})

test('a role that sees contacts but not all actions sees only visits of its own actions', async () => {
  const permissions = ['contacts:read']
  const { body } = await app.as(superadmin).post('/roles', { name: 'Clerk', permissions })
  const clerk = await aUser(app, space)
  const role_id = body.data.role?.id ?? body.data.id
  await app.as(superadmin).patch('/users/role', { user_id: clerk.id, role_id })
  const closed = await anAction(app, manager, { name: 'Closed' })
  const own = await anAction(app, manager, { name: 'Own', Users: [{ id: clerk.id }] })
  const { id: contact_id } = await aContact(app, admin)
  for (const { id } of [closed, own]) await aVisit(app, manager, id, { contact_id, result: 'talked' })
  assert.deepEqual(valuesOf(await visitsIn(clerk, contact_id), 'title'), ['Own'])
})
