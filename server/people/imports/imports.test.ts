import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, everybody, imported, upload, work } from '../../test/imports.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp({ level: 'error' })
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })

describe('a file', () => {
  test('is uploaded, understood, checked, run and undone', async () => {
    const admin = await aPlace()
    const csv = 'Nom;Prénom;Courriel;Téléphone portable;Code postal;Ville;Date de naissance;Civilité;Étiquettes\nCurie;Marie;marie@example.org;06 12 34 56 78;75005;Paris;07/11/1867;Mme;science, nobel\nNoether;Emmy;emmy@example.org;;;;23/03/1882;F;\n'
    const { body } = await upload(app, admin, csv, 'Savantes')
    const { id, ...about } = body.data
    assert.equal(about.name, 'Savantes')
    assert.equal(about.state, 'ready')
    assert.equal(about.separator, ';')
    assert.equal(about.encoding, 'utf-8')
    assert.equal(about.match, 'mail')
    assert.deepEqual(
      about.columns.map(({ field }: any) => field),
      ['surname', 'firstname', 'mail', 'mobile', 'postal_code', 'city', 'birthdate', 'gender', 'tags'],
    )
    const checked = await work(app, admin, id, 'check')
    assert.equal(checked.state, 'checked')
    assert.equal(checked.check.created, 2)
    assert.equal((await everybody(app, admin)).length, 0)
    const done = await work(app, admin, id, 'run')
    assert.equal(done.state, 'done')
    assert.equal(done.run.created, 2)
    const [marie, emmy] = await everybody(app, admin)
    assert.equal(marie.surname, 'Curie')
    assert.equal(marie.birthdate, '1867-11-07T00:00:00.000Z')
    assert.equal(marie.gender, 'F')
    assert.equal(marie.address.postal_code, '75005')
    assert.equal(marie.mobile_invalid, false)
    assert.deepEqual(
      marie.tags.map(({ name }: any) => name),
      ['nobel', 'science'],
    )
    assert.equal(emmy.address, null)
    const undone = await work(app, admin, id, 'undo')
    assert.equal(undone.state, 'undone')
    assert.deepEqual(undone.undo, { restored: 0, deleted: 2, kept: 0 })
    assert.deepEqual(await everybody(app, admin), [])
    void [anImport, imported, refusal]
  })
})
