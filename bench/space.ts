import { type BenchServer, space } from './bench_server.ts'
import { type Dataset, oneOfEach } from './dataset.ts'
import { fillContacts, indexFilledContacts } from './fill_contacts.ts'
import { fillField } from './fill_field.ts'
import { fillPayments } from './fill_payments.ts'

export interface Size {
  bundles: number
  contacts: number
  users: number
  teams: number
  actions: number
  visits: number
}

export const large: Size = {
  bundles: 200_000,
  contacts: 200_000,
  users: 2000,
  teams: 500,
  actions: 200,
  visits: 100_000,
}

const partOf = (share: number) =>
  Object.fromEntries(Object.entries(large).map(([name, count]) => [name, Math.ceil(count * share)])) as unknown as Size

/** For comparisons. */
export const medium: Size = { ...partOf(0.1), contacts: 100_000, visits: 50_000 }
/** For quick runs. */
export const small = partOf(0.01)

/** Fills a space by SQL, the same each time. */
export async function fillSpace(site: BenchServer, size: Size, log: (line: string) => void): Promise<Dataset> {
  const { owner, token } = site
  log(`filling in ${size.bundles} bundles`)
  const payments = await fillPayments(owner, space, size.bundles)
  log(`filling in ${size.contacts} contacts`)
  const people = await fillContacts(owner, space, size.contacts)
  await indexFilledContacts(owner)
  log(`filling in ${size.visits} visits`)
  const field = await fillField(owner, space, size, people)
  await owner.unsafe('vacuum analyze')
  await owner.unsafe('checkpoint')
  const ids = await oneOfEach(site, { payments, people })
  return { group_id: space, token, payments, people, field, ids }
}
