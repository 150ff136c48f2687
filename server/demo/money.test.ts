import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withDemo } from '../test/demo.ts'
import { startTestApp } from '../test/harness.ts'
import { verificationFindings } from '../test/money.ts'

const app = await startTestApp({ own: true })
const demo = await withDemo(app)
const { token, space_id } = demo.accounts[0]!
const ask = app.as({ token })
const bundles = (await ask.get('/v1/transaction_bundles?limit=1000')).body.data as any[]

describe('the books of the demo', () => {
  test('were written since January of the year before, as the payments came in, and none is in the future', () => {
    const months = new Set(bundles.map(({ CreatedAt }) => CreatedAt.slice(0, 7)))
    assert.ok(bundles.length >= 140)
    assert.equal(months.size, Math.max(14, new Date().getUTCMonth() + 13))
    assert.ok(months.has(new Date().toISOString().slice(0, 7)), 'the current month has payments')
    const instants = bundles.map(({ CreatedAt }) => CreatedAt)
    assert.deepEqual(instants, instants.toSorted().reverse(), 'the newest is the last that was written')
    for (const { CreatedAt, transactions } of bundles) {
      assert.ok(CreatedAt <= new Date().toISOString())
      assert.ok(transactions[0].date <= CreatedAt)
    }
  })

  test('record a refund days after its payment', async () => {
    const refunded = bundles.find(({ transactions }) => transactions[0].reimbursed_amount > 0)
    const history = (await ask.get(`/v1/transaction_bundles/${refunded.id}/history`)).body.data
    const [first, last] = [history[0], history.at(-1)]
    assert.ok(Date.parse(last.CreatedAt) - Date.parse(first.CreatedAt) > 86_400_000, 'days later')
  })

  test('have a default for every setting, and one archived status', async () => {
    const settings = (await ask.get('/v1/transaction_settings')).body.data
    const priceOf = async (kind: string) =>
      (await ask.get(`/v1/${kind}_prices/${settings[`default_${kind}_price_id`]}`)).body.data
    for (const kind of ['membership', 'donation']) assert.equal((await priceOf(kind)).hidden, false)
    const statuses = (await ask.get('/v1/transaction_statuses')).body.data as any[]
    assert.equal(statuses.filter(({ archived }) => archived).length, 1)
    assert.equal(statuses.find(({ id }) => id === settings.default_status_id)?.archived, false)
  })

  test('are in French in a French space, and verify', async () => {
    const names = (await ask.get('/v1/code_campaigns')).body.data.map(({ name }: any) => name)
    assert.deepEqual(names, ['Appel de l’été', 'Lettre de rentrée'])
    assert.deepEqual(await verificationFindings(app, space_id), [])
  })
})
