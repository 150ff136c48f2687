import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { functionAdaptations } from '../citus/functions.ts'

// The functions are adapted as by `muster distribute`; the tables stay where they are. On a cluster the whole suite runs.

test('a server that runs while the tables are distributed reads and writes on', async () => {
  const app = await startTestApp({ own: true })
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
  const reads = [bundleAt(id), `/contacts/${contact}`, '/contacts', '/v1/transaction_bundles', '/teams', '/me']
  const read = () => Promise.all(reads.map(async path => [path, (await app.as(treasurer).get(path)).status]))
  const expected = reads.map(path => [path, 200])
  assert.deepEqual(await read(), expected)
  await app.owner.begin(async sql => {
    for (const statement of await functionAdaptations(sql)) await sql.unsafe(statement)
  })
  for (let round = 0; round < 3; round++) assert.deepEqual(await read(), expected)
  const payments = await Promise.all(
    Array.from({ length: 5 }, () => aBundle(app, treasurer, { transactions: [payment(contact)] })),
  )
  const { body } = await app.as(treasurer).get('/v1/transaction_bundles')
  assert.equal(body.data.length, 1 + payments.length)
})
