import type { TestApp } from '../server/test/harness.ts'
import { socketOf } from '../server/test/process.ts'
import { answer, type BenchServer } from './bench_server.ts'
import type { Checkout } from './checkout.ts'
import type { Dataset } from './dataset.ts'
import type { Size } from './space.ts'

export const mixed = 'mixed load'

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
const field_size = { users: 50, teams: 20, actions: 1, visits: 1, doors: 1 }

/** Creates spaces of different sizes, the first at most a tenth of this size, and returns one dataset for each user of each of them. */
export async function fillMixed(
  checkout: Checkout,
  site: BenchServer,
  size: Pick<Size, 'bundles' | 'contacts'>,
): Promise<Dataset[]> {
  const { owner } = site
  const app = { database_url: socketOf(site.dataDir), idle_pools: [] } as unknown as TestApp
  const datasets: Dataset[] = []
  const largest = { bundles: Math.min(4000, size.bundles / 10), contacts: Math.min(20_000, size.contacts / 10) }
  // Filling without the large indexes, and creating them afterwards, is much faster.
  const late = await owner<{ name: string; text: string }[]>`
    select indexname as name, indexdef as text from pg_indexes where schemaname = 'public' and indexdef like '%USING gin%'`
  for (const { name } of late) await owner.unsafe(`drop index ${name}`)
  for (let n = 1; n <= spaces; n++) datasets.push(...(await fillOne(checkout, site, app, n, largest)))
  for (const { text } of late) await owner.unsafe(text)
  for (const pool of app.idle_pools) await pool.end()
  return datasets
}

async function fillOne(
  { fill_payments, fill_contacts, fill_field, people: { aSpace, aUser } }: Checkout,
  { owner, url }: BenchServer,
  app: TestApp,
  n: number,
  { bundles, contacts }: Pick<Size, 'bundles' | 'contacts'>,
): Promise<Dataset[]> {
  const share = (count: number) => Math.max(200, Math.floor(count / n))
  const group_id = await aSpace(app, `Space ${n}`)
  const tokens: string[] = []
  for (const role of roles) tokens.push((await aUser(app, group_id, { role })).token)
  const payments = await fill_payments.fillPayments(owner, group_id, share(bundles))
  const people = await fill_contacts.fillContacts(owner, group_id, share(contacts))
  const field = await fill_field.fillField(owner, group_id, field_size, people)
  const { body } = await answer({ url, token: tokens[0] ?? '' }, '/v1/transaction_bundles?limit=1&offset=99')
  // The other ids belong to operations that are not in the mix.
  const ids = { second_page: body.next_cursor as string } as Dataset['ids']
  return tokens.map(token => ({ group_id, token, payments, people, field, ids }))
}
