import { hash as hashed, randomBytes } from 'node:crypto'
import { keepRawJson } from '../../http/validation/raw_json.ts'
import { parseExact, recordJson } from '../../json.ts'
import type { HistoryKind, Item, Transaction } from '../transaction_bundles/schema.ts'
import { itemFreeObjects, personalDefaults } from './item_fields.ts'

/** A change of one item. `old` is null for a new item, `new` for a removed one. */
export interface ItemChange {
  kind: HistoryKind
  target_id: number
  old: Item | null
  new: Item | null
}

/** An entry of the history of a bundle. `old` and `new` are texts, because the hash covers the stored bytes. */
export interface HistoryRow {
  id: number
  group_id: number
  transaction_bundle_id: number
  position: number
  created_at: string
  kind: HistoryKind
  target_id: number
  old: string | null
  new: string | null
  /** A salt, or the digest of erased texts. Null without a state, and in entries from before texts could be erased. */
  old_seal: string | null
  new_seal: string | null
  user_id: number
  source: string
  hash: string
}

export interface LastEntry {
  position: number
  hash: string
}

/** The chain before its first entry. */
export const start_of_chain: LastEntry = { position: 0, hash: '' }

/** The entries for a change of one item. A change of status is an entry of its own, after the rest. */
export function itemChanges(
  kind: 'transaction' | 'membership' | 'donation' | 'reversal',
  old: Item | null,
  now: Item | null,
): ItemChange[] {
  const item = old ?? now
  if (!item) return []
  const change = { kind, target_id: item.id, old, new: now }
  if (kind !== 'transaction' || !old || !now) return [change]
  const [before, after] = [old as Transaction, now as Transaction]
  if (before.status_id === after.status_id) return [change]
  const between: Transaction = { ...after, status_id: before.status_id }
  const onlyStatus = recordJson({ ...between, UpdatedAt: before.UpdatedAt }) === recordJson(before)
  const status: ItemChange = {
    kind: 'transaction_status',
    target_id: item.id,
    old: onlyStatus ? before : between,
    new: after,
  }
  return onlyStatus ? [status] : [{ ...change, new: between }, status]
}

/** Chains changes to the last entry in the history of a bundle. `ids` has at least one id for each. */
export function chainEntries(
  changes: ItemChange[],
  last_entry: LastEntry,
  ids: number[],
  facts: Pick<HistoryRow, 'group_id' | 'transaction_bundle_id' | 'created_at' | 'user_id' | 'source'>,
) {
  const entries: HistoryRow[] = []
  let { position, hash } = last_entry
  for (const [index, { kind, target_id, old, new: now }] of changes.entries()) {
    const [before, after] = [newState(old), newState(now)]
    const id = ids[index]
    if (id === undefined) throw new Error(`no id for entry ${index + 1} of ${changes.length}`)
    const entry = {
      ...facts,
      id,
      position: ++position,
      kind,
      target_id,
      old: before.text,
      new: after.text,
      old_seal: before.seal,
      new_seal: after.seal,
    }
    hash = hashEntry(entry, hash, [before.sealed, after.sealed])
    entries.push({ ...entry, hash })
  }
  return entries
}

function newState(item: Item | null) {
  if (!item) return { text: null, seal: null, sealed: null }
  const seal = newSalt()
  return { text: recordJson(item), seal, sealed: sealedItem(item, seal) }
}

/** The hash of an entry. It changes with any byte of the entry, and of all entries before it. */
export function entryHash(entry: Omit<HistoryRow, 'id' | 'hash'>, before: string) {
  const unsalted = entry.old_seal === null && entry.new_seal === null
  const states = unsalted
    ? [entry.old, entry.new]
    : [sealedState(entry.old, entry.old_seal), sealedState(entry.new, entry.new_seal)]
  return hashEntry(entry, before, states)
}

function hashEntry(entry: Omit<HistoryRow, 'id' | 'hash'>, before: string, states: unknown[]) {
  const { group_id, transaction_bundle_id, position, created_at, kind, target_id, user_id, source } = entry
  const facts = [before, group_id, transaction_bundle_id, position, created_at, kind, target_id, user_id, source]
  return digest(JSON.stringify([...facts, ...states]))
}

/** The personal fields, with the values that erasure leaves. */
const blank = personalDefaults()

export const withoutPersonalTexts = <Kind extends object>(item: Kind): Kind => ({
  ...item,
  ...Object.fromEntries(Object.entries(blank).filter(([field]) => field in item)),
})

/** The personal fields of an item, as one text. */
export const personalTexts = (item: object) => recordJson(split(item).personal)

/** A state without its personal texts. Its seal becomes their salted digest: enough to check the entry, not enough to guess the texts. */
export function erasedState(text: string, seal: string | null) {
  const item = parseItem(text)
  const digested = seal?.startsWith(salted) ? `${erased}${digest(`${seal}${personalTexts(item)}`)}` : seal
  return { text: recordJson(withoutPersonalTexts(item)), seal: digested }
}

const salted = 's'
const erased = 'd'

const salt_bytes = 12
let salts = Buffer.alloc(0)

/** Draws random bytes for a hundred salts at once: a call costs more than the bytes. */
function newSalt() {
  if (salts.length === 0) salts = randomBytes(salt_bytes * 100)
  const salt = salts.toString('base64url', 0, salt_bytes)
  salts = salts.subarray(salt_bytes)
  return `${salted}${salt}`
}

/** What the hash covers of a state: its facts as text, its personal texts as a digest. A state in another format is covered as it is. */
function sealedState(text: string | null, seal: string | null) {
  const item = text === null || seal === null ? undefined : parseIfUnchanged(text)
  if (!item || seal === null) return text
  if (seal.startsWith(salted)) return sealedItem(item, seal)
  const isErased = personalTexts(item) === personalTexts(withoutPersonalTexts(item))
  return isErased ? [recordJson(split(item).facts), seal.slice(erased.length)] : text
}

function sealedItem(item: object, seal: string) {
  const { facts, personal } = split(item)
  return [recordJson(facts), digest(`${seal}${recordJson(personal)}`)]
}

/** An item from its text, its free objects byte for byte. */
function parseItem(text: string): object {
  return keepRawJson(parseExact(text), text, itemFreeObjects) as object
}

/** Undefined for a text that the server has not written in this form. */
function parseIfUnchanged(text: string) {
  try {
    const item = parseItem(text)
    return recordJson(item) === text ? item : undefined
  } catch {
    return undefined
  }
}

function split(item: object) {
  const [personal, facts]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [field, value] of Object.entries(item)) (field in blank ? personal : facts)[field] = value
  return { personal, facts }
}

const digest = (text: string) => hashed('sha256', text, 'base64url')
