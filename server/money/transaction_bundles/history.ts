import { createHash } from 'node:crypto'
import { textOf } from '../../json.ts'
import type { HistoryKind, Item, Transaction } from './schema.ts'

/** One change of one item: what it was and what it became. Null before it existed, and after it was removed. */
export interface Change {
  kind: HistoryKind
  target_id: number
  old: Item | null
  new: Item | null
}

/** A change as it is written down. `old` and `new` are texts: the hash is over the very bytes that are stored. */
export interface Entry {
  group_id: number
  transaction_bundle_id: number
  position: number
  created_at: string
  kind: HistoryKind
  target_id: number
  old: string | null
  new: string | null
  user_id: number
  source: string
  hash: string
}

export interface Tip {
  position: number
  hash: string
}

/** The chain before its first entry. */
export const start_of_chain: Tip = { position: 0, hash: '' }

/** The change of an item. A change of status is told apart from the rest, and comes after it. */
export function changesOf(
  kind: 'transaction' | 'membership' | 'donation',
  old: Item | null,
  now: Item | null,
): Change[] {
  const target_id = (old ?? now)!.id
  if (kind !== 'transaction' || !old || !now) return [{ kind, target_id, old, new: now }]
  const [before, after] = [old as Transaction, now as Transaction]
  if (before.status_id === after.status_id) return [{ kind, target_id, old, new: now }]
  const between: Transaction = { ...after, status_id: before.status_id }
  const sameBesides = textOf({ ...between, UpdatedAt: before.UpdatedAt }) === textOf(before)
  const status: Change = { kind: 'transaction_status', target_id, old: sameBesides ? before : between, new: after }
  return sameBesides ? [status] : [{ kind, target_id, old: before, new: between }, status]
}

/** Chains changes to the tip of a bundle's history. */
export function chained(
  changes: Change[],
  tip: Tip,
  facts: Pick<Entry, 'group_id' | 'transaction_bundle_id' | 'created_at' | 'user_id' | 'source'>,
) {
  const entries: Entry[] = []
  let { position, hash } = tip
  for (const { kind, target_id, old, new: now } of changes) {
    const entry = {
      ...facts,
      position: ++position,
      kind,
      target_id,
      old: old && textOf(old),
      new: now && textOf(now),
    }
    hash = hashOf(entry, hash)
    entries.push({ ...entry, hash })
  }
  return entries
}

/** The seal of an entry: it changes with any byte of it, and of everything before it. */
export function hashOf(
  {
    group_id,
    transaction_bundle_id,
    position,
    created_at,
    kind,
    target_id,
    user_id,
    source,
    old,
    new: now,
  }: Omit<Entry, 'hash'>,
  before: string,
) {
  const sealed = JSON.stringify([
    before,
    group_id,
    transaction_bundle_id,
    position,
    created_at,
    kind,
    target_id,
    user_id,
    source,
    old,
    now,
  ])
  return createHash('sha256').update(sealed).digest('base64url')
}
