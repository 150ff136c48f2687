import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aBundle } from '../../test/money.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { thorough } from '../../test/runs.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })
const read = async (who: Person, id: number) => (await app.as(who).get(`/v1/contacts/${id}`)).body
const none = { created: 0, updated: 0, unchanged: 0, repeated: 0, skipped: 0, refused: 0 }
const counts = (run: any) => Object.fromEntries(Object.keys(none).map(name => [name, run[name]]))

describe('a row matches its contact', () => {
  test('by mail, in any case; without a key to match by, every row is a new contact, unless it is empty', async () => {
    const admin = await aPlace()
    const { id } = await aContact(app, admin, { surname: 'Curie', mail: 'Marie@Example.org' })
    const { run } = await runImport(app, admin, 'mail,prénom\nmarie@EXAMPLE.org,Marie\n')
    assert.deepEqual(counts(run), { ...none, updated: 1 })
    const contact = await read(admin, id)
    assert.deepEqual([contact.surname, contact.firstname, contact.mail], ['Curie', 'Marie', 'marie@EXAMPLE.org'])
    const keyless = (await runImport(app, admin, 'nom,x\nA,\nA,\n,y\n', { tags: ['everybody'] })).run
    assert.deepEqual([counts(keyless), keyless.reasons[0].code], [{ ...none, created: 2, refused: 1 }, 'empty_row'])
    // A column named id is an ID of another program, never ours.
    assert.equal((await anImport(app, admin, 'id,nom\n1,A\n')).columns[0].field, 'external_id')
  })

  test('by external ID, by our own ID, or by name and birthdate without accents', async () => {
    const admin = await aPlace()
    const paul = { surname: 'Éluard', firstname: 'Paul', birthdate: '1895-12-14', external_id: 'X-1' }
    const { id } = await aContact(app, admin, paul)
    for (const csv of [
      'external_id,city\nX-1,Paris\n',
      `contact_id,city\n${id},Lyon\n`,
      'nom,prénom,date de naissance,ville\neluard,PAUL,14/12/1895,Nice\n',
    ]) {
      const { run } = await runImport(app, admin, csv)
      assert.deepEqual(counts(run), { ...none, updated: 1 }, csv)
    }
    assert.equal((await read(admin, id)).address.city, 'Nice')
    assert.equal((await allContacts(app, admin)).length, 1)
  })

  test('a row that matches two contacts is refused, as is an ID that no contact of the space has', async () => {
    const [admin, other_space_user] = [await aPlace(), await aPlace()]
    for (const surname of ['One', 'Two']) await aContact(app, admin, { surname, mail: 'both@example.org' })
    const { run } = await runImport(app, admin, 'mail,prénom\nboth@example.org,X\n')
    assert.deepEqual([counts(run), run.reasons[0].code], [{ ...none, refused: 1 }, 'several_matches'])
    const theirs = await aContact(app, other_space_user, { surname: 'Theirs' })
    const foreign = await runImport(app, admin, `contact_id,nom\n${theirs.id},Mine\n999999999,Nobody\n`)
    assert.deepEqual(counts(foreign.run), { ...none, refused: 2 })
    assert.equal((await read(other_space_user, theirs.id)).surname, 'Theirs')
  })

  test('deleted contacts are not matched, restricted ones are not changed', async () => {
    const admin = await aPlace()
    const gone = await aContact(app, admin, { surname: 'Gone', mail: 'gone@example.org' })
    await app.as(admin).delete(`/contacts/${gone.id}`)
    const quiet = await aContact(app, admin, { surname: 'Quiet', mail: 'quiet@example.org' })
    await app.owner`update contacts set restricted_at = now() where id = ${quiet.id}`
    await reindexContacts(app.owner, admin.space)
    const { run } = await runImport(app, admin, 'mail,nom\ngone@example.org,New\nquiet@example.org,Loud\n')
    assert.deepEqual(counts(run), { ...none, created: 1, refused: 1 })
    const [row] = await app.owner`select surname from contacts where id = ${quiet.id}`
    assert.equal(row!['surname'], 'Quiet')
  })
})

describe('a contact that is in one file twice', () => {
  test('is one contact, and the later row wins', async () => {
    const admin = await aPlace()
    const csv = 'mail,nom,prénom\na@example.org,First,Ann\nA@example.org,Second,\nb@example.org,Other,\n'
    const { id } = await anImport(app, admin, csv)
    const { check } = await runImportStep(app, admin, id, 'check')
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual(counts(run), { ...none, created: 2, repeated: 1 })
    assert.deepEqual(counts(check), counts(run))
    const [ann] = await allContacts(app, admin)
    assert.deepEqual([ann.surname, ann.firstname], ['Second', 'Ann'])
  })

  test('also when several steps of the import are between them', async () => {
    const admin = await aPlace()
    // A step ends after so many rows, or after three quarters of a megabyte.
    const [between, filler] = thorough ? [4000, ''] : [60, 'x'.repeat(30_000)]
    const others = Array.from({ length: between }, (_, n) => `p${n}@example.org,N${n},,${filler}`).join('\n')
    const csv = `mail,nom,prénom,x\nfar@example.org,First,Ann,\n${others}\nfar@example.org,Second,,\n`
    const { id } = await anImport(app, admin, csv)
    const { check } = await runImportStep(app, admin, id, 'check')
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual(counts(run), { ...none, created: between + 1, repeated: 1 })
    assert.deepEqual(counts(check), counts(run))
    const found =
      await app.owner`select surname, firstname from contacts where group_id = ${admin.space} and mail = 'far@example.org'`
    assert.deepEqual([...found], [{ surname: 'Second', firstname: 'Ann' }])
    assert.equal((await app.owner`select from import_seen_keys where group_id = ${admin.space}`).length, 0)
  })
})

describe('options for rows', () => {
  test('create only: existing contacts are skipped; update only: unknown ones are refused', async () => {
    const admin = await aPlace()
    const { id } = await aContact(app, admin, { surname: 'Old', mail: 'old@example.org' })
    const csv = 'mail,nom\nold@example.org,Changed\nnew@example.org,New\nNEW@example.org,Newer\n'
    const created = (await runImport(app, admin, csv, { mode: 'create' })).run
    assert.deepEqual(counts(created), { ...none, created: 1, repeated: 1, skipped: 1 })
    assert.equal((await read(admin, id)).surname, 'Old')
    const unknown = 'mail,nom\nold@example.org,Changed\nother@example.org,New\n,Nobody\n'
    const updated = (await runImport(app, admin, unknown, { mode: 'update' })).run
    assert.deepEqual(counts(updated), { ...none, updated: 1, refused: 2 })
    assert.deepEqual([(await read(admin, id)).surname, (await allContacts(app, admin)).length], ['Changed', 2])
  })

  test('an empty cell keeps or clears the value, by option; a missing cell keeps it', async () => {
    const admin = await aPlace()
    const whole = { surname: 'Old', firstname: 'Ann', mail: 'a@example.org', mobile: '0612345678' }
    const { id } = await aContact(app, admin, { ...whole, address: { city: 'Paris', street: 'Rue' } })
    const clear = { empty_cells: 'clear' }
    const csv = 'mail,prénom,portable,ville\na@example.org,,,\n'
    assert.deepEqual(counts((await runImport(app, admin, csv)).run), { ...none, unchanged: 1 })
    const short = await runImport(app, admin, 'mail,prénom\na@example.org\n', clear)
    assert.deepEqual(counts(short.run), { ...none, unchanged: 1 })
    assert.deepEqual(counts((await runImport(app, admin, csv, clear)).run), { ...none, updated: 1 })
    const { firstname, mobile, address, surname } = await read(admin, id)
    assert.deepEqual([firstname, mobile, address.city, address.street, surname], ['', '', '', 'Rue', 'Old'])
  })

  test('importing the same file again changes nothing', async () => {
    const admin = await aPlace()
    const form = await aForm(app, admin, { label: 'Journal', values: ['oui', 'non'] })
    const csv = 'mail,nom,portable,ville,naissance,tags,journal\na@example.org,A,0612345678,Lyon,01/02/1980,x|y,Oui\n'
    const settings = { columns: [{ index: 4, field: 'birthdate' }] }
    const first = await runImport(app, admin, csv, settings)
    assert.equal(first.columns[6].form_id, form.id)
    assert.deepEqual(counts(first.run), { ...none, created: 1 })
    const before = await allContacts(app, admin)
    assert.deepEqual(counts((await runImport(app, admin, csv, settings)).run), { ...none, unchanged: 1 })
    assert.deepEqual(await allContacts(app, admin), before)
  })
})

describe('imported contacts follow the rules of other writes', () => {
  test('answers follow the rules of their forms, a consent has its source, and tags are added without case', async () => {
    const admin = await aPlace()
    const consent = await aForm(app, admin, { label: 'Newsletter', kind: 'consent', values: ['oui', 'non'] })
    const shirt = await aForm(app, admin, { label: 'Taille', kind: 'custom_fields', type: 'text' })
    const topics = await aForm(app, admin, { label: 'Thèmes', type: 'checkbox', values: ['climat', 'logement'] })
    const formdatas = [answerTo(consent, 'non', 'non')]
    const tags = [{ name: 'Member' }, { name: 'old' }]
    const { id } = await aContact(app, admin, { mail: 'a@example.org', formdatas, tags })
    const csv = `mail,newsletter,TAILLE,themes,tags
a@example.org,OUI,XL,climat|Logement,member; New
b@example.org,perhaps,,,
`
    const done = await runImport(app, admin, csv, { tags: ['Autumn'] })
    const seen = [counts(done.run), done.run.cell_reasons[0].reason.includes('Newsletter')]
    assert.deepEqual(seen, [{ ...none, created: 1, updated: 1 }, true])
    const contact = await read(admin, id)
    const answered = contact.formdatas.map(({ form_id, data, source }: any) => [form_id, data, source])
    assert.deepEqual(answered, [
      [consent.id, 'oui', `import ${done.id}`],
      [topics.id, 'climat', `import ${done.id}`],
      [topics.id, 'logement', `import ${done.id}`],
    ])
    assert.deepEqual(valuesOf(contact.custom_fields, 'form_id', 'data'), [[shirt.id, 'XL']])
    assert.deepEqual(valuesOf(contact.tags, 'name'), ['Autumn', 'Member', 'New', 'old'])
    const history = await app.owner`select data, source from consent_history where contact_id = ${id} order by id`
    assert.deepEqual([...history].at(-1), { data: 'oui', source: `import ${done.id}` })
  })

  test('version, event and timestamp follow; a payment shows the new name', async () => {
    const admin = await aPlace()
    const { id } = await aContact(app, admin, { surname: 'Old', mail: 'a@example.org' })
    const bundle = await aBundle(app, admin, {
      transactions: [{ amount: 100, contact_id: id }],
      donations: [{ amount: 100, contact_id: id }],
    })
    await runImport(app, admin, 'mail,nom\na@example.org,New\n')
    const [row] = await app.owner`select version, updated_at > created_at as later from contacts where id = ${id}`
    assert.deepEqual({ ...row }, { version: 2, later: true })
    const events =
      await app.owner`select kind from events where group_id = ${admin.space} and subject_id = ${id} and kind like 'contact.%' order by id`
    assert.deepEqual(valuesOf(events, 'kind'), ['contact.created', 'contact.updated'])
    const { body } = await app.as(admin).get(`/v1/transaction_bundles/${bundle.id}`)
    assert.equal(body.data.donations[0].contact.surname, 'New')
  })
})

describe('a dry run', () => {
  test('warns when a column would change suspiciously many contacts, and shows some of the changes', async () => {
    const admin = await aPlace()
    const rows = Array.from({ length: 30 }, (_, n) => `p${n}@example.org,Nom${n},Ville`)
    await runImport(app, admin, `mail,nom,ville\n${rows.join('\n')}\n`)
    const shifted = rows.map((row, n) => (n < 20 ? row.replace(/Nom\d+/, `Autre${n}`) : row))
    const { id } = await anImport(app, admin, `mail,nom,ville\n${shifted.join('\n')}\n`)
    const before = await allContacts(app, admin)
    const { check } = await runImportStep(app, admin, id, 'check')
    assert.deepEqual(counts(check), { ...none, updated: 20, unchanged: 10 })
    assert.match(check.warnings[0].message, /^surname would change for 20 of 30/)
    assert.equal(check.warnings.length, 1)
    assert.deepEqual(check.samples[0].changes, [{ field: 'surname', before: 'Nom0', after: 'Autre0' }])
    assert.equal(check.samples[0].contact_id, before[0].id)
    assert.deepEqual(await allContacts(app, admin), before, 'and changes nothing')
    const filled = rows.map(row => `${row},Rue`).join('\n')
    const { id: other } = await anImport(app, admin, `mail,nom,ville,rue\n${filled}\n`)
    const { check: filling } = await runImportStep(app, admin, other, 'check')
    assert.deepEqual([filling.updated, filling.warnings], [30, []], 'an empty field may be filled')
  })
})
