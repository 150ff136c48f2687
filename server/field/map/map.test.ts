import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { eventually, startTestApp, type TestApp } from '../../test/harness.ts'
import { aMapFile, uploadMap } from '../../test/map_file.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { startS3Server } from '../../test/s3_server.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'muster-maps-'))
const app = await startTestApp({ env: { DATA_DIR: data_dir, MAP_MB_MAX: '1', FILES_MB_PER_SPACE: '2' } })
after(() => rmSync(data_dir, { recursive: true, force: true }))
const space = await aSpace(app)
const { superadmin, admin, user } = await aUserPerRole(app, space)

const aSuperadmin = async () => aUser(app, await aSpace(app, 'Mapped'), { role: 'superadmin' })
const mapSeenBy = async (who: Person, of = app) => (await of.as(who).get('/v1/map')).body.data.map
/** Asks for the file and reads the answer to its end: one that is left waiting keeps the file open. */
async function part(
  who: Person | undefined,
  version: string,
  headers: Record<string, string> = {},
  of: TestApp = app,
  method = 'GET',
) {
  const response = await fetch(`${of.url}/v1/map/file?version=${version}`, {
    method,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
  })
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength > 0 ? bytes : null, { status: response.status, headers: response.headers })
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const filesIn = (folder: string) =>
  existsSync(join(data_dir, 'files', folder)) ? readdirSync(join(data_dir, 'files', folder)) : []
/** A map with more bytes after its end, so that it has this size. */
const mapOfSize = (bytes: number) => Buffer.concat([aMapFile(), Buffer.alloc(bytes)]).subarray(0, bytes)

describe('a map', () => {
  test('is uploaded by a superadmin, and every member of the space reads parts of it', async () => {
    const body = aMapFile({ attribution: '<a href="https://x.example">&copy; The streets</a>' })
    const sent = await uploadMap(app, superadmin, { name: 'C:\\maps\\lyon.pmtiles', body })
    assert.equal(sent.status, 200, sent.text)
    const map = await mapSeenBy(user)
    assert.deepEqual(map, sent.body.data.map)
    assert.deepEqual(
      [map.source, map.name, map.bytes, map.zoom_min, map.zoom_max, map.west, map.north, map.attribution, map.user.id],
      ['space', 'lyon.pmtiles', body.length, 11, 14, 4.8, 45.79, '© The streets', superadmin.id],
    )
    const first = await part(user, map.version, { range: 'bytes=0-6' })
    assert.deepEqual([first.status, (await bytesOf(first)).toString()], [206, 'PMTiles'])
    assert.equal(first.headers.get('content-range'), `bytes 0-6/${body.length}`)
    assert.equal(first.headers.get('cache-control'), 'private, max-age=31536000, immutable')
    const last = await part(user, map.version, { range: 'bytes=-5' })
    assert.ok((await bytesOf(last)).equals(body.subarray(-5)))
    const rest = await part(user, map.version, { range: `bytes=${body.length - 3}-${body.length + 50}` })
    assert.ok((await bytesOf(rest)).equals(body.subarray(-3)))
  })

  test('is sent whole without a range, with several, and if it is not the version that the client has', async () => {
    const who = await aSuperadmin()
    const body = aMapFile()
    const { version } = (await uploadMap(app, who, { body })).body.data.map
    const etag = (await part(who, version, {}, app, 'HEAD')).headers.get('etag') ?? ''
    for (const headers of [
      {},
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
    ]) {
      const response = await part(who, version, headers)
      assert.equal(response.status, 200)
      assert.ok((await bytesOf(response)).equals(body))
    }
    assert.equal((await part(who, version, { range: 'bytes=0-1', 'if-range': etag })).status, 206)
    assert.equal((await part(who, version, { 'if-none-match': etag })).status, 304)
  })

  test('tells its size to HEAD, and refuses a part after its end', async () => {
    const who = await aSuperadmin()
    const body = aMapFile()
    const { version } = (await uploadMap(app, who, { body })).body.data.map
    const { status, headers } = await part(who, version, {}, app, 'HEAD')
    assert.deepEqual(
      [status, headers.get('content-length'), headers.get('accept-ranges')],
      [200, String(body.length), 'bytes'],
    )
    const refused = await part(who, version, { range: `bytes=${body.length}-` })
    assert.deepEqual([refused.status, refused.headers.get('content-range')], [416, `bytes */${body.length}`])
    assert.equal((await refused.json()).code, 'range_not_satisfiable')
    assert.doesNotMatch(refused.headers.get('cache-control') ?? '', /immutable/)
  })

  test('of a space is not seen by another', async () => {
    const who = await aSuperadmin()
    const { version } = (await uploadMap(app, who)).body.data.map
    const stranger = await aSuperadmin()
    assert.equal(await mapSeenBy(stranger), null)
    assert.equal((await part(stranger, version)).status, 404)
    assert.equal((await app.as(stranger).delete('/v1/map')).status, 404)
    assert.ok(await mapSeenBy(who))
  })

  test('replaces the one before, whose contents are deleted; and counts as a file of the space', async () => {
    const who = await aSuperadmin()
    const usage = async () => (await app.as(who).get('/v1/files/usage')).body.data.bytes
    const first = (await uploadMap(app, who, { body: mapOfSize(900_000) })).body.data.map
    const second = (await uploadMap(app, who, { body: mapOfSize(500_000) })).body.data.map
    assert.equal(await usage(), 500_000)
    assert.equal((await part(who, first.version)).status, 404)
    assert.equal((await part(who, second.version)).status, 200)
    await eventually(() => filesIn(String(who.space)).length === 1)
    assert.equal((await app.as(who).delete('/v1/map')).status, 200)
    assert.deepEqual([await usage(), await mapSeenBy(who)], [0, null])
    await eventually(() => filesIn(String(who.space)).length === 0)
  })

  test('is replaced by several at once: one remains, and nothing of the others', async () => {
    const who = await aSuperadmin()
    const sent = await Promise.all(
      ['Rue A', 'Rue B', 'Rue C', 'Rue D'].map(street => uploadMap(app, who, { body: aMapFile({ street }) })),
    )
    assert.ok(sent.every(({ status }) => status === 200))
    const map = await mapSeenBy(who)
    const read = await part(who, map.version)
    assert.equal((await bytesOf(read)).length, map.bytes)
    assert.equal((await app.as(who).get('/v1/files/usage')).body.data.bytes, map.bytes)
    await eventually(() => filesIn(String(who.space)).length === 1)
  })
})

describe('an upload is refused, and leaves nothing,', () => {
  const changed = (change: (bytes: Buffer) => unknown) => {
    const bytes = aMapFile()
    change(bytes)
    return bytes
  }
  const start = (bytes: Buffer) => Number(bytes.readBigUInt64LE(24))
  const refused: [string, Buffer, RegExp][] = [
    ['if it is another file', Buffer.from('%PDF-1.7 not a map'.repeat(20)), /is not a map in the format PMTiles/],
    ['if it is empty', Buffer.alloc(0), /is empty/],
    ['of an earlier version', changed(bytes => bytes.writeUInt8(2, 7)), /version 2 of PMTiles/],
    ['with images', changed(bytes => bytes.writeUInt8(2, 99)), /has PNG tiles/],
    ['if browsers cannot decompress it', changed(bytes => bytes.writeUInt8(4, 98)), /use gzip/],
    ['if its end is missing', aMapFile().subarray(0, -1), /is not complete/],
    ['if it shows no region', changed(bytes => bytes.writeInt32LE(bytes.readInt32LE(110), 102)), /which region/],
    ['if its zoom levels are wrong', changed(bytes => bytes.writeUInt8(30, 101)), /zoom levels/],
    ['without streets', aMapFile({ layer: 'rainfall' }), /no layer with streets. Its layers are rainfall/],
    [
      'if its description is damaged',
      changed(bytes => bytes.fill(7, start(bytes), start(bytes) + 20)),
      /cannot be read/,
    ],
  ]
  test('if it is no complete map of streets, and says why', async () => {
    const who = await aSuperadmin()
    for (const [why, body, message] of refused) {
      const answer = await uploadMap(app, who, { body })
      assert.deepEqual(refusal(answer), refusal.at('body'), why)
      assert.match(answer.body.errors[0].message, message)
    }
    assert.equal(await mapSeenBy(who), null)
    await eventually(() => filesIn(String(who.space)).length === 0)
    assert.equal(filesIn('incoming').length, 0)
  })

  test('if it is too large, has another name, or the space has no room left', async () => {
    const who = await aSuperadmin()
    assert.deepEqual(refusal(await uploadMap(app, who, { body: mapOfSize(2 ** 20 + 1) })), [413, 'too_large'])
    assert.deepEqual(refusal(await uploadMap(app, who, { name: 'lyon.mbtiles' })), refusal.at('query.name'))
    await app.owner`insert into file_usage (group_id, bytes) values (${who.space}, ${2 ** 21 - 500_000})`
    assert.deepEqual(refusal(await uploadMap(app, who, { body: mapOfSize(600_000) })), refusal.conflict)
    assert.equal(await mapSeenBy(who), null)
    await eventually(() => filesIn(String(who.space)).length === 0)
  })
})

describe('the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-operator-'))
  const maps = join(folder, 'maps')
  const beside = (env: Record<string, string>) =>
    startTestApp({ env: { DATA_DIR: folder, ...env }, same_database_as: app })
  beforeEach(() => {
    rmSync(maps, { recursive: true, force: true })
    mkdirSync(maps)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('offers the newest file in DATA_DIR/maps to all spaces; a space with its own sees that', async () => {
    writeFileSync(join(maps, 'old.pmtiles'), aMapFile({ street: 'Old' }))
    utimesSync(join(maps, 'old.pmtiles'), 1000, 1000)
    writeFileSync(join(maps, 'new.pmtiles'), aMapFile({ street: 'New' }))
    writeFileSync(join(maps, 'notes.txt'), 'not a map')
    const other = await beside({})
    const who = await aSuperadmin()
    const map = await mapSeenBy(who, other)
    assert.deepEqual([map.source, map.name, map.user], ['server', 'new.pmtiles', null])
    assert.equal((await part(who, map.version, { range: 'bytes=0-6' }, other)).status, 206)
    assert.equal((await part(who, '../../demo.json', {}, other)).status, 404)
    await uploadMap(other, who)
    assert.equal((await mapSeenBy(who, other)).source, 'space')
    const named = await beside({ MAP_FILE: 'old.pmtiles' })
    assert.equal((await mapSeenBy(user, named))?.name ?? (await mapSeenBy(admin, named)).name, 'lyon.pmtiles')
    assert.equal((await mapSeenBy(await aSuperadmin(), named)).name, 'old.pmtiles')
  })

  test('replaces a file in place: no part of the new one is sent as one of the old one, and the new one is used at once', async () => {
    const path = join(maps, 'city.pmtiles')
    writeFileSync(path, aMapFile({ street: 'Old' }))
    const other = await beside({})
    const who = await aSuperadmin()
    const header = { range: 'bytes=0-126' }
    const { version } = await mapSeenBy(who, other)
    assert.equal((await part(who, version, header, other)).status, 206)
    const fresh = aMapFile({ street: 'A new street with a long name' })
    writeFileSync(path, fresh)
    const late = await part(who, version, { range: `bytes=127-${fresh.length - 1}` }, other)
    assert.deepEqual([late.status, (await late.json()).code], refusal.not_found)
    const now = await mapSeenBy(who, other)
    assert.notEqual(now.version, version)
    assert.ok((await bytesOf(await part(who, now.version, {}, other))).equals(fresh))
    rmSync(path)
    assert.equal((await part(who, now.version, header, other)).status, 404)
    assert.equal(await mapSeenBy(who, other), null)
  })

  test('who puts a file there that is no map sees countries as before', async () => {
    writeFileSync(join(maps, 'broken.pmtiles'), 'PMTiles')
    const other = await beside({})
    assert.equal(await mapSeenBy(await aSuperadmin(), other), null)
  })

  test('names an address: the server passes parts on, and the other server learns nothing of the client', async () => {
    const file = aMapFile()
    const asked: string[] = []
    let failing = false
    const source = createServer(({ headers }, response) => {
      asked.push(JSON.stringify(headers))
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      if (failing) return response.writeHead(500).end()
      const bytes = file.subarray(Number(start), Number(end) + 1)
      return response
        .writeHead(206, { 'content-range': `bytes ${start}-${end}/${file.length}`, etag: '"1"' })
        .end(bytes)
    })
    await new Promise<void>(ready => source.listen(0, '127.0.0.1', ready))
    after(() => source.close())
    const { port } = source.address() as AddressInfo
    const other = await beside({ MAP_TILES_URL: `http://127.0.0.1:${port}/city.pmtiles` })
    const who = await aSuperadmin()
    const map = await eventually(() => mapSeenBy(who, other))
    assert.deepEqual([map.source, map.name], ['server', 'city.pmtiles'])
    const read = await part(who, map.version, { range: 'bytes=0-6' }, other)
    assert.equal((await bytesOf(read)).toString(), 'PMTiles')
    assert.ok(asked.every(headers => !headers.includes(who.token)))
    failing = true
    assert.equal((await part(who, map.version, { range: 'bytes=0-6' }, other)).status, 503)
  })

  test('stores the maps of spaces in a bucket, from which parts are read', async () => {
    const s3 = await startS3Server()
    after(s3.stop)
    const other = await beside(s3.env)
    const who = await aSuperadmin()
    const body = aMapFile()
    const { version } = (await uploadMap(other, who, { body })).body.data.map
    const read = await part(who, version, { range: 'bytes=100-199' }, other)
    assert.equal(read.status, 206)
    assert.ok((await bytesOf(read)).equals(body.subarray(100, 200)))
    s3.objects.clear()
    assert.equal((await part(who, version, { range: 'bytes=0-6' }, other)).status, 404)
  })
})
