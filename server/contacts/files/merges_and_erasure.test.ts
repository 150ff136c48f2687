import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { aFile, aPdf, contentsPath } from '../../test/contact_files.ts'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'muster-files-'))
const app = await startTestApp({ env: { DATA_DIR: data_dir } })
after(() => rmSync(data_dir, { recursive: true, force: true }))
const superadmin = await aUser(app, await aSpace(app), { role: 'superadmin' })

const aPerson = async (who: Person = superadmin) => (await aContact(app, who, { surname: 'Filed' })).id as number
const filesOf = async (who: Person, contact_id: number) =>
  (await app.as(who).get(`/v1/contacts/${contact_id}/files`)).body.data
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const usage = async () => (await app.as(superadmin).get('/v1/files/usage')).body.data.bytes

describe('with the contact', () => {
  const merge = (survivor: number, gone: number) =>
    app.as(superadmin).post(`/contacts/${survivor}/merge`, { contact_id: gone })

  test('a merge moves files, except doubles, and an undo moves them back', async () => {
    const [survivor, gone] = [await aPerson(superadmin), await aPerson(superadmin)]
    const body = aPdf()
    const kept = await aFile(app, superadmin, survivor, 'kept.pdf', body)
    const double = await aFile(app, superadmin, gone, 'double.pdf', body)
    const moved = await aFile(app, superadmin, gone, 'moved.pdf')
    const merged = await merge(survivor, gone)
    assert.equal(merged.status, 200, merged.text)
    assert.deepEqual(idsOf(await filesOf(superadmin, survivor)), [moved.id, kept.id])
    const undone = await app.as(superadmin).post(`/v1/merges/${merged.body.data.id}/undo`)
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual(idsOf(await filesOf(superadmin, gone)), [moved.id, double.id])
    assert.deepEqual(idsOf(await filesOf(superadmin, survivor)), [kept.id])
  })

  test('an erasure deletes files, their contents, and the name of the person in names of other files', async () => {
    const contact = await aContact(app, superadmin, { firstname: 'Zinedine', surname: 'Erasable' })
    const other = await aFile(app, superadmin, await aPerson(), 'Letter of Zinedine Erasable.pdf')
    const { id } = await aFile(app, superadmin, contact.id)
    const path = await contentsPath(app, data_dir, id)
    const before = await usage()
    await carryOut(app, superadmin, 'erasure', contact.id)
    await eventually(async () => !existsSync(path))
    assert.ok((await usage()) < before)
    assert.equal((await app.as(superadmin).get(`/v1/files/${other.id}`)).body.data.name, 'file.pdf')
  })
})
