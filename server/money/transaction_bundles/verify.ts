import type { Sql } from '../../db/sql.ts'
import { recordJson } from '../../json.ts'
import { documentOf } from '../core/document.ts'
import { entryHash, type HistoryRow } from '../core/history.ts'
import { type ItemFields, type ItemTable, itemFields, itemTables } from '../core/item_fields.ts'
import type { BundleItems, KindOf } from '../core/received.ts'
import { bundleRows, contactsIn, itemKinds, itemRows, itemsIn } from '../core/rows.ts'
import type { SealedEntry } from '../core/seals.ts'
import { loadHistory, type StoredHistoryRow, storedEntries } from '../core/write.ts'
import type { Contact, HistoryKind, Item } from './schema.ts'
import { wrongBankLines } from './verify_bank.ts'
import { wrongCarriedEntries } from './verify_carried.ts'
import { ledgerCheck, ledgerFindings } from './verify_ledger.ts'
import { ledgerEntriesBetween, wrongLedger } from './verify_ledger_queries.ts'
import { wrongMatches } from './verify_match_queries.ts'
import {
  type BundleOrigin,
  bundleOrigins,
  itemRowsBetween,
  itemsWithoutReference,
  nextBundleIds,
  rawEntriesOf,
  sealedEntriesBetween,
} from './verify_queries.ts'
import { verifySeals } from './verify_seals.ts'
import { wrongTotals } from './verify_total_queries.ts'

/** A difference between stored payments and their history, in a bundle or in the space as a whole. */
export interface VerificationFinding {
  transaction_bundle_id: number | null
  what: string
}

export interface VerifiedPage {
  checked: number
  findings: VerificationFinding[]
}

/** Runs work in a transaction that sees the database as of its start. */
export type InSnapshot = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

const bundles_at_once = 200

/**
 * Verifies the payments of a space: each history and the items it describes, the seals over all histories, and the totals. Each step runs in
 * a snapshot of its own: writes do not wait, and do not cause findings.
 */
export async function* verifyPayments(snapshot: InSnapshot, group_id: number): AsyncGenerator<VerifiedPage> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const { next, ...page } = await snapshot(sql => verifyPage(sql, group_id, from))
    yield page
    after = next
  }
  yield* verifySeals(snapshot, group_id)
  const totals = await snapshot(async sql => [
    ...(await wrongTotals(sql, group_id)),
    ...(await wrongLedger(sql, group_id)),
    ...(await wrongCarriedEntries(sql, group_id)),
    ...(await wrongBankLines(sql, group_id)),
    ...(await wrongMatches(sql, group_id)),
  ])
  yield { checked: 0, findings: totals.map(what => ({ transaction_bundle_id: null, what })) }
}

/** Verifies the next bundles after this one, and that no sealed bundle between them is missing. */
async function verifyPage(sql: Sql, group_id: number, after: number): Promise<VerifiedPage & { next: number | null }> {
  const ids = await nextBundleIds(sql, group_id, after, bundles_at_once)
  const next = ids.length < bundles_at_once ? null : (ids.at(-1) ?? null)
  const to = next ?? Number.MAX_SAFE_INTEGER
  const [stored, item_rows, unresolved, origins, entries, raw_entries, contacts, sealed_entries, booked, check] =
    await Promise.all([
      bundleRows(sql, group_id, ids),
      itemRowsBetween(sql, group_id, after, to),
      itemsWithoutReference(sql, group_id, ids),
      bundleOrigins(sql, group_id, ids),
      loadHistory(sql, group_id, ids),
      rawEntriesOf(sql, group_id, ids),
      contactsIn(sql, group_id, ids),
      sealedEntriesBetween(sql, group_id, after, to),
      ledgerEntriesBetween(sql, group_id, after, to),
      ledgerCheck(sql, group_id),
    ])
  const [histories, sealed] = [byBundle(entries), byBundle(sealed_entries)]
  const findings = stored.flatMap(row => {
    const bundle = { ...row, ...readableItems(row.document) }
    const history = histories.get(bundle.id) ?? []
    const origin = origins.get(bundle.id)
    const found = [
      ...chainFindings(history),
      ...textFindings(history, raw_entries),
      ...sealFindings(history, sealed.get(bundle.id) ?? []),
      ...itemFindings(bundle, history),
      ...rowFindings(bundle, item_rows.get(bundle.id) ?? [], check.posting.kindOf),
      ...(origin ? bundleFindings({ ...bundle, ...origin }, history, contacts) : []),
    ]
    // The ledger is compared with a bundle that is right itself.
    if (found.length === 0) found.push(...ledgerFindings(bundle, booked.get(bundle.id) ?? [], check))
    return found.map(what => ({ transaction_bundle_id: bundle.id, what }))
  })
  const missing = (lists: Map<number, unknown>, what: string) =>
    [...lists.keys()].filter(id => !ids.includes(id)).map(id => ({ transaction_bundle_id: id, what }))
  findings.push(
    ...unresolved,
    ...missing(sealed, 'was sealed and is missing'),
    ...missing(item_rows, 'has items and is missing'),
    ...missing(booked, 'has entries in the ledger and is missing'),
  )
  return { checked: ids.length, findings, next }
}

/** The items in a document; none if it was changed so that it is not JSON. */
function readableItems(document: string): ReturnType<typeof itemsIn> {
  try {
    return itemsIn(document)
  } catch {
    return { transactions: [], memberships: [], donations: [], reversals: [] }
  }
}

/** Compares the rows by which items are found and summed with the document. */
function rowFindings(bundle: Items, rows: string[], kindOf: KindOf) {
  const expected = itemRows(bundle, kindOf, bundle).map(row => JSON.stringify(row))
  return expected.toSorted().join() === rows.toSorted().join() ? [] : ['the rows of its items differ from its document']
}

const byBundle = <Row extends { transaction_bundle_id: number }>(rows: Row[]) =>
  Map.groupBy(rows, row => row.transaction_bundle_id)

/** The hash of an entry covers the one before it, so the first wrong hash is where the history was changed. */
function chainFindings(entries: HistoryRow[]) {
  let before = ''
  for (const [index, entry] of entries.entries()) {
    if (entry.position !== index + 1) return [`entry ${index + 1} of its history is missing`]
    if (!hasValidHash(entry, before)) return [`entry ${entry.position} of its history was changed`]
    before = entry.hash
  }
  return entries.length === 0 ? ['its history is missing'] : []
}

/** Compares the stored text of changes with the entries that are read from it: no character is ignored. */
function textFindings(entries: StoredHistoryRow[], texts: Map<number, string>) {
  const changes = [...Map.groupBy(entries, ({ change_id }) => change_id)]
  const wrong = changes.find(([id, list]) => JSON.stringify(storedEntries(list)) !== texts.get(id))
  return wrong ? [`the text of entry ${wrong[1][0]?.position} of its history was changed`] : []
}

function hasValidHash(entry: HistoryRow, before: string) {
  try {
    return entryHash(entry, before) === entry.hash
  } catch {
    // The state is not valid JSON.
    return false
  }
}

/** Compares a history with the seals of the space. Hashes inside of a history can be recomputed; the seals then differ. */
function sealFindings(entries: HistoryRow[], sealed: SealedEntry[]) {
  for (const { position, hash, entry_ids } of sealed) {
    const entry = entries[position - 1]
    if (!entry) return [`entry ${position} of its history was sealed and is missing`]
    if (entry.hash !== hash) return [`its history up to entry ${position} differs from the sealed one`]
    const numbers = entries.slice(position - entry_ids.length, position).map(({ id }) => id)
    if (numbers.join() !== entry_ids.join())
      return [`entries of its history up to ${position} have other ids than the sealed ones`]
  }
  return []
}

type Items = BundleItems & { deleted: boolean }

/** Compares items with their history. The items of a deleted bundle stay as they were before the removal. */
function itemFindings(bundle: Items, entries: HistoryRow[]) {
  const current = currentStates(entries)
  const expected = bundle.deleted ? statesBeforeRemoval(entries) : current
  const stored = new Map(itemsOf(bundle).map(([table, item]) => [`${itemKinds[table]} ${item.id}`, { table, item }]))
  return [...new Set([...current.keys(), ...stored.keys()])]
    .filter(name => {
      const [state, row] = [expected.get(name) ?? null, stored.get(name)]
      const isSame = row ? state !== null && hasState(row, state) : state === null
      return !isSame || (bundle.deleted && current.get(name) !== null)
    })
    .map(name => `${name} differs from its history`)
}

/** Whether an item is in a state of the history. A state from before a field was added lacks it; the item then has its default. */
function hasState({ table, item }: { table: ItemTable; item: Item }, state: string) {
  if (recordJson(item) === state) return true
  const known = keysIn(state)
  const fields: ItemFields = itemFields[table]
  const values = Object.entries(item).filter(
    ([name, value]) => known.has(name) || recordJson({ value }) !== recordJson({ value: fields[name]?.default }),
  )
  return recordJson(Object.fromEntries(values)) === state
}

function keysIn(state: string): ReadonlySet<string> {
  try {
    return new Set(Object.keys(JSON.parse(state) ?? {}))
  } catch {
    // The state was changed and is not valid JSON.
    return new Set()
  }
}

type StoredState = Parameters<typeof documentOf>[0] & { document: string; deleted: boolean } & BundleOrigin

/** Compares the row of the bundle with its history: author, times, and the stored document. */
function bundleFindings(bundle: StoredState, entries: HistoryRow[], contacts: Map<number, Contact>) {
  const { document, deleted, created_by, deleted_at, ...rows } = bundle
  const [first, last] = [entries[0], entries.at(-1)]
  const wrong: string[] = []
  if (!first || !last) return wrong
  if (created_by !== first.user_id) wrong.push('its author is not the one in its history')
  if (rows.CreatedAt !== first.created_at || rows.UpdatedAt < last.created_at)
    wrong.push('its times differ from its history')
  if (deleted && deleted_at !== last.created_at) wrong.push('its deletion time differs from its history')
  // The document of a deleted bundle is the last one before the deletion.
  const stamp = deleted ? documentStamp(document, entries, rows.UpdatedAt) : rows.UpdatedAt
  if (deleted && rows.UpdatedAt !== deleted_at && rows.UpdatedAt !== stamp)
    wrong.push('it was changed after its deletion')
  // A document with an item of a contact that the rows do not have differs from them.
  const isKnown = [...rows.memberships, ...rows.donations].every(({ contact_id }) => contacts.has(contact_id))
  if (!isKnown || document !== documentOf({ ...rows, UpdatedAt: stamp }, contacts))
    wrong.push('its stored document differs from its items')
  return wrong
}

/** `UpdatedAt` in the document of a deleted bundle, where plausible: from the last change, or from a later change of a name. */
function documentStamp(document: string, entries: HistoryRow[], last: string) {
  const changed = entries.findLast(entry => entry.new !== null)?.created_at ?? ''
  const [, stamp = ''] = /"UpdatedAt":"([^"]+)"/.exec(document) ?? []
  return stamp >= changed && stamp <= last ? stamp : changed
}

const changedKinds: Record<HistoryKind, string> = {
  transaction: 'transaction',
  transaction_status: 'transaction',
  membership: 'membership',
  donation: 'donation',
  reversal: 'reversal',
}

/** The current state of each item, from the history. */
function currentStates(entries: Pick<HistoryRow, 'kind' | 'target_id' | 'new'>[]) {
  const state = new Map<string, string | null>()
  for (const { kind, target_id, new: now } of entries) state.set(`${changedKinds[kind]} ${target_id}`, now)
  return state
}

/** The state of each item when it was removed. */
const statesBeforeRemoval = (entries: HistoryRow[]) =>
  new Map(
    entries
      .filter(entry => entry.new === null)
      .map(entry => [`${changedKinds[entry.kind]} ${entry.target_id}`, entry.old]),
  )

const itemsOf = (bundle: Items) =>
  itemTables.flatMap(table => (bundle[table] as Item[]).map(item => [table, item] as const))
