import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aFrenchAdmin, cellsOf, checkedImport, correctCells, file_with_wrong_cells } from '../../test/import_cells.ts'
import { allContacts, anImport, runImportStep } from '../../test/imports.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()

describe('a correction', () => {
  test('is checked at once, and used by the next check and by the run', async () => {
    const { admin, id } = await checkedImport(app, file_with_wrong_cells)
    const { body } = await correctCells(app, admin, id, [
      { row: 2, column: 1, value: 'mail@example.org' },
      { row: 3, column: 2, value: '30/02/1980' },
      { row: 5, column: 3, value: '' },
    ])
    assert.deepEqual(
      body.data.cells.map(({ row, value, file_value, corrected, code }: any) => [
        row,
        value,
        file_value,
        corrected,
        code,
      ]),
      [
        [2, 'mail@example.org', 'not a mail', true, null],
        [3, '30/02/1980', '31/02/1980', true, 'not_a_date'],
        [5, '', 'perhaps', true, null],
      ],
    )
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
      assert.deepEqual(refusal(await correctCells(app, admin, id, cells)), [422, 'invalid_request', place])
    assert.equal((await cellsOf(app, admin, id)).total, 8, 'nothing of it is stored')
    await app.owner`
      insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, correction)
      select ${admin.space}, ${id}, n, 900, 0, 0, '', '', '' from generate_series(1001, 11000) as n`
    assert.deepEqual(refusal(await correctCells(app, admin, id, [fine])), [422, 'invalid_request', 'body.data.cells'])
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
    assert.deepEqual(
      mails.map(({ mail }) => mail),
      all.map(({ value }) => value),
    )
  })
})
