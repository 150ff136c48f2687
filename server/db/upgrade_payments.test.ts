import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpace } from '../create_space.ts'
import { RawJson, recordJson } from '../json.ts'
import { type Bundle, documentOf } from '../money/core/document.ts'
import { patchContact } from '../test/contacts.ts'
import { clusterUrl, databaseAt, freshDatabase, freshName } from '../test/databases.ts'
import { startTestApp } from '../test/harness.ts'
import { bundleAt } from '../test/money.ts'
import { aUserPerRole } from '../test/people.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openSession, type Session } from './sql.ts'

// Payments older than the constraints of the database are kept, and the constraints apply to later writes.

const all = readMigrations()
const earlier = all.filter(({ name }) => name < '0014')

/** Payments as earlier versions wrote them: kinds in any case, one no longer in the settings, batches in every state. */
const books = `
  insert into spaces (name, locale) values ('One', 'en'), ('Two', 'fr');
  insert into contacts (group_id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
    mobile_invalid, phone, phone_invalid, black_list, external_id)
  select id, '', 'Curie', '', '', 0, '', '', '', '', '', false, '', false, false, '' from spaces;
  insert into transaction_settings (group_id, payment_method_kinds, max_batch_size, batch_prefix, batch_serial, membership_serial,
    membership_prefix, additional_settings, currency, open_periods)
  select id, '{Card,chèque,CARD}', 50, 'B-', 3, 0, '', '{"a": 1}', 'EUR', '{}' from spaces;
  insert into transaction_bundles (group_id, created_at, updated_at, created_by, document) select id, now(), now(), 1, '{}' from spaces;
  insert into transactions (group_id, created_at, updated_at, transaction_bundle_id, amount, currency, payment_method_kind, payment_method,
    contact_id, date, code_campaign, delivery_token, comment, reimbursed_amount, unpaid_amount, extra_json)
  select s.id, now(), now(), b.id, 100, 'EUR', kind, '{"b": 2}', c.id, now(), 'Été', '', '', 0, 0, '{}'
  from spaces s join transaction_bundles b on b.group_id = s.id join contacts c on c.group_id = s.id,
    unnest(array['', 'card', 'CHÈQUE', 'Goat']) as kind;
  update transactions set reimbursed_amount = 80, unpaid_amount = 70 where payment_method_kind = 'Goat';
  insert into spaces (name, locale) values ('Without settings', 'en');
  insert into transaction_batches (group_id, created_by, number, serial, name, currency, state, expected_count, expected_amount)
  select id, 1, 'B-' || serial, serial, '', 'EUR', (array['open', 'closed', 'deposited'])[serial], 2, 200
  from spaces, generate_series(1, 3) as serial;`

async function withEarlierBooks(owner: string | undefined, work: (session: Session) => Promise<void>) {
  const name = freshName('earlier')
  const server = await openSession(clusterUrl())
  await server.unsafe(`create database ${name}`)
  if (owner) {
    await server.unsafe(`drop role if exists ${owner}; create role ${owner} login`)
    await server.unsafe(
      `grant muster_app, muster_worker, muster_search, muster_eraser to ${owner}; alter database ${name} owner to ${owner}`,
    )
  }
  const ours = databaseAt(name)
  const url = owner ? ours.replace(/\/\/[^@/]*@/, `//${owner}@`) : ours
  const session = await openSession(ours)
  try {
    await migrate(url, earlier)
    await session.unsafe(books)
    await migrate(url, all)
    await work(session)
  } finally {
    await session.end()
    await server.unsafe(`drop database ${name} with (force)`)
    if (owner) await server.unsafe(`drop role ${owner}`)
    await server.end()
  }
}

for (const owner of [undefined, `keeper_${process.pid}`]) {
  test(`payments are kept, also for a table owner ${owner ? 'subject to row-level security' : 'who is a superuser'}`, () =>
    withEarlierBooks(owner, async sql => {
      const written = await sql`
        select t.payment_method_kind as kind, (i.item -> 'payment_method')::text as method, t.campaign_key
        from transactions t
        join transaction_bundles b on b.group_id = 1 and b.id = t.transaction_bundle_id
        cross join lateral json_array_elements(b.document::json -> 'transactions') as i (item)
        where t.group_id = 1 and (i.item ->> 'id')::bigint = t.id
        order by t.id`
      assert.deepEqual(
        written.map(row => [row['kind'], row['method'], row['campaign_key']]),
        ['', 'card', 'CHÈQUE', 'Goat'].map(kind => [kind, '{"b": 2}', 'été']),
      )
      const batches =
        await sql`select state, closed_count, closed_amount from transaction_batches where group_id = 2 order by serial`
      assert.deepEqual(
        batches.map(row => Object.values(row)),
        [
          ['open', null, null],
          ['closed', 2, 200],
          ['deposited', 2, 200],
        ],
      )
      const refused = async (statement: string, reason: RegExp) =>
        assert.rejects(async () => sql.unsafe(statement), reason)
      await refused("update transaction_batches set expected_count = 3 where state = 'closed'", /closed_as_counted/)
      await sql`update transactions set payment_method_kind = 'GOAT'`
      // A payment whose parts exceed its amount stays unchanged; no other may become so.
      const parts = await sql`
        select reimbursed_amount + unpaid_amount as parts, parts_exceed_amount from transactions where group_id = 2 order by id`
      assert.deepEqual(
        parts.map(row => Object.values(row)),
        [...[0, 0, 0].map(none => [none, false]), [150, true]],
      )
      await refused(
        'update transactions set reimbursed_amount = 80, unpaid_amount = 21 where not parts_exceed_amount',
        /parts_within_amount/,
      )
      const [forced] = await sql`
        select count(*) as loose from pg_class
        where not relforcerowsecurity and relname in ('items', 'bundle_changes', 'transaction_bundles', 'contacts', 'sums', 'batched_transactions',
          'transaction_settings', 'transaction_batches', 'spaces', 'transaction_statuses', 'membership_prices', 'donation_prices')`
      assert.equal(forced?.['loose'], 0)
    }))
}

const at = '2025-03-04T05:06:07.089Z'
const [deleted_at, start, end] = ['2025-04-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-12-31T00:00:00.000Z']
const contact_id = 50

/** A bundle with an item of each kind. The texts have what JSON escapes. */
function aStoredBundle(group_id: number, id: number, extra_json: string): Bundle {
  const item = { id, CreatedAt: at, UpdatedAt: at, group_id, transaction_bundle_id: id }
  const [amount, currency, comment] = [1000, 'EUR', 'é "\\/\n\u0001\u007f\u2028 <&>']
  const payment_method: object = new RawJson('{ "b" : [1.0] }')
  const delivery = { code_campaign: '', delivered_at: null, delivery_token: '', comment, comment_date: at }
  const parts = { reimbursed_amount: 0, unpaid_amount: 0, external_transaction_id: -7, status_id: null }
  const transaction = {
    ...{ ...item, amount, currency, payment_method_kind: '', payment_method, contact_id, date: at },
    ...{ ...delivery, ...parts, extra_json: new RawJson(extra_json) as object },
  }
  const membership = {
    ...{ ...item, contact_id, start_date: start, end_date: end, membership_price_id: null, amount },
    ...{ amount_initial: amount, currency, comment, rolling_year: false },
  }
  const donation = {
    ...{ ...item, contact_id, date: at, amount, initial_amount: amount, amount_initial: amount, currency },
    ...{ donation_price_id: null, affectation: '', comment },
  }
  const own = { id, CreatedAt: at, UpdatedAt: at, group_id }
  return { ...own, transactions: [transaction], memberships: [membership], donations: [donation] }
}

async function insertBundle(sql: Session, bundle: Bundle, document: string, deleted: string | null = null) {
  const { id, group_id } = bundle
  await sql`
    insert into transaction_bundles (group_id, id, created_at, updated_at, deleted_at, created_by, document)
    values (${group_id}, ${id}, ${at}, ${deleted ?? at}, ${deleted}, 1, ${document})`
  // As version 0039 inserted them.
  for (const table of ['transactions', 'memberships', 'donations'] as const)
    await sql`select ${sql(`insert_${table}`)}(${`[${bundle[table].map(recordJson).join()}]`}::text::json)`
}

test('a document that differs from its items is written again, and names in it are hidden and changed; others stay', async () => {
  const database_url = await freshDatabase('documents', 'empty')
  await migrate(
    database_url,
    all.filter(({ name }) => name < '0040'),
  )
  const owner = await openSession(database_url)
  const space = await createSpace(owner, 'One', 'en')
  const contact = { id: contact_id, firstname: 'Rosa', surname: 'Quiet "Q"', group_id: space, membership_code: 'M-1' }
  await owner`
    insert into contacts ${owner({
      ...contact,
      ...{ membership_number: 7, married_name: '', gender: '', age_category: 0, birth_city: '', birth_country: '' },
      ...{ nationality: '', mail: '', mobile: '', mobile_invalid: false, phone: '', phone_invalid: false },
      ...{ black_list: false, external_id: '' },
    })}`
  const contacts = new Map([[contact_id, { ...contact, membership_number: 7 }]])
  const altered = (document: string) => document.replace('"amount":1000', '"amount":999')
  const cases: [extra_json: string, stored: (document: string) => string, deleted: string | null][] = [
    ['{}', altered, null],
    ['{"a":1e999999}', document => document, null],
    ['{"a":1e999999}', altered, null],
    ['{ "a" : "\\u00e9", "a":-0.0 }', document => document, null],
    ['{}', () => 'no JSON', null],
    ['{}', document => document, deleted_at],
    ['{}', altered, deleted_at],
    ['{}', document => JSON.stringify(JSON.parse(document), null, 1), null],
  ]
  const expected: string[] = []
  for (const [index, [extra_json, stored, deleted]] of cases.entries()) {
    const bundle = aStoredBundle(space, index + 1, extra_json)
    const document = documentOf(bundle, contacts)
    await insertBundle(owner, bundle, stored(document), deleted)
    expected.push(document)
  }
  await migrate(database_url, all)
  const rows = await owner<{ document: string }[]>`select document from transaction_bundles order by id`
  assert.deepEqual(
    rows.map(({ document }) => document),
    expected,
  )
  assert.match(expected[0]!, /,"contact": \{"id":50,/)
  await owner.end()

  const app = await startTestApp({ database_url })
  const { superadmin: officer, admin } = await aUserPerRole(app, space)
  const { body } = await app.as(officer).post('/v1/privacy_requests', { contact_id, kind: 'restriction' })
  await app.as(officer).post(`/v1/privacy_requests/${body.data.id}/complete`, {})
  assert.equal((await patchContact(app, officer, contact_id, { firstname: 'Rosalie' })).status, 200)
  for (const path of [bundleAt(1), bundleAt(2), '/v1/transaction_bundles']) {
    const [hidden, shown] = [await app.as(admin).get(path), await app.as(officer).get(path)]
    assert.equal(hidden.status, 200)
    assert.ok(!/Rosa|Quiet/.test(hidden.text), `${path} shows the name`)
    assert.ok(/"Rosalie"/.test(shown.text) && !/"Rosa"/.test(shown.text), `${path} has the earlier name`)
  }
})
