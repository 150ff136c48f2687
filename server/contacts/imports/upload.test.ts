import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, sendFile, upload } from '../../test/imports.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'

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

describe('an invalid file is refused and leaves nothing', () => {
  const cases: [string, string | Uint8Array, string][] = [
    ['an empty file', '', 'body'],
    ['blank lines only', '\n\n\n', 'body'],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFFnom\nA\n', 'utf16le')), 'body'],
    ['too many columns', `${Array(1100).fill('x').join()}\n`, 'body'],
  ]
  for (const [what, csv, place] of cases) {
    test(what, async () => {
      const admin = await aPlace()
      assert.deepEqual(refusal(await upload(app, admin, csv)), [422, 'invalid_request', place])
      assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
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
    assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
  })

  test('is refused while it arrives otherwise, and leaves nothing', async () => {
    const admin = await aPlace()
    let sent = 0
    const { status, body } = await upload(
      app,
      admin,
      endless(() => sent++),
    )
    assert.deepEqual([status, body.code], [413, 'too_large'])
    assert.ok(sent < 200, `${sent} MB were taken`)
    assert.deepEqual(await traces(admin.space), { imports: 0, chunks: 0 })
  })

  /** A thousand chunks of a megabyte, while the reader asks for more. */
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
        for await (const chunk of body) {
          if (sending.destroyed || !sending.write(chunk))
            await new Promise(next => sending.once('drain', next).once('close', next))
          if (sending.destroyed) return
        }
      })()
    })
  }
})
