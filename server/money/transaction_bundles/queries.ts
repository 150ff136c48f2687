import type { Caller } from '../../access/caller.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { giveMembershipNumbers } from '../numbering.ts'
import { changeSums } from '../sums.ts'
import { tally } from '../tallies.ts'
import { changedBundle, documentOf, newBundle, type Outcome, removalOf } from './bundle.ts'
import { checkNotBatched, goneReferences, refuseGone } from './check_queries.ts'
import { type Change, chained, start_of_chain, type Tip } from './history.ts'
import { holdBundle, knownFor, lockBundle } from './known_queries.ts'
import { itemRow } from './rows.ts'
import type { HistoryEntry, Item, SentBundle } from './schema.ts'

/** Who writes, for the history. */
export interface Writer {
  caller: Caller
  request_id: string
}

export async function createBundle(sql: Sql, writer: Writer, sent: SentBundle): Promise<string> {
  const { group_id } = writer.caller
  const known = await knownFor(sql, group_id, sent)
  const { bundle: id, now } = known
  const outcome = newBundle(sent, id, group_id, now, known.ids, known)
  const numbered = await giveMembershipNumbers(sql, group_id, newMembers(outcome.changes), known.contacts)
  const document = documentOf(outcome.bundle, numbered)
  const row = { group_id, id, created_at: now, updated_at: now, created_by: writer.caller.id, document }
  const gone = goneReferences(sql, group_id, outcome.changes)
  await Promise.all([
    sql`insert into transaction_bundles ${sql(row)}`,
    ...writeItems(sql, outcome),
    ...writeDown(sql, writer, outcome, start_of_chain, now),
    ...changeSums(sql, group_id, null, outcome.bundle),
    tally(sql, group_id, 'transaction_bundles', 1),
    tell(sql, writer, 'transaction_bundle.created', id),
    gone,
  ])
  refuseGone(await gone)
  return document
}

export async function changeBundle(sql: Sql, writer: Writer, id: number, sent: SentBundle): Promise<string> {
  if (sent.id !== undefined && sent.id !== id)
    throw invalid('body.data.id', `must be ${id}, the bundle in the address`, sent.id)
  const { group_id } = writer.caller
  const { bundle: before, known, tip } = await lockBundle(sql, group_id, id, sent)
  const { now } = known
  const outcome = changedBundle(before, sent, now, known.ids, known)
  if (outcome.changes.length === 0) return readDocument(sql, writer.caller, id)
  await checkNotBatched(sql, group_id, outcome.changes)
  const numbered = await giveMembershipNumbers(sql, group_id, newMembers(outcome.changes), known.contacts)
  const document = documentOf(outcome.bundle, numbered)
  const gone = goneReferences(sql, group_id, outcome.changes)
  await Promise.all([
    sql`
      update transaction_bundles set document = ${document}, updated_at = ${now}
      where group_id = ${group_id} and id = ${id}`,
    ...writeItems(sql, outcome),
    ...writeDown(sql, writer, outcome, tip, now),
    ...changeSums(sql, group_id, before, outcome.bundle),
    tell(sql, writer, 'transaction_bundle.updated', id),
    gone,
  ])
  refuseGone(await gone)
  return document
}

export async function deleteBundle(sql: Sql, writer: Writer, id: number) {
  const { group_id } = writer.caller
  const { bundle, known, tip } = await lockBundle(sql, group_id, id, {})
  const { now } = known
  const changes = removalOf(bundle, known)
  await checkNotBatched(sql, group_id, changes)
  await Promise.all([
    sql`
      update transaction_bundles set deleted_at = ${now}, updated_at = ${now}
      where group_id = ${group_id} and id = ${id}`,
    ...writeDown(sql, writer, { bundle, changes }, tip, now),
    ...changeSums(sql, group_id, bundle, null),
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
