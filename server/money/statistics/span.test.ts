import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aTreasurer } from '../../test/money.ts'

const app = await startTestApp()
const ask = app.as(await aTreasurer(app))

for (const [to, from] of [
  ['2026-05-15', '2025-06-01'],
  ['2025-12-31', '2025-01-01'],
  ['0050-01-01', '0049-02-01'],
  ['0100-06-30', '0099-07-01'],
  ['0001-03-01', '0001-01-01'],
  ['9999-12-31', '9999-01-01'],
]) {
  test(`without from, the twelve months until ${to} begin on ${from}`, async () => {
    const { status, body, text } = await ask.get(`/v1/statistics/money?to=${to}`)
    assert.equal(status, 200, text)
    assert.deepEqual([body.data.from, body.data.to], [`${from}T00:00:00.000Z`, `${to}T23:59:59.999Z`])
  })
}
