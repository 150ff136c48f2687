import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { abortIfStalled, Downloads } from './downloads.ts'

const app = await startTestApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

/** This many chunks, each read from the database. */
const chunks = (count: number, size = 100_000) =>
  async function* (sql: Sql) {
    for (let number = 1; number <= count; number++) {
      const [row] = await sql<[{ chunk: string }]>`select repeat(${String(number % 10)}, ${size}) as chunk`
      yield row.chunk
    }
  }
const start = (downloads: Downloads, space: number, make = chunks(1000)) =>
  downloads.start({ group_id: space }, async sql => make(sql))

describe('a download', () => {
  test('arrives completely and in order, however it is produced', async () => {
    const downloads = new Downloads(pool)
    assert.equal(await text(await start(downloads, 1, chunks(3, 2))), '112233')
    const nested = async function* (sql: Sql) {
      yield 'head '
      yield await sql.unsafe("copy (values ('a'), ('b')) to stdout").readable()
      yield Buffer.from('tail')
    }
    const made = await downloads.start({ group_id: 1 }, async sql => nested(sql))
    assert.equal(await text(made), 'head a\nb\ntail')
  })

  test('leaves its session usable, however long the last line of a copy is', async () => {
    const downloads = new Downloads(pool)
    for (const length of [1, 60_000, 70_000, 500_000]) {
      const copied = async function* (sql: Sql) {
        yield await sql.unsafe(`copy (select repeat('x', ${length})) to stdout`).readable()
      }
      const made = await downloads.start({ group_id: 1 }, async sql => copied(sql))
      assert.equal((await text(made)).length, length + 1)
    }
  })

  test('whose copy fails halfway is cut off, and the session stays usable', async () => {
    const downloads = new Downloads(pool)
    const copied = async function* (sql: Sql) {
      yield 'head'
      yield await sql
        .unsafe("copy (select repeat('x', 200), 1 / (50000 - n) from generate_series(1, 50000) n) to stdout")
        .readable()
    }
    await assert.rejects(downloads.start({ group_id: 1 }, async sql => copied(sql)).then(text), /division by zero/)
    assert.equal(await text(await start(downloads, 1, chunks(1, 1))), '1')
  })

  test('that fails before its first chunk is refused, and later is cut off', async () => {
    const downloads = new Downloads(pool, { of_space_max: 1 })
    const failing = (after: number) =>
      async function* (sql: Sql) {
        yield* chunks(after, 1)(sql)
        throw new Error('no more')
      }
    await assert.rejects(start(downloads, 1, failing(0)), /no more/)
    await assert.rejects(text(await start(downloads, 1, failing(2))), /no more/)
    assert.equal(await text(await start(downloads, 1, chunks(1, 1))), '1')
  })

  test('that the client does not read holds no database session', async () => {
    const downloads = new Downloads(pool)
    const stalled = await Promise.all([1, 2, 3, 4].map(space => start(downloads, space)))
    for (const stream of stalled) stream.read(1)
    assert.equal(await text(await start(downloads, 5, chunks(2, 1))), '12')
    const [row] = await pool.read({}, sql => sql<[{ one: number }]>`select 1 as one`)
    assert.equal(row.one, 1)
    for (const stream of stalled) stream.destroy()
  })

  test('that the client does not read is aborted, and frees its slot', async () => {
    const downloads = new Downloads(pool, { of_space_max: 1 })
    const server = createServer(async (_, response) => {
      abortIfStalled(response, 200)
      pipeline(await start(downloads, 1), response, () => {})
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    const [response] = (await once(server, 'request')).slice(1)
    await once(response, 'close')
    assert.equal(response.writableFinished, false)
    client.destroy()
    server.close()
    await eventually(() => start(downloads, 1, chunks(1, 1)).then(text, () => undefined))
  })

  test('of a space with too many running is refused, and those of others are not', async () => {
    const downloads = new Downloads(pool, { of_space_max: 2, of_all_max: 3 })
    const [one] = [await start(downloads, 1), await start(downloads, 1)]
    await assert.rejects(start(downloads, 1), { code: 'rate_limited' })
    const other = await start(downloads, 2)
    await assert.rejects(start(downloads, 3), { code: 'unavailable' })
    one.destroy()
    await once(one, 'close')
    const again = await start(downloads, 1)
    for (const stream of [other, again]) stream.destroy()
  })

  test('that waits for the database for longer than that arrives completely', async () => {
    const downloads = new Downloads(pool)
    const server = createServer(async (_, response) => {
      abortIfStalled(response, 50)
      const slow = async function* (sql: Sql) {
        yield 'head '
        await sql`select pg_sleep(0.5)`
        yield 'tail'
      }
      pipeline(await start(downloads, 1, slow), response, () => {})
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    assert.equal(await response.text(), 'head tail')
    server.close()
  })

  test('queries the database only while it has its slot', async () => {
    let kept: Sql | undefined
    const downloads = new Downloads(pool)
    await text(
      await downloads.start({ group_id: 1 }, async sql => {
        kept = sql
        return chunks(1, 1)(sql)
      }),
    )
    assert.throws(() => kept!`select 1`, /outside its turn/)
  })
})
