import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment } from '../test/money.ts'
import { type Person, refusal } from '../test/people.ts'
import { pick } from '../test/pick.ts'

const app = await startTestApp()

type Row = Record<string, any>

/** Follows the cursor to the end, and returns all rows. */
async function walk(person: Person, path: string, between: () => Promise<unknown> = async () => {}) {
  const rows: Row[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const next: string = first ? '' : `&cursor=${encodeURIComponent(cursor ?? '')}`
    const { status, body, text } = await app.as(person).get(`${path}${next}`)
    assert.equal(status, 200, text)
    rows.push(...body.data)
    cursor = body.next_cursor
    await between()
  }
  return rows
}

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
        for (const limit of [1, 3, 5, 100])
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
      for (const limit of [1, 3, 16]) {
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
        for (const limit of [1, 5, 100])
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
