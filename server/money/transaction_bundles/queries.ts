import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Database } from '../../db/pool/options.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { RawJson, recordJson } from '../../json.ts'
import { documentOf } from '../core/document.ts'
import { type ItemChange, start_of_chain } from '../core/history.ts'
import { giveMembershipNumbers } from '../core/numbering.ts'
import { originKey } from '../core/origins.ts'
import { hasRestrictedContacts, withHiddenNames, withoutRestrictedNames } from '../core/restricted_names.ts'
import { sumChanges } from '../core/sums.ts'
import { type BundleWriter, changeStatements, newEntryIds } from '../core/write.ts'
import { checkBatches } from './batch_queries.ts'
import { changedBundle, newBundle, removalChanges } from './bundle.ts'
import { type loadReferences, lockBundle, lockBundleAndContacts } from './reference_queries.ts'
import type { HistoryEntry, NewBundle, SentBundle } from './schema.ts'

export async function createBundle(
  sql: Sql,
  writer: BundleWriter,
  sent: NewBundle,
  known: Awaited<ReturnType<typeof loadReferences>>,
): Promise<string> {
  const { group_id } = writer.caller
  const { bundle: id } = known
  const now = writer.at ?? known.now
  const outcome = newBundle(sent, { id, group_id, now, ids: known.ids }, known)
  const members = newMembers(outcome.changes)
  const { numbered, writes } = await giveMembershipNumbers(sql, group_id, members, known.contacts, now)
  const document = checkedSize(documentOf(outcome.bundle, numbered))
  const { origin } = sent
  const origin_key = origin === undefined ? null : originKey(origin)
  const row = { group_id, id, created_at: now, updated_at: now, created_by: writer.caller.id, document, origin_key }
  const insertion = sql`insert into transaction_bundles ${sql(row)}`
  if (origin !== undefined) await insertUnique(insertion, origin)
  const sums = sumChanges(null, outcome.bundle)
  const change = {
    event: 'transaction_bundle.created' as const,
    changes: outcome.changes,
    entry_ids: known.entry_ids,
    last_entry: start_of_chain,
    sums,
    count_change: 1,
  }
  await Promise.all([
    ...writes,
    ...(origin === undefined ? [insertion] : []),
    ...changeStatements(sql, writer, { ...change, bundle: id, at: now }),
  ])
  return document
}

/** Inserted at once, not at commit: a concurrent creation with the same origin gets this error. */
async function insertUnique(insertion: PromiseLike<unknown>, origin: string) {
  try {
    await insertion
  } catch (error) {
    if (!hasSqlstate(error, 'unique_violation')) throw error
    throw new ApiError(
      'conflict',
      `A bundle with the origin ${origin} already exists. To record it again, delete that one first; ?origin= of the list finds it.`,
    )
  }
}

export async function changeBundle(
  sql: Sql,
  writer: BundleWriter,
  id: number,
  sent: SentBundle,
  { bundle: before, known, last_entry }: Awaited<ReturnType<typeof lockBundle>>,
): Promise<string> {
  if (sent.id !== undefined && sent.id !== id)
    throw invalid('body.data.id', `must be ${id}, the bundle in the address`, sent.id)
  const { group_id } = writer.caller
  const now = writer.at ?? known.now
  const outcome = changedBundle(before, sent, { now, ids: known.ids }, known)
  if (outcome.changes.length === 0) return readDocument(sql, writer.caller, id)
  await checkBatches(sql, group_id, outcome.changes)
  const members = newMembers(outcome.changes)
  const { numbered, writes } = await giveMembershipNumbers(sql, group_id, members, known.contacts, now)
  const document = checkedSize(documentOf(outcome.bundle, numbered))
  const sums = sumChanges(before, outcome.bundle)
  const change = {
    event: 'transaction_bundle.updated' as const,
    changes: outcome.changes,
    entry_ids: known.entry_ids,
    last_entry,
    sums,
    count_change: 0,
  }
  await Promise.all([
    ...writes,
    sql`
      update transaction_bundles set document = ${document}, updated_at = ${now}
      where group_id = ${group_id} and id = ${id}`,
    ...changeStatements(sql, writer, { ...change, bundle: id, at: now }),
  ])
  return [...known.contacts.values()].some(({ restricted }) => restricted)
    ? withVisibleNames(sql, writer.caller, document)
    : document
}

export async function deleteBundle(sql: Sql, writer: BundleWriter, id: number) {
  const { group_id } = writer.caller
  const { bundle, known, last_entry } = await lockBundle(sql, writer.caller, id, {})
  const now = writer.at ?? known.now
  const changes = removalChanges(bundle, known, now)
  await checkBatches(sql, group_id, changes)
  const change = {
    event: 'transaction_bundle.deleted' as const,
    changes,
    entry_ids: await newEntryIds(sql, changes.length),
    last_entry,
    sums: sumChanges(bundle, null),
    count_change: -1,
  }
  await Promise.all([
    sql`
      update transaction_bundles set deleted_at = ${now}, updated_at = ${now}
      where group_id = ${group_id} and id = ${id}`,
    sql`
      delete from batched_transactions
      where group_id = ${group_id} and transaction_id = any(${bundle.transactions.map(item => item.id)})`,
    ...changeStatements(sql, writer, { ...change, bundle: id, at: now }),
  ])
}

export async function readDocument(sql: Sql, caller: Caller, id: number) {
  const { group_id } = caller
  const [row] = await sql<{ document: string; restricted: boolean }[]>`
    select document, ${hasRestrictedContacts(sql, group_id)} as restricted from transaction_bundles
    where group_id = ${group_id} and id = ${id} and deleted_at is null`
  if (!row) throw notFound('transaction bundle')
  return row.restricted ? withVisibleNames(sql, caller, row.document) : row.document
}

/** The same in one call. */
export async function fetchDocument({ call }: Database, caller: Caller, id: number) {
  const { group_id, id: user } = caller
  const [row] = await call(
    sql => sql<[{ document: string | null; hidden: number[] | null }]>`
      select document, hidden from read_bundle(${group_id}, ${user}, ${id}, ${seesRestricted(caller)})`,
  )
  if (!row?.document) throw notFound('transaction bundle')
  return withHiddenNames(row.document, row.hidden)
}

async function withVisibleNames(sql: Sql, caller: Caller, document: string) {
  const [shown = ''] = await withoutRestrictedNames(sql, caller, [document])
  return shown
}

/** The stored document, with the bundle locked: `If-Match` is checked before the change, and takes the same locks in the same order. */
export async function lockDocument(sql: Sql, caller: Caller, id: number, sent: SentBundle) {
  await lockBundleAndContacts(sql, caller.group_id, id, sent)
  return readDocument(sql, caller, id)
}

const history_bytes_max = 8 * 1024 * 1024

/**
 * The history of a bundle, also of a deleted one, in order; states are returned as they were written. A page ends early when it becomes
 * too large, and has at least one entry.
 */
export async function readHistory(sql: Sql, { group_id }: Caller, id: number, { limit, offset }: Paging) {
  const [entries, [count]] = await Promise.all([
    sql<(HistoryEntry & { old: string | null; new: string | null })[]>`
      select h.id, h.created_at as "CreatedAt", h.created_at, h.transaction_bundle_id, h.kind, h.target_id, h.old, h.new,
             json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, h.source::json,
              coalesce(left(h.old_seal, 1) = 'd', false) or coalesce(left(h.new_seal, 1) = 'd', false) as erased, h.hash
      from (
        select p.*, sum(coalesce(octet_length(p.old), 0) + coalesce(octet_length(p.new), 0)) over (order by p.position) as bytes,
               row_number() over (order by p.position) as place
        from (
          select * from bundle_history
          where group_id = ${group_id} and transaction_bundle_id = ${id}
          order by position
          limit ${Math.min(limit, page_size_max)} offset ${offset}
        ) p
      ) h
      join users u on u.group_id = ${group_id} and u.id = h.user_id
      where h.bytes <= ${history_bytes_max} or h.place = 1
      order by h.position`,
    sql<[{ total: number }]>`
      select count(*) as total from bundle_history where group_id = ${group_id} and transaction_bundle_id = ${id}`,
  ])
  if (count.total === 0) throw notFound('transaction bundle')
  const verbatim = (state: string | null) => state && new RawJson(state)
  const rows = entries.map(entry => recordJson({ ...entry, old: verbatim(entry.old), new: verbatim(entry.new) }))
  return { documents: rows.join(','), total: count.total }
}

const document_bytes_max = 1024 * 1024

/** Limits the size of a bundle, because it is always read as a whole. */
function checkedSize(document: string) {
  if (Buffer.byteLength(document) > document_bytes_max)
    throw invalid(
      'body.data',
      `would make the bundle larger than ${document_bytes_max} bytes; record what is new in a bundle of its own`,
      null,
    )
  return document
}

// Contacts who get a membership, a new one or one from another contact.
const newMembers = (changes: ItemChange[]) =>
  changes
    .filter(({ kind, old, new: now }) => kind === 'membership' && now && old?.contact_id !== now.contact_id)
    .flatMap(({ new: item }) => item?.contact_id ?? [])
