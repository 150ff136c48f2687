import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { thorough } from '../../test/runs.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })

/** The contacts that a file creates in a new space. */
async function made(csv: string | Uint8Array, settings: object = {}) {
  const admin = await aPlace()
  const done = await runImport(app, admin, csv, settings)
  return { admin, done, contacts: await allContacts(app, admin) }
}

describe('real-world files', () => {
  test('a byte order mark is not part of the first header', async () => {
    const { contacts } = await made('\uFEFFnom,prénom\nÉluard,Paul\n')
    assert.deepEqual([contacts[0].surname, contacts[0].firstname], ['Éluard', 'Paul'])
  })

  test('Windows-1252 is detected, with its special characters', async () => {
    const csv = Buffer.from('nom;pr\xe9nom;ville\nN\x9cud;Ana\xefs \x80;Saint-\xc9tienne\n', 'latin1')
    const { contacts, done } = await made(csv)
    assert.equal(done.encoding, 'windows-1252')
    const [{ surname, firstname, address }] = contacts
    assert.deepEqual([surname, firstname, address.city], ['Nœud', 'Anaïs €', 'Saint-Étienne'])
  })

  test('a UTF-8 character split between two chunks of the upload is read whole', async () => {
    const filler = 'x'.repeat(262_144 - 'nom,infos\nA,'.length - 1)
    const { done } = await made(`nom,infos\nA,${filler}é\nB,é\n`)
    assert.equal(done.encoding, 'utf-8')
  })

  test('tabs, quotes, quoted line ends and doubled quotes are read', async () => {
    const { contacts } = await made('nom\tadresse\n"O""Neill"\t"1 rue\nde la Paix"\n')
    assert.deepEqual([contacts[0].surname, contacts[0].address.street], ['O"Neill', '1 rue\nde la Paix'])
  })

  test('short rows are filled up, long ones are refused, empty ones are skipped', async () => {
    const csv = 'nom,prénom,mail\nA\n\n,,\nB,Bea,b@example.org,what,ever\nC,Cleo,c@example.org,,\n'
    const { contacts, done } = await made(csv)
    assert.deepEqual(valuesOf(contacts, 'surname'), ['A', 'C'])
    assert.deepEqual(done.run.reasons, [
      { reason: 'The row has more cells than the header.', code: 'too_many_cells', params: {}, count: 1 },
    ])
    assert.equal(done.run.rows, 3)
  })

  test('of two columns with the same name the first one is used', async () => {
    const { contacts } = await made('nom,nom,prénom\nCurie,Sklodowska,Marie\n')
    assert.equal(contacts[0].surname, 'Curie')
  })

  test('unknown columns among sixty are ignored', async () => {
    const header = ['nom', ...Array.from({ length: 58 }, (_, n) => `colonne ${n}`), 'code postal']
    const { contacts, done } = await made(`${header.join()}\n${['A', ...Array(58).fill('x'), '01000'].join()}\n`)
    assert.equal(done.columns.length, 60)
    assert.deepEqual([contacts[0].surname, contacts[0].address.postal_code], ['A', '01000'])
  })

  test('a formula is plain text, and loses the apostrophe of the export', async () => {
    const { contacts } = await made(`nom,prénom,portable\n=1+1,"'=HYPERLINK(""x"")",'+33612345678\n`)
    const [{ surname, firstname, mobile, mobile_invalid }] = contacts
    assert.deepEqual([surname, firstname, mobile, mobile_invalid], ['=1+1', '=HYPERLINK("x")', '+33612345678', false])
  })

  test('common date formats are read', async () => {
    const dates = ['3/4/1980', '03.04.80', '1980-04-03', '03-04-1980 00:00', '1980/4/3']
    const { contacts } = await made(`nom;naissance\n${dates.map((date, n) => `N${n};${date}`).join('\n')}\n`, {
      match: 'nothing',
      columns: [{ index: 1, field: 'birthdate' }],
    })
    for (const { birthdate } of contacts) assert.equal(birthdate, '1980-04-03T00:00:00.000Z')
    const american = await made('nom;birthdate\nA;04/03/1980\n', { date_order: 'month_first' })
    assert.equal(american.contacts[0].birthdate, '1980-04-03T00:00:00.000Z')
  })

  test('words are translated to values, by default and by the mapping', async () => {
    const csv = 'nom,sexe,ne pas contacter,pays de naissance\nA,Homme,oui,France\nB,W,NON,de\nC,x,1,Royaume-Uni\n'
    const { contacts } = await made(csv, { columns: [{ index: 1, field: 'gender', values: { w: 'F' } }] })
    assert.deepEqual(valuesOf(contacts, 'gender', 'black_list', 'birth_country'), [
      ['M', true, 'FR'],
      ['F', false, 'DE'],
      ['O', true, 'GB'],
    ])
  })

  test('an invalid telephone number is kept and marked', async () => {
    const { contacts } = await made('nom,tel,portable\nA,01 23,06 12 34 56 78\nB,,612345678\n')
    assert.deepEqual(valuesOf(contacts, 'phone', 'phone_invalid', 'mobile_invalid'), [
      ['01 23', true, false],
      ['', false, false],
    ])
  })
})

describe('refused rows', () => {
  const bad = `nom,mail,ne pas contacter,étiquettes,contact id
Ok,ok@example.org,,,
Wide,wide@example.org,,,,extra
Flag,flag@example.org,perhaps,,
"Broken,broken@example.org,,,
Both,both@example.org,perhaps,,,extra
`

  test('are reported with reasons, and can be downloaded, corrected and imported again', async () => {
    const admin = await aPlace()
    const settings = { columns: [{ index: 4, field: null }], match: 'mail' }
    const { id } = await anImport(app, admin, bad, settings)
    const { check } = await runImportStep(app, admin, id, 'check')
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([run.created, run.refused], [1, 4])
    assert.deepEqual(run.reasons, check.reasons)
    const byCode = run.reasons.map(({ code, params, count }: any) => [code, params, count])
    assert.deepEqual(byCode[0], ['too_many_cells', {}, 2])
    assert.deepEqual(byCode[1], ['not_yes_or_no', { column: 'ne pas contacter' }, 1])
    const { text, headers } = await app.as(admin).get(`/v1/imports/${id}/refused.csv`)
    assert.match(headers.get('content-disposition') ?? '', /refused\.csv/)
    const lines = text.replace('\uFEFF', '').trim().split('\r\n')
    assert.equal(lines[0], 'nom,mail,ne pas contacter,étiquettes,contact id,row,reason')
    const seen = lines.slice(1).map(line => /,(\d+),(?:"[^"]*"|[^,"]*)$/.exec(line)?.[1])
    assert.deepEqual(seen, ['3', '4', '5', '6'])
    assert.match(lines[1]!, /^Wide,wide@example.org,,,,3,The row has more cells than the header\. \(extra\)$/)
    assert.match(lines[2]!, /^Flag,.*,4,ne pas contacter: must be yes or no\. Map this value under Map values\.$/)
    await app.owner`update users set locale = 'fr' where group_id = ${admin.space} and id = ${admin.id}`
    const french = await app.as(admin).get(`/v1/imports/${id}/refused.csv`)
    const shown = french.text
    assert.match(
      shown,
      /^Flag,.*,4,ne pas contacter : ni oui ni non\. Précisez cette valeur sous Correspondances\.\r$/m,
    )
    assert.doesNotMatch(french.text, /must be|more cells/)
    const again = await runImport(app, admin, text.replace('perhaps', 'oui'), settings)
    // Corrected or without its extra cell, each row is imported, except the other one that still says “perhaps”.
    assert.deepEqual([again.run.created, again.run.refused], [3, 1])
  })

  test('of an earlier version is shown by its sentence, without a code', async () => {
    const admin = await aPlace()
    const { id } = await runImport(app, admin, bad)
    const old = { rows: 1, created: 0, refused: 1, reasons: { 'mail is no e-mail address': 1 } }
    await app.owner`
      update jobs set result = ${JSON.stringify(old)}::text::jsonb
      where group_id = ${admin.space} and kind = 'import_run' and subject_id = ${id}`
    const { run } = (await app.as(admin).get(`/v1/imports/${id}`)).body.data
    assert.deepEqual(run.reasons, [{ reason: 'mail is no e-mail address', code: null, params: {}, count: 1 }])
    assert.deepEqual([run.cells_left_out, run.cell_reasons], [0, []])
  })

  test('that are many and far apart in a long file are returned unchanged', async () => {
    // The import takes several steps: each ends after 2000 rows, or after three quarters of a megabyte.
    const [many, filler] = thorough ? [9000, ''] : [90, 'x'.repeat(20_000)]
    const rows = Array.from({ length: many }, (_, n) =>
      n % 7 === 0 ? `é${n},e${n}@example.org,maybe ${n},${filler}` : `A${n},a${n}@example.org,,${filler}`,
    )
    const admin = await aPlace()
    const done = await runImport(app, admin, `nom,mail,liste noire,x\n${rows.join('\n')}\n`)
    const { text } = await app.as(admin).get(`/v1/imports/${done.id}/refused.csv`)
    const lines = text.trim().split('\r\n').slice(1)
    const reason = 'liste noire: must be yes or no. Map this value under Map values.'
    const expected = rows.flatMap((row, n) => (n % 7 === 0 ? `${row},${n + 2},${reason}` : []))
    assert.deepEqual(lines, expected)
    assert.equal(done.run.created, many - expected.length)
  })
})
