import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aStatus } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other = await aUser(app, await aSpace(app), { role: 'superadmin' })
const rosa = await aContact(app, cast.admin, { surname: 'Quintero' })
const ivo = await aContact(app, cast.admin, { surname: 'Novak' })

const paid = (contact: { id: number }, amount: number, more: object = {}) => ({
  amount,
  contact_id: contact.id,
  date: '2026-03-10T12:00:00Z',
  payment_method_kind: 'cheque',
  ...more,
})

await aBundle(app, cast.admin, { transactions: [paid(rosa, 1000), paid(rosa, 250, { payment_method_kind: 'card' })] })
await aBundle(app, cast.admin, { transactions: [paid(ivo, 4000, { code_campaign: 'Spring' })] })
await aBundle(app, cast.admin, { transactions: [paid(ivo, 700, { currency: 'CHF', date: '2026-05-31T12:00:00Z' })] })
const gone = await aBundle(app, cast.admin, { transactions: [paid(ivo, 9000)] })
await app.as(cast.admin).delete(`/v1/transaction_bundles/${gone.id}`)

async function sums(query = '', who = cast.admin) {
  const { status, body, text } = await app.as(who).get(`/v1/transaction_bundles/sums${query}`)
  assert.equal(status, 200, text)
  return body.data.map(
    ({ currency, amount, transactions }: { currency: string; amount: number; transactions: number }) =>
      [currency, amount, transactions].join(' '),
  )
}

describe('sums of matching payments', () => {
  test('are one per currency, without deleted payments', async () => {
    assert.deepEqual(await sums(), ['CHF 700 1', 'EUR 5250 3'])
  })

  for (const [query, expected] of [
    ['?payment_method_kind=CHEQUE', ['CHF 700 1', 'EUR 5000 2']],
    ['?payment_method_kind=card', ['EUR 250 1']],
    ['?code_campaign=spring', ['EUR 4000 1']],
    ['?date_from=2026-04-01', ['CHF 700 1']],
    ['?date_from=2026-03-10&date_to=2026-03-10', ['EUR 5250 3']],
    ['?date_to=2026-03-10T11:00:00Z', []],
    [`?contact_id=${rosa.id}`, ['EUR 1250 2']],
    [`?contact_id=${rosa.id}&payment_method_kind=card`, ['EUR 250 1']],
    ['?updated_since=2020-01-01', ['CHF 700 1', 'EUR 5250 3']],
    ['?code_campaign=none', []],
  ] as const)
    test(`of ${query} agree with the export of the same filter`, async () => {
      assert.deepEqual(await sums(query), expected)
      const { text } = await app.as(cast.admin).get(`/v1/transaction_bundles.csv${query}&lines=payments`)
      const lines = text.trim().split('\n').length - 1
      const counted = expected.map(sum => Number(sum.split(' ')[2])).reduce((all, one) => all + one, 0)
      assert.equal(lines, counted)
    })

  test('follow a payment at once', async () => {
    const before = await sums('?payment_method_kind=transfer')
    const one = paid(rosa, 300, { payment_method_kind: 'transfer' })
    const { id } = await aBundle(app, cast.admin, { transactions: [one] })
    assert.deepEqual([before, await sums('?payment_method_kind=transfer')], [[], ['EUR 300 1']])
    await app.as(cast.admin).delete(`/v1/transaction_bundles/${id}`)
    assert.deepEqual(await sums('?payment_method_kind=transfer'), [])
  })

  test('say what has come in, less what went back, as the statistics of the same days', async () => {
    const pending = await aStatus(app, cast.admin, { kind: 'pending' })
    const june = paid(rosa, 2000, { date: '2026-06-10T12:00:00Z' })
    const waiting = { ...june, amount: 500, status_id: pending.id }
    const { transactions } = await aBundle(app, cast.admin, { transactions: [june, waiting] })
    const [first] = transactions
    const refund = { amount: 300, reason: 'Paid too much', date: '2026-07-12T12:00:00Z' }
    await app.as(cast.admin).post(`/v1/transactions/${first.id}/refunds`, refund)
    const read = async (path: string) => (await app.as(cast.admin).get(path)).body.data
    // The refund counts on its own day.
    for (const [from, to, amount, collected] of [
      ['2026-06-01', '2026-06-30', 2500, 2000],
      ['2026-06-01', '2026-07-31', 2500, 1700],
    ] as const) {
      const sums = `/v1/transaction_bundles/sums?date_from=${from}&date_to=${to}`
      const known = { currency: 'EUR', amount, transactions: 2 }
      assert.deepEqual(await read(sums), [{ ...known, collected }])
      assert.deepEqual(await read(`${sums}&contact_id=${rosa.id}`), [{ ...known, collected: null }])
      const { months } = await read(`/v1/statistics/money?from=${from}&to=${to}`)
      assert.equal(
        months.reduce((sum: number, month: { collected: number }) => sum + month.collected, 0),
        collected,
      )
    }
  })

  test('need a token and the permission, and are those of the own space', async () => {
    assert.equal((await app.as().get('/v1/transaction_bundles/sums')).status, 401)
    assert.equal((await app.as(cast.manager).get('/v1/transaction_bundles/sums')).status, 403)
    assert.deepEqual(await sums('', other), [])
  })

  test('refuse filters that the list refuses', async () => {
    const [status, code] = refusal(await app.as(cast.admin).get('/v1/transaction_bundles/sums?state=paid'))
    assert.deepEqual([status, code], [422, 'invalid_request'])
  })
})
