import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Pool } from '../../db/pool/pool.ts'
import { aContact, aForm, answerTo, patchContact, withoutUpdateTimes } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep, waitForJob } from '../../test/imports.ts'
import { aBundle } from '../../test/money.ts'
import { aHousehold, aNote, aRelationship, aTask } from '../../test/notes.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { longTest, runs } from '../../test/runs.ts'
import { valuesOf } from '../../test/values.ts'
import { eraseFromImports, expireOldImport } from '../core/import_retention.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })
const undo = async (who: Person, id: number) => (await runImportStep(app, who, id, 'undo')).undo

const state = async (who: Person, id: number) => (await app.as(who).get(`/v1/imports/${id}`)).body.data

describe('undoing', () => {
  test('restores fields, address, tags, answers and the name in a payment, whatever the settings were', async () => {
    const admin = await aPlace()
    const form = await aForm(app, admin, { label: 'Journal', values: ['oui', 'non'] })
    const size = await aForm(app, admin, { label: 'Taille', kind: 'custom_fields', type: 'text' })
    const contact = await aContact(app, admin, {
      ...{ surname: 'Old', mail: 'a@example.org', mobile: '0698765432', birthdate: '1980-02-01' },
      ...{ tags: [{ name: 'kept' }], address: { city: 'Paris', street: 'Rue' } },
      ...{ formdatas: [answerTo(form, 'non', 'non')], custom_fields: [answerTo(size, undefined, 'S')] },
    })
    await aContact(app, admin, { surname: 'Bare', mail: 'c@example.org' })
    const item = { amount: 100, contact_id: contact.id }
    const bundle = await aBundle(app, admin, { transactions: [item], donations: [item] })
    const before = await stateOf(admin)
    const csv = `mail,nom,portable,ville,naissance,tags,journal,taille
A@example.org,New,0612345678,Lyon,03/04/1990,fresh|kept,oui,M
b@example.org,B,,,,fresh,oui,
c@example.org,,nonsense,Nice,,X|fresh,,L
a@example.org,Newer,,,never,,hm,
`
    for (const [settings, undone] of [
      [{}, { restored: 2, deleted: 1, kept: 0 }],
      [
        { empty_cells: 'clear', tags: ['import'] },
        { restored: 2, deleted: 1, kept: 0 },
      ],
      [{ mode: 'create' }, { restored: 0, deleted: 1, kept: 0 }],
      [{ mode: 'update' }, { restored: 2, deleted: 0, kept: 0 }],
    ] as const) {
      const columns = [{ index: 4, field: 'birthdate' }]
      const { id } = await anImport(app, admin, csv, { ...settings, columns })
      const { check } = await runImportStep(app, admin, id, 'check')
      assert.deepEqual(await stateOf(admin), before, 'a dry run changes nothing')
      const { run } = await runImportStep(app, admin, id, 'run')
      assert.deepEqual({ ...run, samples: [] }, { ...check, samples: [] }, 'and tells what the run does')
      assert.notDeepEqual(await stateOf(admin), before)
      assert.deepEqual(await undo(admin, id), undone)
      assert.deepEqual(await stateOf(admin), before)
    }
    const { body } = await app.as(admin).get(`/v1/transaction_bundles/${bundle.id}`)
    assert.equal(body.data.donations[0].contact.surname, 'Old')
  })

  test('removes all contacts that it created, except those with a recorded consent', async () => {
    const admin = await aPlace()
    await aForm(app, admin, { label: 'Newsletter', kind: 'consent', values: ['oui'] })
    const { id } = await runImport(app, admin, 'nom,newsletter\nA,\nB,oui\n')
    await undo(admin, id)
    const rows =
      await app.owner`select surname from contacts where group_id = ${admin.space} and erased_at is null order by id`
    assert.deepEqual(valuesOf(rows, 'surname'), ['B'])
    const [row] =
      await app.owner`select c::text as line from contacts c where group_id = ${admin.space} and erased_at is not null`
    assert.doesNotMatch(row!['line'], /\bA\b/)
    assert.deepEqual(await allContacts(app, admin), [])
    const given = await app.owner`select given from consent_history where group_id = ${admin.space} order by id`
    assert.ok(given.length >= 1, 'what was once consented stays on record')
  })

  test('keeps contacts that were changed or used since, and counts them', async () => {
    const admin = await aPlace()
    const old = await aContact(app, admin, { surname: 'Old', mail: 'old@example.org' })
    const same = await aContact(app, admin, { surname: 'Same', mail: 'same@example.org' })
    const csv =
      'mail,prénom\nold@example.org,X\nsame@example.org,X\npaid@example.org,X\nedited@example.org,X\ngone@example.org,X\nfree@example.org,X\n'
    const { id } = await runImport(app, admin, csv)
    const byMail = new Map((await allContacts(app, admin)).map(contact => [contact.mail, contact.id]))
    const paid = byMail.get('paid@example.org')
    await patchContact(app, admin, old.id, { city: 'ignored', firstname: 'Edited' })
    await patchContact(app, admin, byMail.get('edited@example.org'), { tags: [{ name: 'seen' }] })
    await app.as(admin).delete(`/contacts/${byMail.get('gone@example.org')}`)
    await aBundle(app, admin, { transactions: [{ amount: 100, contact_id: paid }] })
    assert.deepEqual(await undo(admin, id), { restored: 1, deleted: 1, kept: 4 })
    const { body } = await app.as(admin).get(`/v1/imports/${id}/kept`)
    assert.equal(body.total, 4)
    const codes = Object.fromEntries(body.data.map(({ contact_id, code }: any) => [contact_id, code]))
    assert.deepEqual(codes, {
      [old.id]: 'changed',
      [paid]: 'referenced',
      [byMail.get('edited@example.org')]: 'changed',
      [byMail.get('gone@example.org')]: 'deleted',
    })
    await app.owner`
      update import_changes set kept_because = 'was changed since' where group_id = ${admin.space} and contact_id = ${old.id}`
    const stored = (await app.as(admin).get(`/v1/imports/${id}/kept`)).body.data
    assert.deepEqual(
      stored.find(({ contact_id }: any) => contact_id === old.id),
      { contact_id: old.id, reason: 'was changed since', code: null },
      'an earlier version stored a sentence',
    )
    const now = new Map((await allContacts(app, admin)).map(({ id, firstname }) => [id, firstname]))
    assert.equal(now.get(old.id), 'Edited')
    assert.equal(now.get(same.id), '')
    assert.equal(now.has(byMail.get('free@example.org')), false)
  })

  test('keeps contacts with a note, a task, a relationship or a household', async () => {
    const admin = await aPlace()
    const { id } = await runImport(app, admin, 'nom\nA\nB\nC\nD\nE\nF\n')
    const created = (await allContacts(app, admin)).map(contact => contact.id as number).sort((a, b) => a - b)
    const [noted, assigned, parent, child, member] = created as [number, number, number, number, number]
    await aNote(app, admin, noted)
    await aTask(app, admin, { contact_id: assigned })
    await aRelationship(app, admin, parent, child, 'child')
    await aHousehold(app, admin, [member])
    assert.deepEqual(await undo(admin, id), { restored: 0, deleted: 1, kept: 5 })
    const { body } = await app.as(admin).get(`/v1/imports/${id}/kept`)
    const seen = valuesOf(body.data, 'contact_id', 'code')
    assert.deepEqual(
      seen,
      created.slice(0, 5).map(contact_id => [contact_id, 'referenced']),
    )
  })

  test('imports from last to first restores the original state; an earlier one keeps what a later one changed', async () => {
    const admin = await aPlace()
    await aContact(app, admin, { surname: 'Zero', mail: 'a@example.org' })
    const before = await stateOf(admin)
    const first = await runImport(app, admin, 'mail,nom\na@example.org,One\nb@example.org,New\n')
    const second = await runImport(app, admin, 'mail,nom\na@example.org,Two\nb@example.org,Newer\n')
    assert.deepEqual(await undo(admin, second.id), { restored: 2, deleted: 0, kept: 0 })
    assert.deepEqual(await undo(admin, first.id), { restored: 1, deleted: 1, kept: 0 })
    assert.deepEqual(await stateOf(admin), before)
    const early = await runImport(app, admin, 'mail,nom\na@example.org,One\n')
    await runImport(app, admin, 'mail,nom\na@example.org,Two\n')
    assert.deepEqual(await undo(admin, early.id), { restored: 0, deleted: 0, kept: 1 })
    assert.equal((await allContacts(app, admin))[0].surname, 'Two')
  })

  test('works also for an import that was cancelled halfway', async () => {
    const admin = await aPlace()
    const rows = Array.from({ length: 8000 }, (_, n) => `p${n}@example.org,N${n}`)
    const { id } = await anImport(app, admin, `mail,nom\n${rows.join('\n')}\n`)
    const { body } = await app.as(admin).post(`/v1/imports/${id}/run`)
    const job = body.data.run_job_id
    await app.as(admin).post(`/v1/jobs/${job}/cancel`)
    assert.equal((await waitForJob(app, admin, job)).state, 'cancelled')
    const { body: stopped } = await app.as(admin).get(`/v1/imports/${id}`)
    assert.equal(stopped.data.state, 'stopped')
    const made = stopped.data.run?.created ?? 0
    assert.deepEqual(await undo(admin, id), { restored: 0, deleted: made, kept: 0 })
    assert.deepEqual(await allContacts(app, admin), [])
  })
})

longTest('undoing restores the former state for any file and any contacts', async () => {
  const word = fc.constantFrom('', 'a', 'B', 'é', 'x y', '=1')
  const mail = fc.constantFrom('', 'a@example.org', 'B@example.org', 'c@example.org', 'd@example.org', 'e@example.org')
  const row = fc.record({
    mail,
    nom: word,
    portable: fc.constantFrom('', '0612345678', 'nonsense'),
    ville: word,
    naissance: fc.constantFrom('', '01/02/1980', '03/04/1990', 'never'),
    tags: fc.constantFrom('', 'x', 'X|y', 'z'),
    Soutien: fc.constantFrom('', 'oui', 'non', 'hm'),
    Taille: word,
  })
  const settings = fc.record({
    mode: fc.constantFrom('create_and_update', 'create', 'update'),
    empty_cells: fc.constantFrom('leave', 'clear'),
    tags: fc.constantFrom([], ['import']),
  })
  const contact = fc.record(
    {
      surname: word,
      mail,
      mobile: fc.constantFrom('', '0698765432'),
      tags: fc.constantFrom([], [{ name: 'X' }], [{ name: 'y' }, { name: 'own' }]),
      address: fc.constantFrom(null, { city: 'Paris', street: 'Rue' }),
      answers: fc.subarray(['form', 'field'] as const),
    },
    { requiredKeys: ['surname', 'mail'] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, { maxLength: 4 }),
      fc.array(row, { minLength: 1, maxLength: 8 }),
      settings,
      async (contacts, rows, options) => {
        const own = await aPlaceWithForms()
        for (const { answers = [], ...sent } of contacts)
          await aContact(app, own.admin, {
            ...sent,
            ...(answers.includes('form') && { formdatas: [answerTo(own.form, 'non', 'non')] }),
            ...(answers.includes('field') && { custom_fields: [answerTo(own.field, undefined, 'S')] }),
          })
        const before = await stateOf(own.admin)
        const header = Object.keys(rows[0]!)
        const csv = [header.join(), ...rows.map(row => Object.values(row).join())].join('\n')
        const made = await anImport(app, own.admin, csv, { ...options, columns: [{ index: 4, field: 'birthdate' }] })
        const checked = await runImportStep(app, own.admin, made.id, 'check')
        assert.deepEqual(await stateOf(own.admin), before, 'a dry run changes nothing')
        const { run } = await runImportStep(app, own.admin, made.id, 'run')
        for (const what of ['rows', 'created', 'updated', 'unchanged', 'repeated', 'skipped', 'refused', 'reasons'])
          assert.deepEqual(checked.check[what], run[what], `a dry run tells how many are ${what}`)
        const { kept } = await undo(own.admin, made.id)
        assert.equal(kept, 0)
        assert.deepEqual(await stateOf(own.admin), before)
      },
    ),
    { numRuns: runs(25) },
  )
})

async function aPlaceWithForms() {
  const admin = await aPlace()
  return {
    admin,
    form: await aForm(app, admin, { label: 'Soutien', values: ['oui', 'non'] }),
    field: await aForm(app, admin, { label: 'Taille', kind: 'custom_fields', type: 'text' }),
  }
}

/** All data of the contacts of a space except timestamps, which an undo changes. */
async function stateOf(who: Person) {
  const tags = await app.owner`select name from tags where group_id = ${who.space} order by name`
  return { contacts: withoutUpdateTimes(await allContacts(app, who)), tags: tags.map(({ name }) => name) }
}

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
