import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, everybody, sendFile, upload, work } from '../../test/imports.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })
const traces = async (space: number) => {
  const [row] = await app.owner`
    select (select count(*) from imports where group_id = ${space}) as imports,
           (select count(*) from import_pieces where group_id = ${space}) as pieces`
  return row
}

const scholars = `Nom;Prénom;Courriel;Téléphone portable;Code postal;Ville;Date de naissance;Civilité;Étiquettes
Curie;Marie;marie@example.org;06 12 34 56 78;75005;Paris;07/11/1867;Mme;science, nobel
Noether;Emmy;emmy@example.org;;;;23/03/1882;F;
`

describe('a file', () => {
  test('is uploaded, understood, checked, run and undone', async () => {
    const admin = await aPlace()
    const { body } = await upload(app, admin, scholars, 'Savantes')
    const { id, ...about } = body.data
    assert.deepEqual(
      [about.name, about.state, about.separator, about.encoding, about.match, about.user.id],
      ['Savantes', 'ready', ';', 'utf-8', 'mail', admin.id],
    )
    assert.deepEqual(
      about.columns.map(({ field }: any) => field),
      ['surname', 'firstname', 'mail', 'mobile', 'postal_code', 'city', 'birthdate', 'gender', 'tags'],
    )
    assert.deepEqual(about.columns[0].samples, ['Curie', 'Noether'])
    const checked = await work(app, admin, id, 'check')
    assert.deepEqual([checked.state, checked.check.created, checked.check.rows], ['checked', 2, 2])
    assert.deepEqual(await everybody(app, admin), [])
    const done = await work(app, admin, id, 'run')
    assert.deepEqual([done.state, done.run.created], ['done', 2])
    const [marie, emmy] = await everybody(app, admin)
    assert.deepEqual(
      [marie.surname, marie.birthdate, marie.gender, marie.address.postal_code, marie.mobile_invalid],
      ['Curie', '1867-11-07T00:00:00.000Z', 'F', '75005', false],
    )
    assert.deepEqual(
      marie.tags.map(({ name }: any) => name),
      ['nobel', 'science'],
    )
    assert.equal(emmy.address, null)
    const undone = await work(app, admin, id, 'undo')
    assert.deepEqual([undone.state, undone.undo], ['undone', { restored: 0, deleted: 2, kept: 0 }])
    assert.deepEqual(await everybody(app, admin), [])
    assert.equal((await app.owner`select from tags where group_id = ${admin.space}`).length, 0)
  })

  test('is listed with who brought it and when', async () => {
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

  test('that is sent twice with one key is there once', async () => {
    const admin = await aPlace()
    const path = '/v1/imports?name=Once'
    const key = { 'idempotency-key': 'one-file' }
    const first = await sendFile(app, admin, path, scholars, key)
    const second = await sendFile(app, admin, path, scholars, key)
    assert.equal(second.body.data.id, first.body.data.id)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(await traces(admin.space), { imports: 1, pieces: 1 })
    const other = await sendFile(app, admin, path, `${scholars}X;Y;;;;;;;\n`, key)
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
    assert.deepEqual(await traces(admin.space), { imports: 1, pieces: 1 })
  })

  test('of several pieces is kept byte for byte', async () => {
    const admin = await aPlace()
    const csv = `nom,prénom\n${Array.from({ length: 40_000 }, (_, n) => `Nom${n},"é${'x'.repeat(n % 9)}"`).join('\n')}\n`
    const { id, bytes } = await anImport(app, admin, csv)
    const pieces = await app.owner<{ bytes: Buffer }[]>`
      select bytes from import_pieces where group_id = ${admin.space} and import_id = ${id} order by position`
    assert.ok(pieces.length > 2)
    assert.equal(Buffer.concat(pieces.map(piece => piece.bytes)).toString(), csv)
    assert.equal(bytes, Buffer.byteLength(csv))
  })
})

describe('what is no file of contacts is refused and leaves nothing', () => {
  const cases: [string, string | Uint8Array, string][] = [
    ['nothing at all', '', 'body'],
    ['blank lines only', '\n\n\n', 'body'],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFFnom\nA\n', 'utf16le')), 'body'],
    ['too many columns', `${Array(1100).fill('x').join()}\n`, 'body'],
  ]
  for (const [what, csv, place] of cases) {
    test(what, async () => {
      const admin = await aPlace()
      assert.deepEqual(refusal(await upload(app, admin, csv)), [422, 'invalid_request', place])
      assert.deepEqual(await traces(admin.space), { imports: 0, pieces: 0 })
    })
  }

  test('a file without a name', async () => {
    const admin = await aPlace()
    assert.deepEqual(refusal(await sendFile(app, admin, '/v1/imports', 'nom\nA\n')), [
      422,
      'invalid_request',
      'query.name',
    ])
  })

  test('another media type', async () => {
    const admin = await aPlace()
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'application/zip' }]) {
      const answer = await sendFile(app, admin, '/v1/imports?name=x', '{}', headers)
      assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
      assert.match(answer.body.detail, /text\/csv/)
    }
    assert.equal((await app.as(admin).post('/v1/imports?name=x')).status, 415)
  })
})

describe('a file that is too large', () => {
  const line = Buffer.from(`${'x'.repeat(1023)}\n`)
  const mega = Buffer.concat(Array(1024).fill(line))

  test('is refused at once when its length is announced', async () => {
    const admin = await aPlace()
    let sent = 0
    const body = endless(() => sent++)
    const { status, body: problem } = await announced(admin, 1024 ** 3, body)
    assert.deepEqual([status, problem.code], [413, 'too_large'])
    assert.ok(sent < 30, `${sent} MB were taken`)
    assert.deepEqual(await traces(admin.space), { imports: 0, pieces: 0 })
  })

  test('is refused in the middle when it is not, and leaves nothing', async () => {
    const admin = await aPlace()
    let sent = 0
    const { status, body } = await upload(
      app,
      admin,
      endless(() => sent++),
    )
    assert.deepEqual([status, body.code], [413, 'too_large'])
    assert.ok(sent < 200, `${sent} MB were taken`)
    assert.deepEqual(await traces(admin.space), { imports: 0, pieces: 0 })
  })

  /** A thousand pieces of a megabyte, as long as somebody takes them. */
  function endless(count: () => void) {
    let left = 1024
    return new ReadableStream({
      pull: controller => {
        count()
        if (left-- > 0) controller.enqueue(mega)
        else controller.close()
      },
    })
  }

  async function announced(who: Person, length: number, body: ReadableStream) {
    const { request } = await import('node:http')
    const { hostname, port } = new URL(app.url)
    const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'text/csv', 'content-length': length }
    return new Promise<{ status: number; body: any }>((resolve, reject) => {
      const sending = request({ hostname, port, method: 'POST', path: '/v1/imports?name=x', headers }, response => {
        let text = ''
        response.on('data', part => {
          text += part
        })
        response.on('end', () => {
          sending.destroy()
          resolve({ status: response.statusCode!, body: JSON.parse(text) })
        })
      })
      sending.on('error', reject)
      void (async () => {
        for await (const piece of body) {
          if (sending.destroyed || !sending.write(piece))
            await new Promise(next => sending.once('drain', next).once('close', next))
          if (sending.destroyed) return
        }
      })()
    })
  }
})

describe('how a file is read can be changed', () => {
  test('columns by their place, since two may have the same name', async () => {
    const admin = await aPlace()
    const { columns, id } = await anImport(app, admin, 'mail,mail,x\na@example.org,b@example.org,Doe\n', {
      columns: [
        { index: 0, field: null },
        { index: 1, field: 'mail' },
        { index: 2, field: 'surname' },
      ],
    })
    assert.deepEqual(
      columns.map(({ header, field }: any) => [header, field]),
      [
        ['mail', null],
        ['mail', 'mail'],
        ['x', 'surname'],
      ],
    )
    await work(app, admin, id, 'run')
    assert.equal((await everybody(app, admin))[0].mail, 'b@example.org')
  })

  test('another separator makes other columns', async () => {
    const admin = await aPlace()
    const { columns, separator } = await anImport(app, admin, 'nom,x;mail\nA,1;b@example.org\n', { separator: ';' })
    assert.deepEqual([separator, columns.map(({ header }: any) => header)], [';', ['nom,x', 'mail']])
  })

  test('what makes no sense is a 422 that names the place', async () => {
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
      assert.deepEqual(refusal(await change(settings)), [422, 'invalid_request', place], JSON.stringify(settings))
    assert.equal((await app.as(admin).get(`/v1/imports/${id}`)).body.data.match, 'mail')
  })

  test('but not once it has run', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom\nA\n')
    await work(app, admin, id, 'run')
    assert.equal((await app.as(admin).patch(`/v1/imports/${id}`, { mode: 'create' })).status, 409)
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/run`)).status, 409)
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/check`)).status, 409)
    await work(app, admin, id, 'undo')
    assert.equal((await app.as(admin).post(`/v1/imports/${id}/undo`)).status, 409)
  })

  test('a change makes the dry run of before void', async () => {
    const admin = await aPlace()
    const { id } = await anImport(app, admin, 'nom\nA\n')
    await work(app, admin, id, 'check')
    const { body } = await app.as(admin).patch(`/v1/imports/${id}`, { mode: 'create' })
    assert.deepEqual([body.data.state, body.data.check], ['ready', null])
  })
})
