import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, work } from '../../test/imports.ts'
import { aCast, aSpace, aUser, type Person } from '../../test/people.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })

describe('who may', () => {
  test('tags and answers need contacts:sensitive: to map, to check, to run and to undo', async () => {
    const space = await aSpace(app)
    const { admin, manager } = await aCast(app, space)
    const guessed = await anImport(app, manager, 'nom,tags\nA,b\n')
    assert.equal(guessed.columns[1].field, null, 'it is not even proposed')
    const own = (settings: object) => app.as(manager).patch(`/v1/imports/${guessed.id}`, settings)
    assert.equal((await own({ columns: [{ index: 1, field: 'tags' }] })).status, 403)
    assert.equal((await own({ tags: ['x'] })).status, 403)
    const { id } = await anImport(app, admin, 'nom,tags\nA,b\n')
    for (const what of ['check', 'run'])
      assert.equal((await app.as(manager).post(`/v1/imports/${id}/${what}`)).status, 403)
    await work(app, admin, id, 'run')
    assert.equal((await app.as(manager).post(`/v1/imports/${id}/undo`)).status, 403)
  })

  test('what stands in a file is for whoever brought it and for those who see everything', async () => {
    const space = await aSpace(app)
    const { admin, manager } = await aCast(app, space)
    const another = await aUser(app, space, { role: 'manager' })
    const { id } = await anImport(app, manager, 'nom,mail\nSecret,nonsense\n')
    await work(app, manager, id, 'check')
    const samples = async (who: Person) => (await app.as(who).get(`/v1/imports/${id}`)).body.data.columns[0].samples
    assert.deepEqual(
      [await samples(manager), await samples(admin), await samples(another)],
      [['Secret'], ['Secret'], []],
    )
    const refused = (who: Person) => app.as(who).get(`/v1/imports/${id}/refused.csv`)
    assert.deepEqual(
      [(await refused(manager)).status, (await refused(admin)).status, (await refused(another)).status],
      [200, 200, 403],
    )
  })

  test('somebody who loses the permission while a job waits does not get it done', async () => {
    const space = await aSpace(app)
    const { manager } = await aCast(app, space)
    const { id } = await anImport(app, manager, 'nom\nA\n')
    const [blocker] = await app.owner<{ id: number }[]>`
      insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, state, heartbeat_at, claimed_by)
      values (${space}, ${manager.id}, 1, '', 'import_run', 0, 'bytes', 'running', now() + interval '1 hour', 'somebody') returning id`
    const { body } = await app.as(manager).post(`/v1/imports/${id}/run`)
    await app.owner`update users set role_id = (select id from roles where group_id = ${space} and type = 'user') where group_id = ${space} and id = ${manager.id}`
    await app.owner`update jobs set state = 'done' where id = ${blocker!.id}`
    await app.owner`select pg_notify('muster', 'jobs')`
    const job = await (async () => {
      for (;;) {
        const [row] = await app.owner`select state, error from jobs where id = ${body.data.run_job_id}`
        if (row!['state'] !== 'queued' && row!['state'] !== 'running') return row
        await new Promise(next => setTimeout(next, 20))
      }
    })()
    assert.equal(job!['state'], 'failed')
    assert.match(job!['error'], /contacts:write/)
  })

  test('another space sees nothing of it', async () => {
    const admin = await aPlace()
    const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const { id } = await anImport(app, admin, 'nom\nA\n')
    const ask = app.as(stranger)
    for (const path of [`/v1/imports/${id}`, `/v1/imports/${id}/kept`, `/v1/imports/${id}/refused.csv`])
      assert.equal((await ask.get(path)).status, 404, path)
    for (const what of ['check', 'run', 'undo']) assert.equal((await ask.post(`/v1/imports/${id}/${what}`)).status, 404)
    assert.equal((await ask.patch(`/v1/imports/${id}`, { mode: 'create' })).status, 404)
    assert.equal((await ask.get('/v1/imports')).body.total, 0)
  })
})
