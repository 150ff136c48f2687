import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkFec } from '../../test/fec_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, entriesOf, fecFor, told, validate } from '../../test/ledger.ts'
import { verificationFindings } from '../../test/money.ts'
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
      [[{ account: '912000', debit: 5 }], 'body.data.balances.0.account'],
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

  test('follow the accounting year and the account for them until they are validated', async () => {
    const treasurer = await anAssociation(app, { year_end: '08-31' })
    const ask = app.as(treasurer)
    const set = (settings: object) => ask.patch('/v1/ledger/settings', settings)
    const send = (year: number, amount: number) =>
      ask.post('/v1/ledger/opening_balances', {
        year,
        balances: [
          { account: '512000', debit: amount },
          { account: '110000', credit: amount },
        ],
      })
    assert.equal((await send(2025, 700)).body.data.date, '2024-09-01')
    assert.equal((await set({ year_end: '12-31' })).status, 200)
    await validate(app, treasurer, '2024-12-31')
    assert.equal(checkFec((await fecFor(app, treasurer, 'year=2024')).text).length, 0)
    const tooLate = await set({ year_end: '08-31' })
    assert.deepEqual(refusal(tooLate), [409, 'conflict'])
    assert.match(
      tooLate.body.detail,
      /of 2025 would be booked on 2024-09-01, and the ledger is validated until 2024-12-31/,
    )
    assert.equal((await send(2025, 800)).status, 200)
    assert.deepEqual(refusal(await set({ accounts: { opening: '110000' } })), [409, 'conflict'])
    assert.equal((await set({ accounts: { opening: '891000' } })).status, 200)
    await validate(app, treasurer, '2025-12-31')
    await send(2026, 900)
    assert.equal((await set({ accounts: { opening: '892000' } })).status, 200)
    assert.deepEqual(told(await entriesOf(app, treasurer)), [
      'AN 2025-01-01 512000 → 891000 8.00',
      'AN 2025-01-01 891000 → 110000 8.00',
      'AN 2026-01-01 512000 → 892000 9.00',
      'AN 2026-01-01 892000 → 110000 9.00',
    ])
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    await app.owner`
      update ledger_entries set item_id = 2024 where group_id = ${treasurer.space} and journal = 'opening' and year = 2025`
    const findings = await verificationFindings(app, treasurer.space)
    assert.deepEqual(
      findings.map(({ what }) => what),
      ['the opening balances of 2024 are in the year 2025 of the ledger'],
    )
  })
})
