import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImportStep, upload, waitForJob } from '../../test/imports.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal, roleId } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })

const scholars = `Nom;Prénom;Courriel;Téléphone portable;Code postal;Ville;Date de naissance;Civilité;Étiquettes
Curie;Marie;marie@example.org;06 12 34 56 78;75005;Paris;07/11/1867;Mme;science, nobel
Noether;Emmy;emmy@example.org;;;;23/03/1882;F;
`

describe('an imported file', () => {
  test('is uploaded, analysed, checked, run and undone', async () => {
    const admin = await aPlace()
    const { body } = await upload(app, admin, scholars, 'Savantes')
    const { id, ...about } = body.data
    const seen = [about.name, about.state, about.separator, about.encoding, about.match, about.user.id]
    assert.deepEqual(seen, ['Savantes', 'ready', ';', 'utf-8', 'mail', admin.id])
    assert.deepEqual(valuesOf(about.columns, 'field'), [
      ...['surname', 'firstname', 'mail', 'mobile', 'postal_code', 'city', 'birthdate', 'gender', 'tags'],
    ])
    assert.deepEqual(about.columns[0].samples, ['Curie', 'Noether'])
    const checked = await runImportStep(app, admin, id, 'check')
    assert.deepEqual([checked.state, checked.check.created, checked.check.rows], ['checked', 2, 2])
    assert.deepEqual(await allContacts(app, admin), [])
    const done = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([done.state, done.run.created], ['done', 2])
    const [marie, emmy] = await allContacts(app, admin)
    const shown = [marie.surname, marie.birthdate, marie.gender, marie.address.postal_code, marie.mobile_invalid]
    assert.deepEqual(shown, ['Curie', '1867-11-07T00:00:00.000Z', 'F', '75005', false])
    assert.deepEqual(valuesOf(marie.tags, 'name'), ['nobel', 'science'])
    assert.equal(emmy.address, null)
    const undone = await runImportStep(app, admin, id, 'undo')
    assert.deepEqual([undone.state, undone.undo], ['undone', { restored: 0, deleted: 2, kept: 0 }])
    assert.deepEqual(await allContacts(app, admin), [])
    assert.equal((await app.owner`select from tags where group_id = ${admin.space}`).length, 0)
  })

  test('is listed with its user and date', async () => {
    const admin = await aPlace()
    await upload(app, admin, 'nom\nA\n', 'First')
    await upload(app, admin, 'nom\nB\n', 'Second')
    const { body } = await app.as(admin).get('/v1/imports')
    assert.equal(body.total, 2)
    assert.deepEqual(
      body.data.map(({ name, user, state }: any) => [name, user.surname, state]),
      [
        ['Second', admin.surname, 'ready'],
        ['First', admin.surname, 'ready'],
      ],
    )
  })
})

describe('the settings of an import can be changed', () => {
  test('columns by index, since two may have the same name', async () => {
    const admin = await aPlace()
    const fields = [null, 'mail', 'surname'].map((field, index) => ({ index, field }))
    const csv = 'mail,mail,x\na@example.org,b@example.org,Doe\n'
    const { columns, id } = await anImport(app, admin, csv, { columns: fields })
    assert.deepEqual(valuesOf(columns, 'header', 'field'), [
      ['mail', null],
      ['mail', 'mail'],
      ['x', 'surname'],
    ])
    await runImportStep(app, admin, id, 'run')
    assert.equal((await allContacts(app, admin))[0].mail, 'b@example.org')
  })

  test('the separator, which changes the columns', async () => {
    const admin = await aPlace()
    const { columns, separator } = await anImport(app, admin, 'nom,x;mail\nA,1;b@example.org\n', { separator: ';' })
    assert.deepEqual([separator, columns.map(({ header }: any) => header)], [';', ['nom,x', 'mail']])
  })

  test('an invalid setting is a 422 that names the place', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom,mail\nA,a@example.org\n')
    const change = (settings: object) => app.as(admin).patch(`/v1/imports/${id}`, settings)
    const cases: [object, string][] = [
      [{ columns: [{ index: 7, field: 'surname' }] }, 'body.data.columns.0.index'],
      [{ columns: [{ index: 0, field: 'nonsense' }] }, 'body.data.columns.0.field'],
      [{ columns: [{ index: 0, field: 'mail' }] }, 'body.data.columns'],
      [{ columns: [{ index: 0, field: 'form' }] }, 'body.data.columns.0.form_id'],
      [{ columns: [{ index: 0, field: 'form', form_id: 999 }] }, 'body.data.columns'],
      [{ match: 'external_id' }, 'body.data.match'],
      [{ match: 'nothing', mode: 'update' }, 'body.data.mode'],
      [{ separator: 'x' }, 'body.data.separator'],
    ]
    for (const [settings, place] of cases)
      assert.deepEqual(refusal(await change(settings)), invalidAt(place), JSON.stringify(settings))
    assert.equal((await app.as(admin).get(`/v1/imports/${id}`)).body.data.match, 'mail')
  })

  test('but not after it has run', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom\nA\n')
    await runImportStep(app, admin, id, 'run')
    assert.equal((await app.as(admin).patch(`/v1/imports/${id}`, { mode: 'create' })).status, 409)
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/run`)).status, 409)
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/check`)).status, 409)
    await runImportStep(app, admin, id, 'undo')
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/undo`)).status, 409)
  })

  test('a change invalidates the last dry run', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom\nA\n')
    await runImportStep(app, admin, id, 'check')
    const { body } = await app.as(admin).patch(`/v1/imports/${id}`, { mode: 'create' })
    assert.deepEqual([body.data.state, body.data.check], ['ready', null])
  })
})

describe('permissions', () => {
  test('tags and answers need contacts:sensitive: to map, to check, to run and to undo', async () => {
    const space = await aSpace(app)
    const { admin, manager } = await aUserPerRole(app, space)
    const guessed = await anImport(app, manager, 'nom,tags\nA,b\n')
    assert.equal(guessed.columns[1].field, null, 'it is not even proposed')
    const own = (settings: object) => app.as(manager).patch(`/v1/imports/${guessed.id}`, settings)
    assert.equal((await own({ columns: [{ index: 1, field: 'tags' }] })).status, 403)
    assert.equal((await own({ tags: ['x'] })).status, 403)
    const { id } = await anImport(app, admin, 'nom,tags\nA,b\n')
    for (const what of ['check', 'run'])
      assert.equal((await app.as(manager).post(`/v1/imports/${id}/${what}`)).status, 403)
    await runImportStep(app, admin, id, 'run')
    assert.equal((await app.as(manager).post(`/v1/imports/${id}/undo`)).status, 403)
  })

  test('the content of a file is visible to its uploader and to users who see everything', async () => {
    const space = await aSpace(app)
    const { admin, manager } = await aUserPerRole(app, space)
    const another = await aUser(app, space, { role: 'manager' })
    const { id } = await anImport(app, manager, 'nom,mail\nSecret,nonsense\n')
    await runImportStep(app, manager, id, 'check')
    const samples = async (who: Person) => (await app.as(who).get(`/v1/imports/${id}`)).body.data.columns[0].samples
    const seen = [await samples(manager), await samples(admin), await samples(another)]
    assert.deepEqual(seen, [['Secret'], ['Secret'], []])
    const refused = (who: Person) => app.as(who).get(`/v1/imports/${id}/refused.csv`)
    const shown = [(await refused(manager)).status, (await refused(admin)).status, (await refused(another)).status]
    assert.deepEqual(shown, [200, 200, 403])
  })

  test('a job fails when its user loses the permission while it waits', async () => {
    const space = await aSpace(app)
    const { admin, manager } = await aUserPerRole(app, space)
    const { id } = await anImport(app, manager, 'nom\nA\n')
    const [blocker] = await app.owner<{ id: number }[]>`
      insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, state, heartbeat_at, claimed_by)
      values (${space}, ${manager.id}, 1, '', 'import_run', 0, 'bytes', 'running', now() + interval '1 hour', 'somebody') returning id`
    const { body } = await app.as(manager).post(`/v1/imports/${id}/run`)
    const role = await roleId(app, space, 'user')
    await app.owner`update users set role_id = ${role} where group_id = ${space} and id = ${manager.id}`
    await app.owner`update jobs set state = 'done' where id = ${blocker!.id}`
    await app.owner`select pg_notify('muster', 'jobs')`
    const job = await waitForJob(app, admin, body.data.run_job_id)
    assert.equal(job.state, 'failed')
    assert.match(job.error, /contacts:write/)
  })
})
