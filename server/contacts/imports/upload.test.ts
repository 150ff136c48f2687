import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, sendFile, upload } from '../../test/imports.ts'
import { aSpace, aUser, invalidAt, refusal } from '../../test/people.ts'
import { longTest } from '../../test/runs.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app), { role: 'admin' })
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
