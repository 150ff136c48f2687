import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { notFound } from '../../errors.ts'
import type { Bundle } from '../core/document.ts'
import { loadBundles } from '../core/rows.ts'
import { default_kinds, shareSettings } from '../core/settings.ts'
import { lastEntryOf } from '../core/write.ts'
import type { Ids } from './bundle.ts'
import type { ReferencedContact, References } from './items.ts'
import type { Item, SentBundle } from './schema.ts'

// Loads and locks what a bundle refers to, before it is written.

/** The time of the write, and ids for new rows. */
interface NewIds {
  bundle: number
  now: string
  ids: Ids
  entry_ids: number[]
}

/** The records that a new bundle refers to, in one round trip. */
export async function loadReferences(sql: Sql, caller: Caller, sent: SentBundle): Promise<References & NewIds> {
  const { group_id } = caller
  const [contacts, rest] = await Promise.all([
    lockContacts(sql, group_id, sent, []),
    loadOtherReferences(sql, group_id, sent, true),
  ])
  return { ...rest, contacts: byId(contacts), sees_restricted: seesRestricted(caller) }
}

/**
 * Locks a bundle until the end of the transaction, so that its changes come one after the other, and loads what a change needs. The
 * statements are sent together; each sees what was committed before it began.
 */
export async function lockBundle(sql: Sql, caller: Caller, id: number, sent: SentBundle) {
  const { group_id } = caller
  const named = await contactIdsOf(sql, group_id, id)
  // Sent first: the reads below must see what these locks wait for.
  const holding = [lockContacts(sql, group_id, sent, named), lockStatement(sql, group_id, id).execute()] as const
  const [contacts, , [stored], rest, last_entry] = await Promise.all([
    ...holding,
    loadBundles(sql, group_id, [id]),
    loadOtherReferences(sql, group_id, sent, false),
    lastEntryOf(sql, group_id, id),
  ])
  if (!stored || stored.deleted) throw notFound('transaction bundle')
  const { document: _, deleted: __, ...bundle } = stored
  // Other contacts may have been added before the lock.
  const all = itemsOf(bundle).map(item => item.contact_id)
  const held = byId(contacts)
  const known = all.every(id => held.has(id)) ? held : byId(await lockContacts(sql, group_id, sent, all))
  const sees_restricted = seesRestricted(caller)
  return { bundle: bundle as Bundle, known: { ...rest, contacts: known, sees_restricted }, last_entry }
}

/** Locks the contacts of a bundle and of what was sent, and then the bundle. */
export async function lockBundleAndContacts(sql: Sql, group_id: number, id: number, sent: SentBundle) {
  await lockContacts(sql, group_id, sent, await contactIdsOf(sql, group_id, id))
  await lockStatement(sql, group_id, id)
}

const lockStatement = (sql: Sql, group_id: number, id: number) => sql`
  select from transaction_bundles where group_id = ${group_id} and id = ${id} for update`

async function contactIdsOf(sql: Sql, group_id: number, id: number) {
  const rows = await sql<{ contact_id: number }[]>`
    select distinct contact_id from items where group_id = ${group_id} and bundle_id = ${id}`
  return rows.map(({ contact_id }) => contact_id)
}

const itemsOf = ({ transactions, memberships, donations }: Bundle): Item[] => [
  ...transactions,
  ...memberships,
  ...donations,
]

/**
 * A shared lock on contacts, whose names are copied into the document; contacts that may get a membership number are locked exclusively.
 * Contacts are always locked before bundles, in the order of their ids. `execute` sends the statements ahead of those that follow.
 */
async function lockContacts(
  sql: Sql,
  group_id: number,
  sent: SentBundle,
  named: number[],
): Promise<ReferencedContact[]> {
  const idsIn = (list: { contact_id?: number | undefined }[] = []) => list.flatMap(({ contact_id }) => contact_id ?? [])
  const members = [...new Set(idsIn(sent.memberships))]
  const all = [...new Set([...idsIn(sent.transactions), ...members, ...idsIn(sent.donations), ...named])]
  const numbering =
    members.length > 0 &&
    sql`
      select from contacts where group_id = ${group_id} and id ${inList(sql, members)} and membership_number is null
      order by id
      for no key update`.execute()
  const holding = sql<ReferencedContact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0) as membership_number,
           deleted_at is not null as deleted, restricted_at is not null as restricted, merged_into
    from contacts where group_id = ${group_id} and id ${inList(sql, all)}
    order by id
    for share`.execute()
  const [rows] = await Promise.all([holding, numbering])
  return [...rows]
}

async function loadOtherReferences(sql: Sql, group_id: number, sent: SentBundle, creating: boolean) {
  const [settings, { statuses, membership_prices, donation_prices, payment_method_kinds, ...numbers }] =
    await Promise.all([shareSettings(sql, group_id), loadCatalogueAndIds(sql, group_id, sent, creating)])
  return {
    settings,
    statuses: byId(statuses),
    membership_prices: byId(membership_prices),
    donation_prices: byId(donation_prices),
    payment_method_kinds: new Set(payment_method_kinds),
    ...numbers,
  }
}

const byId = <Row extends { id: number }>(rows: Iterable<Row>) => new Map([...rows].map(row => [row.id, row]))

interface CatalogueAndIds {
  bundle: number
  now: string
  transaction_ids: number[]
  membership_ids: number[]
  donation_ids: number[]
  entry_ids: number[]
  statuses: { id: number; archived: boolean }[]
  membership_prices: { id: number; kind: string; duration: string }[]
  donation_prices: { id: number }[]
  payment_method_kinds: string[]
}

/**
 * The statuses and prices that were sent and the default ones, locked against deletion until they are in use; and ids for new rows.
 */
async function loadCatalogueAndIds(
  sql: Sql,
  group_id: number,
  { transactions, memberships, donations }: SentBundle,
  creating: boolean,
) {
  const named = (list: (number | null | undefined)[] = []) => list.filter(id => typeof id === 'number')
  const fresh = (list: { id?: number | undefined }[] = []) =>
    list.filter(({ id }) => creating || id === undefined).length
  // A change of a transaction may have two entries, one for its status.
  const entries =
    (creating ? 1 : 2) * (transactions?.length ?? 0) + (memberships?.length ?? 0) + (donations?.length ?? 0)
  const kinds = [...new Set(transactions?.map(item => item.payment_method_kind ?? ''))]
  const [row] = await sql<[CatalogueAndIds]>`
    select ${creating ? sql`nextval('transaction_bundles_id_seq')` : sql`0::bigint`} as bundle,
           date_trunc('milliseconds', clock_timestamp()) as now,
           array(select nextval('transactions_id_seq') from generate_series(1, ${fresh(transactions)}::int)) as transaction_ids,
           array(select nextval('memberships_id_seq') from generate_series(1, ${fresh(memberships)}::int)) as membership_ids,
           array(select nextval('donations_id_seq') from generate_series(1, ${fresh(donations)}::int)) as donation_ids,
           array(select nextval('bundle_history_id_seq') from generate_series(1, ${entries}::int)) as entry_ids,
           coalesce((
             select json_agg(json_build_object('id', id, 'archived', archived)) from (
               select id, archived from transaction_statuses
               where group_id = ${group_id} and deleted_at is null
                 and id = any(s.default_status_id || ${named(transactions?.map(item => item.status_id))}::bigint[])
               for key share) held), '[]') as statuses,
           coalesce((
             select json_agg(json_build_object('id', id, 'kind', kind, 'duration', duration)) from (
               select id, kind, duration from membership_prices
               where group_id = ${group_id} and deleted_at is null
                 and id = any(s.default_membership_price_id || ${named(memberships?.map(item => item.membership_price_id))}::bigint[])
               for key share) held), '[]') as membership_prices,
           coalesce((
             select json_agg(json_build_object('id', id)) from (
               select id from donation_prices
               where group_id = ${group_id} and deleted_at is null
                 and id = any(s.default_donation_price_id || ${named(donations?.map(item => item.donation_price_id))}::bigint[])
               for key share) held), '[]') as donation_prices,
           -- Compared here, because JavaScript has other rules for upper and lower case.
           array(
             select sent.kind from unnest(${kinds}::text[]) as sent (kind)
             where lower(sent.kind) in (
               select lower(known.kind) from unnest(coalesce(s.payment_method_kinds, ${default_kinds})) as known (kind))) as payment_method_kinds
    from (select) nothing
    left join transaction_settings s on s.group_id = ${group_id}`
  const { transaction_ids, membership_ids, donation_ids, ...found } = row
  return { ...found, ids: { transactions: transaction_ids, memberships: membership_ids, donations: donation_ids } }
}
