import assert from 'node:assert/strict'
import { describe, type TestOptions, test } from 'node:test'
import { notOnCitus } from '../test/citus_cluster.ts'
import { startTestApp } from '../test/harness.ts'
import { aBundle, aContactId, payment } from '../test/money.ts'
import { aSpace, aUser } from '../test/people.ts'
import { watchPlans } from '../test/plans.ts'

// Nothing is timed here: EXPLAIN counts the rows that each step of a statement looks at.

const behind = await startTestApp({ own: true })
const [small, large] = [await bundleOf(100), await bundleOf(400)]
const { database_url, taken } = await watchPlans(behind)
const app = await startTestApp({ same_database_as: { ...behind, database_url } })

/** A space that has one bundle, with this many transactions of one contact, and a request for all data about that contact. */
async function bundleOf(items: number) {
  const person = await aUser(behind, await aSpace(behind), { role: 'superadmin' })
  const contact_id = await aContactId(behind, person)
  const transactions = Array.from({ length: items }, (_, i) => payment(contact_id, { comment: `Payment ${i}` }))
  const { id } = await aBundle(behind, person, { transactions })
  const request = await behind.as(person).post('/v1/privacy_requests', { kind: 'access', contact_id })
  return { ...person, contact_id, bundle_id: id, request_id: request.body.data.id }
}

const paths: Record<string, (of: typeof small) => string> = {
  'the timeline': ({ contact_id }) => `/contacts/${contact_id}/timeline?limit=1000`,
  'the data about a person': ({ request_id }) => `/v1/privacy_requests/${request_id}/export`,
  'the history': ({ bundle_id }) => `/v1/transaction_bundles/${bundle_id}/history`,
  'the ledger': () => '/v1/ledger.csv',
}

async function rowsRead(path: string, person: { token: string }) {
  await taken()
  const { status, text } = await app.as(person).get(path)
  assert.equal(status, 200, text)
  const steps = (await taken()).flatMap(plan => plan.steps)
  return steps.reduce((sum, { looked_at }) => sum + looked_at, 0)
}

const options: Record<string, TestOptions> = {
  'the data about a person': notOnCitus(
    'EXPLAIN ANALYZE of Citus fails for the types of the statement that reads tags.',
  ),
}

describe('of a bundle with four times as many payments', () => {
  for (const [name, path] of Object.entries(paths))
    test(`${name} reads at most five times as many rows`, options[name], async () => {
      const rows = await rowsRead(path(small), small)
      const more = await rowsRead(path(large), large)
      assert.ok(rows > 100 && more <= rows * 5, `${rows} rows, then ${more}`)
    })
})
