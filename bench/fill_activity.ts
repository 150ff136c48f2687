import type { Session } from '../server/db/sql.ts'
import type { FilledContacts } from './fill_contacts.ts'

type Who = Pick<FilledContacts, 'first' | 'size'>

/** Gives contacts payments, consents and tags to search by. Returns the form of the consents. */
export async function fillActivity(owner: Session, group_id: number, who: Who) {
  await owner.unsafe('set session_replication_role = replica')
  await fillGifts(owner, group_id, who)
  await fillTags(owner, group_id, who)
  const dated = await fillConsents(owner, group_id, who)
  await owner.unsafe('reset session_replication_role')
  return dated
}

/** Two payments for every tenth contact, each with a donation and a membership; a quarter of the memberships are current. Documents are empty. */
async function fillGifts(owner: Session, group_id: number, { first, size }: Who) {
  const payers = Math.floor(size / 10)
  const [{ status, begin }] = await owner<[{ status: number; begin: number }]>`
    select default_status_id as status, (select coalesce(max(id), 0) + 1000 from transaction_bundles) as begin
    from transaction_settings where group_id = ${group_id}`
  await owner.unsafe(`
    create temporary table gifts as
    select ${begin} + n as id, ${first} + n % ${payers} * 10 + n % ${payers} % 7 as contact_id,
           timestamptz '2025-01-01' + n * interval '1 minute' as at, 1000 + n::bigint * 7919 % 9000 as amount
    from generate_series(0, ${2 * payers - 1}) n;
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select ${group_id}, id, at, at, (select min(id) from users where group_id = ${group_id}), '{}' from gifts order by id;
    insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
      reimbursed_amount, unpaid_amount)
    select ${group_id}, id, 'transaction', id, contact_id, at, amount + 2400, 'EUR', ${status}, 'card', '', 0, 0 from gifts order by id;
    insert into items (group_id, bundle_id, kind, id, contact_id, date, end_date, amount, currency, received_amount, received_at)
    select ${group_id}, id, 'membership', id, contact_id, at,
      case when (contact_id - ${first}) % 4 = 0 then timestamptz '2100-01-01' else at + interval '1 year' end, 2400, 'EUR', 2400, at
    from gifts order by id;
    insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, received_amount, received_at)
    select ${group_id}, id, 'donation', id, contact_id, at, amount, 'EUR', amount, at from gifts order by id;
    drop table gifts`)
}

async function fillTags(owner: Session, group_id: number, { first, size }: Who) {
  for (const [name, every] of Object.entries({ Usual: 2, Seldom: Math.ceil(size / 1000), Rare: size / 10 })) {
    await owner`
      with tag as (insert into tags (group_id, name) values (${group_id}, ${name}) returning id)
      insert into contact_tags (group_id, contact_id, tag_id)
      select ${group_id}, ${first} + n, tag.id from tag, generate_series(0, ${size - 1}, ${every}::int) n`
  }
}

/** A tenth of the contacts have a consent with a date. */
async function fillConsents(owner: Session, group_id: number, { first, size }: Who) {
  const [form] = await owner<[{ id: number }]>`
    insert into forms (group_id, label, type, kind) values (${group_id}, 'Consent', 'date', 'survey') returning id`
  const [ref] = await owner<[{ id: number }]>`
    insert into form_refvalues (group_id, form_id, position, label, value) values (${group_id}, ${form.id}, 1, 'Day', '') returning id`
  await owner`
    insert into contact_answers (group_id, contact_id, custom, form_id, form_ref_id, data)
    select ${group_id}, ${first} + n, false, ${form.id}, ${ref.id}, (date '2024-01-01' + n / 10 % 1040)::text
    from generate_series(3, ${size - 1}, 10) n`
  return { id: form.id }
}
