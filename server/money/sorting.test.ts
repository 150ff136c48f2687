import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, type HttpClient, keysOf, startTestApp } from '../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, pagesOf, payment } from '../test/money.ts'
import { type Person, refusal } from '../test/people.ts'
import { pick } from '../test/pick.ts'
import { runs } from '../test/runs.ts'

const app = await startTestApp()

type Row = Record<string, any>

/** Follows the cursor to the end, and returns all rows. */
const walk = async (person: Person, path: string, between?: () => Promise<unknown>): Promise<Row[]> =>
  (await pagesOf(app, person, path, between)).flat()

/** A generator of numbers that gives the same ones in every run. */
function numbers(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * max)
  }
}

const amountOf = ({ transactions }: Row) => transactions.reduce((sum: number, { amount }: Row) => sum + amount, 0)
const dateOf = ({ transactions: [first] }: Row) => Date.parse(first.date)

/** Compares by the key and then by id. */
const by =
  (keyOf: (row: Row) => number | string, descending: boolean, collator = new Intl.Collator('und')) =>
  (one: Row, other: Row) => {
    const [left, right] = [keyOf(one), keyOf(other)]
    const order =
      typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right)) || one.id - other.id
    return (order || one.id - other.id) * (descending ? -1 : 1)
  }

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

describe('payments sorted by day or amount', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const path = '/v1/transaction_bundles'
  const random = numbers(7)
  const record = (amount = 100 * (1 + random(3)), day = 1 + random(4)) => {
    const paid = payment(contact, { amount, date: `2026-03-0${day}T10:00:00Z` })
    return aBundle(app, treasurer, { transactions: Array(1 + random(2)).fill(paid) })
  }
  for (let made = 0; made < 14; made++) await record()

  for (const [field, keyOf] of [
    ['date', dateOf],
    ['amount', amountOf],
    ['id', ({ id }: Row) => id],
  ] as const)
    for (const sort of [field, `-${field}`]) {
      test(`sort=${sort} gives every payment once and in order, whatever the length of the page`, async () => {
        const { body } = await app.as(treasurer).get(path)
        const expected = idsOf([...body.data].sort(by(keyOf, sort !== field)))
        for (const limit of [2, 5, 100])
          assert.deepEqual(idsOf(await walk(treasurer, `${path}?sort=${sort}&limit=${limit}`)), expected)
        const offset = await app.as(treasurer).get(`${path}?sort=${sort}&limit=3&offset=4`)
        assert.deepEqual(idsOf(offset.body.data), expected.slice(4, 7))
      })
    }

  test('payments recorded in between neither repeat nor hide others', async () => {
    for (const sort of ['date', '-date', 'amount', '-amount']) {
      const before = idsOf((await app.as(treasurer).get(`${path}?sort=${sort}`)).body.data)
      let pages = 0
      // Before, after and among the others.
      const during = await walk(treasurer, `${path}?sort=${sort}&limit=4`, async () => {
        if (++pages > 3) return
        for (const [day, amount] of Object.entries({ 1: 1, 9: 9999, 2: 200 })) await record(amount, Number(day))
      })
      const ids = idsOf(during)
      assert.equal(new Set(ids).size, ids.length)
      const kept = ids.filter(id => before.includes(id))
      assert.deepEqual(kept, before)
      const added = idsOf((await app.as(treasurer).get(path)).body.data).filter(id => !before.includes(id))
      for (const id of added) await app.as(treasurer).delete(bundleAt(id))
    }
  })

  test('a change of the amount moves a payment, and filters keep the order', async () => {
    const bundle = await record(1, 1)
    const [first] = bundle.transactions
    const top = async (query: string) => (await app.as(treasurer).get(`${path}?sort=-amount${query}`)).body.data[0].id
    assert.notEqual(await top(''), bundle.id)
    const changed = { transactions: [{ id: first.id, amount: 77_777, contact_id: contact }] }
    assert.equal((await app.as(treasurer).patch(bundleAt(bundle.id), changed)).status, 200)
    assert.equal(await top(''), bundle.id)
    assert.equal(await top('&date_from=2026-03-01&date_to=2026-03-01'), bundle.id)
    assert.notEqual(await top('&date_from=2026-03-02'), bundle.id)
  })

  test('another field, and a cursor of another order, are refused with what is accepted', async () => {
    const unknown = await app.as(treasurer).get(`${path}?sort=status`)
    assert.deepEqual(refusal(unknown), [422, 'invalid_request', 'query.sort'])
    assert.match(unknown.text, /-amount/)
    const { body } = await app.as(treasurer).get(`${path}?sort=amount&limit=1`)
    const mixed = await app.as(treasurer).get(`${path}?sort=date&cursor=${body.next_cursor}`)
    assert.deepEqual(refusal(mixed), [422, 'invalid_request', 'query.cursor'])
  })
})

describe('entries of the ledger', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const random = numbers(3)
  for (let made = 0; made < 8; made++) {
    const fields = { amount: 100 * (1 + random(3)), date: `2026-03-0${1 + random(3)}T10:00:00Z` }
    await aBundle(app, treasurer, { transactions: [payment(contact, fields)], donations: [payment(contact, fields)] })
  }
  const keyOf = ({ date, transaction_bundle_id, amount, journal, label }: Row) =>
    JSON.stringify([date, transaction_bundle_id, amount, journal, label])

  test('are sorted by day or amount in both directions, and every page continues the one before', async () => {
    const up = await walk(treasurer, '/v1/ledger?limit=100')
    assert.equal(up.length, 16)
    const down = await walk(treasurer, '/v1/ledger?limit=100&sort=-date')
    assert.deepEqual(down.map(keyOf), up.map(keyOf).reverse())
    const amounts = await walk(treasurer, '/v1/ledger?limit=100&sort=amount')
    assert.deepEqual(amounts.map(keyOf), up.toSorted((one, other) => one.amount - other.amount).map(keyOf))
    const orders = { date: up, '-date': down, amount: amounts, '-amount': amounts.toReversed() }
    for (const [sort, expected] of Object.entries(orders))
      for (const limit of [3, 16]) {
        const rows = await walk(treasurer, `/v1/ledger?limit=${limit}&sort=${sort}`)
        assert.deepEqual(rows.map(keyOf), expected.map(keyOf))
      }
    assert.deepEqual(refusal(await app.as(treasurer).get('/v1/ledger?sort=label')), refusal.at('query.sort'))
  })

  test('are summed up by currency, with the filters of the list', async () => {
    await aBundle(app, treasurer, { transactions: [payment(contact, { amount: 700, currency: 'chf' })] })
    for (const filters of ['journal=money', 'from=2026-03-02&to=2026-03-02', 'state=validated', '']) {
      const sums = new Map<string, number>()
      for (const { currency, amount } of await walk(treasurer, `/v1/ledger?${filters}`))
        sums.set(currency.toUpperCase(), (sums.get(currency.toUpperCase()) ?? 0) + amount)
      const { body } = await app.as(treasurer).get(`/v1/ledger/sums?${filters}`)
      assert.deepEqual(pick(body.data, 'currency', 'amount'), [...sums].sort())
    }
    const elsewhere = await app.as(await aTreasurer(app)).get('/v1/ledger/sums')
    assert.deepEqual(elsewhere.body.data, [])
    const wrong = await app.as(treasurer).get('/v1/ledger/sums?from=2026-03-02&to=2026-03-01')
    assert.deepEqual(refusal(wrong), [422, 'invalid_request', 'query.to'])
  })
})

describe('deposit batches', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const path = '/v1/transaction_batches'
  const made: Row[] = []
  for (const name of ['Épinal', 'eau', 'Zoé', '', 'Épinal', 'abbey', '']) {
    const { body } = await app.as(treasurer).post(path, { name })
    made.push(body.data)
  }

  test('are sorted by number or name, in pages that continue each other', async () => {
    for (const [field, keyOf] of [
      ['number', ({ id }: Row) => id],
      ['name', ({ name }: Row) => name],
    ] as const)
      for (const sort of [field, `-${field}`]) {
        const expected = idsOf(made.toSorted(by(keyOf, sort !== field)))
        for (const limit of [2, 5])
          assert.deepEqual(idsOf(await walk(treasurer, `${path}?sort=${sort}&limit=${limit}`)), expected, sort)
      }
    assert.deepEqual(refusal(await app.as(treasurer).get(`${path}?sort=amount`)), refusal.at('query.sort'))
  })

  test('are summed up by currency and state', async () => {
    const transactions = [300, 450].map(amount => payment(contact, { amount }))
    const bundle = await aBundle(app, treasurer, { transactions })
    const transaction_ids = bundle.transactions.map(({ id }: Row) => id)
    await app.as(treasurer).post(`${path}/${made[0]!.id}/transactions`, { transaction_ids })
    const sums = async (query: string) => (await app.as(treasurer).get(`${path}/sums${query}`)).body.data
    const expected = [{ currency: bundle.transactions[0].currency.toUpperCase(), amount: 750, transactions: 2 }]
    assert.deepEqual([await sums(''), await sums('?state=open'), await sums('?state=closed')], [expected, expected, []])
    assert.deepEqual((await app.as(await aTreasurer(app)).get(`${path}/sums`)).body.data, [])
    assert.deepEqual(refusal(await app.as(treasurer).get(`${path}/sums?state=lost`)), refusal.at('query.state'))
  })
})

const bundles_path = '/v1/transaction_bundles'

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
const idPages = async (person: Person, query: string, between?: () => Promise<unknown>) =>
  (await pagesOf(app, person, `${bundles_path}?${query}`, between)).map(idsOf)

describe('pages', async () => {
  const { treasurer, ids, ask } = await books(7)

  test('the list has an envelope with a total and a cursor, and is empty in a new space', async () => {
    const { body } = await ask.get(bundles_path)
    assert.deepEqual(keysOf(body), ['data', 'next_cursor', 'status', 'total'])
    assert.deepEqual([body.status, body.total, body.next_cursor], ['success', 7, null])
    const empty = await app.as(await aTreasurer(app)).get(bundles_path)
    assert.deepEqual(empty.body, { status: 'success', data: [], total: 0, next_cursor: null })
  })

  test('the newest is first, and an update does not move a bundle', async () => {
    await ask.patch(bundleAt(ids[5]!), { transactions: [payment(await aContactId(app, treasurer))] })
    assert.deepEqual(idsOf((await ask.get(bundles_path)).body.data), ids)
  })

  test('limit and offset select a part of the list, and the total stays the whole', async () => {
    const { body } = await ask.get(`${bundles_path}?limit=3&offset=2`)
    assert.deepEqual([idsOf(body.data), body.total], [ids.slice(2, 5), 7])
    const beyond = (await ask.get(`${bundles_path}?offset=100`)).body
    assert.deepEqual([beyond.data, beyond.total, beyond.next_cursor], [[], 7, null])
  })

  test('the cursor returns every bundle exactly once, with the same total on every page, and is null at the end', async () => {
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const pages = await idPages(treasurer, `limit=${limit}`)
      assert.deepEqual(pages.flat(), ids, `with a limit of ${limit}`)
      assert.ok(pages.every(page => page.length <= limit))
    }
    const first = (await ask.get(`${bundles_path}?limit=4`)).body
    const second = (await ask.get(`${bundles_path}?limit=4&cursor=${first.next_cursor}`)).body
    assert.deepEqual([first.total, second.total, second.next_cursor], [7, 7, null])
  })

  test('the cursor returns existing bundles exactly once while new ones are added', async () => {
    const { treasurer, ids, sent } = await books(5)
    const pages = await idPages(treasurer, 'limit=2', () => aBundle(app, treasurer, sent))
    assert.deepEqual(pages.flat(), ids)
  })

  test('the cursor respects the filters', async () => {
    const { treasurer, contact, ids, ask } = await books(4)
    const other = await aContactId(app, treasurer)
    for (const index of [0, 2]) await ask.patch(bundleAt(ids[index]!), { donations: [payment(other)] })
    assert.deepEqual(await idPages(treasurer, `limit=1&contact_id=${other}`), [[ids[0]], [ids[2]], []])
    assert.deepEqual((await idPages(treasurer, `limit=3&contact_id=${contact}`)).flat(), ids)
  })
})

test('a page has a hundred bundles by default and a thousand at most; a larger limit is capped, with a cursor to the rest', async () => {
  const { treasurer, ask, ids } = await books(1)
  await app.owner`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select group_id, nextval('transaction_bundles_id_seq'), created_at, updated_at, created_by, document
    from transaction_bundles, generate_series(1, 1049) where id = ${ids[0]!}`
  await app.owner`insert into counters (group_id, name, delta) values (${treasurer.space}, 'transaction_bundles', 1049)`
  const plain = (await ask.get(bundles_path)).body
  assert.deepEqual([plain.data.length, plain.total], [100, 1050])
  for (const limit of ['1000', '1001', '99999999999999999999'])
    assert.equal((await ask.get(`${bundles_path}?limit=${limit}`)).body.data.length, 1000)
  const pages = await idPages(treasurer, 'limit=5000')
  assert.deepEqual(pick(pages, 'length'), [1000, 50])
})

// Each request reads the first page with a function; a list with filters is read in a transaction.
describe('the first page', () => {
  test('shows at once what another process has written', async () => {
    const { contact, ids, ask } = await books(1, true)
    const comments = async () =>
      (await ask.get(bundles_path)).body.data.map((bundle: any) => bundle.transactions[0].comment)
    assert.deepEqual(await comments(), [''])
    const at = bundleAt(ids[0]!)
    await app.owner`
      update transaction_bundles set document = replace(document, '"comment":""', '"comment":"by bank"') where id = ${ids[0]!}`
    assert.deepEqual(await comments(), ['by bank'])
    await ask.post(bundles_path, { transactions: [payment(contact, { comment: 'second' })] })
    assert.deepEqual(await comments(), ['second', 'by bank'])
    await ask.patch(`/contacts/${contact}`, { contact: { firstname: 'Renamed', surname: 'Too' } })
    const { body } = await ask.get(bundles_path)
    assert.deepEqual([body.total, body.data[1].memberships[0].contact.firstname], [2, 'Renamed'])
    await app.owner`update transaction_bundles set deleted_at = now() where id = ${ids[0]!}`
    assert.deepEqual(await comments(), ['second'])
    assert.equal((await ask.get(at)).status, 404)
  })

  test('has an ETag, and is answered 304 until a bundle is added or changed, as a page of a transaction is', async () => {
    const { ask, treasurer, sent, contact, ids } = await books(1)
    for (const page of [bundles_path, `${bundles_path}?limit=1000`]) {
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
    ask.post(bundles_path, { transactions: [payment(contact)], memberships: [{ amount: 1, contact_id: contact }] })
  const change: Step = (ask, _, newest, word) =>
    ask.patch(bundleAt(newest.id), { transactions: [{ id: newest.transactions[0].id, comment: word }] })
  const rename: Step = (ask, contact, _, word) =>
    ask.patch(`/contacts/${contact}`, { contact: { firstname: `A${word}`, surname: 'B' } })
  const remove: Step = (ask, _, newest) => ask.delete(bundleAt(newest.id))
  const nothing: Step = ask => ask.get(bundles_path)

  test('equals a read in a transaction after any writes', async () => {
    const { ask, contact } = await books(1, true)
    // Another query for the same bundles, which is read in a transaction.
    const anew = `${bundles_path}?updated_since=1970-01-01T00:00:00Z`
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
          const [kept, fresh] = [
            await ask.get(`${bundles_path}?limit=${limit}`),
            await ask.get(`${anew}&limit=${limit}`),
          ]
          assert.equal(kept.text, fresh.text)
          assert.equal(kept.headers.get('etag'), fresh.headers.get('etag'))
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
