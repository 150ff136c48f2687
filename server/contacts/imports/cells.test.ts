import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact, aForm } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aFrenchAdmin, cellsOf, checkedImport, correctCells, file_with_wrong_cells } from '../../test/import_cells.ts'
import { patchesIn, readImportFile, wrongCellsIn } from '../../test/import_rows.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()

describe('a wrong cell', () => {
  test('does not cost the row: it is left out and listed, by the check and by the run', async () => {
    const { admin, id, check } = await checkedImport(app, file_with_wrong_cells)
    const listed = await cellsOf(app, admin, id)
    assert.deepEqual(valuesOf(listed.data, 'row', 'column', 'person', 'value', 'code', 'effect'), [
      [2, 1, 'Mail', 'not a mail', 'not_a_mail', 'left_out'],
      [3, 2, 'Date', '31/02/1980', 'not_a_date', 'left_out'],
      [4, 2, 'Future', '01/01/2999', 'future_date', 'left_out'],
      [5, 3, 'Sex', 'perhaps', 'not_a_gender', 'left_out'],
      [6, 4, 'Land', 'Atlantis', 'unknown_country', 'left_out'],
      [7, 1, 'Both', 'also not', 'not_a_mail', 'left_out'],
      [7, 2, 'Both', '99/99/9999', 'not_a_date', 'left_out'],
      [8, 5, 'Phone', '12 34', 'not_a_phone', 'kept'],
    ])
    const [first] = listed.data
    const seen = [listed.total, first.header, first.file_value, first.corrected, first.params]
    assert.deepEqual(seen, [8, 'mail', 'not a mail', false, { column: 'mail' }])
    assert.equal(first.reason, 'mail: not an email address.')
    assert.deepEqual([check.created, check.refused, check.cells_left_out, check.cells_kept], [7, 0, 7, 1])
    assert.deepEqual(valuesOf(check.cell_reasons.slice(0, 2), 'code', 'count'), [
      ['not_a_mail', 2],
      ['not_a_date', 2],
    ])
    assert.deepEqual(await allContacts(app, admin), [])
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual(run, { ...check, samples: [] })
    assert.deepEqual((await cellsOf(app, admin, id)).data, listed.data)
    const contacts = await allContacts(app, admin)
    assert.deepEqual(
      contacts.map(({ surname, mail, birthdate, gender, birth_country, mobile, mobile_invalid }) =>
        [surname, mail, birthdate, gender, birth_country, mobile, mobile_invalid && 'invalid'].join('|'),
      ),
      [
        ...['Mail||||||false', 'Date|date@example.org|||||false', 'Future|future@example.org|||||false'],
        ...['Sex|sex@example.org|||||false', 'Land|land@example.org|||||false', 'Both||||||false'],
        'Phone|phone@example.org||||12 34|invalid',
      ],
    )
  })

  test('of a matched contact leaves the stored value as it is, also if empty cells clear', async () => {
    const admin = await aFrenchAdmin(app)
    await aContact(app, admin, { surname: 'Old', mail: 'a@example.org', gender: 'F' })
    const { run } = await runImport(app, admin, 'mail,nom,sexe\na@example.org,New,?\n', { empty_cells: 'clear' })
    assert.deepEqual([run.updated, run.cells_left_out], [1, 1])
    const [{ surname, gender }] = await allContacts(app, admin)
    assert.deepEqual([surname, gender], ['New', 'F'])
  })

  test('costs the row where the person would be another one or would be contacted against their will', async () => {
    const { admin, id, check } = await checkedImport(app, 'nom,ne pas contacter,organisation\nA,maybe,\nB,,\n')
    assert.deepEqual([check.created, check.refused, check.cells_left_out], [1, 1, 0])
    assert.deepEqual(valuesOf((await cellsOf(app, admin, id)).data, 'person', 'effect'), [['A', 'row_refused']])
    assert.deepEqual(wrongCellsIn('contact id,nom\nnine,A\n'), [[2, 'nine', 'not_an_id', 'row_refused']])
  })

  test('for a telephone number without a digit is left out, while one without its prefix is kept', () => {
    const csv = 'nom,portable,fixe\nNone,aucun,n/a\nOne,06 12 34 56 78,12 34\n'
    assert.deepEqual(wrongCellsIn(csv, { locale: 'fr' }), [
      [2, 'aucun', 'no_digit', 'left_out'],
      [2, 'n/a', 'no_digit', 'left_out'],
      [3, '12 34', 'not_a_phone', 'kept'],
    ])
    const seen = valuesOf(patchesIn(csv), 'surname', 'mobile', 'phone')
    assert.deepEqual(seen, [
      ['None', undefined, undefined],
      ['One', '06 12 34 56 78', '12 34'],
    ])
  })

  test('costs the row if nothing else in it says who the person is', async () => {
    const { admin, id, check } = await checkedImport(app, 'mail,sexe\nno mail,F\nno mail,\n,M\n')
    assert.deepEqual(valuesOf(check.reasons, 'code'), ['no_identity', 'empty_row'])
    assert.equal(check.created, 1, 'a row without wrong cells is imported as before')
    const sent = await correctCells(app, admin, id, [{ row: 2, column: 0, value: 'a@example.org' }])
    assert.equal(sent.body.data.cells_left, 1)
    assert.equal((await runImportStep(app, admin, id, 'run')).run.created, 2)
  })

  test('is not listed for a row that the settings skip, nor if a number is valid at the stored address', async () => {
    const admin = await aFrenchAdmin(app)
    await aContact(app, admin, { mail: 'a@example.org', address: { country: 'BE' } })
    const { id, run } = await runImport(app, admin, 'mail,sexe\na@example.org,?\n', { mode: 'create' })
    assert.deepEqual([run.skipped, run.cells_left_out, (await cellsOf(app, admin, id)).total], [1, 0, 0])
    const csv = 'mail,tel\na@example.org,02 513 45 67\nb@example.org,02 513 45 67\n'
    const numbers = await runImport(app, admin, csv)
    assert.deepEqual(valuesOf((await cellsOf(app, admin, numbers.id)).data, 'row'), [3])
  })

  test('in most rows of a column is a warning', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `N${n},${n}/31/19`)
    const { check } = await checkedImport(app, `nom,naissance\n${rows.join('\n')}\n`)
    assert.deepEqual(check.warnings.at(-1).code, 'many_left_out')
    assert.deepEqual(check.warnings.at(-1).params, { column: 'naissance', cells: 20, filled: 20 })
  })

  test('never disappears: every cell is taken or listed', () => {
    const word = fc.constantFrom(
      ...['', 'a', 'x y', '31/12/1980', '1980-02-30', 'M', 'F', 'femme', 'FR', 'Atlantis', '06 12 34 56 78'],
    )
    const row = fc.record({
      surname: word,
      gender: word,
      birthdate: word,
      birth_country: word,
      mobile: word,
      tag: word,
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), rows => {
        const lines = rows.map((one, n) => [`key${n}`, ...Object.values(one)].join(','))
        const head = 'external id,nom,sexe,date de naissance,pays de naissance,portable,étiquettes'
        const staged = readImportFile(`${head}\n${lines.join('\n')}\n`).rows
        // The reader skips no row, since each has a key.
        assert.equal(staged.length, rows.length)
        for (const [n, { patch, cells }] of staged.entries()) {
          const { surname, gender, birthdate, birth_country, mobile, tags } = patch
          const stored = [surname, gender, birthdate, birth_country, mobile, tags?.[0]]
          const left_out = cells.flatMap(({ column, effect }) => (effect === 'left_out' ? [column - 1] : []))
          for (const [index, text] of Object.values(rows[n]!).entries())
            assert.equal(left_out.includes(index), text !== '' && !stored[index], JSON.stringify([n, index, text]))
        }
      }),
    )
  })
})

describe('permissions', () => {
  test('what is in a file, and its cells, are for the uploader and users who see everything, who may correct it', async () => {
    const space = await aSpace(app)
    const { admin, manager, user } = await aUserPerRole(app, space)
    const another = await aUser(app, space, { role: 'manager' })
    const { id } = await anImport(app, manager, 'nom,mail\nSecret,nonsense\n')
    await runImportStep(app, manager, id, 'check')
    const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const tried = async (who: Person) => [
      (await app.as(who).get(`/v1/imports/${id}`)).body.data?.columns[0].samples,
      (await app.as(who).get(`/v1/imports/${id}/refused.csv`)).status,
      (await app.as(who).get(`/v1/imports/${id}/cells`)).status,
      (await correctCells(app, who, id, [{ row: 2, column: 1, value: 'a@example.org' }])).status,
    ]
    for (const who of [manager, admin]) assert.deepEqual(await tried(who), [['Secret'], 200, 200, 200])
    assert.deepEqual(await tried(another), [[], 403, 403, 403])
    assert.deepEqual(await tried(user), [undefined, 403, 403, 403])
    assert.deepEqual(await tried(stranger), [undefined, 404, 404, 404])
  })

  test('reasons are in the language of the caller', async () => {
    const { admin, id } = await checkedImport(app, 'nom,mail\nA,no\n')
    await app.owner`update users set locale = 'fr' where group_id = ${admin.space} and id = ${admin.id}`
    assert.equal((await cellsOf(app, admin, id)).data[0].reason, 'mail : ce n’est pas une adresse e-mail.')
  })
})

describe('a correction', () => {
  test('is checked at once, and used by the next check and by the run', async () => {
    const { admin, id } = await checkedImport(app, file_with_wrong_cells)
    const { body } = await correctCells(app, admin, id, [
      { row: 2, column: 1, value: 'mail@example.org' },
      { row: 3, column: 2, value: '30/02/1980' },
      { row: 5, column: 3, value: '' },
    ])
    assert.deepEqual(valuesOf(body.data.cells, 'row', 'value', 'file_value', 'corrected', 'code'), [
      [2, 'mail@example.org', 'not a mail', true, null],
      [3, '30/02/1980', '31/02/1980', true, 'not_a_date'],
      [5, '', 'perhaps', true, null],
    ])
    assert.deepEqual([body.data.cells_left, body.data.cells_left_out], [6, 5])
    assert.equal((await cellsOf(app, admin, id, '?effect=left_out')).total, 5)
    const state = (await app.as(admin).get(`/v1/imports/${id}`)).body.data.state
    assert.equal(state, 'checked', 'the import can start at any time')
    assert.equal((await cellsOf(app, admin, id)).total, 6)
    assert.equal((await cellsOf(app, admin, id, '?include_corrected=true')).total, 8)
    const { check } = await runImportStep(app, admin, id, 'check')
    assert.deepEqual([check.cells_left_out, (await cellsOf(app, admin, id)).total], [5, 6])
    const again = await correctCells(app, admin, id, [
      { row: 2, column: 1, value: 'better@example.org' },
      { row: 3, column: 2, value: '29/02/1980' },
    ])
    assert.equal(again.body.data.cells_left, 5, 'a corrected cell can be corrected again')
    await runImportStep(app, admin, id, 'run')
    const [first, second] = await allContacts(app, admin)
    assert.deepEqual([first.mail, second.birthdate], ['better@example.org', '1980-02-29T00:00:00.000Z'])
    assert.equal((await correctCells(app, admin, id, [{ row: 2, column: 1, value: 'late@example.org' }])).status, 409)
  })

  test('takes the words of the value mapping and the answers of a form', async () => {
    const admin = await aFrenchAdmin(app)
    await aForm(app, admin, { label: 'Taille', values: ['S', 'M'] })
    const { id } = await anImport(app, admin, 'nom,taille\nA,huge\nB,M\n', {})
    await runImportStep(app, admin, id, 'check')
    const wrong = await correctCells(app, admin, id, [{ row: 2, column: 1, value: 'tiny' }])
    assert.deepEqual([wrong.body.data.cells_left, wrong.body.data.cells[0].code], [1, 'not_an_answer'])
    const right = await correctCells(app, admin, id, [{ row: 2, column: 1, value: 's' }])
    assert.deepEqual([right.body.data.cells_left, right.body.data.cells[0].reason], [0, null])
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([run.created, run.cells_left_out], [2, 0])
  })

  test('makes a row find its contact', async () => {
    const admin = await aFrenchAdmin(app)
    await aContact(app, admin, { surname: 'Known', mail: 'known@example.org' })
    const { id } = await anImport(app, admin, 'mail,nom\nknown(at)example.org,Renamed\n')
    await runImportStep(app, admin, id, 'check')
    await correctCells(app, admin, id, [{ row: 2, column: 0, value: 'known@example.org' }])
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([run.created, run.updated], [0, 1])
  })

  test('of the cell that costs the row shows what happens to the other cells', async () => {
    const { admin, id, check } = await checkedImport(
      app,
      'nom,mail,naissance,ne pas contacter\nA,no,31/02/1980,perhaps\n',
    )
    const effects = async () => (await cellsOf(app, admin, id)).data.map(({ effect }: any) => effect)
    const leftOut = async () => (await cellsOf(app, admin, id, '?effect=left_out')).total
    assert.deepEqual([check.refused, check.cells_left_out, await leftOut()], [1, 0, 0])
    assert.deepEqual(await effects(), ['left_out', 'left_out', 'row_refused'])
    const mail = await correctCells(app, admin, id, [{ row: 2, column: 1, value: 'nor this' }])
    assert.deepEqual([mail.body.data.cells_left, mail.body.data.cells_left_out, await leftOut()], [3, 0, 0])
    const { body } = await correctCells(app, admin, id, [{ row: 2, column: 3, value: 'oui' }])
    assert.deepEqual([body.data.cells_left, body.data.cells_left_out, await leftOut()], [2, 2, 2])
    assert.deepEqual(await effects(), ['left_out', 'left_out'])
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([run.created, run.refused, run.cells_left_out], [1, 0, 2])
  })

  test('in a row that is refused for its person does not say that the row is imported', async () => {
    const { admin, id } = await checkedImport(app, 'mail,naissance\nno,31/02/1980\n')
    const { body } = await correctCells(app, admin, id, [{ row: 2, column: 1, value: '99/99/1980' }])
    assert.deepEqual([body.data.cells[0].effect, body.data.cells_left_out], ['row_refused', 0])
  })

  test('is in the file of refused rows', async () => {
    const { admin, id } = await checkedImport(app, 'nom,ne pas contacter,mail\nA,maybe,no\n')
    await correctCells(app, admin, id, [{ row: 2, column: 2, value: 'a@example.org' }])
    const { text } = await app.as(admin).get(`/v1/imports/${id}/refused.csv`)
    assert.match(text, /^A,maybe,a@example\.org,2,/m)
  })

  test('stays when settings change, and is deleted when the columns do', async () => {
    const { admin, id } = await checkedImport(app, 'nom;mail\nA;no\n')
    await correctCells(app, admin, id, [{ row: 2, column: 1, value: 'a@example.org' }])
    await app.as(admin).patch(`/v1/imports/${id}`, { mode: 'create' })
    assert.equal((await correctCells(app, admin, id, [{ row: 2, column: 1, value: 'b@example.org' }])).status, 409)
    assert.equal((await cellsOf(app, admin, id, '?include_corrected=true')).total, 1)
    await app.as(admin).patch(`/v1/imports/${id}`, { separator: ',' })
    assert.equal((await cellsOf(app, admin, id, '?include_corrected=true')).total, 0)
  })

  test('is refused for a cell that was not listed, twice in a list, or beyond the limits', async () => {
    const { admin, id } = await checkedImport(app, file_with_wrong_cells)
    const fine = { row: 2, column: 1, value: 'a@example.org' }
    const cases: [object[], string][] = [
      [[{ row: 3, column: 1, value: 'x' }], 'body.data.cells.0'],
      [[fine, { row: 99, column: 1, value: 'x' }], 'body.data.cells.1'],
      [[fine, fine], 'body.data.cells.1'],
      [[{ row: 2, column: 1 }], 'body.data.cells.0.value'],
      [[{ row: 2, column: -1, value: '' }], 'body.data.cells.0.column'],
      [[], 'body.data.cells'],
      [Array.from({ length: 1001 }, () => fine), 'body.data.cells'],
    ]
    for (const [cells, place] of cases)
      assert.deepEqual(refusal(await correctCells(app, admin, id, cells)), invalidAt(place))
    assert.equal((await cellsOf(app, admin, id)).total, 8, 'nothing of it is stored')
    await app.owner`
      insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, correction)
      select ${admin.space}, ${id}, n, 900, 0, 0, '', '', '' from generate_series(1001, 11000) as n`
    assert.deepEqual(refusal(await correctCells(app, admin, id, [fine])), invalidAt('body.data.cells'))
  })

  test('of many cells at once by two people is stored once each', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `N${n},no${n}`)
    const { admin, id } = await checkedImport(app, `nom,mail\n${rows.join('\n')}\n`, { match: 'mail' })
    const all = rows.map((_, n) => ({ row: n + 2, column: 1, value: `n${n}@example.org` }))
    const [one, other] = await Promise.all([
      correctCells(app, admin, id, all.slice(0, 200)),
      correctCells(app, admin, id, all.slice(100)),
    ])
    assert.deepEqual([one.status, other.status], [200, 200])
    assert.equal((await cellsOf(app, admin, id)).total, 0)
    await runImportStep(app, admin, id, 'run')
    const mails = await app.owner`select mail from contacts where group_id = ${admin.space} order by id`
    assert.deepEqual(valuesOf(mails, 'mail'), valuesOf(all, 'value'))
  })
})
