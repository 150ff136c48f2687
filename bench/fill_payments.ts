import type { Session } from '../server/db/sql.ts'

/** What was filled in. Bundle n, its transaction, its membership and its donation all have the number first_bundle + n. */
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
 * A space with many bundles: one transaction, one membership and one donation each, with their documents, seals and all. Made by SQL,
 * in seconds, the same each time. `muster verify` holds it to be true, so a list of it is a list as any other.
 */
export async function fillPayments(owner: Session, group_id: number, bundles: number): Promise<FilledPayments> {
  const contacts = Math.min(contacts_max, bundles)
  // What refers to what is right by the way it is made; checking it row by row takes longer than all the rest.
  await owner.unsafe('set session_replication_role = replica')
  await owner.unsafe(`
    insert into contacts (group_id, id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
                          mobile_invalid, phone, phone_invalid, black_list, external_id, membership_number, membership_code)
    select ${group_id}, ${first_contact} + n, 'First' || n, 'Last' || n, '', '', 0, '', '', '', 'contact' || n || '@example.org', '', false, '', false,
           false, '', n + 1, (n + 1)::text
    from generate_series(0, ${contacts - 1}) n`)
  await owner.unsafe(`update transaction_settings set membership_serial = ${contacts} where group_id = ${group_id}`)
  await owner.unsafe(`create unlogged table drawn as ${drawn(group_id, bundles, contacts)}`)
  // Drawn, the texts were packed. The server keeps them as they are, and so does whoever makes new ones of them.
  await owner.unsafe(`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select ${group_id}, id, at, at, user_id, document || '' from drawn order by id`)
  await owner.unsafe(items(group_id))
  await owner.unsafe(history(group_id))
  await owner.unsafe(
    `insert into counters (group_id, name, delta) values (${group_id}, 'transaction_bundles', ${bundles})`,
  )
  await owner.unsafe(sums(group_id))
  await owner.unsafe('drop table drawn')
  await owner.unsafe('reset session_replication_role')
  const next = first_bundle + bundles + 1
  // All on one number: then a bundle that is made over HTTP has it in common with its items, too.
  for (const name of ['transaction_bundles', 'transactions', 'memberships', 'donations'])
    await owner.unsafe(`select setval('${name}_id_seq', ${next}, false)`)
  return { group_id, bundles, first_bundle, first_contact, contacts }
}

// The texts of the items, letter for letter as the server writes them, and the document around them.
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
      format('{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transaction_bundle_id":%1$s,"amount":%3$s,"currency":"EUR",'
        '"payment_method_kind":"%6$s","payment_method":{"brand":"card","last4":"4242"},"contact_id":%4$s,"date":"%2$s","code_campaign":"%7$s",'
        '"delivered_at":null,"delivery_token":"","comment":"","comment_date":null,"reimbursed_amount":0,"unpaid_amount":0,'
        '"external_transaction_id":null,"status_id":%5$s,"extra_json":{}}', id, stamp, gift + fee, contact_id, status_id, method, campaign) as transaction,
      format('{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transaction_bundle_id":%1$s,"contact_id":%3$s,'
        '"start_date":"%2$s","end_date":"%4$s","membership_price_id":null,"amount":%5$s,"amount_initial":%5$s,"currency":"EUR","comment":"",'
        '"rolling_year":false}', id, stamp, contact_id, left(stamp, 4) || '-12-31T23:59:59.999Z', fee) as membership,
      format('{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transaction_bundle_id":%1$s,"contact_id":%3$s,"date":"%2$s",'
        '"amount":%4$s,"initial_amount":%4$s,"amount_initial":%4$s,"currency":"EUR","donation_price_id":null,"affectation":"","comment":""}',
        id, stamp, contact_id, gift) as donation,
      format(',"contact": {"id":%s,"firstname":"First%s","surname":"Last%2$s","group_id":${group_id},"membership_code":"%s","membership_number":%3$s}}',
        contact_id, contact, contact + 1) as named
    from numbers, facts
  )
  select *, format('{"id":%1$s,"CreatedAt":"%2$s","UpdatedAt":"%2$s","group_id":${group_id},"transactions":[%3$s],"memberships":[%4$s],'
    '"donations":[%5$s],"summary":{"transactions_count":1,"memberships_count":1,"donations_count":1}}',
    id, stamp, transaction, left(membership, -1) || named, left(donation, -1) || named) as document
  from written`

const items = (group_id: number) => `
  insert into transactions (group_id, id, created_at, updated_at, transaction_bundle_id, amount, currency, payment_method_kind, payment_method, contact_id,
    date, code_campaign, delivery_token, comment, reimbursed_amount, unpaid_amount, status_id, extra_json)
  select ${group_id}, id, at, at, id, gift + fee, 'EUR', method, '{"brand":"card","last4":"4242"}', contact_id, at, campaign, '', '', 0, 0, status_id, '{}'
  from drawn order by id;
  insert into memberships (group_id, id, created_at, updated_at, transaction_bundle_id, contact_id, start_date, end_date, amount, amount_initial,
    currency, comment, rolling_year)
  select ${group_id}, id, at, at, id, contact_id, at, (left(stamp, 4) || '-12-31T23:59:59.999Z')::timestamptz, fee, fee, 'EUR', '', false
  from drawn order by id;
  insert into donations (group_id, id, created_at, updated_at, transaction_bundle_id, contact_id, date, amount, initial_amount, currency, affectation,
    comment)
  select ${group_id}, id, at, at, id, contact_id, at, gift, gift, 'EUR', '', ''
  from drawn order by id`

// What the payments would have written down for statistics.
const sums = (group_id: number) => `
  insert into sum_changes (group_id, day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed, unpaid, net,
    parts, donations, memberships)
  select ${group_id}, (at at time zone 'UTC')::date, 'EUR', method, campaign, status_id, '{}', count(*), sum(gift + fee), 0, 0, sum(gift + fee),
    2 * count(*), sum(gift), sum(fee)
  from drawn group by 2, method, campaign, status_id`

// The seal of an entry is over the JSON of a list, of which these are the parts.
const source = '{"token_id":0,"request_id":"bench"}'
const seal = (before: string, position: number, kind: string, group_id: number) => `
  (select translate(encode(sha256(convert_to(format('[%s,${group_id},%s,${position},"%s","${kind}",%s,%s,%s,null,%s]', to_json(${before}), id, stamp, id,
    user_id, to_json(text '${source}'), to_json(${kind})), 'UTF8')), 'base64'), '+/=', '-_') as hash)`

const history = (group_id: number) => `
  insert into bundle_history (group_id, created_at, transaction_bundle_id, position, kind, target_id, new, user_id, source, hash)
  select ${group_id}, at, id, position, kind, id, new, user_id, '${source}', entries.hash
  from drawn
  cross join lateral ${seal("text ''", 1, 'transaction', group_id)} one
  cross join lateral ${seal('one.hash', 2, 'membership', group_id)} two
  cross join lateral ${seal('two.hash', 3, 'donation', group_id)} three
  cross join lateral (values (1, 'transaction', transaction, one.hash), (2, 'membership', membership, two.hash), (3, 'donation', donation, three.hash))
    entries (position, kind, new, hash)
  order by id, position`
