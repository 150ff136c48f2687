import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkFec } from '../../test/fec_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, fecFor, validate } from '../../test/ledger.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()

describe('opening balances', () => {
  test('are replaced until they are validated, and are equal on both sides', async () => {
    const treasurer = await anAssociation(app)
    const send = (balances: object[], year = 2025) =>
      app.as(treasurer).post('/v1/ledger/opening_balances', { year, balances })
    const bank = { account: '512000', debit: 500 }
    assert.equal((await send([bank, { account: '110000', credit: 500 }])).status, 200)
    const second = await send([
      { ...bank, debit: 700 },
      { account: '110000', credit: 700 },
    ])
    assert.deepEqual(second.body.data, { year: 2025, date: '2025-01-01', entries: 2 })
    for (const [balances, location] of [
      [[bank], 'body.data.balances'],
      [[bank, bank], 'body.data.balances.1.account'],
      [[{ account: '512000' }], 'body.data.balances.0'],
      [[{ account: '512000', debit: 5, credit: 5 }], 'body.data.balances.0'],
      [[{ account: '890000', debit: 5 }], 'body.data.balances.0.account'],
      [[{ account: 'x', debit: 5 }], 'body.data.balances.0.account'],
    ] as const)
      assert.deepEqual(refusal(await send([...balances])), [422, 'invalid_request', location])
    await validate(app, treasurer, '2025-12-31')
    assert.deepEqual(refusal(await send([])), [409, 'conflict'])
    assert.equal((await send([], 2026)).status, 200)
    const rows = checkFec((await fecFor(app, treasurer)).text)
    assert.deepEqual(
      rows.map(({ CompteNum, Debit }) => `${CompteNum} ${Debit}`),
      ['512000 7,00', '890000 0,00', '890000 7,00', '110000 0,00'],
    )
  })
})
