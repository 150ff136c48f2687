import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterUrl, databaseAt, freshName } from '../test/databases.ts'
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
