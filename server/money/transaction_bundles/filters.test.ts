import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, statusOf as kindOf, payment } from '../../test/money.ts'
import { aSpace } from '../../test/people.ts'

// The list, its download and its sums have the same filters.

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const ask = app.as(treasurer)
const other_space_user = await aTreasurer(app)
const path = '/v1/transaction_bundles'
const [ann, ben, cem] = [
  await aContactId(app, treasurer),
  await aContactId(app, treasurer),
  await aContactId(app, treasurer),
]
const statusOf = async (kind: string) => (await aStatus(app, treasurer, { name: `As ${kind}`, kind })).id
const [checked, pending, unpaid, bounced] = [
  await statusOf('valid'),
  await statusOf('pending'),
  await statusOf('unpaid'),
  await statusOf('bank_error'),
]

/** For the campaign SPRING. */
const inSpring = (contact: number, amount: number, date: string, status_id: number, payment_method_kind: string) =>
  payment(contact, { amount, date, status_id, payment_method_kind, code_campaign: 'SPRING' })

const march = await aBundle(app, treasurer, {
  transactions: [inSpring(ann, 1, '2026-03-31T23:59:59.999Z', checked, 'cheque')],
})
const april = await aBundle(app, treasurer, {
  transactions: [
    inSpring(ann, 2, '2026-04-01T00:00:00Z', pending, 'Cheque'),
    payment(ann, { amount: 4, date: '2026-06-01T00:00:00Z', status_id: checked, currency: 'chf' }),
  ],
  donations: [payment(ben)],
})
const may = await aBundle(app, treasurer, {
  transactions: [{ ...inSpring(ben, 8, '2026-05-01T01:00:00+02:00', unpaid, 'card'), code_campaign: 'spring' }],
  memberships: [payment(cem)],
})
const july = await aBundle(app, treasurer, {
  transactions: [
    payment(ben, { amount: 16, date: '2026-07-01', status_id: bounced }),
    payment(ben, { amount: 32, date: '2026-07-02', status_id: null, currency: 'CHF' }),
  ],
})
const gone = await aBundle(app, treasurer, {
  transactions: [payment(ann, { amount: 64, date: '2026-04-15', code_campaign: 'SPRING', status_id: checked })],
})
await ask.delete(bundleAt(gone.id))
const batch = (await ask.post('/v1/transaction_batches', {})).body.data.id
const added = [march, may].map(({ transactions }) => transactions[0].id)
await ask.post(`/v1/transaction_batches/${batch}/transactions`, { transaction_ids: added })

const all = [july, may, april, march]
type Sums = Partial<Record<'CHF' | 'EUR', [amount: number, transactions: number]>>
/** The bundles that match, and the sums of the payments that match themselves. */
const cases: [query: string, fitting: { id: number }[], sums: Sums][] = [
  ['', all, { CHF: [36, 2], EUR: [27, 4] }],
  [`contact_id=${ann}`, [april, march], { CHF: [4, 1], EUR: [3, 2] }],
  [`contact_id=${ben}`, [july, may, april], { CHF: [36, 2], EUR: [26, 3] }],
  [`contact_id=${cem}`, [may], { EUR: [8, 1] }],
  ['contact_id=9000000', [], {}],
  [`status_id=${checked}`, [april, march], { CHF: [4, 1], EUR: [1, 1] }],
  ['state=pending', [april], { EUR: [2, 1] }],
  ['state=unpaid', [july, may], { EUR: [24, 2] }],
  ['code_campaign=SPRING', [may, april, march], { EUR: [11, 3] }],
  ['code_campaign=spring', [may, april, march], { EUR: [11, 3] }],
  ['code_campaign=', [july, april], { CHF: [36, 2], EUR: [16, 1] }],
  ['code_campaign=none', [], {}],
  ['payment_method_kind=CHEQUE', [april, march], { EUR: [3, 2] }],
  ['payment_method_kind=', [july, april], { CHF: [36, 2], EUR: [16, 1] }],
  ['payment_method_kind=cash', [], {}],
  [`batch_id=${batch}`, [may, march], { EUR: [9, 2] }],
  ['batch_id=9000000', [], {}],
  ['date_from=2026-04-01', [july, may, april], { CHF: [36, 2], EUR: [26, 3] }],
  ['date_from=2026-03-31T23:59:59.999Z&date_to=2026-03-31T23:59:59.999Z', [march], { EUR: [1, 1] }],
  ['date_from=2026-04-01&date_to=2026-04-01', [april], { EUR: [2, 1] }],
  ['date_to=2026-03-31', [march], { EUR: [1, 1] }],
  ['date_to=2026-03-31T23:59:59Z', [], {}],
  ['date_to=2026-04-01', [april, march], { EUR: [3, 2] }],
  ['date_to=2026-04-30', [may, april, march], { EUR: [11, 3] }],
  ['date_from=2026-04-02&date_to=2026-05-31', [may], { EUR: [8, 1] }],
  ['date_from=2026-05-01', [july, april], { CHF: [36, 2], EUR: [16, 1] }],
  [`date_from=${encodeURIComponent('2026-05-01T01:00:00+02:00')}`, [july, may, april], { CHF: [36, 2], EUR: [24, 2] }],
  [`contact_id=${ann}&code_campaign=SPRING&date_from=2026-04-01`, [april], { EUR: [2, 1] }],
  [`contact_id=${ben}&status_id=${checked}`, [april], { CHF: [4, 1] }],
  [`contact_id=${ann}&payment_method_kind=cheque`, [april, march], { EUR: [3, 2] }],
  [`status_id=${checked}&code_campaign=SPRING`, [march], { EUR: [1, 1] }],
  [`status_id=${checked}&date_from=2026-06-01`, [april], { CHF: [4, 1] }],
  [`batch_id=${batch}&state=unpaid&payment_method_kind=card`, [may], { EUR: [8, 1] }],
  [`batch_id=${batch}&state=pending`, [], {}],
  ['updated_since=2000-01-01', all, { CHF: [36, 2], EUR: [27, 4] }],
  ['updated_since=9000-01-01', [], {}],
  [`updated_since=${may.UpdatedAt}`, [july, may], { CHF: [32, 1], EUR: [24, 2] }],
]
for (const [query, fitting, sums] of cases)
  test(`${query.replaceAll(/=\d{1,7}(?=&|$)/g, '=…') || 'no filter'} finds and counts bundles, downloads them, and sums their payments`, async () => {
    const ids = fitting.map(({ id }) => id)
    const { body } = await ask.get(`${path}?${query}`)
    assert.deepEqual([body.data.map(({ id }: { id: number }) => id), body.total], [ids, ids.length])
    const [, ...lines] = (await ask.get(`${path}.csv?${query}&lines=payments`)).text.trim().split('\r\n')
    assert.deepEqual([...new Set(lines.map(line => Number(line.split(',')[0])))], ids)
    const told = (await ask.get(`${path}/sums?${query}`)).body.data
    assert.deepEqual(
      told.map(({ currency, amount, transactions }: any) => [currency, [amount, transactions]]),
      Object.entries(sums),
    )
    assert.equal(
      lines.length,
      Object.values(sums).reduce((sum, [, transactions]) => sum + transactions, 0),
    )
    const { data, total } = (await app.as(other_space_user).get(`${path}?${query}`)).body
    const { data: other_sums } = (await app.as(other_space_user).get(`${path}/sums?${query}`)).body
    assert.deepEqual([data, total, other_sums], [[], 0, []], 'another space has none')
  })

describe('sums', () => {
  test('follow a payment at once', async () => {
    const sums = async () => (await ask.get(`${path}/sums?payment_method_kind=transfer`)).body.data
    assert.deepEqual(await sums(), [])
    const { id } = await aBundle(app, treasurer, {
      transactions: [payment(ann, { amount: 300, payment_method_kind: 'transfer' })],
    })
    assert.deepEqual(await sums(), [{ currency: 'EUR', amount: 300, transactions: 1, collected: 300, unpaid: 0 }])
    await ask.delete(bundleAt(id))
    assert.deepEqual(await sums(), [])
  })

  test('say what has come in, less what went back, as the statistics of the same days', async () => {
    const paid = { amount: 2000, date: '2026-10-10T12:00:00Z' }
    const { transactions } = await aBundle(app, treasurer, {
      transactions: [payment(cem, paid), payment(cem, { ...paid, amount: 500, status_id: pending })],
    })
    const refund = { amount: 300, reason: 'Paid too much', date: '2026-11-12T12:00:00Z' }
    await ask.post(`/v1/transactions/${transactions[0].id}/refunds`, refund)
    const read = async (path: string) => (await ask.get(path)).body.data
    // The refund counts on its own day.
    for (const [from, to, collected] of [
      ['2026-10-01', '2026-10-31', 2000],
      ['2026-10-01', '2026-11-30', 1700],
    ] as const) {
      const sums = `${path}/sums?date_from=${from}&date_to=${to}`
      const known = { currency: 'EUR', amount: 2500, transactions: 2, unpaid: 0 }
      assert.deepEqual(await read(sums), [{ ...known, collected }])
      assert.deepEqual(await read(`${sums}&contact_id=${cem}`), [{ ...known, collected: null }])
      const { months } = await read(`/v1/statistics/money?from=${from}&to=${to}`)
      const told = months.reduce((sum: number, month: { collected: number }) => sum + month.collected, 0)
      assert.equal(told, collected)
    }
  })
})

test('what is unpaid is one sum: in the list, its sums and the statistics', async () => {
  const own = await aTreasurer(app)
  const ask = app.as(own)
  const contact = await aContactId(app, own)
  const never = { amount: 12_000, status_id: await kindOf(app, own.space, 'unpaid') }
  await aBundle(app, own, { transactions: [payment(contact, { ...never, date: '2026-10-01T12:00:00Z' })] })
  const paid = await aBundle(app, own, {
    transactions: [payment(contact, { amount: 2000, date: '2026-10-02T12:00:00Z' })],
  })
  const cancelled = { amount: 700, unpaid_amount: 700, status_id: await kindOf(app, own.space, 'cancel') }
  await aBundle(app, own, { transactions: [payment(contact, cancelled)] })
  const back = { amount: 800, reason: 'Refused', date: '2026-11-02T12:00:00Z' }
  await ask.post(`/v1/transactions/${paid.transactions[0].id}/returns`, back)
  const more = { ...back, amount: 200, date: '2026-12-02T12:00:00Z' }
  await ask.post(`/v1/transactions/${paid.transactions[0].id}/returns`, more)
  const { body: list } = await ask.get(`${path}?state=unpaid`)
  assert.deepEqual([list.total, list.data.at(0).id], [2, paid.id])
  for (const query of ['state=unpaid', '']) {
    const [sums] = (await ask.get(`${path}/sums?${query}`)).body.data
    assert.equal(sums.unpaid, 13_000, query)
  }
  const { months } = (await ask.get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')).body.data
  const told = months.map(({ month, unpaid, returned }: any) => [month, unpaid, returned])
  assert.deepEqual(told, [
    ['2026-10', 12_000, 0],
    ['2026-11', 800, 800],
    ['2026-12', 200, 200],
  ])
  // A month has what became unpaid in it.
  for (const [month, unpaid] of told) {
    const days = `date_from=${month}-01&date_to=${month}-30`
    for (const query of [days, `${days}&state=unpaid`]) {
      const [sums] = (await ask.get(`${path}/sums?${query}`)).body.data
      assert.equal(sums.unpaid, unpaid, query)
    }
    assert.equal((await ask.get(`${path}?${days}&state=unpaid`)).body.total, 1, String(month))
  }
})

test('dates in filters are days of the space, and instants are read as they are', async () => {
  const treasurer = await aTreasurer(app, await aSpace(app, 'Space', 'en', 'America/Toronto'))
  const ask = app.as(treasurer)
  const contact = await aContactId(app, treasurer)
  for (const [amount, date] of [
    [1, '2026-03-01T04:59:59.999Z'],
    [2, '2026-03-01T05:00:00Z'],
    [4, '2026-03-02T04:59:59.999Z'],
    [8, '2026-03-02T05:00:00Z'],
  ] as const)
    await ask.post(path, { transactions: [payment(contact, { amount, date })] })
  const found = async (query: string) => {
    const { body } = await ask.get(`${path}?${query}`)
    const amounts = body.data.map((bundle: any) => bundle.transactions[0].amount)
    assert.equal(body.total, amounts.length)
    return amounts.reduce((sum: number, amount: number) => sum + amount, 0)
  }
  assert.equal(await found('date_from=2026-03-01&date_to=2026-03-01'), 6)
  assert.equal(await found('date_from=2026-03-02'), 8)
  assert.equal(await found('date_to=2026-02-28'), 1)
  assert.equal(await found('date_from=2026-03-01T00:00:00Z&date_to=2026-03-01T23:59:59Z'), 3)
})

// Until the next event of the space a total is cached: see order_and_totals.test.ts.
test('the total of each filter is that of its list after every write', async () => {
  const treasurer = await aTreasurer(app)
  const ask = app.as(treasurer)
  const contact = await aContactId(app, treasurer)
  const [valid, pending] = ['valid', 'pending'].map(kind => aStatus(app, treasurer, { name: kind, kind }))
  const [first, second] = [(await valid!).id, (await pending!).id]
  const queries = [`status_id=${first}`, `status_id=${second}&updated_since=2026-01-01`, 'state=pending']
  queries.push('code_campaign=Spring', 'payment_method_kind=card', 'date_from=2025-02-01&date_to=2025-02-28')
  const totals = () =>
    Promise.all(
      queries.map(async query => {
        const { total } = (await ask.get(`${path}?${query}&limit=1`)).body
        assert.equal(total, (await ask.get(`${path}?${query}&limit=1000`)).body.data.length, query)
        return total
      }),
    )
  assert.deepEqual(await totals(), [0, 0, 0, 0, 0, 0])
  const paid = payment(contact, { status_id: first, code_campaign: 'SPRING', payment_method_kind: 'cheque' })
  const { id, transactions } = await aBundle(app, treasurer, { transactions: [paid, { ...paid, date: '2025-02-28' }] })
  assert.deepEqual(await totals(), [1, 0, 0, 1, 0, 1])
  const change = { status_id: second, code_campaign: '', payment_method_kind: 'Card' }
  const changed = transactions.map((item: { id: number }) => ({ id: item.id, ...change }))
  assert.equal((await ask.patch(bundleAt(id), { transactions: changed })).status, 200)
  assert.deepEqual(await totals(), [0, 1, 1, 0, 1, 1])
  assert.equal((await ask.delete(bundleAt(id))).status, 200)
  assert.deepEqual(await totals(), [0, 0, 0, 0, 0, 0])
})
