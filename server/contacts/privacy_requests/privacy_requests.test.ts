import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, readContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { anImport, runImportStep } from '../../test/imports.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const officer = await aUser(app, space, { role: 'superadmin' })
const admin = await aUser(app, space, { role: 'admin' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(officer)
const path = '/v1/privacy_requests'
const create = (data: object, as = officer) => app.as(as).post(path, data)
async function aRequest(kind: string, contact_id: number, more = {}): Promise<any> {
  const { status, body, text } = await create({ kind, contact_id, ...more })
  assert.equal(status, 200, text)
  return body.data
}
const act = (id: number, what: string, data: object = {}) => ask.post(`${path}/${id}/${what}`, data)

describe('a request', () => {
  test('is due a month after it was received, and reports when it is late', async () => {
    const contact_id = await aContactId(app, officer)
    const fresh = await aRequest('access', contact_id, { received_at: '2999-01-31', notes: 'By letter' })
    assert.partialDeepStrictEqual(fresh, {
      ...{ contact_id, kind: 'access', state: 'open', due_at: '2999-02-28T00:00:00.000Z', overdue: false },
      ...{ answered_at: null, created_by: officer.id, notes: 'By letter' },
    })
    assert.equal((await aRequest('access', contact_id, { received_at: '2020-01-01' })).overdue, true)
  })

  test('can be extended to three months at most, and its notes changed, while it is open', async () => {
    const contact_id = await aContactId(app, officer)
    const { id } = await aRequest('rectification', contact_id, { received_at: '2026-01-15' })
    const { body } = await ask.patch(`${path}/${id}`, { due_at: '2026-04-15', notes: 'Many such requests' })
    assert.partialDeepStrictEqual(body.data, { due_at: '2026-04-15T00:00:00.000Z', notes: 'Many such requests' })
    for (const due_at of ['2026-04-16', '2026-01-01'])
      assert.deepEqual(refusal(await ask.patch(`${path}/${id}`, { due_at })), invalidAt('body.data.due_at'))
    const done = (await act(id, 'complete')).body.data
    assert.deepEqual([done.state, done.answered_by], ['done', officer.id])
    assert.equal((await ask.patch(`${path}/${id}`, { notes: 'x' })).status, 409)
    assert.equal((await act(id, 'complete')).status, 409)
    assert.equal((await ask.get(`${path}/${id}/export`)).status, 409, 'only a request for access has an export')
    const { data } = (await ask.get(`/v1/audit?subject=contact&subject_id=${contact_id}`)).body
    assert.deepEqual(valuesOf(data, 'kind'), ['privacy.rectification_done', 'privacy.rectification_asked'])
    for (const { details } of data) assert.equal(details.privacy_request_id, id)
  })

  test('can be refused with a reason and not without', async () => {
    const { id } = await aRequest('erasure', await aContactId(app, officer))
    assert.equal((await act(id, 'refuse', {})).status, 422)
    assert.equal((await act(id, 'refuse', { notes: '  ' })).status, 422)
    const { data } = (await act(id, 'refuse', { notes: 'Still owes us a key' })).body
    assert.deepEqual([data.state, data.notes], ['refused', 'Still owes us a key'])
    assert.equal((await act(id, 'refuse', { notes: 'again' })).status, 409)
  })

  test('is listed by urgency, with filters and pages', async () => {
    const contact_id = await aContactId(app, officer)
    const late = await aRequest('access', contact_id, { received_at: '2026-03-01' })
    const soon = await aRequest('erasure', contact_id, { received_at: '2026-02-01' })
    const list = async (query: string) => (await ask.get(`${path}?contact_id=${contact_id}&${query}`)).body
    assert.deepEqual((await list('')).data, [soon, late])
    assert.deepEqual((await list('kind=access')).data, [late])
    assert.deepEqual((await list('state=done')).data, [])
    const first = await list('limit=1')
    assert.deepEqual((await list(`limit=1&cursor=${first.next_cursor}`)).data, [late])
    assert.deepEqual((await ask.get(`${path}/${soon.id}`)).body.data, soon)
  })

  test('is about a contact of the space, and not seen elsewhere', async () => {
    const contact_id = await aContactId(app, officer)
    const { id } = await aRequest('access', contact_id)
    const foreign = await create({ kind: 'access', contact_id }, other_space_user)
    assert.deepEqual(refusal(foreign), invalidAt('body.data.contact_id'))
    assert.equal((await app.as(other_space_user).get(`${path}/${id}/export`)).status, 404)
    assert.deepEqual((await app.as(other_space_user).get(path)).body.data, [])
    for (const wrong of [{ kind: 'revenge' }, { received_at: 'soon' }, { contact_id: 'me' }])
      assert.equal((await create({ kind: 'access', contact_id, ...wrong })).status, 422)
  })

  test('about a merged contact is about the survivor', async () => {
    const [survivor, gone] = [await aContactId(app, officer), await aContactId(app, officer)]
    const { id } = await aRequest('access', gone)
    const merged = (await ask.post(`/contacts/${survivor}/merge`, { contact_id: gone })).body.data
    assert.equal((await ask.get(`${path}/${id}`)).body.data.contact_id, survivor)
    assert.match((await create({ kind: 'access', contact_id: gone })).body.detail, /was merged into contact/)
    await ask.post(`/v1/merges/${merged.id}/undo`)
    assert.equal((await ask.get(`${path}/${id}`)).body.data.contact_id, gone)
  })
})

describe('a restriction', () => {
  test('shows on the contact, prevents merges, and ends when the last request is lifted', async () => {
    const [contact_id, other] = [await aContactId(app, officer), await aContactId(app, officer)]
    const [one, two] = [await aRequest('restriction', contact_id), await aRequest('restriction', contact_id)]
    const restricted = async () => (await readContact(app, officer, contact_id)).restricted
    assert.equal(await restricted(), false)
    await act(one.id, 'complete')
    await act(two.id, 'complete')
    assert.equal(await restricted(), true)
    const refused = await ask.post(`/contacts/${other}/merge`, { contact_id })
    assert.deepEqual(refusal(refused), [409, 'conflict'])
    assert.equal((await act(one.id, 'lift')).body.data.state, 'lifted')
    assert.equal(await restricted(), true)
    await act(two.id, 'lift')
    assert.equal(await restricted(), false)
    assert.equal((await act(two.id, 'lift')).status, 409)
  })
})

describe('the answer to an access request', () => {
  test('is a file with all data, also of contacts merged into this one', async () => {
    const form = await aForm(app, officer, { kind: 'consent' })
    const ida = { surname: 'Curie', firstname: 'Ida', tags: [{ name: 'vip' }], formdatas: [answerTo(form)] }
    const contact_id = await aContactId(app, officer, ida)
    const gone = await aContactId(app, officer, { surname: 'Earlier', mail: 'earlier@example.org' })
    await aBundle(app, officer, {
      transactions: [payment(contact_id, { comment: 'By cheque', payment_method: { bank: 'Nef' } })],
      memberships: [payment(gone)],
      donations: [payment(gone)],
    })
    await ask.post(`/contacts/${contact_id}/merge`, { contact_id: gone })
    await app.as(admin).get(`/contacts/${contact_id}`)
    const { id } = await aRequest('access', contact_id)
    const { body, headers } = await ask.get(`${path}/${id}/export`)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="personal-data.json"')
    assert.deepEqual(valuesOf(body.contacts, 'id'), [contact_id, gone])
    assert.deepEqual(valuesOf(body.contacts, 'surname'), ['Curie', 'Earlier'])
    assert.equal(body.contacts[0].tags[0].name, 'vip')
    assert.equal(body.forms[0].label, form.label)
    const { transactions, privacy_requests, ...records } = body.records
    assert.equal(transactions.length, 1)
    for (const name of ['memberships', 'donations', 'consent_history', 'contact_answers', 'merges'])
      assert.equal(records[name].length, 1, name)
    assert.deepEqual([transactions[0].comment, transactions[0].payment_method], ['By cheque', { bank: 'Nef' }])
    assert.equal(privacy_requests[0].id, id)
    assert.ok(body.audit.some((entry: any) => entry.kind === 'contact.read' && entry.user_id === admin.id))
    assert.ok(body.changes.some((entry: any) => entry.kind === 'contact.merged'))
    const [entry] = (await ask.get(`/v1/audit?subject_id=${contact_id}&kind=contact.exported`)).body.data
    assert.equal(entry.details.privacy_request_id, id)
  })
})

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
  const rows =
    await app.owner`select query is not null as kept from tag_changes where group_id = ${officer.space} order by id`
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
