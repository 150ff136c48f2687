import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withSession } from '../../db/sql.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aTreasurer,
  bundleAt,
  payment,
  statusOf,
  turnChecksOff,
  verificationFindings,
} from '../../test/money.ts'

const app = await startTestApp({ own: true })
const migration = readFileSync('server/db/migrations/0033_received.sql', 'utf8')

test('the upgrade computes what memberships and donations received, and the sums, as the server does', async () => {
  const person = await aTreasurer(app)
  const ask = app.as(person)
  await turnChecksOff(app, person)
  const contact = await aContactId(app, person)
  const kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'cancel']
  const statuses = [null, ...(await Promise.all(kinds.map(kind => statusOf(app, person.space, kind))))]
  for (const [n, status_id] of [...statuses, ...statuses].entries()) {
    const one = (amount: number, more: object = {}) =>
      payment(contact, { amount, currency: n % 3 === 0 ? 'eur' : 'EUR', ...more })
    const { id, transactions } = await aBundle(app, person, {
      transactions: [
        one(3000, { date: `2026-03-0${1 + (n % 9)}`, status_id }),
        one(700, { date: '2026-02-05', unpaid_amount: 50 * n, currency: 'CHF' }),
        one(500, { date: '2026-03-05' }),
      ],
      memberships: [one(2000), one(0), one(1000 + 100 * n)],
      donations: [one(400), one(600, { currency: 'chf' }), one(0)],
    })
    const back = { amount: 300 * (1 + (n % 5)), reason: 'x', date: '2026-04-01' }
    const at = `/v1/transactions/${transactions[0].id}`
    const { body } = await ask.post(`${at}/${n % 2 ? 'refunds' : 'returns'}`, back)
    if (n % 4 === 0) await ask.post(`${at}/reversals/${body.data.id}/cancellation`, { reason: 'x', date: '2026-05-01' })
    if (n % 5 === 4) await ask.delete(bundleAt(id))
  }
  const receipts = async () => [
    ...(await app.owner`select kind, id, received_amount, received_at from items order by kind, id`),
  ]
  const before = await receipts()
  assert.ok(before.filter(({ received_at }) => received_at).length > 20)
  await withSession(app.database_url, async session => {
    await session`update items set received_amount = null, received_at = null`
    const steps = migration
      .slice(migration.indexOf('alter table spaces no force'))
      .replace(/alter table sums drop .*;/g, '')
    await session.unsafe(`begin; ${steps}; commit`)
  })
  assert.deepEqual(await receipts(), before)
  assert.deepEqual(await verificationFindings(app, person.space), [])
})
