import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { patchesIn } from '../../test/import_rows.ts'
import { allContacts, anImport, runImport, runImportStep, sendFile, upload, waitForJob } from '../../test/imports.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal, roleId } from '../../test/people.ts'
import { longTest, thorough } from '../../test/runs.ts'
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
  test('marks, tabs, quotes, line ends in quotes and formulas of exports are read as they were meant', () => {
    const cases: [string, object][] = [
      ['\uFEFFnom,prénom\nÉluard,Paul\n', { surname: 'Éluard', firstname: 'Paul' }],
      ['nom\tville\n"O""Neill"\t"Aix\nen P"\n', { surname: 'O"Neill', address: { city: 'Aix\nen P' } }],
      ['nom,prénom\n=1+1,"\'=HYPERLINK(""x"")"\n', { surname: '=1+1', firstname: '=HYPERLINK("x")' }],
      ["nom,portable\nA,'+33612345678\n", { surname: 'A', mobile: '+33612345678' }],
      ['nom,nom,prénom\nCurie,Sklodowska,Marie\n', { surname: 'Curie', firstname: 'Marie' }],
    ]
    for (const [csv, patch] of cases) assert.deepEqual(patchesIn(csv), [patch], csv)
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

  test('short rows are filled up, long ones are refused, empty ones are skipped', async () => {
    const csv = 'nom,prénom,mail\nA\n\n,,\nB,Bea,b@example.org,what,ever\nC,Cleo,c@example.org,,\n'
    const { contacts, done } = await made(csv)
    assert.deepEqual(valuesOf(contacts, 'surname'), ['A', 'C'])
    assert.deepEqual(done.run.reasons, [
      { reason: 'The row has more cells than the header.', code: 'too_many_cells', params: {}, count: 1 },
    ])
    assert.equal(done.run.rows, 3)
  })

  test('unknown columns among sixty are ignored', () => {
    const header = ['nom', ...Array.from({ length: 58 }, (_, n) => `colonne ${n}`), 'code postal']
    const csv = `${header.join()}\n${['A', ...Array(58).fill('x'), '01000'].join()}\n`
    assert.deepEqual(patchesIn(csv), [{ surname: 'A', address: { postal_code: '01000' } }])
  })

  test('common date formats are read', () => {
    const read = (date: string, settings: object = {}) =>
      patchesIn(`nom;né le\nA;${date}\n`, { settings })[0]?.birthdate
    for (const date of ['3/4/1980', '03.04.80', '1980-04-03', '03-04-1980 00:00', '1980/4/3'])
      assert.equal(read(date), '1980-04-03', date)
    assert.equal(read('04/03/1980', { date_order: 'month_first' }), '1980-04-03')
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

const traces = async (space: number) => {
  const [row] = await app.owner`
    select (select count(*) from imports where group_id = ${space}) as imports,
           (select count(*) from import_chunks where group_id = ${space}) as chunks`
  return row
}

describe('an upload', () => {
  test('that is sent twice with one key is stored once', async () => {
    const admin = await aPlace()
    const file = 'nom\nA\n'
    const path = '/v1/imports?name=Once'
    const key = { 'idempotency-key': 'one-file' }
    const first = await sendFile(app, admin, path, file, key)
    const second = await sendFile(app, admin, path, file, key)
    assert.equal(second.body.data.id, first.body.data.id)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(await traces(admin.space), { imports: 1, chunks: 1 })
    const other = await sendFile(app, admin, path, `${file}B\n`, key)
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
    assert.deepEqual(await traces(admin.space), { imports: 1, chunks: 1 })
  })

  test('in several chunks is stored byte for byte', async () => {
    const admin = await aPlace()
    const csv = `nom,prénom\n${Array.from({ length: 40_000 }, (_, n) => `Nom${n},"é${'x'.repeat(n % 9)}"`).join('\n')}\n`
    const { id, bytes } = await anImport(app, admin, csv)
    const chunks = await app.owner<{ bytes: Buffer }[]>`
      select bytes from import_chunks where group_id = ${admin.space} and import_id = ${id} order by position`
    assert.ok(chunks.length > 2)
    assert.equal(Buffer.concat(chunks.map(chunk => chunk.bytes)).toString(), csv)
    assert.equal(bytes, Buffer.byteLength(csv))
  })
})

describe('a file is refused and leaves nothing', () => {
  test('if it is empty, blank, in UTF-16, without a name, of another type, or has too many columns', async () => {
    const admin = await aPlace()
    for (const [csv, path, place] of [
      ['', '?name=x', 'body'],
      ['\n\n\n', '?name=x', 'body'],
      [new Uint8Array(Buffer.from('\uFEFFnom\nA\n', 'utf16le')), '?name=x', 'body'],
      [`${Array(1100).fill('x').join()}\n`, '?name=x', 'body'],
      ['nom\nA\n', '', 'query.name'],
    ] as const)
      assert.deepEqual(refusal(await sendFile(app, admin, `/v1/imports${path}`, csv)), invalidAt(place))
    for (const type of ['application/json', 'application/zip']) {
      const answer = await sendFile(app, admin, '/v1/imports?name=x', '{}', { 'content-type': type })
      assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
      assert.match(answer.body.detail, /text\/csv/)
    }
    assert.equal((await app.as(admin).post('/v1/imports?name=x')).status, 415)
    assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
  })

  test('if it is larger than 100 MB, at once when its length is announced', async () => {
    const admin = await aPlace()
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const headers = { host: 'x', authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' }
    const lines = Object.entries({ ...headers, 'content-length': 100 * 2 ** 20 + 1 }).map(line => line.join(': '))
    socket.write(`POST /v1/imports?name=x HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(30_000) })
    socket.destroy()
    assert.match(String(answer), /^HTTP\/1\.1 413 [\s\S]*"code":"too_large"/)
    assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
  })

  // `npm test` tries this with a smaller limit, that of files of contacts.
  longTest('if it is larger than 100 MB, while it arrives', async () => {
    const admin = await aPlace()
    const mega = Buffer.concat(Array(1024).fill(Buffer.from(`${'x'.repeat(1023)}\n`)))
    let sent = 0
    const endless = new ReadableStream({
      pull: controller => {
        if (sent++ < 1024) controller.enqueue(mega)
        else controller.close()
      },
    })
    const { status, body } = await upload(app, admin, endless)
    assert.deepEqual([status, body.code], [413, 'too_large'])
    assert.ok(sent < 200, `${sent} MB were taken`)
    assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
  })
})

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

  test('is listed with its user, the newest first', async () => {
    const admin = await aPlace()
    for (const name of ['First', 'Second']) await upload(app, admin, 'nom\nA\n', name)
    const { data, total } = (await app.as(admin).get('/v1/imports')).body
    assert.deepEqual(
      [total, valuesOf(data, 'name', 'state')],
      [
        2,
        [
          ['Second', 'ready'],
          ['First', 'ready'],
        ],
      ],
    )
    for (const { user } of data) assert.equal(user.surname, admin.surname)
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
    for (const [settings, place] of [
      [{ columns: [{ index: 7, field: 'surname' }] }, 'body.data.columns.0.index'],
      [{ columns: [{ index: 0, field: 'nonsense' }] }, 'body.data.columns.0.field'],
      [{ columns: [{ index: 0, field: 'mail' }] }, 'body.data.columns'],
      [{ columns: [{ index: 0, field: 'form' }] }, 'body.data.columns.0.form_id'],
      [{ columns: [{ index: 0, field: 'form', form_id: 999 }] }, 'body.data.columns'],
      [{ match: 'external_id' }, 'body.data.match'],
      [{ match: 'nothing', mode: 'update' }, 'body.data.mode'],
      [{ separator: 'x' }, 'body.data.separator'],
    ] as const)
      assert.deepEqual(refusal(await change(settings)), invalidAt(place), JSON.stringify(settings))
    assert.equal((await app.as(admin).get(`/v1/imports/${id}`)).body.data.match, 'mail')
  })

  test('a change invalidates the last dry run; after the run none is possible', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom\nA\n')
    const path = `/v1/imports/${id}`
    await runImportStep(app, admin, id, 'check')
    const { body } = await app.as(admin).patch(path, { mode: 'create' })
    assert.deepEqual([body.data.state, body.data.check], ['ready', null])
    await runImportStep(app, admin, id, 'run')
    assert.equal((await app.as(admin).patch(path, { mode: 'create' })).status, 409)
    for (const step of ['run', 'check']) assert.equal((await app.as(admin).post(`${path}/${step}`)).status, 409)
    await runImportStep(app, admin, id, 'undo')
    assert.equal((await app.as(admin).post(`${path}/undo`)).status, 409)
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
