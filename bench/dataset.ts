import { answer, type ServerAddress } from './bench_server.ts'
import type { FilledContacts } from './fill_contacts.ts'
import type { FilledField } from './fill_field.ts'
import type { FilledPayments } from './fill_payments.ts'

/** The data that requests refer to: rows created by SQL, and one record of each other resource. It is sent to the load process. */
export interface Dataset {
  group_id: number
  token: string
  payments: FilledPayments
  people: FilledContacts
  field: FilledField
  ids: Awaited<ReturnType<typeof oneOfEach>>
}

/** Creates one record of each resource that has no rows yet, over HTTP. */
export async function oneOfEach(site: ServerAddress, { payments, people }: Pick<Dataset, 'payments' | 'people'>) {
  const made = async (path: string, data: unknown) => (await answer(site, path, { method: 'POST', data })).body.data
  const one = async (path: string, data: unknown) => (await made(path, data)).id as number
  const newContact = async () => (await made('/contacts', { contact: { surname: 'Example' } })).contact.id as number
  const cursorAfter = async (count: number) =>
    (await answer(site, `/v1/transaction_bundles?limit=1&offset=${count - 1}`)).body.next_cursor as string
  const statuses = await answer(site, '/v1/transaction_statuses')
  const roles = await answer(site, '/roles')
  const upload = await fetch(`${site.url}/v1/imports?name=One`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/csv' },
    body: 'Nom\nExample\n',
  })
  const file = await fetch(`${site.url}/v1/contacts/${people.first}/files?name=letter.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/octet-stream' },
    body: 'Dear friends',
  })
  const import_id = ((await upload.json()) as { data: { id: number } }).data.id
  const { run_job_id: job } = await made(`/v1/imports/${import_id}/run`, {})
  const upsert = await fetch(`${site.url}/contacts/upsert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'contact', data: { surname: 'Upserted', mail: 'upserted@example.org' } }),
  })
  const { receipt } = ((await upsert.json()) as { data: { receipt: string } }).data
  await made('/users/invitation', { invitations: [{ email: 'invited@example.org' }] })
  await made('/v1/payment_views', { name: 'Unpaid', filters: { state: 'unpaid' }, shared: true })
  await made(`/v1/contacts/${people.first}/notes`, { text: 'Prefers calls.', pinned: true })
  await made(`/v1/contacts/${people.first}/relationships`, { contact_id: people.first + 1, kind: 'sibling' })
  return {
    second_page: await cursorAfter(100),
    middle_page: await cursorAfter(payments.bundles / 2),
    receipt,
    import: import_id,
    file: ((await file.json()) as { data: { id: number } }).data.id,
    job: job as number,
    role: roles.body.data.roles[0].id as number,
    transaction_statuses: statuses.body.data[0].id as number,
    membership_price_groups: await one('/v1/membership_price_groups', { name: 'Bench' }),
    membership_prices: await one('/v1/membership_prices', { name: 'Bench', amount: 100 }),
    donation_prices: await one('/v1/donation_prices', { name: 'Bench', amount: 100 }),
    code_campaigns: await one('/v1/code_campaigns', { code: 'BENCH' }),
    batch: await one('/v1/transaction_batches', {}),
    merge: await one(`/contacts/${await newContact()}/merge`, { contact_id: await newContact() }),
    privacy_request: await one('/v1/privacy_requests', { kind: 'access', contact_id: await newContact() }),
    task: await one('/v1/tasks', { title: 'Call', contact_id: people.first }),
    household: await one('/v1/households', { name: 'Bench', contact_ids: [people.first] }),
    saved_filter: await one('/v1/saved_filters', { name: 'Everyone', query: { $all: [] } }),
    bulk_change: await one('/v1/bulk_changes', {
      contacts: { ids: [people.first] },
      change: { fields: { nationality: 'FR' } },
    }),
    tag_change: await one('/v1/tag_changes', { add: ['Benched'], contact_ids: [people.first] }),
    integration: await one('/v1/integrations', {
      name: 'Bench',
      scopes: ['contacts:read'],
      redirect_uris: ['https://example.org/back'],
    }),
    // For an event that never occurs here, so that nothing is sent.
    webhook: await one('/v1/webhooks', { name: 'Bench', url: 'https://example.org/', types: ['team.deleted'] }),
    identity_provider: await one('/v1/identity_providers', {
      name: 'Bench',
      issuer: 'https://login.example.org',
      client_id: 'muster',
      client_secret: 'secret',
      domain: 'bench.example.org',
    }),
    form: people.form,
  }
}
