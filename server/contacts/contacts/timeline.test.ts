import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { runBulkChange, undoBulkChange } from '../../test/bulk_changes.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { runImport, runImportStep } from '../../test/imports.ts'
import { aBundle, payment, statusOf } from '../../test/money.ts'
import { aNote, aTask } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { valuesOf } from '../../test/values.ts'
import { deleteOldChanges } from '../core/contact_changes.ts'

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
  const form = await aForm(app, admin, { label: 'Colour', type: 'text' })
  const consent = await aForm(app, admin, { kind: 'consent', label: 'Newsletter' })
  const formdatas = [answerTo(form, undefined, 'green'), { ...answerTo(consent, 'yes'), source: 'stall' }]
  const { id } = await aContact(app, admin, { formdatas })
  await patchContact(app, admin, id, { firstname: 'Changed' })
  await aNote(app, admin, id, 'Call after **six**.')
  const task = await aTask(app, admin, { contact_id: id, title: 'Call back' })
  await app.as(admin).patch(`/v1/tasks/${task.id}`, { done: true })
  const action = await anAction(app, manager, { name: 'Spring' })
  await aVisit(app, manager, action.id, { contact_id: id, result: 'talked' })
  const pending = await statusOf(app, space, 'pending')
  const bundle = await aBundle(app, admin, {
    transactions: [payment(id, { payment_method_kind: 'cheque', status_id: pending, date: '2001-01-01' })],
    donations: [payment(id, { date: '2002-01-01', comment: 'Thanks' })],
    memberships: [payment(id)],
  })
  return { id, bundle_id: bundle.id }
}
const full = await aFullContact()
const all_counts = { payments: 1, visits: 1, answers: 2, notes: 1, tasks: 2, files: 0, changes: 2 }

describe('the timeline of a contact', () => {
  test('has notes, tasks, changes, answers, visits and payments, with the number of each', async () => {
    const { timeline, counts, next_cursor } = await read(full.id)
    assert.deepEqual(kinds(timeline), [
      ...['answer', 'consent', 'created', 'donation', 'membership', 'note', 'task', 'task_done', 'transaction'],
      ...['updated', 'visit'],
    ])
    assert.deepEqual([counts, next_cursor], [all_counts, null])
    const times = valuesOf(timeline, 'at')
    assert.deepEqual(times, times.toSorted().reverse(), 'the newest first')
    const find = (wanted: string) => timeline.find(({ kind }: any) => kind === wanted)
    assert.partialDeepStrictEqual(find('note'), { detail: 'Call after **six**.', user: { id: admin.id } })
    assert.partialDeepStrictEqual(find('note'), { own: true, pinned: false, mentions: [] })
    assert.partialDeepStrictEqual(find('task'), { own: null, pinned: null, answer_type: '' })
    assert.partialDeepStrictEqual(find('answer'), { title: 'Colour', detail: 'green', answer_type: 'text' })
    assert.partialDeepStrictEqual(find('consent'), { title: 'Newsletter', detail: 'yes' })
    assert.equal(find('updated').user.id, admin.id)
    assert.partialDeepStrictEqual(find('task_done'), { title: 'Call back', user: { id: admin.id } })
    assert.partialDeepStrictEqual(find('transaction'), { payment_method_kind: 'cheque', received: false, amount: 1000 })
    const gift = { amount: 1000, detail: 'Thanks', transaction_bundle_id: full.bundle_id }
    assert.partialDeepStrictEqual(find('donation'), { ...gift, payment_method_kind: '', status: '', received: null })
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

  test('about a topic has only its entries, and the counts of all', async () => {
    for (const [about, wanted] of [
      ['payments', ['donation', 'membership', 'transaction']],
      ['visits', ['visit']],
      ['answers', ['answer', 'consent']],
      ['notes', ['note']],
      ['tasks', ['task', 'task_done']],
      ['changes', ['created', 'updated']],
    ] as const) {
      const { timeline, counts } = await read(full.id, `?about=${about}`)
      assert.deepEqual([kinds(timeline), counts], [wanted, all_counts])
    }
  })

  test('page by page has every entry once, in the order of the whole', async () => {
    const { id } = await aFullContact()
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
    const { id, bundle_id } = await aFullContact()
    await aNote(app, manager, id, 'Mine')
    const { timeline, counts } = await read(id, '', manager)
    assert.deepEqual(kinds(timeline), ['created', 'note', 'task', 'task_done', 'updated', 'visit'])
    const seen = timeline.flatMap(({ kind, detail }: any) => (kind === 'note' ? [detail] : []))
    assert.deepEqual(seen, ['Mine'])
    assert.deepEqual(counts, { payments: null, visits: 1, answers: null, notes: 1, tasks: 2, files: 0, changes: 2 })
    assert.deepEqual((await read(id, '?about=payments', manager)).timeline, [])
    await app.as(admin).delete(`/v1/transaction_bundles/${bundle_id}`)
    assert.deepEqual((await read(id, '?about=payments')).timeline, [], 'deleted payments are gone')
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

test('a role that sees contacts but not all actions sees only visits of its own actions, also in the summary', async () => {
  await app.as(superadmin).post('/roles', { name: 'Clerk', permissions: ['contacts:read'] })
  const clerk = await aUser(app, space, { role: 'Clerk' })
  const closed = await anAction(app, manager, { name: 'Closed' })
  const own = await anAction(app, manager, { name: 'Own', Users: [{ id: clerk.id }] })
  const { id: contact_id } = await aContact(app, admin)
  for (const { id } of [own, closed]) await aVisit(app, manager, id, { contact_id, result: 'talked' })
  assert.deepEqual(valuesOf(await visitsIn(clerk, contact_id), 'title'), ['Own'])
  const { last_conversation, actions } = (await app.as(clerk).get(`/v1/contacts/${contact_id}/summary`)).body.data
  assert.deepEqual([last_conversation.action.id, valuesOf(actions, 'id')], [own.id, [own.id]])
})

/** The changes in the timeline, the latest first. */
async function changesOf(id: number, who: Person = admin): Promise<ReplyBody[]> {
  const { status, body, text } = await app.as(who).get(`/contacts/${id}/timeline?about=changes`)
  assert.equal(status, 200, text)
  return body.data.timeline.filter(({ kind }: ReplyBody) => kind === 'updated')
}
const shown = (entry: ReplyBody) =>
  entry.changes.map(({ field, label, old, new: current }: ReplyBody) => [label || field, old, current])

async function change(id: number, contact: object, who: Person = admin) {
  const { status, text } = await patchContact(app, who, id, contact)
  assert.equal(status, 200, text)
}

async function complete(contact_id: number, kind: string, confirmation: object = {}) {
  const { body } = await app.as(superadmin).post('/v1/privacy_requests', { contact_id, kind })
  const done = await app.as(superadmin).post(`/v1/privacy_requests/${body.data.id}/complete`, confirmation)
  assert.equal(done.status, 200, done.text)
  return body.data.id as number
}

describe('the timeline says what a change of a contact replaced', () => {
  test('field by field, with the old and the new value, who and from where', async () => {
    const { id } = await aContact(app, admin, { mobile: '0612345678', address: { city: 'Lyon' } })
    await change(id, { mobile: '0798765432', address: { city: 'Grenoble' }, birthdate: '1980-05-01T00:00:00Z' })
    const [entry, ...others] = await changesOf(id)
    assert.deepEqual(others, [])
    assert.deepEqual(shown(entry), [
      ['birthdate', null, '1980-05-01T00:00:00.000Z'],
      ['mobile', '0612345678', '0798765432'],
      ['address.city', 'Lyon', 'Grenoble'],
    ])
    assert.equal(entry.source, 'api')
    assert.equal(entry.user.id, admin.id)
  })

  test('also tags and answers', async () => {
    const form = await aForm(app, admin, { label: 'Topic', values: ['climate', 'housing'] })
    const { id } = await aContact(app, admin, { tags: [{ name: 'old' }], formdatas: [answerTo(form, 'climate')] })
    await change(id, { tags: [{ name: 'new' }], formdatas: [answerTo(form, 'housing')] })
    assert.deepEqual(shown((await changesOf(id))[0]), [
      ['Topic', 'climate', 'housing'],
      ['tags', 'old', null],
      ['tags', null, 'new'],
    ])
    await change(id, { formdatas: [] })
    assert.deepEqual(shown((await changesOf(id))[0]), [['Topic', 'housing', null]])
  })

  test('for a contact that is replaced, with every field that was cleared', async () => {
    const { id } = await aContact(app, admin, { firstname: 'Ada', surname: 'Byron', mail: 'ada@example.org' })
    const { status } = await app.as(admin).patch(`/contacts/${id}`, { contact: { firstname: 'Ada' } })
    assert.equal(status, 200)
    assert.deepEqual(shown((await changesOf(id))[0]), [
      ['surname', 'Byron', ''],
      ['mail', 'ada@example.org', ''],
    ])
  })

  test('names an import and a bulk change as the source, and their undoing', async () => {
    const form = await aForm(app, admin, { label: 'Vote', values: ['yes', 'no'] })
    const { id } = await aContact(app, admin, {
      external_id: 'h-1',
      surname: 'Before',
      formdatas: [answerTo(form, 'yes')],
    })
    const { id: import_id } = await runImport(app, admin, 'external_id,surname,tags\nh-1,After,from file\n')
    const [imported] = await changesOf(id)
    assert.equal(imported.source, `import ${import_id}`)
    assert.deepEqual(shown(imported), [
      ['surname', 'Before', 'After'],
      ['tags', null, 'from file'],
    ])
    await runImportStep(app, admin, import_id, 'undo')
    const [undone] = await changesOf(id)
    assert.equal(undone.source, `import ${import_id} undone`)
    assert.deepEqual(shown(undone), [
      ['surname', 'After', 'Before'],
      ['tags', 'from file', null],
    ])
    for (const [what, expected] of [
      [{ fields: { nationality: 'FR' } }, ['nationality', '', 'FR']],
      [{ tags: { add: ['many'] } }, ['tags', null, 'many']],
      [{ answer: answerTo(form, 'no') }, ['Vote', 'yes', 'no']],
    ] as const) {
      const bulk = await runBulkChange(app, admin, { ids: [id] }, what)
      const [made] = await changesOf(id)
      assert.equal(made.source, `bulk change ${bulk.id}`)
      assert.deepEqual(shown(made), [expected])
      await undoBulkChange(app, admin, bulk.id)
      const [back] = await changesOf(id)
      assert.equal(back.source, `bulk change ${bulk.id} undone`)
      assert.deepEqual(shown(back), [[expected[0], expected[2], expected[1]]])
    }
    const tagged = await app.as(admin).post('/v1/tag_changes', { contact_ids: [id], add: ['by list'], remove: [] })
    assert.equal(tagged.status, 200, tagged.text)
    assert.deepEqual(shown((await changesOf(id))[0]), [['tags', null, 'by list']])
  })
})

describe('the history of values', () => {
  test('shows tags and answers only with the permission, and answers only to those who see the form', async () => {
    const form = await aForm(app, admin, { label: 'Health', type: 'text' })
    const { id } = await aContact(app, admin, {})
    await change(id, { firstname: 'Zoé', tags: [{ name: 'secret' }], formdatas: [answerTo(form, undefined, 'ill')] })
    assert.deepEqual(shown((await changesOf(id, manager))[0]), [['firstname', '', 'Zoé']])
    const name = 'sensitive without forms'
    const permissions = ['contacts:read', 'contacts:sensitive', 'forms:read']
    const role = await app.as(superadmin).post('/roles', { name, rank: 35, permissions })
    assert.equal(role.status, 200, role.text)
    const carer = await aUser(app, space, { role: name })
    assert.equal(shown((await changesOf(id, carer))[0]).length, 3)
    const visible_to = { role_ids: [], team_ids: [] }
    const hidden = await app.as(admin).patch(`/forms/${form.id}`, { form: { visible_to } })
    assert.equal(hidden.status, 200, hidden.text)
    assert.deepEqual(shown((await changesOf(id, carer))[0]), [
      ['firstname', '', 'Zoé'],
      ['tags', null, 'secret'],
    ])
    assert.equal(shown((await changesOf(id))[0]).length, 3)
  })

  test('is hidden with a restricted contact, exported to the person, and erased with them', async () => {
    const { id } = await aContact(app, admin, { firstname: 'Formername', surname: 'Person' })
    await change(id, { firstname: 'Newname' })
    const access = await complete(id, 'access')
    const { body } = await app.as(superadmin).get(`/v1/privacy_requests/${access}/export`)
    assert.deepEqual((body.data ?? body).records.contact_changes[0].changes, {
      fields: { firstname: ['Formername', 'Newname'] },
    })
    await complete(id, 'restriction')
    assert.equal((await app.as(manager).get(`/contacts/${id}/timeline`)).status, 404)
    await complete(id, 'erasure', { confirm_contact_id: id })
    const left = await app.owner`select id from contact_changes where contact_id = ${id}`
    assert.deepEqual([...left], [])
  })

  test('of a merged contact is shown with the survivor, marked with its name, until the merge is undone', async () => {
    const survivor = await aContact(app, admin, { firstname: 'Ana', mobile: '0612345678' })
    const gone = await aContact(app, admin, { firstname: 'Anna', surname: 'Gone', tags: [{ name: 'old' }] })
    const first = await aContact(app, admin, { firstname: 'Annie', surname: 'First' })
    await change(first.id, { mobile: '0612345671' })
    await change(gone.id, { mobile: '0612345672', tags: [] })
    const merge = async (into: number, from: number): Promise<number> => {
      const { body, status, text } = await app.as(admin).post(`/contacts/${into}/merge`, { contact_id: from })
      assert.equal(status, 200, text)
      return body.data.id
    }
    await merge(gone.id, first.id)
    const merged = await merge(survivor.id, gone.id)
    const ofMerged = async (who: Person) =>
      (await changesOf(survivor.id, who))
        .filter(({ merged_contact }) => merged_contact)
        .map(entry => [entry.merged_contact.firstname, ...shown(entry).map(([field]: string[]) => field)])
        .map(fields => fields.filter(field => field !== 'mobile_invalid'))
    const [anna, annie, ...others] = (await ofMerged(admin)).filter(([, ...fields]) => fields.includes('mobile'))
    assert.deepEqual([anna, annie, others], [['Anna', 'mobile', 'tags'], ['Annie', 'mobile'], []])
    const without_tags = (await ofMerged(manager)).every(entry => !entry.includes('tags'))
    assert.ok(without_tags, 'tags need contacts:sensitive')
    assert.equal((await app.as(admin).post(`/v1/merges/${merged}/undo`, {})).status, 200)
    assert.deepEqual(await ofMerged(admin), [])
  })

  test('of a merged contact says which of its own merges were undone', async () => {
    const survivor = await aContact(app, admin)
    const gone = await aContact(app, admin)
    const separate = await aContact(app, admin)
    const merge = (into: number, contact_id: number) => app.as(admin).post(`/contacts/${into}/merge`, { contact_id })
    const { body } = await merge(gone.id, separate.id)
    assert.equal((await app.as(admin).post(`/v1/merges/${body.data.id}/undo`, {})).status, 200)
    assert.equal((await merge(survivor.id, gone.id)).status, 200)
    const { body: story } = await app.as(admin).get(`/contacts/${survivor.id}/timeline?about=changes`)
    const kinds = story.data.timeline
      .map(({ kind }: ReplyBody) => kind)
      .filter((kind: string) => kind.startsWith('merge'))
    assert.deepEqual(kinds, ['merge', 'merge_undone', 'merge'])
  })

  test('has one entry for each of several changes at once', async () => {
    const { id } = await aContact(app, admin, { firstname: '0' })
    await Promise.all(['1', '2', '3', '4'].map(firstname => change(id, { firstname })))
    const steps = new Map<string, string>((await changesOf(id)).map(entry => shown(entry)[0].slice(1)))
    const names = ['0']
    for (let next = steps.get('0'); next; next = steps.get(next)) names.push(next)
    assert.deepEqual(names.toSorted(), ['0', '1', '2', '3', '4'])
  })

  test('keeps values for two years', async () => {
    const { id } = await aContact(app, admin, { firstname: 'A' })
    await change(id, { firstname: 'B' })
    await change(id, { firstname: 'C' })
    await app.owner`
      update contact_changes set created_at = now() - interval '731 days'
      where contact_id = ${id} and version = (select min(version) from contact_changes where contact_id = ${id})`
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await worker.write({}, deleteOldChanges)
    await worker.end()
    assert.deepEqual((await changesOf(id)).map(shown), [[['firstname', 'B', 'C']], []])
  })

  test('records the start of a long text', async () => {
    const form = await aForm(app, admin, { type: 'text' })
    const { id } = await aContact(app, admin)
    await change(id, { formdatas: [answerTo(form, undefined, 'x'.repeat(5000))] })
    const [[, , text]] = shown((await changesOf(id))[0])
    assert.equal(text, `${'x'.repeat(499)}…`)
  })
})
