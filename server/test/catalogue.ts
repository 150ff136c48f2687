import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../db/sql.ts'
import { sendConcurrently, sendInOrder } from './concurrency.ts'
import { defined } from './defined.ts'
import type { Answer, TestApp } from './harness.ts'
import { keysOf } from './harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

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
  /** Values that are wrong, as JSON text, by field. */
  wrong: Record<string, string[]>
  /** The flag that takes a record out of use. */
  retired?: 'hidden' | 'archived'
  /** The path and the fields of what uses a record, and the record that it then refers to. */
  use: (record: ReplyBody, admin: Person) => Promise<[path: string, data: object]> | [path: string, data: object]
  refers?: (made: ReplyBody) => number
  /** Where the use of a record that does not exist is refused. */
  used_at?: string
}

let made = 0

const not_found = [404, 'not_found']
const invalidAt = (location: string) => [422, 'invalid_request', location]

const etagOf = ({ headers }: { headers: Headers }) => defined(headers.get('etag'), 'the ETag')

/** Tests what holds for every catalogue. Roles, tokens and spaces of its operations are in access/matrix.test.ts. */
export async function testCatalogue(story: CatalogueTest) {
  const { app, table, keys, retired = 'hidden' } = story
  const path = `/v1/${table}`
  const space = await aSpace(app)
  const cast = await aUserPerRole(app, space)
  const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
  const admin = app.as(cast.admin)
  const create = (as: Person, data: object, headers?: Record<string, string>) => app.as(as).post(path, data, headers)
  const read = (id: number, as = cast.admin) => app.as(as).get(`${path}/${id}`)
  const change = (id: number, data: object, headers?: Record<string, string>, as = cast.admin) =>
    app.as(as).patch(`${path}/${id}`, data, headers)
  const remove = (id: number, headers?: Record<string, string>) => admin.delete(`${path}/${id}`, headers)
  const list = async (as: Person) => (await app.as(as).get(`${path}?limit=1000`)).body
  const hold = (id: number) => (sql: Sql) =>
    sql`select from ${sql(table)} where group_id = ${space} and id = ${id} for update`
  const rows = async () => [
    ...(await app.owner`
      select * from ${app.owner(table)} where group_id in (${space}, ${stranger.space}) order by group_id, id`),
  ]

  async function one(more: object = {}): Promise<ReplyBody> {
    const { body, text } = await create(cast.admin, { ...story.whole(++made), ...more })
    assert.ok(body.data?.id, text)
    return body.data
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
      const whole = await list(cast.user)
      assert.equal(
        (await list(stranger)).data.some(({ id }: { id: number }) =>
          whole.data.some((own: ReplyBody) => own.id === id),
        ),
        false,
      )
      const paged: object[] = []
      for (let offset = 0; offset < whole.total; offset += 2) {
        const { body } = await app.as(cast.user).get(`${path}?limit=2&offset=${offset}`)
        assert.equal(body.total, whole.total)
        paged.push(...body.data)
      }
      assert.deepEqual(paged, whole.data)
      const beyond = (await app.as(cast.user).get(`${path}?offset=${whole.total}`)).body
      assert.deepEqual([beyond.data, beyond.total], [[], whole.total])
    })
  })

  describe('writing', () => {
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

    test('the rest has defaults, and a missing required field is named in the error', async () => {
      const sent = story.least(++made)
      const { body } = await create(cast.superadmin, sent)
      assert.partialDeepStrictEqual(body.data, { ...story.defaults, ...sent })
      for (const field of Object.keys(sent)) {
        const { [field]: _, ...rest } = story.least(++made)
        assert.deepEqual(refusal(await create(cast.admin, rest)), invalidAt(`body.data.${field}`))
      }
    })

    test('what is wrong is named, added or changed, and neither it nor a request of a manager writes anything', async () => {
      const { id } = await one()
      const before = await rows()
      for (const [field, values] of Object.entries(story.wrong))
        for (const json of values) {
          const { [field]: _, ...rest } = story.whole(++made)
          const whole = `{"data":{"${field}":${json},${JSON.stringify(rest).slice(1)}}`
          const expected = invalidAt(`body.data.${field}`)
          assert.deepEqual(refusal(await admin.send('POST', path, { body: whole })), expected, json)
          const body = `{"data":{"${field}":${json}}}`
          assert.deepEqual(refusal(await admin.send('PATCH', `${path}/${id}`, { body })), expected, json)
        }
      assert.deepEqual(refusal(await create(cast.manager, story.whole(++made))), [403, 'forbidden'])
      assert.deepEqual(refusal(await change(id, story.other(++made), {}, cast.manager)), [403, 'forbidden'])
      assert.deepEqual(await rows(), before)
    })

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

    test('of two changes at the same time with the same If-Match exactly one wins', async () => {
      const { id } = await one()
      const headers = { 'if-match': etagOf(await read(id)) }
      const changes = [story.other(++made), story.other(++made)].map(fields => () => change(id, fields, headers))
      const answers = await sendConcurrently(app, hold(id), changes)
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
      assert.deepEqual(refusal(await remove(id, headers)), [412, 'precondition_failed'])
      const won = answers[answers[0]?.status === 200 ? 0 : 1] as Answer
      assert.deepEqual((await read(id)).body.data, won.body.data)
      assert.equal((await remove(id, { 'if-match': etagOf(won) })).status, 200)
    })

    test('a deleted record disappears from the list and the total, and later requests for it are 404', async () => {
      const { id } = await one()
      const before = (await list(cast.admin)).total
      const { status, body } = await remove(id)
      assert.deepEqual([status, keysOf(body.data), body.data.id], [200, ['id', 'message'], id])
      assert.match(body.data.message, /was deleted/)
      const after = await list(cast.admin)
      assert.equal(after.total, before - 1)
      assert.ok(after.data.every((record: { id: number }) => record.id !== id))
      for (const answer of [await read(id), await change(id, {}), await remove(id)])
        assert.deepEqual(refusal(answer), not_found)
    })
  })

  describe('in use', () => {
    const use = async (record: ReplyBody) => {
      const [where, data] = await story.use(record, cast.admin)
      return admin.post(where, data)
    }

    test(`a record that is ${retired} is in the list of those who may see it, and in their total`, async () => {
      const { id } = await one()
      const [before, all] = [await list(cast.user), await list(cast.manager)]
      await change(id, { [retired]: true })
      const seen = retired === 'archived'
      const { data, total } = await list(cast.user)
      assert.deepEqual([total, data.length], seen ? [before.total, before.total] : [before.total - 1, before.total - 1])
      const shown = data.filter((record: ReplyBody) => record[retired]).map((record: ReplyBody) => record.id)
      assert.deepEqual([shown.includes(id), shown.length > 0], [seen, seen])
      assert.equal((await read(id, cast.user)).status, seen ? 200 : 404)
      assert.equal((await list(cast.manager)).total, all.total)
      assert.equal((await read(id, cast.manager)).body.data[retired], true)
    })

    test(`a record in use is ${retired} instead of deleted, and what uses it still refers to it`, async () => {
      const { id } = await one()
      const used = await use((await read(id)).body.data)
      assert.equal(used.status, 200, used.text)
      const before = (await read(id)).body.data
      assert.match((await remove(id)).body.data.message, new RegExp(`in use and was ${retired}`))
      const kept = (await read(id)).body.data
      assert.deepEqual(kept, { ...before, [retired]: true, UpdatedAt: kept.UpdatedAt })
      if (!story.refers) return
      const [where] = await story.use(before, cast.admin)
      assert.equal(story.refers((await admin.get(`${where}/${used.body.data.id}`)).body.data), id)
    })

    test('a record that is deleted while it is being used is never removed', async () => {
      const record = await one()
      const [where, data] = await story.use(record, cast.admin)
      const both = [() => remove(record.id), () => admin.post(where, data)]
      // A code may also be used that no record has.
      if (!story.used_at) return assert.equal((await remove(record.id)).status, 200)
      const [removed, used] = await sendInOrder(app, hold(record.id), both)
      assert.equal(removed?.status, 200)
      // Either the use is refused, or the record still exists.
      const { status } = await read(record.id)
      assert.deepEqual([used?.status, status], used?.status === 422 ? [422, 404] : [200, 200])
    })

    test('a deleted record, or one of another space, cannot be used', async () => {
      if (!story.used_at) return assert.ok(!story.refers)
      const [gone, foreign] = [await one(), (await create(stranger, story.whole(++made))).body.data]
      await remove(gone.id)
      for (const record of [gone, foreign])
        assert.deepEqual(refusal(await use(record)), invalidAt(`body.data.${story.used_at}`))
    })
  })

  return { space, cast, stranger, path, create, read, change, list, one }
}

/** Tests what holds for the prices of memberships and those of donations. */
export function testPrices(app: TestApp, kind: 'membership' | 'donation', { cast, create, read, path }: Prices) {
  test('an amount from zero to 2^53-1 is stored exactly', async () => {
    for (const amount of [0, 1, 2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1]) {
      const { body } = await create(cast.admin, { name: 'N', amount })
      assert.deepEqual([body.data.amount, (await read(body.data.id)).body.data.amount], [amount, amount])
    }
  })

  test('a currency is recognised in any case and returned as sent; without one the settings decide', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    await app.as(own).patch('/v1/transaction_settings', { currency: 'gbp' })
    for (const currency of ['EUR', 'eur', 'cHf', 'JPY'])
      assert.equal((await create(own, { name: 'N', amount: 1, currency })).body.data.currency, currency)
    assert.equal((await create(own, { name: 'N', amount: 1 })).body.data.currency, 'gbp')
  })

  test('the default price of the settings is hidden instead of deleted, and stays the default', async () => {
    const own = await aUser(app, await aSpace(app), { role: 'admin' })
    const { id } = (await create(own, { name: 'N', amount: 1 })).body.data
    await app.as(own).patch('/v1/transaction_settings', { [`default_${kind}_price_id`]: id })
    assert.match((await app.as(own).delete(`${path}/${id}`)).body.data.message, /was hidden/)
    assert.equal((await app.as(own).get('/v1/transaction_settings')).body.data[`default_${kind}_price_id`], id)
    assert.equal((await read(id, own)).body.data.hidden, true)
  })
}

type Prices = Pick<Awaited<ReturnType<typeof testCatalogue>>, 'cast' | 'create' | 'read' | 'path'>
