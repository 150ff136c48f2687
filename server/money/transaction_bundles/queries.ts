import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Bundle, documentOf } from '../bundle_document.ts'
import { loadBundles } from '../bundle_rows.ts'
import { tell, tipOf, type Writer, writeDown, writeItems } from '../bundle_writing.ts'
import { type Change, start_of_chain } from '../history.ts'
import { giveMembershipNumbers } from '../numbering.ts'
import { heldSettings } from '../settings.ts'
import { tally } from '../tallies.ts'
import { changedBundle, type Ids, newBundle, removalOf } from './bundle.ts'
import { checkNotBatched, goneReferences, refuseGone } from './check_queries.ts'
import type { Known, KnownContact } from './items.ts'
import type { HistoryEntry, Item, SentBundle } from './schema.ts'

export async function createBundle(sql: Sql, writer: Writer, sent: SentBundle): Promise<string> {
  const { group_id } = writer.caller
  const [known, numbers] = await Promise.all([knownFor(sql, group_id, sent), takeNumbers(sql, sent, true)])
  const outcome = newBundle(sent, numbers.bundle, group_id, numbers.now, numbers, known)
  const numbered = await giveMembershipNumbers(sql, group_id, newMembers(outcome.changes), known.contacts)
  const document = documentOf(outcome.bundle, numbered)
  const row = {
    group_id,
    id: numbers.bundle,
    created_at: numbers.now,
    updated_at: numbers.now,
    created_by: writer.caller.id,
    document,
  }
  const gone = goneReferences(sql, group_id, outcome.changes)
  await Promise.all([
    sql`insert into transaction_bundles ${sql(row)}`,
    ...writeItems(sql, outcome.changes),
    writeDown(sql, writer, numbers.bundle, outcome.changes, start_of_chain, numbers.now),
    tally(sql, group_id, 'transaction_bundles', 1),
    tell(sql, writer, 'transaction_bundle.created', numbers.bundle),
    gone,
  ])
  refuseGone(await gone)
  return document
}

export async function changeBundle(sql: Sql, writer: Writer, id: number, sent: SentBundle): Promise<string> {
  if (sent.id !== undefined && sent.id !== id)
    throw invalid('body.data.id', `must be ${id}, the bundle in the address`, sent.id)
  const { group_id } = writer.caller
  const before = await lockBundle(sql, writer.caller, id, sent)
  const [known, numbers, tip] = await Promise.all([
    knownFor(sql, group_id, sent, before),
    takeNumbers(sql, sent, false),
    tipOf(sql, group_id, id),
  ])
  const outcome = changedBundle(before, sent, numbers.now, numbers, known)
  if (outcome.changes.length === 0) return readDocument(sql, writer.caller, id)
  await checkNotBatched(sql, group_id, outcome.changes)
  const numbered = await giveMembershipNumbers(sql, group_id, newMembers(outcome.changes), known.contacts)
  const document = documentOf(outcome.bundle, numbered)
  const gone = goneReferences(sql, group_id, outcome.changes)
  await Promise.all([
    sql`
      update transaction_bundles set document = ${document}, updated_at = ${numbers.now}
      where group_id = ${group_id} and id = ${id}`,
    ...writeItems(sql, outcome.changes),
    writeDown(sql, writer, id, outcome.changes, tip, numbers.now),
    tell(sql, writer, 'transaction_bundle.updated', id),
    gone,
  ])
  refuseGone(await gone)
  return document
}

export async function deleteBundle(sql: Sql, writer: Writer, id: number) {
  const { group_id } = writer.caller
  const bundle = await lockBundle(sql, writer.caller, id, {})
  const [known, numbers, tip] = await Promise.all([
    knownFor(sql, group_id, {}, bundle),
    takeNumbers(sql, {}, false),
    tipOf(sql, group_id, id),
  ])
  const changes = removalOf(bundle, known)
  await checkNotBatched(sql, group_id, changes)
  await Promise.all([
    sql`
      update transaction_bundles set deleted_at = ${numbers.now}, updated_at = ${numbers.now}
      where group_id = ${group_id} and id = ${id}`,
    writeDown(sql, writer, id, changes, tip, numbers.now),
    tally(sql, group_id, 'transaction_bundles', -1),
    sql`
      delete from batched_transactions
      where group_id = ${group_id} and transaction_id = any(${bundle.transactions.map(item => item.id)})`,
    tell(sql, writer, 'transaction_bundle.deleted', id),
  ])
}

export async function readDocument(sql: Sql, { group_id }: Caller, id: number) {
  const [row] = await sql<{ document: string }[]>`
    select document from transaction_bundles where group_id = ${group_id} and id = ${id} and deleted_at is null`
  if (!row) throw notFound('transaction bundle')
  return row.document
}

/** The stored answer, held like the bundle itself: `If-Match` is checked before the change, and must take the locks in its order. */
export async function lockDocument(sql: Sql, caller: Caller, id: number, sent: SentBundle) {
  await holdBundle(sql, caller.group_id, id, sent)
  return readDocument(sql, caller, id)
}

/** The history of a bundle in the order it happened, of a deleted one too. */
export async function readHistory(sql: Sql, { group_id }: Caller, id: number) {
  const entries = await sql<HistoryEntry[]>`
    select h.id, h.created_at as "CreatedAt", h.created_at, h.transaction_bundle_id, h.kind, h.target_id, h.old::json, h.new::json,
           json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, h.source::json,
           coalesce(left(h.old_seal, 1) = 'd', false) or coalesce(left(h.new_seal, 1) = 'd', false) as erased, h.hash
    from bundle_history h
    join users u on u.group_id = ${group_id} and u.id = h.user_id
    where h.group_id = ${group_id} and h.transaction_bundle_id = ${id}
    order by h.position`
  if (entries.length === 0) throw notFound('transaction bundle')
  return [...entries]
}

/** The bundle as its rows have it, held until the end of the transaction: changes of one bundle come one after the other. */
async function lockBundle(sql: Sql, { group_id }: Caller, id: number, sent: SentBundle): Promise<Bundle> {
  await holdBundle(sql, group_id, id, sent)
  const [stored] = await loadBundles(sql, group_id, [id])
  if (!stored || stored.deleted) throw notFound('transaction bundle')
  const { document: _, deleted: __, ...bundle } = stored
  return bundle
}

/** Locks the contacts of a bundle and of what was sent, and then the bundle. */
async function holdBundle(sql: Sql, group_id: number, id: number, sent: SentBundle) {
  const [seen] = await loadBundles(sql, group_id, [id])
  await holdContacts(sql, group_id, sent, seen ? itemsOf(seen).map(item => item.contact_id) : [])
  await sql`select from transaction_bundles where group_id = ${group_id} and id = ${id} for update`
}

/** What the items refer to, in one round trip. */
async function knownFor(sql: Sql, group_id: number, sent: SentBundle, before?: Bundle): Promise<Known> {
  const ids = (list: (number | null | undefined)[]) => list.filter(id => typeof id === 'number')
  const [settings, contacts, statuses, membership_prices, donation_prices] = await Promise.all([
    heldSettings(sql, group_id),
    holdContacts(sql, group_id, sent, before ? itemsOf(before).map(item => item.contact_id) : []),
    sql<{ id: number; archived: boolean }[]>`
      select id, archived from transaction_statuses
      where group_id = ${group_id} and deleted_at is null
        and (id = any(${ids((sent.transactions ?? []).map(item => item.status_id))})
             or id = (select default_status_id from transaction_settings where group_id = ${group_id}))`,
    sql<{ id: number; kind: string; duration: string }[]>`
      select id, kind, duration from membership_prices
      where group_id = ${group_id} and deleted_at is null
        and (id = any(${ids((sent.memberships ?? []).map(item => item.membership_price_id))})
             or id = (select default_membership_price_id from transaction_settings where group_id = ${group_id}))`,
    sql<{ id: number }[]>`
      select id from donation_prices
      where group_id = ${group_id} and deleted_at is null
        and (id = any(${ids((sent.donations ?? []).map(item => item.donation_price_id))})
             or id = (select default_donation_price_id from transaction_settings where group_id = ${group_id}))`,
  ])
  return {
    settings,
    contacts: byId(contacts),
    statuses: byId(statuses),
    membership_prices: byId(membership_prices),
    donation_prices: byId(donation_prices),
  }
}

const byId = <Row extends { id: number }>(rows: Iterable<Row>) => new Map([...rows].map(row => [row.id, row]))

const itemsOf = ({ transactions, memberships, donations }: Bundle): Item[] => [
  ...transactions,
  ...memberships,
  ...donations,
]

/**
 * Their names are copied into the document, so they must not change before it is written; and whoever may get a number waits in line for
 * it. Contacts are always locked before bundles, and in the order of their ids, so that nobody waits in a circle.
 */
function holdContacts(sql: Sql, group_id: number, sent: SentBundle, named: number[]) {
  const lists = [sent.transactions, sent.memberships, sent.donations]
  const wanted = lists.flatMap(list => (list ?? []).flatMap(({ contact_id }) => contact_id ?? []))
  const numbering = (sent.memberships ?? []).some(({ contact_id }) => contact_id !== undefined)
  return sql<KnownContact[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0) as membership_number,
           deleted_at is not null as deleted, merged_into
    from contacts where group_id = ${group_id} and id = any(${[...wanted, ...named]})
    order by id
    ${numbering ? sql`for no key update` : sql`for share`}`
}

/** The instant of the write, and numbers for all that is new. */
async function takeNumbers(
  sql: Sql,
  sent: SentBundle,
  creating: boolean,
): Promise<Ids & { bundle: number; now: string }> {
  const fresh = (list: { id?: number | undefined }[] | undefined) =>
    (list ?? []).filter(({ id }) => creating || id === undefined).length
  const [row] = await sql<[Ids & { bundle: number; now: string }]>`
    select ${creating ? sql`nextval('transaction_bundles_id_seq')` : sql`0::bigint`} as bundle,
           date_trunc('milliseconds', clock_timestamp()) as now,
           array(select nextval('transactions_id_seq') from generate_series(1, ${fresh(sent.transactions)}::int)) as transactions,
           array(select nextval('memberships_id_seq') from generate_series(1, ${fresh(sent.memberships)}::int)) as memberships,
           array(select nextval('donations_id_seq') from generate_series(1, ${fresh(sent.donations)}::int)) as donations`
  return row
}

// A membership that is handed on is the first one of whoever gets it, just as a new one.
const newMembers = (changes: Change[]) =>
  changes
    .filter(({ kind, old, new: now }) => kind === 'membership' && now && old?.contact_id !== now.contact_id)
    .map(({ new: item }) => item!.contact_id)
