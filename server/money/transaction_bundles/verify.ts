import type { Sql } from '../../db/sql.ts'
import { textOf } from '../../json.ts'
import { documentOf } from '../bundle_document.ts'
import { contactsIn, loadBundles, type StoredBundle } from '../bundle_rows.ts'
import { entriesOf } from '../bundle_writing.ts'
import { type Entry, hashOf } from '../history.ts'
import type { Contact, HistoryKind, Item } from './schema.ts'
import { nextBundleIds } from './verify_queries.ts'

/** Something in the books that is not as it was written. */
export interface Finding {
  transaction_bundle_id: number
  what: string
}

const at_once = 200

/** Walks every history of a space, checks its seals, and holds what it tells against what is there. */
export async function* verifyBundles(
  sql: Sql,
  group_id: number,
): AsyncGenerator<{ checked: number; findings: Finding[] }> {
  for (let after = 0, ids = [0]; ids.length > 0; after = ids.at(-1)!) {
    ids = await nextBundleIds(sql, group_id, after, at_once)
    if (ids.length === 0) return
    const [bundles, entries, contacts] = await Promise.all([
      loadBundles(sql, group_id, ids),
      entriesOf(sql, group_id, ids),
      contactsIn(sql, group_id, ids),
    ])
    const byBundle = Map.groupBy(entries, entry => entry.transaction_bundle_id)
    yield {
      checked: ids.length,
      findings: bundles.flatMap(bundle => verify(bundle, byBundle.get(bundle.id) ?? [], contacts)),
    }
  }
}

function verify(bundle: StoredBundle, entries: Entry[], contacts: Map<number, Contact>): Finding[] {
  const found = (what: string) => ({ transaction_bundle_id: bundle.id, what })
  const findings = brokenSeals(entries).map(found)
  const told = fold(entries)
  const removed = bundle.deleted ? lastStates(entries) : told
  const there = new Map(itemsOf(bundle).map(([kind, item]) => [`${kind} ${item.id}`, textOf(item)]))
  for (const name of new Set([...told.keys(), ...there.keys()])) {
    const alike = (removed.get(name) ?? null) === (there.get(name) ?? null)
    if (!alike || (bundle.deleted && told.get(name) !== null))
      findings.push(found(`${name} is not what its history tells`))
  }
  const { document, deleted, ...rows } = bundle
  if (!deleted && document !== documentOf(rows, contacts))
    findings.push(found('the answer that is stored differs from its items'))
  return findings
}

/** Each entry seals itself and the one before: the first broken seal tells where somebody was at work. */
function brokenSeals(entries: Entry[]) {
  let before = ''
  for (const [index, entry] of entries.entries()) {
    if (entry.position !== index + 1) return [`entry ${index + 1} of its history is missing`]
    if (!isSealed(entry, before)) return [`entry ${entry.position} of its history was tampered with`]
    before = entry.hash
  }
  return entries.length === 0 ? ['its history is missing'] : []
}

function isSealed(entry: Entry, before: string) {
  try {
    return hashOf(entry, before) === entry.hash
  } catch {
    // What is no JSON any more was not written by us.
    return false
  }
}

const items: Record<HistoryKind, string> = {
  transaction: 'transaction',
  transaction_status: 'transaction',
  membership: 'membership',
  donation: 'donation',
}

/** What the history says is there now. */
export function fold(entries: Pick<Entry, 'kind' | 'target_id' | 'new'>[]) {
  const state = new Map<string, string | null>()
  for (const { kind, target_id, new: now } of entries) state.set(`${items[kind]} ${target_id}`, now)
  return state
}

/** What each item was when it was removed: its row stays as it was then. */
const lastStates = (entries: Entry[]) =>
  new Map(
    entries.filter(entry => entry.new === null).map(entry => [`${items[entry.kind]} ${entry.target_id}`, entry.old]),
  )

const itemsOf = ({ transactions, memberships, donations }: StoredBundle): [string, Item][] => [
  ...transactions.map(item => ['transaction', item] as [string, Item]),
  ...memberships.map(item => ['membership', item] as [string, Item]),
  ...donations.map(item => ['donation', item] as [string, Item]),
]
