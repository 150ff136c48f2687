import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { outcomesOf, readBulkChange, runBulkChange, undoBulkChange } from '../../test/bulk_changes.ts'
import { aContact, aForm, answerTo, readContact } from '../../test/contacts.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { waitForJob } from '../../test/imports.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const superadmin = await aUser(app, space, { role: 'superadmin' })

const aRole = async (name: string, rank: number, permissions: string[]) => {
  const { status, body, text } = await app.as(superadmin).post('/roles', { name, rank, permissions })
  assert.equal(status, 200, text)
  return (body.data.role ?? body.data).id as number
}
const sees_answers = ['contacts:read', 'contacts:write', 'contacts:sensitive', 'forms:read']
const care = await aRole('care', 31, sees_answers)
const desk = await aRole('desk', 32, sees_answers)
await aRole('canvasser', 33, ['contacts:read', 'actions:read', 'actions:write'])
const carer = await aUser(app, space, { role: 'care' })
const clerk = await aUser(app, space, { role: 'desk' })
const canvasser = await aUser(app, space, { role: 'canvasser' })

async function showTo(form_id: number, role_id: number) {
  const visible_to = { role_ids: [role_id], team_ids: [] }
  const { status, text } = await app.as(admin).patch(`/forms/${form_id}`, { form: { visible_to } })
  assert.equal(status, 200, text)
}

async function aFormOfCare(wish: Parameters<typeof aForm>[2] = {}) {
  const form = await aForm(app, admin, wish)
  await showTo(form.id, care)
  return form
}

const restrict = (id: number) => carryOut(app, superadmin, 'restriction', id)

const erase = (id: number) => carryOut(app, superadmin, 'erasure', id)

const consentsOf = async (id: number) =>
  (await app.as(admin).get(`/contacts/${id}/consents`)).body.data.consents.map(({ state }: { state: string }) => state)

describe('a bulk change of answers to a form', () => {
  test('does not exist for users who do not see the form', async () => {
    const form = await aFormOfCare()
    const { id: contact_id } = await aContact(app, admin)
    const given = await runBulkChange(app, carer, { ids: [contact_id] }, { answer: answerTo(form) })
    const removed = await runBulkChange(app, carer, { ids: [contact_id] }, { remove_answer: { form_id: form.id } })
    const open = await runBulkChange(app, carer, { ids: [contact_id] }, { tags: { add: ['open'] } })
    const listed = async (who: Person) => {
      const { data, total } = (await app.as(who).get('/v1/bulk_changes')).body
      return { ids: data.map(({ id }: { id: number }) => id), total }
    }
    assert.deepEqual(await listed(carer), { ids: [open.id, removed.id, given.id], total: 3 })
    assert.deepEqual(await listed(clerk), { ids: [open.id], total: 1 })
    for (const { id } of [given, removed]) {
      const path = `/v1/bulk_changes/${id}`
      assert.equal((await app.as(clerk).get(path)).status, 404)
      assert.equal((await app.as(clerk).get(`${path}/contacts`)).status, 404)
      assert.equal((await app.as(clerk).post(`${path}/cancel`)).status, 404)
      assert.equal((await app.as(clerk).post(`${path}/undo`)).status, 404)
      assert.equal((await readBulkChange(app, carer, id)).state, 'done')
    }
    const jobsOf = async (who: Person) =>
      (await app.as(who).get('/v1/jobs')).body.data.map(({ id }: { id: number }) => id)
    assert.deepEqual(await jobsOf(carer), [open.job_id, removed.job_id, given.job_id])
    assert.deepEqual(await jobsOf(clerk), [open.job_id])
    assert.equal((await app.as(clerk).get(`/v1/jobs/${given.job_id}`)).status, 404)
    assert.equal((await app.as(clerk).post(`/v1/jobs/${given.job_id}/cancel`)).status, 404)
    await showTo(form.id, desk)
    assert.equal((await app.as(clerk).get(`/v1/bulk_changes/${given.id}/contacts`)).status, 200)
    assert.equal((await app.as(carer).get(`/v1/bulk_changes/${given.id}`)).status, 404)
  })

  test('fails, and so does its undo, if the user no longer sees the form; every consent is in the history', async () => {
    const form = await aFormOfCare({ kind: 'consent' })
    const { id: contact_id } = await aContact(app, admin, { formdatas: [answerTo(form)] })
    // A step waits for the contact, and reads the form after that.
    const hideDuring = async (path: string, body: object | undefined, jobOf: (change: any) => number) => {
      const started = await app.owner.begin(async sql => {
        await sql`select from contacts where group_id = ${space} and id = ${contact_id} for update`
        const { status, body: reply, text } = await app.as(carer).post(path, body)
        assert.equal(status, 200, text)
        await showTo(form.id, desk)
        return reply.data
      })
      const { state, error } = await waitForJob(app, admin, jobOf(started))
      assert.deepEqual([state, error], ['failed', 'There is no such form, or you cannot see it.'])
      await showTo(form.id, care)
    }
    const removal = { contacts: { ids: [contact_id] }, change: { remove_answer: { form_id: form.id } } }
    await hideDuring('/v1/bulk_changes', removal, ({ job_id }) => job_id)
    assert.deepEqual(await consentsOf(contact_id), ['given'])
    const { id } = await runBulkChange(app, carer, removal.contacts, removal.change)
    assert.deepEqual(await consentsOf(contact_id), ['withdrawn', 'given'])
    await hideDuring(`/v1/bulk_changes/${id}/undo`, undefined, ({ undo }) => undo.job_id)
    assert.deepEqual((await readContact(app, admin, contact_id)).formdatas, [])
    assert.equal((await undoBulkChange(app, carer, id)).state, 'undone')
    assert.equal((await readContact(app, admin, contact_id)).formdatas.length, 1)
    assert.deepEqual(await consentsOf(contact_id), ['given', 'withdrawn', 'given'])
  })

  test('records a consent to the current text for contacts who agreed to an older one, and its undo the older', async () => {
    const form = await aForm(app, admin, { kind: 'consent' })
    const { id: contact_id } = await aContact(app, admin, { formdatas: [answerTo(form)] })
    const version = async () => (await readContact(app, admin, contact_id)).formdatas[0].form_version
    const agree = (sent: object = {}) =>
      runBulkChange(app, admin, { ids: [contact_id] }, { answer: { ...answerTo(form), ...sent } })
    assert.equal((await agree()).unchanged, 1)
    const patched = await app.as(admin).patch(`/forms/${form.id}`, { form: { text: 'We write to you once a month.' } })
    assert.equal(patched.status, 200, patched.text)
    const older = await agree({ form_version: 1 })
    assert.deepEqual([older.changed, older.unchanged, await version()], [0, 1, 1])
    const done = await agree()
    assert.deepEqual([done.changed, done.unchanged, await version()], [1, 0, 2])
    assert.equal((await agree({ form_version: null })).unchanged, 1)
    const { undo } = await undoBulkChange(app, admin, done.id)
    assert.deepEqual([undo.restored, await version()], [1, 1])
  })
})

test('the names of deleted contacts are shown only with the permission to restore them', async () => {
  const deleted = await aContact(app, admin, { firstname: 'Ada', surname: 'Gone', address: { city: 'Lyon' } })
  const present = await aContact(app, admin, { firstname: 'Bo', surname: 'Here', address: { city: 'Lyon' } })
  await app.as(admin).delete(`/contacts/${deleted.id}`)
  const action = await anAction(app, canvasser)
  const contacts = { ids: [deleted.id, present.id] }
  const { id } = await runBulkChange(app, canvasser, contacts, { action: { id: action.id } })
  const names = async (who: Person) =>
    (await app.as(who).get(`/v1/bulk_changes/${id}/contacts`)).body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(canvasser), ['', 'Bo Here'])
  assert.deepEqual(await names(admin), ['Ada Gone', 'Bo Here'])
})

test('what an undo kept does not tell a restricted contact from an erased one without privacy:manage', async () => {
  const restricted = (await aContact(app, admin, { surname: 'Restricted' })).id
  const erased = (await aContact(app, admin, { surname: 'Erased' })).id
  const { id } = await runBulkChange(app, admin, { ids: [restricted, erased] }, { fields: { nationality: 'FR' } })
  await restrict(restricted)
  await erase(erased)
  await undoBulkChange(app, admin, id)
  const reasons = async (who: Person) =>
    (await readBulkChange(app, who, id)).undo.reasons.map((one: { code: string; contacts: number }) => [
      one.code,
      one.contacts,
    ])
  assert.deepEqual(await reasons(clerk), [['not_found', 2]])
  assert.deepEqual(await outcomesOf(app, clerk, id), { [restricted]: 'kept not_found', [erased]: 'kept not_found' })
  assert.deepEqual((await reasons(superadmin)).sort(), [
    ['erased', 1],
    ['restricted', 1],
  ])
  assert.deepEqual(await outcomesOf(app, superadmin, id), { [restricted]: 'kept restricted', [erased]: 'kept erased' })
})
