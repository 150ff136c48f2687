import type { TestApp } from '../server/test/harness.ts'
import { socketOf } from '../server/test/process.ts'
import { answer, type BenchServer } from './bench_server.ts'
import type { Checkout } from './checkout.ts'
import type { Dataset } from './dataset.ts'

/** The requests of organisations at work, in percent: mostly reads by id, then lists, searches and a few writes. */
export const mixed_weights: Record<string, number> = {
  'GET /v1/transaction_bundles/{id}': 30,
  'GET /v1/contacts/{id}': 30,
  'GET /v1/transaction_bundles, 100 of them': 8,
  'GET /v1/transaction_bundles, the next 100, by cursor': 6,
  'GET /contacts': 6,
  'GET /teams, 100 of them': 5,
  'POST /search, by surname': 5,
  'POST /search, by city': 5,
  'POST /v1/transaction_bundles': 2,
  'PATCH /v1/transaction_bundles/{id}': 1.5,
  'PATCH /contacts/{id}': 1.5,
}

const spaces = 50
const roles = ['superadmin', 'admin', 'admin']

/** Creates spaces of different sizes, the largest first, and returns one dataset for each user of each of them. */
export async function fillMixed(
  { fill_payments, fill_contacts, fill_field, people }: Checkout,
  site: BenchServer,
  largest: { bundles: number; contacts: number },
): Promise<Dataset[]> {
  const app = { database_url: socketOf(site.dataDir), idle_pools: [] } as unknown as TestApp
  const datasets: Dataset[] = []
  for (let n = 1; n <= spaces; n++) {
    const group_id = await people.aSpace(app, `Space ${n}`)
    const tokens: string[] = []
    for (const role of roles) tokens.push((await people.aUser(app, group_id, { role })).token)
    const share = (count: number) => Math.max(200, Math.floor(count / n))
    const payments = await fill_payments.fillPayments(site.owner, group_id, share(largest.bundles))
    const contacts = await fill_contacts.fillContacts(site.owner, group_id, share(largest.contacts))
    const counts = { users: 50, teams: 20, actions: 1, visits: 1, doors: 1 }
    const field = await fill_field.fillField(site.owner, group_id, counts, contacts)
    for (const token of tokens) {
      const first = await answer({ url: site.url, token }, '/v1/transaction_bundles?limit=1&offset=99')
      // The other ids belong to operations that are not in the mix.
      const ids = { second_page: first.body.next_cursor as string } as Dataset['ids']
      datasets.push({ group_id, token, payments, people: contacts, field, ids })
    }
  }
  for (const pool of app.idle_pools) await pool.end()
  return datasets
}
