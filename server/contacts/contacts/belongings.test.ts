import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aFile, aPdf, uploadFile } from '../../test/contact_files.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aHousehold, aNote, aRelationship, aTask, carryOut, made } from '../../test/notes.ts'
import { aSpace, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

// Notes, tasks, files, relationships and households follow the life of the contacts they are about.

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin: officer, admin, manager } = await aUserPerRole(app, space)

const aPerson = async (surname = 'Doe') => (await aContact(app, admin, { firstname: 'Jo', surname })).id as number
const people = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson()))
const get = async (path: string, who: Person = admin) => (await app.as(who).get(path)).body.data
const statusOf = async (path: string, who: Person) => (await app.as(who).get(path)).status

/** All that belongs to a contact, as this person sees it. */
const belongings = async (id: number, who: Person = admin) => ({
  notes: valuesOf(await get(`/v1/contacts/${id}/notes`, who), 'id'),
  tasks: valuesOf(await get(`/v1/tasks?contact_id=${id}`, who), 'id'),
  files: valuesOf(await get(`/v1/contacts/${id}/files`, who), 'id'),
  relationships: (await get(`/v1/contacts/${id}/relationships`, who)).map(({ contact, kind }: any) => [
    contact.id,
    kind,
  ]),
  household: (await get(`/v1/contacts/${id}/household`, who))?.id ?? null,
})
/** A note, a task, a file and a household. */
async function fill(id: number, who: Person = admin, pdf = aPdf()) {
  const [note, task] = [await aNote(app, who, id), await aTask(app, who, { contact_id: id, assignee_id: manager.id })]
  const file = await aFile(app, who, id, 'form.pdf', pdf)
  return { note: note.id, task: task.id, file: file.id, household: (await aHousehold(app, who, [id])).id }
}
const merge = (survivor: number, contact_id: number) => made(app, admin, `/contacts/${survivor}/merge`, { contact_id })
const undo = ({ id }: { id: number }) => made(app, admin, `/v1/merges/${id}/undo`, {})

describe('a merge', () => {
  test('moves what belongs to the other contact to the survivor, except doubles, and its undo moves it back', async () => {
    const [survivor, gone, friend, child, boss] = (await people(5)) as [number, number, number, number, number]
    const pdf = aPdf()
    const [own, moved] = [await fill(survivor, admin, pdf), await fill(gone, admin, pdf)]
    const other = await aFile(app, admin, gone, 'other.pdf')
    await aRelationship(app, admin, survivor, friend, 'friend')
    await aRelationship(app, admin, friend, gone, 'friend')
    await aRelationship(app, admin, gone, child, 'child')
    await aRelationship(app, admin, gone, boss, 'employer')
    await aRelationship(app, admin, survivor, gone, 'sibling')
    const all = [survivor, gone, friend, child, boss]
    const before = await Promise.all(all.map(id => belongings(id)))
    const merged = await merge(survivor, gone)
    assert.deepEqual(await belongings(survivor), {
      notes: [moved.note, own.note],
      tasks: [own.task, moved.task],
      files: [other.id, own.file],
      relationships: [
        [friend, 'friend'],
        [child, 'child'],
        [boss, 'employer'],
      ],
      household: own.household,
    })
    assert.deepEqual((await get(`/v1/households/${moved.household}`)).contact_ids, [])
    assert.deepEqual((await belongings(friend)).relationships, [[survivor, 'friend']])
    assert.deepEqual((await belongings(child)).relationships, [[survivor, 'parent']])
    const later = await aNote(app, admin, survivor)
    await undo(merged)
    const [first, ...others] = before
    const kept = { ...first, notes: [later.id, own.note] }
    assert.deepEqual(await Promise.all(all.map(id => belongings(id))), [kept, ...others])
  })

  test('puts a survivor without a household into that of the other contact, and its undo takes them out', async () => {
    const [survivor, gone] = (await people(2)) as [number, number]
    const { id } = await aHousehold(app, admin, [gone])
    const merged = await merge(survivor, gone)
    assert.deepEqual((await get(`/v1/households/${id}`)).contact_ids, [survivor])
    await undo(merged)
    assert.deepEqual((await get(`/v1/households/${id}`)).contact_ids, [gone])
  })

  test('leaves with the survivor what the other contact would have twice after an undo', async () => {
    const [survivor, gone, one, two] = (await people(4)) as [number, number, number, number]
    await aRelationship(app, admin, gone, two, 'friend')
    const { id } = await aRelationship(app, admin, survivor, two, 'friend')
    await aRelationship(app, admin, gone, one, 'friend')
    const merged = await merge(survivor, gone)
    await app.as(admin).delete(`/v1/relationships/${id}`)
    // The friendship with the first person is now one with the second, which the merged contact has already.
    await merge(two, one)
    await undo(merged)
    for (const person of [gone, survivor]) assert.deepEqual((await belongings(person)).relationships, [[two, 'friend']])
  })
})

test('a deleted contact hides its notes and tasks until it is restored, and its relationships', async () => {
  const [id, other] = (await people(2)) as [number, number]
  const { note, task } = await fill(id)
  await aRelationship(app, admin, other, id, 'friend')
  await app.as(admin).delete(`/contacts/${id}`)
  assert.deepEqual((await belongings(other)).relationships, [])
  assert.equal((await app.as(admin).patch(`/v1/notes/${note}`, { pinned: true })).status, 404)
  assert.equal(await statusOf(`/v1/tasks/${task}`, manager), 404)
  await app.as(admin).post(`/contacts/${id}/restore`)
  assert.deepEqual((await belongings(id)).notes, [note])
  assert.equal(await statusOf(`/v1/tasks/${task}`, manager), 200)
})

test('a restricted contact shows what belongs to it with privacy:manage only, and gets nothing new', async () => {
  const [id, other] = (await people(2)) as [number, number]
  const { note, task, file } = await fill(id)
  const own = await aNote(app, officer, id)
  const relationship = await aRelationship(app, admin, other, id, 'parent')
  await carryOut(app, officer, 'restriction', id)
  for (const path of [`/v1/contacts/${id}/notes`, `/v1/contacts/${id}/files`, `/v1/files/${file}/content`])
    assert.deepEqual([await statusOf(path, admin), await statusOf(path, officer)], [404, 200], path)
  assert.deepEqual(
    [await statusOf(`/v1/tasks/${task}`, manager), await statusOf(`/v1/tasks/${task}`, officer)],
    [404, 200],
  )
  assert.deepEqual((await belongings(id, officer)).notes, [own.id, note])
  assert.deepEqual((await belongings(other)).relationships, [])
  assert.deepEqual((await belongings(other, officer)).relationships, [[id, 'parent']])
  assert.equal((await app.as(admin).patch(`/v1/notes/${note}`, { text: 'Other' })).status, 404)
  assert.equal((await app.as(admin).delete(`/v1/relationships/${relationship.id}`)).status, 404)
  const ask = app.as(officer)
  for (const answer of [
    await ask.post(`/v1/contacts/${id}/notes`, { text: 'New' }),
    await ask.patch(`/v1/notes/${own.id}`, { text: 'New' }),
    await ask.patch(`/v1/tasks/${task}`, { title: 'Other' }),
    await ask.post(`/v1/contacts/${id}/relationships`, { contact_id: other, kind: 'friend' }),
    await uploadFile(app, officer, id),
  ])
    assert.deepEqual(refusal(answer), [409, 'conflict'])
  for (const who of [admin, officer])
    for (const [path, data] of [
      ['/v1/tasks', { title: 'New', contact_id: id }],
      [`/v1/contacts/${other}/relationships`, { contact_id: id, kind: 'friend' }],
    ] as const)
      assert.deepEqual(refusal(await app.as(who).post(path, data)), invalidAt('body.data.contact_id'))
})

test('an export of the person has notes and household; an erasure deletes all, and empties what else names them', async () => {
  const { id } = await aContact(app, admin, { firstname: 'Zelda', surname: 'Quickstep' })
  const neighbour = await aPerson()
  const [note, task] = [await aNote(app, admin, id, 'Likes tea.'), await aTask(app, admin, { contact_id: id })]
  await aRelationship(app, admin, neighbour, id, 'parent')
  const household = await aHousehold(app, admin, [id, neighbour], 'Chez Zelda Quickstep')
  const naming = await aNote(app, admin, neighbour, 'Lives with Zelda Quickstep.')
  const about = await aTask(app, admin, { title: 'Call Zelda Quickstep', text: 'Soon' })
  const request = await made(app, officer, '/v1/privacy_requests', { kind: 'access', contact_id: id })
  const { records } = (await app.as(officer).get(`/v1/privacy_requests/${request.id}/export`)).body
  assert.deepEqual([records.notes[0].text, records.households[0].name], ['Likes tea.', 'Chez Zelda Quickstep'])
  await carryOut(app, officer, 'erasure', id)
  const notes =
    await app.owner`select id, text from notes where group_id = ${space} and id = any(${[note.id, naming.id]})`
  assert.deepEqual(valuesOf(notes, 'id', 'text'), [[naming.id, '']])
  assert.equal(await statusOf(`/v1/tasks/${task.id}`, admin), 404)
  const left = await app.owner`select from relationships where group_id = ${space} and ${id} in (contact_id, other_id)`
  assert.deepEqual([left.length, (await belongings(neighbour)).relationships], [0, []])
  const [emptied, home] = [await get(`/v1/tasks/${about.id}`), await get(`/v1/households/${household.id}`)]
  assert.deepEqual([emptied.title, emptied.text, home.name, home.contact_ids], ['', '', '', [neighbour]])
  // What was emptied can be changed all the same.
  for (const [path, data] of [
    [`/v1/notes/${naming.id}`, { text: '', pinned: true }],
    [`/v1/tasks/${about.id}`, { ...emptied, done: true }],
    [`/v1/households/${household.id}`, { ...home, city: 'Lyon' }],
  ] as const)
    assert.equal((await app.as(admin).patch(path, data)).status, 200, path)
  await carryOut(app, officer, 'erasure', neighbour)
  assert.equal(await statusOf(`/v1/households/${household.id}`, admin), 404, 'an empty household is deleted')
})
