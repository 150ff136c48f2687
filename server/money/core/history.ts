import { hash as hashed, randomBytes } from 'node:crypto'
import { keepRawJson, type RawPaths } from '../../http/validation/raw_json.ts'
import { parseExact, textOf } from '../../json.ts'
import type { HistoryKind, Item, Transaction } from '../transaction_bundles/schema.ts'

/** One change of one item: what it was and what it became. Null before it existed, and after it was removed. */
export interface ItemChange {
  kind: HistoryKind
  target_id: number
  old: Item | null
  new: Item | null
}

/** A change as it is written down. `old` and `new` are texts: the hash is over the very bytes that are stored. */
export interface HistoryRow {
  group_id: number
  transaction_bundle_id: number
  position: number
  created_at: string
  kind: HistoryKind
  target_id: number
  old: string | null
  new: string | null
  /** How the texts in `old` and `new` are sealed; null without a state, and in entries from before texts could be erased. */
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

/** The change of an item. A change of status is told apart from the rest, and comes after it. */
export function itemChanges(
  kind: 'transaction' | 'membership' | 'donation',
  old: Item | null,
  now: Item | null,
): ItemChange[] {
  const target_id = (old ?? now)!.id
  if (kind !== 'transaction' || !old || !now) return [{ kind, target_id, old, new: now }]
  const [before, after] = [old as Transaction, now as Transaction]
  if (before.status_id === after.status_id) return [{ kind, target_id, old, new: now }]
  const between: Transaction = { ...after, status_id: before.status_id }
  const sameBesides = textOf({ ...between, UpdatedAt: before.UpdatedAt }) === textOf(before)
  const status: ItemChange = { kind: 'transaction_status', target_id, old: sameBesides ? before : between, new: after }
  return sameBesides ? [status] : [{ kind, target_id, old: before, new: between }, status]
}

/** Chains changes to the last_entry of a bundle's history. */
export function chainEntries(
  changes: ItemChange[],
  last_entry: LastEntry,
  facts: Pick<HistoryRow, 'group_id' | 'transaction_bundle_id' | 'created_at' | 'user_id' | 'source'>,
) {
  const entries: HistoryRow[] = []
  let { position, hash } = last_entry
  for (const { kind, target_id, old, new: now } of changes) {
    const [old_seal, new_seal] = [old && newSalt(), now && newSalt()]
    const [was, became] = [old && textOf(old), now && textOf(now)]
    const entry = { ...facts, position: ++position, kind, target_id, old: was, new: became, old_seal, new_seal }
    // What we write is as we write it, and need not be read again to be sealed.
    hash = hashEntry(entry, hash, [old && sealedItem(old, old_seal!), now && sealedItem(now, new_seal!)])
    entries.push({ ...entry, hash })
  }
  return entries
}

/** The seal of an entry: it changes with any byte of it, and of everything before it. */
export function entryHash(entry: Omit<HistoryRow, 'hash'>, before: string) {
  const whole = entry.old_seal === null && entry.new_seal === null
  const states = whole
    ? [entry.old, entry.new]
    : [sealedState(entry.old, entry.old_seal), sealedState(entry.new, entry.new_seal)]
  return hashEntry(entry, before, states)
}

function hashEntry(entry: Omit<HistoryRow, 'hash'>, before: string, states: unknown[]) {
  const { group_id, transaction_bundle_id, position, created_at, kind, target_id, user_id, source } = entry
  const facts = [before, group_id, transaction_bundle_id, position, created_at, kind, target_id, user_id, source]
  return digest(JSON.stringify([...facts, ...states]))
}

/** What people write about people stands in these, empty as they are after an erasure. Everything else in an item is the books. */
const blank = { payment_method: {}, delivery_token: '', comment: '', extra_json: {} }

/** An item without its texts; the books in it stay as they are. */
export const withoutPersonalTexts = <Kind extends object>(item: Kind): Kind => ({
  ...item,
  ...Object.fromEntries(Object.entries(blank).filter(([field]) => field in item)),
})

/** The texts of an item, as one. */
export const personalTexts = (item: object) => textOf(split(item).texts)

/** A state whose texts are erased, and what remains of their seal: enough to hold the entry, too little to find the texts. */
export function erasedState(text: string, seal: string | null) {
  const item = parseItem(text)
  const open = seal?.startsWith(salted)
  return { text: textOf(withoutPersonalTexts(item)), seal: open ? `${erased}${textDigest(seal!, item)}` : seal }
}

const salted = 's'
const erased = 'd'

const salt_bytes = 12
let salts = Buffer.alloc(0)

/** Random bytes are drawn for many seals at once: asking for them costs more than they do. */
function newSalt() {
  if (salts.length === 0) salts = randomBytes(salt_bytes * 100)
  const salt = salts.toString('base64url', 0, salt_bytes)
  salts = salts.subarray(salt_bytes)
  return `${salted}${salt}`
}

/** The books of a state as they are, its texts as a digest. Whatever is not as we write it is taken as it stands, and breaks the seal. */
function sealedState(text: string | null, seal: string | null) {
  const item = text === null || seal === null ? undefined : parseIfUnchanged(text)
  if (!item) return text
  if (seal!.startsWith(salted)) return sealedItem(item, seal!)
  return personalTexts(item) === personalTexts(withoutPersonalTexts(item))
    ? [textOf(split(item).books), seal!.slice(erased.length)]
    : text
}

function sealedItem(item: object, seal: string) {
  const { books, texts } = split(item)
  return [textOf(books), digest(`${seal}${textOf(texts)}`)]
}

const freeObjects: RawPaths = {
  fields: new Map([
    ['payment_method', { whole: true }],
    ['extra_json', { whole: true }],
  ]),
}

/** An item from its text, its free objects as they are written. */
function parseItem(text: string): object {
  const item = parseExact(text) as object
  keepRawJson(item, text, freeObjects)
  return item
}

// Somebody may have been at work on it.
function parseIfUnchanged(text: string) {
  try {
    const item = parseItem(text)
    return textOf(item) === text ? item : undefined
  } catch {
    return undefined
  }
}

const textDigest = (seal: string, item: object) => digest(`${seal}${personalTexts(item)}`)

function split(item: object) {
  const [texts, books]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const [field, value] of Object.entries(item)) (field in blank ? texts : books)[field] = value
  return { texts, books }
}

const digest = (text: string) => hashed('sha256', text, 'base64url')
