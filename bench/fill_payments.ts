import type { Session } from '../server/db/sql.ts'
import { type ItemField, type ItemTable, itemFields } from '../server/money/core/item_fields.ts'

/** The payments that were created. Bundle n, its transaction, membership and donation all have the id first_bundle + n. */
export interface FilledPayments {
  group_id: number
  bundles: number
  first_bundle: number
  first_contact: number
  contacts: number
}

const first_bundle = 10_000_000
const first_contact = 20_000_000
const contacts_max = 5000

/**
 * Creates bundles with one transaction, one membership and one donation each, with documents and history. By SQL, in seconds, the same each
 * time. `muster verify` passes on them.
 */
export async function fillPayments(owner: Session, group_id: number, bundles: number): Promise<FilledPayments> {
  const contacts = Math.min(contacts_max, bundles)
  // Without foreign key checks, which take longer than everything else.
  await owner.unsafe('set session_replication_role = replica')
  await owner.unsafe(`
    insert into contacts (group_id, id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
                          mobile_invalid, phone, phone_invalid, black_list, external_id, membership_number, membership_code)
    select ${group_id}, ${first_contact} + n, 'First' || n, 'Last' || n, '', '', 0, '', '', '', 'contact' || n || '@example.org', '', false, '', false,
           false, '', n + 1, (n + 1)::text
    from generate_series(0, ${contacts - 1}) n`)
  await owner.unsafe(`update transaction_settings set membership_serial = ${contacts} where group_id = ${group_id}`)
  await owner.unsafe(`create unlogged table drawn as ${drawn(group_id, bundles, contacts)}`)
  // `|| ''` makes new texts: those of the temporary table are compressed, unlike those of the server.
  await owner.unsafe(`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select ${group_id}, id, at, at, user_id, document || '' from drawn order by id`)
  await owner.unsafe(items(group_id))
  await owner.unsafe(history(group_id))
  await owner.unsafe(
    `insert into counters (group_id, name, delta) values (${group_id}, 'transaction_bundles', ${bundles})`,
  )
  await owner.unsafe(sums(group_id))
  await owner.unsafe(ledger(group_id))
  await owner.unsafe('drop table drawn')
  await owner.unsafe('reset session_replication_role')
  const next = first_bundle + bundles + 1
  // One value for all sequences: a bundle that is created over HTTP has the same id as its items.
  for (const name of ['transaction_bundles', 'transactions', 'memberships', 'donations'])
    await owner.unsafe(`select setval('${name}_id_seq', ${next}, false)`)
  return { group_id, bundles, first_bundle, first_contact, contacts }
}

const card = '{"brand":"card","last4":"4242"}'

/** The JSON of an item for `format`: these values, and the defaults of all other fields. */
const itemFormat = (group_id: number, table: ItemTable, values: Record<string, string>) =>
  `{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transaction_bundle_id":%1$s,${Object.entries<ItemField>(
    itemFields[table],
  )
    .map(([name, field]) => `"${name}":${values[name] ?? JSON.stringify(field.default)}`)
    .join()}}`

// The texts of items and documents, byte for byte as the server writes them.
const drawn = (group_id: number, bundles: number, contacts: number) => `
  with numbers as (
    select ${first_bundle} + n as id, ${first_contact} + n % ${contacts} as contact_id, n % ${contacts} as contact,
           timestamptz '2025-01-01' + n * interval '90 seconds' as at, wire_time(timestamptz '2025-01-01' + n * interval '90 seconds') as stamp,
           1000 + n::bigint * 7919 % 9000 as gift, 2400 as fee, (array['card', 'cheque', 'transfer', 'cash'])[1 + n % 4] as method,
           (array['', '', 'SPRING', 'AUTUMN', 'LETTER'])[1 + n % 5] as campaign
    from generate_series(0, ${bundles - 1}) n
  ), facts as (
    select (select default_status_id from transaction_settings where group_id = ${group_id}) as status_id,
           (select min(id) from users where group_id = ${group_id}) as user_id
  ), written as (
    select numbers.*, facts.*,
      format('${itemFormat(group_id, 'transactions', {
        amount: '%3$s',
        currency: '"EUR"',
        payment_method_kind: '"%6$s"',
        payment_method: card,
        contact_id: '%4$s',
        date: '"%2$s"',
        code_campaign: '"%7$s"',
        status_id: '%5$s',
      })}', id, stamp, gift + fee, contact_id, status_id, method, campaign) as transaction,
      format('${itemFormat(group_id, 'memberships', {
        contact_id: '%3$s',
        start_date: '"%2$s"',
        end_date: '"%4$s"',
        membership_price_id: 'null',
        amount: '%5$s',
        amount_initial: '%5$s',
        currency: '"EUR"',
      })}', id, stamp, contact_id, left(stamp, 4) || '-12-31T23:59:59.999Z', fee) as membership,
      format('${itemFormat(group_id, 'donations', {
        contact_id: '%3$s',
        date: '"%2$s"',
        amount: '%4$s',
        initial_amount: '%4$s',
        amount_initial: '%4$s',
        currency: '"EUR"',
        donation_price_id: 'null',
      })}', id, stamp, contact_id, gift) as donation,
      format(',"contact": {"id":%s,"firstname":"First%s","surname":"Last%2$s","group_id":${group_id},"membership_code":"%s","membership_number":%3$s}}',
        contact_id, contact, contact + 1) as named
    from numbers, facts
  )
  select *, format('{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transactions":[%3$s],"memberships":[%4$s],'
    '"donations":[%5$s],"summary":{"transactions_count":1,"memberships_count":1,"donations_count":1}}',
    id, stamp, transaction, left(membership, -1) || named, left(donation, -1) || named) as document
  from written`

const items = (group_id: number) => `
  insert into items (group_id, bundle_id, kind, id, contact_id, date, end_date, amount, currency, status_id, payment_method_kind, code_campaign,
    reimbursed_amount, unpaid_amount, received_amount, received_at)
  select ${group_id}, d.id, i.kind::item_kind, d.id, contact_id, at, i.end_date, i.amount, 'EUR', i.status_id, i.method, i.campaign, i.nothing, i.nothing,
    case when i.nothing is null then i.amount end, case when i.nothing is null then at end
  from drawn d
  cross join lateral (values
    ('transaction', null::timestamptz, gift + fee, status_id, method, campaign, 0),
    ('membership', (left(stamp, 4) || '-12-31T23:59:59.999Z')::timestamptz, fee, null, null, null, null),
    ('donation', null, gift, null, null, null, null)) i (kind, end_date, amount, status_id, method, campaign, nothing)
  order by d.id, i.kind::item_kind`

// The sums that the server adds up from payments.
const sums = (group_id: number) => `
  insert into sums (group_id, key, day, currency, payment_method_kind, code_campaign, status_id, transactions, amount, reimbursed, unpaid, net, donations,
    memberships)
  select ${group_id}, sha256(convert_to(json_build_array('EUR', method, campaign, status_id)::text, 'UTF8')),
    (at at time zone 'UTC')::date, 'EUR', method, campaign, status_id, count(*), sum(gift + fee), 0, 0, sum(gift + fee), sum(gift), sum(fee)
  from drawn group by 3, method, campaign, status_id`

// The entries of the ledger, with the accounts of the generic preset.
const ledger = (group_id: number) => `
  insert into ledger_entries (group_id, bundle_id, position, journal, kind, item_id, reversed, date, event_date, debit_account, debit_contact_id,
    credit_account, credit_contact_id, amount, currency)
  select ${group_id}, d.id, e.position, e.journal, e.kind, d.id, false, (at at time zone 'UTC')::date, (at at time zone 'UTC')::date, e.debit,
    e.debit_contact_id, e.credit, e.credit_contact_id, e.amount, 'EUR'
  from drawn d
  cross join lateral (values
    (1, 'income', 'membership', '1200', contact_id, '4000', null::bigint, fee::bigint),
    (2, 'income', 'donation', '1200', contact_id, '4100', null, gift),
    (3, 'money', 'payment', case method when 'cheque' then '1010' when 'cash' then '1020' else '1000' end, null, '1200', contact_id, gift + fee)
  ) e (position, journal, kind, debit, debit_contact_id, credit, credit_contact_id, amount)
  order by d.id, e.position`

// The hash of an entry covers the JSON of a list with these parts.
const source = '{"token_id":0,"request_id":"bench"}'
const seal = (before: string, position: number, kind: string, group_id: number) => `
  (select translate(encode(sha256(convert_to(format('[%s,${group_id},%s,${position},"%s","${kind}",%s,%s,%s,null,%s]', to_json(${before}), id, stamp, id,
    user_id, to_json(text '${source}'), to_json(${kind})), 'UTF8')), 'base64'), '+/=', '-_') as hash)`

const entry = (kind: string) =>
  `'{"kind":"${kind}","target_id":' || id || ',"old":null,"new":' || to_json(${kind}) || ',"old_seal":null,"new_seal":null'`

const history = (group_id: number) => `
  insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
  select ${group_id}, ids[3], ids[:2], id, 3, at, user_id, '${source}', ('[' || ${entry('transaction')} || ',"hash":"' || one.hash || '"},'
    || ${entry('membership')} || ',"hash":"' || two.hash || '"},' || ${entry('donation')} || '}]')::json, three.hash
  from drawn
  cross join lateral ${seal("text ''", 1, 'transaction', group_id)} one
  cross join lateral ${seal('one.hash', 2, 'membership', group_id)} two
  cross join lateral ${seal('two.hash', 3, 'donation', group_id)} three
  cross join lateral (
    select array[nextval('bundle_history_id_seq'), nextval('bundle_history_id_seq'), nextval('bundle_history_id_seq')] as ids
    where drawn.id is not null) i
  order by id`
