import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mt940_german } from '../../test/bank_file_samples.ts'
import { camt053, camt054, ibans, importBankFile, sendBankFile } from '../../test/bank_files.ts'
import {
  balanceBefore,
  bankStatementHelpers,
  entry,
  month,
  month_amounts,
  partOfMonth,
} from '../../test/bank_statements.ts'
import { startTestApp } from '../../test/harness.ts'
import { pick } from '../../test/pick.ts'

const app = await startTestApp()
const { anAccount, linesOf, amountsOf, openingOf, statementsOf, refuses } = bankStatementHelpers(app)

describe('lines that are known are not added again', () => {
  test('the same file twice adds nothing and returns the statement that is stored', async () => {
    const { who } = await anAccount()
    const first = await importBankFile(app, who, partOfMonth(0, 6))
    const second = await importBankFile(app, who, partOfMonth(0, 6))
    assert.deepEqual([second.lines_count, second.added_count], [6, 0])
    assert.deepEqual(second.statements, first.statements)
    assert.equal((await statementsOf(who)).length, 1)
    assert.deepEqual(await amountsOf(who), month_amounts)
  })

  test('overlapping files with and without references of the bank give each line once, in any order', async () => {
    const bare = month.map(line => ({ ...line, reference: '' }))
    for (const entries of [month, bare])
      for (const parts of ['0-4 1-6', '2-6 0-5', '2-4 0-6', '0-6 2-4']) {
        const { who } = await anAccount()
        for (const [start = 0, end] of parts.split(' ').map(part => part.split('-').map(Number))) {
          const opening = balanceBefore(start)
          await importBankFile(app, who, camt053(entries.slice(start, end), { opening, id: `P-${start}-${end}` }))
        }
        assert.deepEqual(await amountsOf(who), month_amounts)
        assert.equal(await openingOf(who), 0)
      }
  })

  test('equal lines of a day are told apart by their number', async () => {
    const { who } = await anAccount()
    const equal = { amount: 500, text: 'Don', reference: '' }
    await importBankFile(app, who, camt053([equal, equal], { opening: 0 }))
    await importBankFile(app, who, camt053([equal, equal, equal], { opening: 0 }))
    assert.deepEqual(await amountsOf(who), [500, 500, 500])
  })

  test('another format of the same days adds nothing, though it has other references', async () => {
    const { who, id } = await anAccount({ iban: ibans.berlin })
    await importBankFile(app, who, mt940_german)
    const entries = [entry(2, 2500, { reference: 'X1' }), entry(3, -590), entry(5, -3000), entry(6, 100)]
    const file = camt053(entries, { opening: 150_000, iban: ibans.berlin })
    assert.equal((await importBankFile(app, who, file, { bank_account_id: id })).added_count, 1)
    assert.deepEqual(await amountsOf(who), [2500, -590, -3000, 100])
  })

  test('camt.054 after or before camt.053 adds nothing twice, and gives an open line its transactions', async () => {
    const parts = [
      { amount: 400, name: 'Anne', end_to_end_id: 'E1' },
      { amount: 100, name: 'Bert', end_to_end_id: 'E2' },
    ]
    const notification = camt054([entry(5, 500, { parts })])
    const statement = camt053([entry(4, 10), entry(5, 500)], { opening: 0 })
    const orders = [statement, notification]
    for (const files of [orders, orders.toReversed()]) {
      const { who } = await anAccount()
      for (const file of files) await importBankFile(app, who, file)
      assert.deepEqual(await amountsOf(who), [10, 500])
      const details = (await linesOf(who))[1]?.details as { end_to_end_id: string }[]
      assert.deepEqual(pick(details, 'end_to_end_id'), ['E1', 'E2'])
      assert.equal(await openingOf(who), 0)
    }
  })

  test('camt.054 does not change a line that is settled', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt053([entry(5, 500)], { opening: 0 }))
    await app.owner`
      update bank_lines set state = 'ignored', ignored_reason = 'x', settled_at = now(), settled_by = 1 where group_id = ${who.space}`
    const parts = [400, 100].map(amount => ({ amount, name: 'Anne' }))
    assert.equal((await importBankFile(app, who, camt054([entry(5, 500, { parts })]))).added_count, 0)
    assert.deepEqual((await linesOf(who))[0]?.details, [])
  })

  test('one file that is sent many times at once is added once', async () => {
    const { who } = await anAccount()
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendBankFile(app, who, partOfMonth(0, 6))))
    assert.deepEqual(pick(answers, 'status'), Array(6).fill(200))
    assert.deepEqual(answers.map(({ body }) => body.data.added_count).sort(), [0, 0, 0, 0, 0, 6])
    assert.equal((await statementsOf(who)).length, 1)
    assert.deepEqual(await amountsOf(who), month_amounts)
  })
})

describe('statements continue each other', () => {
  test('a later and an earlier one are taken, also of the same day', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt053(month.slice(3, 5), { opening: balanceBefore(3), id: 'B' }))
    await importBankFile(app, who, partOfMonth(5, 6))
    await importBankFile(app, who, partOfMonth(0, 3))
    assert.deepEqual(await amountsOf(who), month_amounts)
    assert.equal(await openingOf(who), 0)
  })

  test('a gap is refused with both amounts and days', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 2))
    const message =
      /begins on 2026-10-09 with 12.70 EUR, but the lines imported until 2026-10-02 end with 0.70 EUR. Import the statements in between/
    await refuses(who, partOfMonth(4, 6), message, {}, 409)
    const early = (await anAccount()).who
    await importBankFile(app, early, partOfMonth(4, 6))
    await refuses(early, partOfMonth(0, 2), /begins on 2026-10-01 with 0.00 EUR/, {}, 409)
    await importBankFile(app, who, camt053(month.slice(2, 4), { opening: balanceBefore(2), id: 'between' }))
    await importBankFile(app, who, partOfMonth(4, 6))
    assert.deepEqual(await amountsOf(who), month_amounts)
  })

  test('a statement with a line more or less than another of the same days is refused', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 6))
    const more = [...month.slice(0, 4), entry(7, 33), ...month.slice(4)]
    const unknown = /has a line of 2026-10-07 with 0.33 EUR.*not in the statement from 2026-10-01 to 2026-10-20/
    await refuses(who, camt053(more, { opening: 0 }), unknown, {}, 409)
    const fewer = camt053(
      month.filter(({ amount }) => amount !== 500),
      { opening: 0 },
    )
    await refuses(who, fewer, /A line of 2026-10-05 with 5.00 EUR was imported before and is missing/, {}, 409)
    await refuses(who, camt054([entry(7, 33)]), /has a line of 2026-10-07/, {}, 409)
  })

  test('a line more on a day before lines that were imported is refused, also among statements of single days', async () => {
    const { who } = await anAccount()
    for (const start of [0, 1, 2, 3]) await importBankFile(app, who, partOfMonth(start, start + 1))
    const message =
      /has a line of 2026-10-0[25] with 0.33 EUR.*later lines were imported whose balances do not count it/
    const second = camt053([entry(2, -30), entry(2, 33)], { opening: balanceBefore(1) })
    await refuses(who, second, message, {}, 409)
    const third = camt053([entry(5, 500), entry(5, 33)], { opening: balanceBefore(2) })
    await refuses(who, third, message, {}, 409)
    await importBankFile(app, who, camt053([entry(5, 700), entry(5, 33)], { opening: balanceBefore(3) }))
    assert.deepEqual(await amountsOf(who), [100, -30, 500, 700, 33])
  })

  test('a month without movements is stored, and must have the right balance', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, partOfMonth(0, 6))
    const empty = (opening: number) => camt053([], { opening, date: '2026-11-30', from: '2026-11-01', id: 'NOV' })
    const message = /begins on 2026-11-30 with 0.01 EUR, but the lines imported until 2026-10-20 end with 11.00 EUR/
    await refuses(who, empty(1), message, {}, 409)
    assert.equal((await importBankFile(app, who, empty(balanceBefore(6)))).statements[0].lines_count, 0)
    assert.equal((await statementsOf(who)).length, 2)
  })

  test('a file without balances before the first with balances gets the right opening balance', async () => {
    const { who } = await anAccount()
    await importBankFile(app, who, camt054(month.slice(0, 3)))
    await importBankFile(app, who, camt053(month.slice(3), { opening: 5000 }))
    assert.equal(await openingOf(who), 5000 - balanceBefore(3))
  })
})
