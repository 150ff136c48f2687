import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { anImport, runImportStep } from '../../test/imports.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const officer = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(officer)

const erase = (id: number) => carryOut(app, officer, 'erasure', id)

test('an erased contact leaves nothing in events, nor in the stored responses of webhook receivers', async () => {
  const person = { firstname: 'Quirin', surname: 'Ottersberg', mail: 'quirin@example.org' }
  const { id } = await aContact(app, officer, person)
  const hook = { name: 'Website', url: 'https://example.org/hook', types: ['contact.created'] }
  const webhook = (await ask.post('/v1/webhooks', hook)).body.data
  const { space } = officer
  for (const answer of ['no mail to quirin@example.org', 'fine'])
    await app.owner`
      insert into webhook_deliveries (group_id, webhook_id, event_id, type, state, ended_at, retry_until, answer)
      select ${space}, ${webhook.id}, max(id), 'contact.created', 'delivered', now(), now(), ${answer} from events`
  await erase(id)
  const log = (await ask.get(`/v1/webhooks/${webhook.id}/deliveries`)).body.data
  assert.deepEqual(valuesOf(log, 'answer'), ['fine', ''])
  const events = await app.owner<{ kind: string; line: string }[]>`
    select kind, e::text as line from events e where kind like 'contact.%' and subject_id = ${id} order by id`
  assert.equal(events.at(-1)!.kind, 'contact.erased')
  for (const { line } of events) assert.doesNotMatch(line, /quirin|ottersberg/i)
})

test('mail that names an erased contact is deleted, also before it is sent, and other mail stays', async () => {
  const person = { firstname: 'Odile', surname: 'Kestrelwood', mail: 'odile@example.org' }
  const { id } = await aContact(app, officer, person)
  const { space } = officer
  for (const [subject, body] of [
    ['A task', 'Call Odile KESTRELWOOD'],
    ['About odile@example.org', 'Hello'],
    ['A task', 'Call the mayor'],
  ] as const)
    await app.owner`
      insert into mail_outbox (group_id, recipient, subject, body, next_attempt)
      values (${space}, 'colleague@example.org', ${subject}, ${body}, now() + interval '1 day')`
  await erase(id)
  const left = await app.owner<{ body: string }[]>`
    select body from mail_outbox where group_id = ${space} and recipient = 'colleague@example.org'`
  assert.deepEqual(valuesOf(left, 'body'), ['Call the mayor'])
})

test('field notes about an erased contact are removed; counts and all other data stay', async () => {
  const { id } = await anAction(app, officer, {
    Addresses: [
      { street: 'rue Neuve', housenumber: 1, city: 'Lyon', infos: 'Ring at Quill Featherstone' },
      { street: 'rue Neuve', housenumber: 2, city: 'Lyon', infos: 'Dog' },
    ],
  })
  const form = await aForm(app, officer)
  const quill = await aContact(app, officer, { firstname: 'Quill', surname: 'Featherstone', mail: 'quill@example.org' })
  const fields = { contact_id: quill.id, result: 'talked', comment: 'Likes hens', formdatas: [answerTo(form)] }
  const theirs = await aVisit(app, officer, id, fields)
  await ask.patch(`/actions/${id}/visits/${theirs.id}`, { visit: { comment: 'Likes geese' } })
  const about = await aVisit(app, officer, id, { comment: 'The neighbour knows FEATHERSTONE Quill' })
  const other = await aVisit(app, officer, id, { comment: 'The neighbour knows nobody' })
  await ask.post(`/actions/${id}/declared_visits`, { count: 3, comment: 'With quill@example.org' })
  await erase(quill.id)
  const comment = async (visit: { id: number }) =>
    (await ask.get(`/actions/${id}/visits/${visit.id}`)).body.data.visit.comment
  assert.deepEqual(
    [await comment(theirs), await comment(about), await comment(other)],
    ['', '', 'The neighbour knows nobody'],
  )
  const [entry] = (await ask.get(`/actions/${id}/visits/${theirs.id}/history`)).body.data.history
  for (const state of [entry.old, entry.new])
    assert.partialDeepStrictEqual(state, { result: 'talked', comment: '', formdatas: [] })
  const { addresses } = (await ask.get(`/actions/${id}/addresses`)).body.data
  assert.deepEqual(valuesOf(addresses, 'infos'), ['', 'Dog'])
  const [row] = await app.owner<
    [{ n: number }]
  >`select count(*) as n from declared_visits where comment ilike '%quill%'`
  assert.equal(row.n, 0)
  const { NbVisites, NbVisitesDeclared } = (await ask.get(`/actions/${id}/statistics`)).body.data
  assert.deepEqual([NbVisites, NbVisitesDeclared], [3, 3])
})

test('a file does not recreate an erased contact, and says so; a contact entered by hand since is found', async () => {
  const people = [
    await aContact(app, officer, { surname: 'Gone', mail: 'gone@example.org' }),
    await aContact(app, officer, { surname: 'Back', mail: 'back@example.org' }),
  ]
  for (const { id } of people) await erase(id)
  const back = await aContact(app, officer, { surname: 'Back', mail: 'back@example.org' })
  const file = 'mail,nom\nGone@Example.org,Gone\nback@example.org,Here again\nnew@example.org,New\n'
  const { id } = await anImport(app, officer, file)
  await runImportStep(app, officer, id, 'check')
  await runImportStep(app, officer, id, 'run')
  const { check, run } = (await ask.get(`/v1/imports/${id}`)).body.data
  for (const outcome of [check, run]) {
    assert.partialDeepStrictEqual(outcome, { created: 1, updated: 1, refused: 1 })
    assert.equal(outcome.reasons[0].code, 'erased')
  }
  assert.equal((await ask.get(`/contacts/${back.id}`)).body.data.contact.surname, 'Here again')
})

test('the query of a tag change is removed when it names an erased contact', async () => {
  const { id, mail } = await aContact(app, officer, { surname: 'Sought', mail: 'sought.person@example.org' })
  for (const value of [mail, 'somebody.else@example.org']) {
    const query = { $all: [{ $all: [{ $condition: { attr: 'mail', ope: 'eql', value } }] }] }
    await app.owner`
      insert into tag_changes (group_id, user_id, added, removed, query)
      values (${officer.space}, ${officer.id}, '{met}', '{}', ${JSON.stringify(query)}::text::json)`
  }
  await erase(id)
  const rows = await app.owner`select query is not null as kept from tag_changes order by id`
  assert.deepEqual(valuesOf(rows, 'kept'), [false, true])
})

test('every table with personal data is handled', async () => {
  const tables = await app.owner<{ name: string }[]>`
    select distinct c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
      and t.typname in ('text', '_text', 'json', 'jsonb', 'bytea')`
  const erased = `contacts contact_changes contact_index contact_answers consent_history upsert_receipts transaction_bundles payment_views
    bundle_changes merges privacy_requests audit_log idempotency_keys mail_outbox erasure_receipts erasure_salts visits visit_history
    saved_filters tag_changes imports import_chunks import_refusals import_cells import_changes jobs action_addresses declared_visits
    webhook_deliveries payment_warnings bulk_changes bulk_change_contacts notes files tasks relationships households bank_lines bank_rules`
  const ofUsers = `accounts users tokens invitations invitation_links oidc_records second_factors recovery_codes known_browsers
    account_links sign_in_attempts account_identities`
  // The law requires the names in validated entries of the ledger.
  const kept = 'ledger_entries'
  // What an organisation writes about itself and its streets, not about contacts.
  const ofTheSpace = `spaces roles teams forms form_refvalues form_versions tags membership_price_groups membership_prices donation_prices
    transaction_statuses code_campaigns transaction_settings transaction_batches counters events items
    actions import_seen_keys sums seals sealed_entries integrations integration_secrets server_keys set_up_links
    feeds webhooks identity_providers space_maps file_removals bank_accounts bank_statements bank_matches`
  const known = `${erased} ${kept} ${ofUsers} ${ofTheSpace}`.split(/\s+/)
  const seen = tables.map(({ name }) => name).filter(name => !known.includes(name))
  assert.deepEqual(seen, [])
})
