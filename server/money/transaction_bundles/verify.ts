import type { Sql } from '../../db/sql.ts'
import { textOf } from '../../json.ts'
import { documentOf } from '../core/document.ts'
import { entryHash, type HistoryRow } from '../core/history.ts'
import { contactsIn, loadBundles } from '../core/rows.ts'
import type { SealedEntry } from '../core/seals.ts'
import { loadHistory, type StoredHistoryRow } from '../core/write.ts'
import type { Contact, HistoryKind, Item } from './schema.ts'
import { type BundleOrigin, bundleOrigins, nextBundleIds, sealedEntriesBetween } from './verify_queries.ts'
import { verifySeals } from './verify_seals.ts'
import { wrongTotals } from './verify_total_queries.ts'

/** Something in the books that is not as it was written: in a bundle, or in the space as a whole. */
export interface Finding {
  transaction_bundle_id: number | null
  what: string
}

export interface VerifiedPage {
  checked: number
  findings: Finding[]
}

/** Does a piece of work on the books as they are at one moment, whatever is written meanwhile. */
export type InSnapshot = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

const bundles_at_once = 200

/**
 * Walks the books of a space: every history with its seals, held against what is there; the seals over all of them; and what was added up.
 * Each step is done in a snapshot of its own, so that neither the books wait for us nor we are misled by what changes while we look.
 */
export async function* verifyPayments(snapshot: InSnapshot, group_id: number): AsyncGenerator<VerifiedPage> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const { next, ...page } = await snapshot(sql => verifyPage(sql, group_id, from))
    yield page
    after = next
  }
  yield* verifySeals(snapshot, group_id)
  const totals = await snapshot(sql => wrongTotals(sql, group_id))
  yield { checked: 0, findings: totals.map(what => ({ transaction_bundle_id: null, what })) }
}

/** The bundles after this one, and the seals of those that should be among them. */
async function verifyPage(sql: Sql, group_id: number, after: number): Promise<VerifiedPage & { next: number | null }> {
  const ids = await nextBundleIds(sql, group_id, after, bundles_at_once)
  const next = ids.length < bundles_at_once ? null : ids.at(-1)!
  const [bundles, heads, entries, contacts, sealed_entries] = await Promise.all([
    loadBundles(sql, group_id, ids),
    bundleOrigins(sql, group_id, ids),
    loadHistory(sql, group_id, ids),
    contactsIn(sql, group_id, ids),
    sealedEntriesBetween(sql, group_id, after, next ?? Number.MAX_SAFE_INTEGER),
  ])
  const [histories, sealed] = [byBundle(entries), byBundle(sealed_entries)]
  const findings = bundles.flatMap((bundle, index) => {
    const history = histories.get(bundle.id) ?? []
    const wrong = [
      ...chainFindings(history),
      ...sealFindings(history, sealed.get(bundle.id) ?? []),
      ...itemFindings(bundle, history),
      ...(history.length > 0 ? bundleFindings({ ...bundle, ...heads[index]! }, history, contacts) : []),
    ]
    return wrong.map(what => ({ transaction_bundle_id: bundle.id, what }))
  })
  const gone = [...sealed.keys()].filter(id => !ids.includes(id))
  findings.push(...gone.map(id => ({ transaction_bundle_id: id, what: 'was sealed, and is gone' })))
  return { checked: ids.length, findings, next }
}

const byBundle = <Row extends { transaction_bundle_id: number }>(rows: Row[]) =>
  Map.groupBy(rows, row => row.transaction_bundle_id)

/** Each entry seals itself and the one before: the first broken seal tells where somebody was at work. */
function chainFindings(entries: HistoryRow[]) {
  let before = ''
  for (const [index, entry] of entries.entries()) {
    if (entry.position !== index + 1) return [`entry ${index + 1} of its history is missing`]
    if (!hasValidHash(entry, before)) return [`entry ${entry.position} of its history was tampered with`]
    before = entry.hash
  }
  return entries.length === 0 ? ['its history is missing'] : []
}

function hasValidHash(entry: HistoryRow, before: string) {
  try {
    return entryHash(entry, before) === entry.hash
  } catch {
    // What is no JSON any more was not written by us.
    return false
  }
}

/** Who changes a history as a whole can seal it anew, entry by entry. What a seal of the space has seen stays as it was. */
function sealFindings(entries: StoredHistoryRow[], sealed: SealedEntry[]) {
  for (const { position, hash, entry_ids } of sealed) {
    const entry = entries[position - 1]
    if (!entry) return [`entry ${position} of its history was sealed, and is gone`]
    if (entry.hash !== hash) return [`its history up to entry ${position} is not the one that was sealed`]
    const numbers = entries.slice(position - entry_ids.length, position).map(({ id }) => id)
    if (numbers.join() !== entry_ids.join())
      return [`entries of its history up to ${position} have other numbers than were sealed`]
  }
  return []
}

interface Items {
  deleted: boolean
  transactions: Item[]
  memberships: Item[]
  donations: Item[]
}

/** Its items against what the history tells of them; those of a deleted bundle stay as they were when they were removed. */
function itemFindings(bundle: Items, entries: HistoryRow[]) {
  const told = currentStates(entries)
  const expected = bundle.deleted ? statesBeforeRemoval(entries) : told
  const there = new Map(itemsOf(bundle).map(([kind, item]) => [`${kind} ${item.id}`, textOf(item)]))
  return [...new Set([...told.keys(), ...there.keys()])]
    .filter(name => {
      const alike = (expected.get(name) ?? null) === (there.get(name) ?? null)
      return !alike || (bundle.deleted && told.get(name) !== null)
    })
    .map(name => `${name} is not what its history tells`)
}

type StoredState = Parameters<typeof documentOf>[0] & { document: string; deleted: boolean } & BundleOrigin

/** The bundle itself: who made it and when, when it was deleted, and the answer that is stored for it. */
function bundleFindings(bundle: StoredState, entries: HistoryRow[], contacts: Map<number, Contact>) {
  const { document, deleted, created_by, deleted_at, ...rows } = bundle
  const [first, last] = [entries[0]!, entries.at(-1)!]
  const wrong: string[] = []
  if (created_by !== first.user_id) wrong.push('it names somebody else as its maker than its history')
  if (rows.CreatedAt !== first.created_at || rows.UpdatedAt < last.created_at)
    wrong.push('its stamps are not those of its history')
  if (deleted && deleted_at !== last.created_at) wrong.push('it was deleted at another time than its history tells')
  // The answer of a deleted bundle is the last one it had, with the stamp of then.
  const stamp = deleted ? documentStamp(document, entries, rows.UpdatedAt) : rows.UpdatedAt
  if (deleted && rows.UpdatedAt !== deleted_at && rows.UpdatedAt !== stamp)
    wrong.push('it was changed after it had been deleted')
  if (document !== documentOf({ ...rows, UpdatedAt: stamp }, contacts))
    wrong.push('the answer that is stored differs from its items')
  return wrong
}

/** The stamp in the document of a deleted bundle, if it can be: from when it was last changed, or from a name that changed later. */
function documentStamp(document: string, entries: HistoryRow[], last: string) {
  const changed = entries.findLast(entry => entry.new !== null)!.created_at
  const [, stamp = ''] = /"UpdatedAt":"([^"]+)"/.exec(document) ?? []
  return stamp >= changed && stamp <= last ? stamp : changed
}

const itemKinds: Record<HistoryKind, string> = {
  transaction: 'transaction',
  transaction_status: 'transaction',
  membership: 'membership',
  donation: 'donation',
}

/** What the history says is there now. */
function currentStates(entries: Pick<HistoryRow, 'kind' | 'target_id' | 'new'>[]) {
  const state = new Map<string, string | null>()
  for (const { kind, target_id, new: now } of entries) state.set(`${itemKinds[kind]} ${target_id}`, now)
  return state
}

/** What each item was when it was removed: its row stays as it was then. */
const statesBeforeRemoval = (entries: HistoryRow[]) =>
  new Map(
    entries
      .filter(entry => entry.new === null)
      .map(entry => [`${itemKinds[entry.kind]} ${entry.target_id}`, entry.old]),
  )

const itemsOf = ({ transactions, memberships, donations }: Items): [string, Item][] => [
  ...transactions.map(item => ['transaction', item] as [string, Item]),
  ...memberships.map(item => ['membership', item] as [string, Item]),
  ...donations.map(item => ['donation', item] as [string, Item]),
]
