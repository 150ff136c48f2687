import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../db/sql.ts'
import { sendConcurrently } from './concurrency.ts'
import { defined } from './defined.ts'
import type { TestApp } from './harness.ts'
import { keysOf } from './harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from './people.ts'

export interface CatalogueTest {
  app: TestApp
  /** Its table, which is also its path under /v1. */
  table: string
  keys: string[]
  /** Everything that can be sent; the number makes it distinct. */
  whole: (number: number) => Record<string, unknown>
  /** Everything again, with other values. */
  other: (number: number) => Record<string, unknown>
  /** The least that must be sent, and what the rest then is. */
  least: (number: number) => Record<string, unknown>
  defaults: Record<string, unknown>
  /** Fields with a value that is wrong, as JSON text. */
  wrong: [field: string, json: string][]
}

let made = 0

const etagOf = ({ headers }: { headers: Headers }) => defined(headers.get('etag'), 'the ETag')

/** Tests what holds for every catalogue. */
export async function testCatalogue(story: CatalogueTest) {
  const { app, table, keys } = story
  const path = `/v1/${table}`
  const space = await aSpace(app)
  const cast = await aUserPerRole(app, space)
  const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
  const create = (as: Person, data: object, headers?: Record<string, string>) => app.as(as).post(path, data, headers)
  const read = (id: number, as = cast.admin) => app.as(as).get(`${path}/${id}`)
  const change = (id: number, data: object, headers?: Record<string, string>, as = cast.admin) =>
    app.as(as).patch(`${path}/${id}`, data, headers)
  const rows = async () => (await app.owner`select * from ${app.owner(table)} order by id`) as unknown as object[]

  async function one() {
    const { body, text } = await create(cast.admin, story.whole(++made))
    assert.ok(body.data?.id, text)
    return body.data
  }

  for (const [method, where, body] of [
    ['GET', path],
    ['GET', `${path}/1`],
    ['DELETE', `${path}/1`],
    ['POST', path, '{"data":{}}'],
    ['PATCH', `${path}/1`, '{"data":{}}'],
  ] as const) {
    test(`${method} ${where} refuses a request without a token, and names the scheme`, async () => {
      const answer = await app.as().send(method, where, body ? { body } : {})
      assert.deepEqual(refusal(answer), [401, 'unauthenticated'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    })
  }

  describe('reading', () => {
    test('every member reads the list and each of its records, in the shape of the interface', async () => {
      const made = await one()
      for (const person of Object.values(cast)) {
        const { status, body } = await app.as(person).get(`${path}?limit=1000`)
        assert.deepEqual([status, keysOf(body), body.status], [200, ['data', 'status', 'total'], 'success'])
        for (const record of body.data) assert.deepEqual(keysOf(record), keys.toSorted())
        assert.equal(body.total, body.data.length)
        const listed = body.data.find(({ id }: { id: number }) => id === made.id)
        const single = await read(made.id, person)
        assert.deepEqual([single.status, keysOf(single.body)], [200, ['data', 'status']])
        assert.deepEqual(single.body.data, listed)
      }
    })

    test('pages have no gaps and no duplicates, and the total counts the whole list', async () => {
      for (let count = 0; count < 5; count++) await one()
      const whole = (await app.as(cast.user).get(path)).body
      const paged: object[] = []
      for (let offset = 0; offset < whole.total; offset += 2) {
        const { body } = await app.as(cast.user).get(`${path}?limit=2&offset=${offset}`)
        assert.equal(body.total, whole.total)
        paged.push(...body.data)
      }
      assert.deepEqual(paged, whole.data)
      const beyond = (await app.as(cast.user).get(`${path}?offset=${whole.total}`)).body
      assert.deepEqual([beyond.data, beyond.total], [[], whole.total])
      assert.equal((await app.as(cast.user).get(`${path}?limit=100000`)).status, 200)
    })

    for (const [query, location] of [
      ['limit=0', 'query.limit'],
      ['limit=-1', 'query.limit'],
      ['limit=1.5', 'query.limit'],
      ['limit=many', 'query.limit'],
      ['offset=-1', 'query.offset'],
    ]) {
      test(`?${query} is a 422 at ${location}`, async () => {
        assert.deepEqual(refusal(await app.as(cast.user).get(`${path}?${query}`)), [422, 'invalid_request', location])
      })
    }

    test('a record of another space cannot be read or changed, and neither can one that does not exist', async () => {
      const foreign = await one()
      const listed = (await app.as(stranger).get(path)).body.data.map(({ id }: { id: number }) => id)
      assert.ok(!listed.includes(foreign.id))
      for (const id of [foreign.id, 9_000_000]) {
        assert.deepEqual(refusal(await read(id, stranger)), [404, 'not_found'])
        assert.deepEqual(refusal(await change(id, story.other(++made), {}, stranger)), [404, 'not_found'])
        assert.deepEqual(refusal(await app.as(stranger).delete(`${path}/${id}`)), [404, 'not_found'])
      }
      assert.deepEqual((await read(foreign.id)).body.data, foreign)
      assert.deepEqual(refusal(await app.as(cast.admin).get(`${path}/abc`)), [422, 'invalid_request', 'path.id'])
    })

    test('a read sends a strong ETag, and answers 304 to a client that sends it back', async () => {
      const { id } = await one()
      const etag = (await read(id)).headers.get('etag') ?? ''
      assert.match(etag, /^"[^"]+"$/)
      const again = await app.as(cast.admin).get(`${path}/${id}`, { 'if-none-match': etag })
      assert.deepEqual([again.status, again.text], [304, ''])
    })
  })

  describe('adding', () => {
    test('everything that is sent comes back, and what was sent for id, stamps and unknown fields is dropped', async () => {
      const sent = story.whole(++made)
      const more = { id: 1, CreatedAt: '2001-01-01', UpdatedAt: '2001-01-01', group_id: stranger.space, unknown: [1] }
      const { status, body } = await create(cast.admin, { ...more, ...sent })
      assert.deepEqual([status, keysOf(body.data)], [200, keys.toSorted()])
      assert.notEqual(body.data.id, 1)
      assert.ok(Date.now() - Date.parse(body.data.CreatedAt) < 60_000)
      assert.partialDeepStrictEqual(body.data, sent)
      assert.deepEqual((await read(body.data.id)).body.data, body.data)
    })

    test('the rest has defaults', async () => {
      const sent = story.least(++made)
      const { body } = await create(cast.superadmin, sent)
      assert.partialDeepStrictEqual(body.data, { ...story.defaults, ...sent })
    })

    test('a missing required field is named in the error', async () => {
      for (const field of Object.keys(story.least(0))) {
        const { [field]: _, ...rest } = story.least(++made)
        assert.deepEqual(refusal(await create(cast.admin, rest)), [422, 'invalid_request', `body.data.${field}`])
      }
      assert.deepEqual(refusal(await app.as(cast.admin).post(path)).slice(0, 1), [422])
    })

    test('managers and users add, change and delete nothing', async () => {
      const { id } = await one()
      const before = await rows()
      for (const person of [cast.manager, cast.user]) {
        assert.deepEqual(refusal(await create(person, story.whole(++made))), [403, 'forbidden'])
        assert.deepEqual(refusal(await change(id, story.other(++made), {}, person)), [403, 'forbidden'])
        assert.deepEqual(refusal(await app.as(person).delete(`${path}/${id}`)), [403, 'forbidden'])
      }
      assert.deepEqual(await rows(), before)
    })

    for (const [field, json] of story.wrong) {
      const shown = json.length > 40 ? `${json.slice(0, 40)}…` : json
      test(`${shown} as ${field} is a 422 that names it, added or changed, and nothing is written`, async () => {
        const { id } = await one()
        const before = await rows()
        const { [field]: _, ...rest } = story.whole(++made)
        const whole = `{"data":{"${field}":${json},${JSON.stringify(rest).slice(1)}}`
        const expected = [422, 'invalid_request', `body.data.${field}`]
        assert.deepEqual(refusal(await app.as(cast.admin).send('POST', path, { body: whole })), expected)
        const body = `{"data":{"${field}":${json}}}`
        assert.deepEqual(refusal(await app.as(cast.admin).send('PATCH', `${path}/${id}`, { body })), expected)
        assert.deepEqual(await rows(), before)
      })
    }

    test('a repeated Idempotency-Key adds one, and another body under it is refused', async () => {
      const sent = story.whole(++made)
      const key = { 'idempotency-key': `one-of-${table}` }
      const first = await create(cast.admin, sent, key)
      const before = await rows()
      const again = await create(cast.admin, sent, key)
      assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
      const other = await create(cast.admin, story.other(++made), key)
      assert.deepEqual(refusal(other), [422, 'idempotency_key_reused'])
      assert.deepEqual(await rows(), before)
    })
  })

  describe('changing', () => {
    test('each field changes alone, and only UpdatedAt moves with it', async () => {
      let before = await one()
      for (const [field, value] of Object.entries(story.other(++made))) {
        const { status, body, text } = await change(before.id, { [field]: value })
        assert.equal(status, 200, text)
        assert.deepEqual(body.data, { ...before, [field]: value, UpdatedAt: body.data.UpdatedAt })
        assert.ok(body.data.UpdatedAt >= before.UpdatedAt)
        assert.deepEqual((await read(before.id)).body.data, body.data)
        before = body.data
      }
    })

    test('a record that was read can be sent back whole, and sending nothing changes nothing', async () => {
      const before = await one()
      assert.deepEqual((await change(before.id, {})).body.data, before)
      const { status, body } = await change(before.id, before)
      assert.deepEqual([status, { ...body.data, UpdatedAt: before.UpdatedAt }], [200, before])
    })

    test('of two changes at the same time with the same If-Match exactly one wins', async () => {
      const { id } = await one()
      const headers = { 'if-match': etagOf(await read(id)) }
      const [first, second] = [story.other(++made), story.other(++made)]
      const hold = (sql: Sql) =>
        sql`select from ${sql(table)} where group_id = ${cast.admin.space} and id = ${id} for update`
      const answers = await sendConcurrently(app, hold, [
        () => change(id, first, headers),
        () => change(id, second, headers),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
      const gone = await app.as(cast.admin).delete(`${path}/${id}`, headers)
      assert.deepEqual(refusal(gone), [412, 'precondition_failed'])
      const won = defined(
        answers.find(({ status }) => status === 200),
        'the answer that won',
      )
      assert.deepEqual((await read(id)).body.data, won.body.data)
      const etag = etagOf(won)
      assert.equal((await app.as(cast.admin).delete(`${path}/${id}`, { 'if-match': etag })).status, 200)
    })
  })

  describe('deleting', () => {
    test('a record without references disappears from the list and the total, and later requests for it are 404', async () => {
      const { id } = await one()
      const before = (await app.as(cast.admin).get(path)).body.total
      const { status, body } = await app.as(cast.admin).delete(`${path}/${id}`)
      assert.deepEqual([status, keysOf(body.data), body.data.id], [200, ['id', 'message'], id])
      assert.match(body.data.message, /was deleted/)
      const after = (await app.as(cast.admin).get(`${path}?limit=1000`)).body
      assert.equal(after.total, before - 1)
      assert.ok(after.data.every((record: { id: number }) => record.id !== id))
      for (const answer of [await read(id), await change(id, {}), await app.as(cast.admin).delete(`${path}/${id}`)]) {
        assert.deepEqual(refusal(answer), [404, 'not_found'])
      }
    })
  })

  return { space, cast, stranger, path, create, read, change, one }
}
