import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCatalogue, testPrices } from '../../test/catalogue.ts'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, badAmounts } from '../../test/money.ts'
import { aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const prices = await testCatalogue({
  app,
  table: 'donation_prices',
  keys: ['id', 'CreatedAt', 'UpdatedAt', 'amount', 'currency', 'allow_custom_amount', 'name', 'hidden', 'kind'],
  whole: number => ({
    ...{ name: `Price ${number}`, amount: 1000, currency: 'EUR' },
    ...{ allow_custom_amount: true, hidden: false, kind: 'recurring' },
  }),
  other: number => ({
    ...{ name: `Other ${number}`, amount: 0, currency: 'usd' },
    ...{ allow_custom_amount: false, kind: 'a word of our own', hidden: true },
  }),
  least: number => ({ name: `Price ${number}`, amount: 500 }),
  defaults: { currency: 'EUR', allow_custom_amount: false, hidden: false, kind: 'one_off' },
  wrong: {
    amount: [...badAmounts, '100.00000000000000001'],
    name: ['" "', `"${'n'.repeat(201)}"`],
    currency: ['"EU"', '"EURO"', '"XYZ"', '12', 'null'],
    allow_custom_amount: ['"yes"'],
    hidden: ['0'],
    kind: ['null'],
  },
  use: async ({ id }, admin) => {
    const contact_id = await aContactId(app, admin)
    const donations = [{ amount: 10, contact_id, donation_price_id: id }]
    return ['/v1/transaction_bundles', { transactions: [{ amount: 10, contact_id }], donations }]
  },
  refers: ({ donations }) => donations[0].donation_price_id,
  used_at: 'donations.0.donation_price_id',
})
testPrices(app, 'donation', prices)

test('a user who may change the catalogue can hide a price, and create a hidden one', async () => {
  const { create, change } = prices
  const chief = await aUser(app, await aSpace(app), { role: 'superadmin' })
  await app.as(chief).post('/roles', { name: 'Clerk', permissions: ['catalogue:read', 'catalogue:write'] })
  const clerk = await aUser(app, chief.space, { role: 'Clerk' })
  const { id } = (await create(clerk, { name: 'N', amount: 1 })).body.data
  const hidden = await change(id, { hidden: true }, {}, clerk)
  assert.deepEqual([hidden.status, hidden.body.data?.hidden], [200, true])
  const made = await create(clerk, { name: 'N', amount: 1, hidden: true })
  assert.deepEqual([made.status, made.body.data?.hidden], [200, true])
})
