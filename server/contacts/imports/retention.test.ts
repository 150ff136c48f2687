import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { anImport, runImport, runImportStep, waitForJob } from '../../test/imports.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'
import { eraseFromImports, expireOldImport } from '../core/import_retention.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app), { role: 'admin' })
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
const acting = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
const file = 'mail,nom,naissance\nsecret@example.org,Sekret,Sekret day\nbad@example.org,Sekret,,too many\n'

/** How often a word occurs in the stored data of imports. */
async function mentions(space: number, word: string) {
  const [row] = await app.owner<[{ count: number }]>`
    select (select count(*) from import_chunks where group_id = ${space} and encode(bytes, 'escape') like ${`%${word}%`})
         + (select count(*) from import_cells
            where group_id = ${space} and person || value || coalesce(correction, '') like ${`%${word}%`})
         + (select count(*) from imports where group_id = ${space} and settings::text like ${`%${word}%`})
         + (select count(*) from jobs where group_id = ${space} and result::text like ${`%${word}%`})
         + (select count(*) from import_changes where group_id = ${space} and before::text like ${`%${word}%`}) as count`
  return row.count
}
const state = async (who: Person, id: number) => (await app.as(who).get(`/v1/imports/${id}`)).body.data

describe('after a month', () => {
  test('an import is deleted except its counts', async () => {
    const admin = await aPlace()
    await aContact(app, admin, { surname: 'Sekretold', mail: 'secret@example.org' })
    const { id } = await anImport(app, admin, file)
    await runImportStep(app, admin, id, 'check')
    const mended = await app
      .as(admin)
      .patch(`/v1/imports/${id}/cells`, { cells: [{ row: 2, column: 2, value: 'Sekret too' }] })
    assert.equal(mended.status, 200, mended.text)
    await runImportStep(app, admin, id, 'run')
    assert.ok((await mentions(admin.space, 'Sekret')) >= 4)
    assert.equal((await app.as(admin).get(`/v1/imports/${id}/cells`)).body.total, 1)
    await worker.write({}, expireOldImport)
    assert.ok((await mentions(admin.space, 'Sekret')) >= 4, 'not before')
    await app.owner`update imports set updated_at = now() - interval '31 days' where id = ${id}`
    await worker.write({}, expireOldImport)
    assert.equal(await mentions(admin.space, 'Sekret'), 0)
    const { run, forgotten_at, name } = await state(admin, id)
    assert.deepEqual([run.updated, run.refused, name], [1, 1, 'A file'])
    assert.ok(forgotten_at)
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/undo`)).status, 409)
    assert.equal((await app.as(admin).get(`/v1/imports/${id}/cells`)).body.total, 0)
    assert.equal((await app.as(admin).get(`/v1/imports/${id}/refused.csv`)).text.trim().split('\r\n').length, 1)
  })

  test('a running import is kept; an upload that never completed is deleted after a day', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, file)
    await app.owner`
      insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, next_attempt)
      values (${admin.space}, ${admin.id}, 1, '', 'import_run', ${id}, 'bytes', now() + interval '1 hour')`
    await app.owner`update imports set updated_at = now() - interval '31 days' where id = ${id}`
    await app.owner`
      insert into imports (group_id, user_id, name, created_at) values (${admin.space}, ${admin.id}, 'Half', now() - interval '2 days')`
    await worker.write({}, expireOldImport)
    const names = await app.owner`select name, forgotten_at from imports where group_id = ${admin.space}`
    assert.deepEqual([...names], [{ name: 'A file', forgotten_at: null }])
    assert.ok((await mentions(admin.space, 'Sekret')) > 0)
  })
})

test('an erased contact is removed from imports too', async () => {
  const admin = await aPlace()
  const { id: contact } = await aContact(app, admin, { surname: 'Sekretold', mail: 'secret@example.org' })
  const { id } = await runImport(app, admin, file)
  await runImportStep(app, admin, (await anImport(app, admin, file)).id, 'check')
  await acting.write({ group_id: admin.space }, sql => eraseFromImports(sql, admin.space, contact))
  assert.equal(await mentions(admin.space, 'Sekret'), 0)
  assert.equal(await mentions(admin.space, 'secret'), 0)
  assert.deepEqual((await runImportStep(app, admin, id, 'undo')).undo, { restored: 0, deleted: 0, kept: 0 })
})

test('a space keeps the files of its newest imports only, to limit disk use', async () => {
  const admin = await aPlace()
  const ids = []
  for (let n = 0; n < 22; n++) ids.push((await anImport(app, admin, file)).id)
  const kept = await app.owner`select import_id from import_chunks where group_id = ${admin.space} order by import_id`
  assert.deepEqual(valuesOf(kept, 'import_id'), ids.slice(2))
  const { run_job_id } = (await app.as(admin).post(`/v1/imports/${ids[0]}/run`)).body.data
  const { state, error } = await waitForJob(app, admin, run_job_id)
  assert.equal(state, 'failed')
  assert.match(error, /upload it again/)
})

test.after(() => Promise.all([worker.end(), acting.end()]))
