import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, type HttpClient, keysOf, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { type Person, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

/** A space of its own, with this many bundles of one contact, who is a member if `joins`. */
async function books(count: number, joins = false) {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const sent = { transactions: [payment(contact)], ...(joins && { memberships: [payment(contact)] }) }
  const ids: number[] = []
  for (let made = 0; made < count; made++) ids.unshift((await aBundle(app, treasurer, sent)).id)
  return { treasurer, contact, ids, sent, ask: app.as(treasurer) }
}

/** Follows the cursor to the end, and returns the ids of every page. */
async function walk(person: Person, query: string, between: () => Promise<unknown> = async () => {}) {
  const pages: number[][] = []
  for (let cursor: string | null = '', first = true; cursor !== null; first = false) {
    const next = first ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body, text } = await app.as(person).get(`${path}?${query}${next}`)
    assert.equal(status, 200, text)
    pages.push(idsOf(body.data))
    cursor = body.next_cursor
    await between()
  }
  return pages
}

describe('pages', async () => {
  const { treasurer, ids, ask } = await books(7)

  test('the list has an envelope with a total and a cursor, and is empty in a new space', async () => {
    const { body } = await ask.get(path)
    assert.deepEqual(keysOf(body), ['data', 'next_cursor', 'status', 'total'])
    assert.deepEqual([body.status, body.total, body.next_cursor], ['success', 7, null])
    const empty = await app.as(await aTreasurer(app)).get(path)
    assert.deepEqual(empty.body, { status: 'success', data: [], total: 0, next_cursor: null })
  })

  test('the newest is first, and an update does not move a bundle', async () => {
    await ask.patch(bundleAt(ids[5]!), { transactions: [payment(await aContactId(app, treasurer))] })
    assert.deepEqual(idsOf((await ask.get(path)).body.data), ids)
  })

  test('limit and offset select a part of the list, and the total stays the whole', async () => {
    const { body } = await ask.get(`${path}?limit=3&offset=2`)
    assert.deepEqual([idsOf(body.data), body.total], [ids.slice(2, 5), 7])
    const beyond = (await ask.get(`${path}?offset=100`)).body
    assert.deepEqual([beyond.data, beyond.total, beyond.next_cursor], [[], 7, null])
  })

  test('the cursor returns every bundle exactly once, with the same total on every page, and is null at the end', async () => {
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const pages = await walk(treasurer, `limit=${limit}`)
      assert.deepEqual(pages.flat(), ids, `with a limit of ${limit}`)
      assert.ok(pages.every(page => page.length <= limit))
    }
    const first = (await ask.get(`${path}?limit=4`)).body
    const second = (await ask.get(`${path}?limit=4&cursor=${first.next_cursor}`)).body
    assert.deepEqual([first.total, second.total, second.next_cursor], [7, 7, null])
  })

  test('the cursor returns existing bundles exactly once while new ones are added', async () => {
    const { treasurer, ids, sent } = await books(5)
    const pages = await walk(treasurer, 'limit=2', () => aBundle(app, treasurer, sent))
    assert.deepEqual(pages.flat(), ids)
  })

  test('the cursor respects the filters', async () => {
    const { treasurer, contact, ids, ask } = await books(4)
    const other = await aContactId(app, treasurer)
    for (const index of [0, 2]) await ask.patch(bundleAt(ids[index]!), { donations: [payment(other)] })
    assert.deepEqual(await walk(treasurer, `limit=1&contact_id=${other}`), [[ids[0]], [ids[2]], []])
    assert.deepEqual((await walk(treasurer, `limit=3&contact_id=${contact}`)).flat(), ids)
  })

  const queries = 'limit=0 limit=-1 limit=x limit=1.5 limit= offset=-1 offset=x limit=1&limit=2'.split(' ')
  const cursors = ['garbage', '', '%00', 'YmVmb3JlOi0x', 'YmVmb3JlOng', 'x'.repeat(101)].map(text => `cursor=${text}`)
  test(`is refused with ${[...queries, ...cursors].join(', ')}`, async () => {
    for (const query of [...queries, ...cursors]) {
      const answer = await ask.get(`${path}?${query}`)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`], query)
    }
  })

  test('after fifty concurrent creations the total is right, and every bundle is in the list', async () => {
    const { treasurer, contact, sent, ask } = await books(2)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask.post(path, sent)))
    const { body } = await ask.get(path)
    assert.deepEqual([body.total, body.data.length], [52, 52])
    assert.equal(answers.filter(answer => idsOf(body.data).includes(answer.body.data.id)).length, 50)
    assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 52)
    assert.equal((await app.as(await aTreasurer(app, treasurer.space)).get(path)).body.total, 52)
  })
})

test('a page has a hundred bundles by default and a thousand at most; a larger limit is capped, with a cursor to the rest', async () => {
  const { treasurer, ask, ids } = await books(1)
  await app.owner`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select group_id, nextval('transaction_bundles_id_seq'), created_at, updated_at, created_by, document
    from transaction_bundles, generate_series(1, 1049) where id = ${ids[0]!}`
  await app.owner`insert into counters (group_id, name, delta) values (${treasurer.space}, 'transaction_bundles', 1049)`
  const plain = (await ask.get(path)).body
  assert.deepEqual([plain.data.length, plain.total], [100, 1050])
  for (const limit of ['1000', '1001', '99999999999999999999'])
    assert.equal((await ask.get(`${path}?limit=${limit}`)).body.data.length, 1000)
  const pages = await walk(treasurer, 'limit=5000')
  assert.deepEqual(
    pages.map(page => page.length),
    [1000, 50],
  )
})

// Each request reads the first page with a function; a list with filters is read in a transaction.
describe('the first page', () => {
  test('shows at once what another process has written', async () => {
    const { contact, ids, ask } = await books(1, true)
    const comments = async () => (await ask.get(path)).body.data.map((bundle: any) => bundle.transactions[0].comment)
    assert.deepEqual(await comments(), [''])
    const at = bundleAt(ids[0]!)
    await app.owner`
      update transaction_bundles set document = replace(document, '"comment":""', '"comment":"by bank"') where id = ${ids[0]!}`
    assert.deepEqual(await comments(), ['by bank'])
    await ask.post(path, { transactions: [payment(contact, { comment: 'second' })] })
    assert.deepEqual(await comments(), ['second', 'by bank'])
    await ask.patch(`/contacts/${contact}`, { contact: { firstname: 'Renamed', surname: 'Too' } })
    const { body } = await ask.get(path)
    assert.deepEqual([body.total, body.data[1].memberships[0].contact.firstname], [2, 'Renamed'])
    await app.owner`update transaction_bundles set deleted_at = now() where id = ${ids[0]!}`
    assert.deepEqual(await comments(), ['second'])
    assert.equal((await ask.get(at)).status, 404)
  })

  test('is never that of another space, nor one of another size', async () => {
    const [one, other] = [await books(2, true), await books(1, true)]
    for (let time = 0; time < 2; time++) {
      for (const { ask, ids } of [one, other]) {
        const { body } = await ask.get(path)
        assert.deepEqual([idsOf(body.data), body.total], [ids, ids.length])
      }
      const { body } = await one.ask.get(`${path}?limit=1`)
      assert.deepEqual([body.data.length, body.total, body.next_cursor !== null], [1, 2, true])
    }
  })

  test('has an ETag, and is answered 304 until a bundle is added or changed, as a page of a transaction is', async () => {
    const { ask, treasurer, sent, contact, ids } = await books(1)
    for (const page of [path, `${path}?limit=1000`]) {
      const { total } = (await ask.get(page)).body
      const etag = async () => (await ask.get(page)).headers.get('etag')!
      const first = { 'if-none-match': await etag() }
      const again = await ask.get(page, first)
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.equal((await app.as().get(page, first)).status, 401)
      await aBundle(app, treasurer, sent)
      const added = await ask.get(page, first)
      assert.deepEqual([added.status, added.body.total], [200, total + 1])
      const second = { 'if-none-match': await etag() }
      await ask.patch(bundleAt(ids[0]!), { donations: [payment(contact)] })
      const changed = await ask.get(page, second)
      assert.deepEqual([changed.status, changed.body.total], [200, total + 1])
      assert.equal(new Set([first['if-none-match'], second['if-none-match'], await etag()]).size, 3)
    }
  })

  type Step = (ask: HttpClient, contact: number, newest: any, word: string) => Promise<Answer>
  const create: Step = (ask, contact) =>
    ask.post(path, { transactions: [payment(contact)], memberships: [{ amount: 1, contact_id: contact }] })
  const change: Step = (ask, _, newest, word) =>
    ask.patch(bundleAt(newest.id), { transactions: [{ id: newest.transactions[0].id, comment: word }] })
  const rename: Step = (ask, contact, _, word) =>
    ask.patch(`/contacts/${contact}`, { contact: { firstname: `A${word}`, surname: 'B' } })
  const remove: Step = (ask, _, newest) => ask.delete(bundleAt(newest.id))
  const nothing: Step = ask => ask.get(path)

  test('equals a read in a transaction after any writes', async () => {
    const { ask, contact } = await books(1, true)
    // Another query for the same bundles, which is read in a transaction.
    const anew = `${path}?updated_since=1970-01-01T00:00:00Z`
    const step = fc.record({
      run: fc.constantFrom(create, change, rename, remove, nothing),
      word: fc.string({ maxLength: 5 }),
      limit: fc.constantFrom(2, 100, 1000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async steps => {
        for (const { run, word, limit } of steps) {
          const [newest] = (await ask.get(anew)).body.data
          const done = await (newest ? run : create)(ask, contact, newest, word)
          assert.equal(done.status, 200, done.text)
          const [kept, fresh] = [await ask.get(`${path}?limit=${limit}`), await ask.get(`${anew}&limit=${limit}`)]
          assert.equal(kept.text, fresh.text)
          assert.equal(kept.headers.get('etag'), fresh.headers.get('etag'))
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
