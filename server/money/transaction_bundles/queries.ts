import type { Caller } from '../../access/caller.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { giveMembershipNumbers } from '../numbering.ts'
import { heldSettings } from '../settings.ts'
import { tally } from '../tallies.ts'
import { type Bundle, changedBundle, documentOf, type Ids, newBundle, type Outcome, removalOf } from './bundle.ts'
import { checkNotBatched, goneReferences, refuseGone } from './check_queries.ts'
import { type Change, chained, start_of_chain, type Tip } from './history.ts'
import type { Known } from './items.ts'
import { loadBundles } from './row_queries.ts'
import { itemRow } from './rows.ts'
import type { Contact, HistoryEntry, Item, SentBundle } from './schema.ts'

/** Who writes, for the history. */
export interface Writer {
  caller: Caller
  request_id: string
}

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
    ...writeItems(sql, outcome),
    ...writeDown(sql, writer, outcome, start_of_chain, numbers.now),
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
    ...writeItems(sql, outcome),
    ...writeDown(sql, writer, outcome, tip, numbers.now),
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
    ...writeDown(sql, writer, { bundle, changes }, tip, numbers.now),
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
           json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, h.source::json, h.hash
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
  return sql<(Contact & { deleted: boolean })[]>`
    select id, firstname, surname, group_id, membership_code, coalesce(membership_number, 0) as membership_number,
           deleted_at is not null as deleted
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

async function tipOf(sql: Sql, group_id: number, id: number): Promise<Tip> {
  const [tip] = await sql<Tip[]>`
    select position, hash from bundle_history
    where group_id = ${group_id} and transaction_bundle_id = ${id}
    order by position desc
    limit 1`
  return tip ?? start_of_chain
}

const tables = {
  transaction: 'transactions',
  transaction_status: 'transactions',
  membership: 'memberships',
  donation: 'donations',
} as const

/** New items in one statement for each kind, changed ones one by one. */
function writeItems(sql: Sql, { changes }: Outcome) {
  const statements: PromiseLike<unknown>[] = []
  // Two entries can tell about one transaction; the last one has its state.
  const last = new Map(changes.map(change => [`${tables[change.kind]} ${change.target_id}`, change]))
  for (const table of ['transactions', 'memberships', 'donations'] as const) {
    const touched = [...last.values()].filter(({ kind }) => tables[kind] === table)
    const isNew = ({ target_id }: Change) =>
      changes.some(change => change.target_id === target_id && tables[change.kind] === table && change.old === null)
    const rows = touched.filter(isNew).map(({ new: item }) => itemRow(item as Item))
    if (rows.length > 0) statements.push(sql`insert into ${sql(table)} ${sql(rows.map(rowOf))}`)
    for (const { new: item } of touched.filter(change => !isNew(change))) {
      const { id, group_id, ...fields } = itemRow(item as Item)
      statements.push(
        sql`update ${sql(table)} set ${sql(rowOf(fields))} where group_id = ${group_id as number} and id = ${id as number}`,
      )
    }
  }
  return statements
}

/** The entries of the history, chained to its tip. */
function writeDown(
  sql: Sql,
  { caller, request_id }: Writer,
  { bundle, changes }: Outcome,
  tip: Tip,
  created_at: string,
) {
  const source = JSON.stringify({ token_id: caller.token.id, request_id })
  const facts = { group_id: caller.group_id, transaction_bundle_id: bundle.id, created_at, user_id: caller.id, source }
  return [sql`insert into bundle_history ${sql(chained(changes, tip, facts).map(rowOf))}`]
}

// A membership that is handed on is the first one of whoever gets it, just as a new one.
const newMembers = (changes: Change[]) =>
  changes
    .filter(({ kind, old, new: now }) => kind === 'membership' && now && old?.contact_id !== now.contact_id)
    .map(({ new: item }) => item!.contact_id)

const tell = (sql: Sql, { caller, request_id }: Writer, kind: string, subject_id: number) => sql`
  insert into events (group_id, kind, subject_id, user_id, request) values (${caller.group_id}, ${kind}, ${subject_id}, ${caller.id}, ${request_id})`
