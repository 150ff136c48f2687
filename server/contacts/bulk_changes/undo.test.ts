import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { outcomesOf, readBulkChange, runBulkChange, undoBulkChange } from '../../test/bulk_changes.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo, patchContact, readContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { waitForJob } from '../../test/imports.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { longTest, runs } from '../../test/runs.ts'
import { expireOldBulkChange } from '../core/bulk_change_retention.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, superadmin } = await aUserPerRole(app, space)

const run = (contacts: object, change: object) => runBulkChange(app, admin, contacts, change)
const undo = (id: number, who = admin) => undoBulkChange(app, who, id)
const outcomes = (id: number) => outcomesOf(app, superadmin, id)
const read = (id: number) => readContact(app, superadmin, id)
const contactsWith = async (...list: object[]) =>
  Promise.all(list.map(async contact => (await aContact(app, admin, contact)).id as number))

const restrict = (id: number) => carryOut(app, superadmin, 'restriction', id)

const erase = (id: number) => carryOut(app, superadmin, 'erasure', id)

describe('an undo', () => {
  test('keeps contacts that were changed in the same place, deleted or restricted since, and lists them', async () => {
    const [ok, changed, other, deleted, restricted, erased] = (await contactsWith(
      {},
      {},
      {},
      {},
      {},
      { surname: 'Forgotten' },
    )) as number[]
    const ids = [ok, changed, other, deleted, restricted, erased] as number[]
    const done = await run({ ids }, { fields: { nationality: 'FR', surname: 'Bulk' } })
    await patchContact(app, admin, changed!, { nationality: 'BE' })
    await patchContact(app, admin, other!, { firstname: 'Elsewhere' })
    await app.as(admin).delete(`/contacts/${deleted}`)
    await restrict(restricted!)
    await erase(erased!)
    const [{ kept }] = await app.owner<[{ kept: object | null }]>`
      select undo as kept from bulk_change_contacts where bulk_change_id = ${done.id} and contact_id = ${erased!}`
    assert.equal(kept, null, 'the old values of an erased person are gone')
    const { undo: result } = await undo(done.id, superadmin)
    assert.deepEqual(await outcomes(done.id), {
      [ok!]: 'restored',
      [changed!]: 'kept changed',
      [other!]: 'restored',
      [deleted!]: 'kept deleted',
      [restricted!]: 'kept restricted',
      [erased!]: 'kept erased',
    })
    assert.deepEqual([result.restored, result.kept], [2, 4])
    assert.partialDeepStrictEqual(await read(other!), { nationality: '', firstname: 'Elsewhere', surname: '' })
    const kept_list = await app.as(admin).get(`/v1/bulk_changes/${done.id}/contacts?outcome=kept`)
    assert.equal(kept_list.body.data.length, 4)
  })

  test('works once, however many ask at once', async () => {
    const [id] = await contactsWith({})
    const done = await run({ ids: [id] }, { fields: { nationality: 'FR' } })
    const hold = (sql: Sql) => sql`select from bulk_changes where group_id = ${space} and id = ${done.id} for update`
    const ask = () => app.as(admin).post(`/v1/bulk_changes/${done.id}/undo`)
    const answers = await sendConcurrently(app, hold, [ask, ask, ask, ask])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })

  test('is not offered for a change that changed nothing, and ends after 30 days', async () => {
    const [id] = await contactsWith({ nationality: 'FR' })
    const nothing = await run({ ids: [id] }, { fields: { nationality: 'FR' } })
    assert.equal((await app.as(admin).post(`/v1/bulk_changes/${nothing.id}/undo`)).status, 409)
    const old = await run({ ids: [id] }, { fields: { nationality: 'BE' } })
    assert.ok(old.undo_until > old.created_at)
    await app.owner`update bulk_changes set created_at = now() - interval '31 days' where id = ${old.id}`
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await worker.write({}, expireOldBulkChange)
    await worker.end()
    assert.deepEqual([(await readBulkChange(app, admin, old.id)).undo_until, await outcomes(old.id)], [null, {}])
    assert.equal((await app.as(admin).post(`/v1/bulk_changes/${old.id}/undo`)).status, 409)
  })
})

test('after undoing changes of every kind in reverse, everything is as before, except what changed in between', async () => {
  const consent = await aForm(app, admin, { kind: 'consent', values: ['yes', 'no'] })
  const several = await aForm(app, admin, { type: 'checkbox', values: ['a', 'b'] })
  const ids = await contactsWith(
    { surname: 'One', tags: [{ name: 'p' }], mobile: '06 11' },
    { surname: 'Two', nationality: 'FR', formdatas: [answerTo(consent, 'no'), answerTo(several, 'a')] },
    { surname: 'Three', address: { city: 'Paris' }, tags: [{ name: 'q' }, { name: 'r' }] },
  )
  const seen = async () => (await Promise.all(ids.map(read))).map(withoutMarks)
  const before = await seen()
  const done: number[] = []
  for (const change of [
    { tags: { add: ['p', 'q'] } },
    { tags: { remove: ['q', 'r'] } },
    { fields: { nationality: 'FR', mobile: '0611223344' } },
    { fields: { nationality: null, address: { city: 'Lyon', country: 'FR' } } },
    { fields: { address: null, surname: 'Same' } },
    { fields: { black_list: true, mobile_invalid: true } },
    { remove_answer: { form_id: consent.id } },
    { answer: answerTo(consent, 'yes') },
    { answer: answerTo(consent, 'no') },
    { answer: answerTo(several, 'b') },
    { remove_answer: { form_id: several.id, form_ref_id: answerTo(several, 'a').form_ref_id } },
  ])
    done.push((await run({ ids }, change)).id)
  await patchContact(app, admin, ids[0]!, { firstname: 'Touched' })
  for (const id of done.reverse()) await undo(id)
  const [first, ...others] = before
  assert.deepEqual(await seen(), [{ ...first, firstname: 'Touched' }, ...others])
})

longTest(
  'after undoing random changes in reverse, everything is as before, except contacts changed in between',
  async () => {
    const consent = await aForm(app, admin, { kind: 'consent', values: ['yes', 'no'] })
    const several = await aForm(app, admin, { type: 'checkbox', values: ['a', 'b'] })
    const names = fc.subarray(['p', 'q', 'r'], { minLength: 1 })
    const change = fc.oneof(
      names.map(add => ({ tags: { add } })),
      names.map(remove => ({ tags: { remove } })),
      fc.constantFrom<object>(
        { fields: { nationality: 'FR', mobile: '0611223344' } },
        { fields: { nationality: null, address: { city: 'Lyon', country: 'FR' } } },
        { fields: { address: null, surname: 'Same' } },
        { fields: { black_list: true, mobile_invalid: true } },
        { answer: answerTo(consent, 'yes') },
        { answer: answerTo(consent, 'no') },
        { answer: answerTo(several, 'b') },
        { remove_answer: { form_id: consent.id } },
        { remove_answer: { form_id: several.id, form_ref_id: answerTo(several, 'a').form_ref_id } },
        { archive: true },
      ),
    )
    const ids = await contactsWith(
      { surname: 'One', tags: [{ name: 'p' }], mobile: '06 11' },
      { surname: 'Two', nationality: 'FR', formdatas: [answerTo(consent, 'no'), answerTo(several, 'a')] },
      { surname: 'Three', address: { city: 'Paris' }, tags: [{ name: 'q' }, { name: 'r' }] },
    )
    const seen = async (id: number) => withoutMarks(await read(id))
    const steps = fc.array(fc.record({ change, among: fc.subarray(ids, { minLength: 1 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.option(fc.constantFrom(...ids)), async (list, touched) => {
        const before = await Promise.all(ids.map(seen))
        const done: number[] = []
        for (const { change, among } of list) done.push((await run({ ids: among }, change)).id)
        const patched =
          touched !== null && (await patchContact(app, admin, touched, { firstname: 'Touched' })).status === 200
        for (const id of done.reverse()) {
          const { changed } = await readBulkChange(app, admin, id)
          if (changed > 0) await undo(id)
        }
        const after = await Promise.all(ids.map(seen))
        const firstname = before[ids.indexOf(touched ?? 0)]?.firstname ?? ''
        if (patched) await patchContact(app, admin, touched ?? 0, { firstname })
        for (const [index, id] of ids.entries())
          assert.deepEqual({ ...after[index], firstname: '' }, { ...before[index], firstname: '' }, `contact ${id}`)
      }),
      { numRuns: runs(60) },
    )
  },
)

/** A contact without times and the ids of answers, which an undo does not restore. */
function withoutMarks(contact: any) {
  const answers = (list: any[]) =>
    list.map(({ form_id, form_ref_id, data, date, source }) => [form_id, form_ref_id, data, date, source]).sort()
  const { updated_at, UpdatedAt, lastchange, lastchangeuserid, formdatas, custom_fields, tags, ...others } = contact
  const names = tags.map(({ name }: { name: string }) => name).sort()
  return { ...others, formdatas: answers(formdatas), custom_fields: answers(custom_fields), tags: names }
}

test('two bulk changes of the same people at once lose nothing of each other', async () => {
  const ids = await contactsWith({}, {}, {})
  const start = (change: object) => app.as(admin).post('/v1/bulk_changes', { contacts: { ids }, change })
  const started = await Promise.all(
    [{ tags: { add: ['left'] } }, { tags: { add: ['right'] } }, { fields: { nationality: 'FR' } }].map(start),
  )
  const patches = ids.map(id => patchContact(app, admin, id, { firstname: 'Meanwhile' }))
  for (const { body } of started) await waitForJob(app, admin, body.data.job_id)
  await Promise.all(patches)
  for (const id of ids) {
    const { tags, nationality, firstname } = await read(id)
    const names = tags.map(({ name }: { name: string }) => name).sort()
    assert.deepEqual([names, nationality, firstname], [['left', 'right'], 'FR', 'Meanwhile'])
  }
})
