import type { Random } from '../server/demo/random.ts'

const kinds = ['transactions', 'memberships', 'donations'] as const
type Kind = (typeof kinds)[number]

/** What a writer sends of an item. The comment names the write and the item in it, so that every item can be told from every other. */
interface SentItem {
  contact_id: number
  amount: number
  comment: string
}

type Items = Record<Kind, SentItem[]>

/** One write: a new bundle, or items added to the bundle with this id. Its key is its name. */
export interface Write {
  key: string
  bundle_id: number | undefined
  items: Items
}

export interface Acknowledged extends Write {
  bundle_id: number
}

export interface StoredBundle extends Record<Kind, (SentItem & { contact?: { membership_number: number } })[]> {
  id: number
  summary: Record<string, number>
}

/** What is wrong with the books. */
export interface WriteCounts {
  lost: number
  doubled: number
  half: number
  /** Membership numbers that are missing between the first and the last, or that two people have. */
  gaps: number
}

export function randomWrite(key: string, bundle_id: number | undefined, contacts: number[], pick: Random): Write {
  const drawn = (kind: Kind, count: number): SentItem[] =>
    Array.from({ length: count }, (_, index) => ({
      contact_id: pick(contacts),
      amount: pick.below(100_000),
      comment: `${key} ${kind} ${index}`,
    }))
  const paid = bundle_id === undefined ? 1 + pick.below(2) : pick.below(2)
  const items = {
    transactions: drawn('transactions', paid),
    memberships: drawn('memberships', pick.below(3)),
    donations: drawn('donations', 1 + pick.below(2)),
  }
  return { key, bundle_id, items }
}

/** Holds what was acknowledged against what is there. */
export function compareWrites(writes: Acknowledged[], bundles: StoredBundle[]): WriteCounts {
  const found = new Map<string, { bundle_id: number; item: SentItem }[]>()
  for (const { bundle_id, item } of bundles.flatMap(itemsOf)) {
    const places = found.get(item.comment) ?? []
    places.push({ bundle_id, item })
    found.set(item.comment, places)
  }
  const verdict: WriteCounts = { lost: 0, doubled: 0, half: 0, gaps: gapsIn(bundles) }
  for (const { bundle_id, items } of writes) {
    const sent = kinds.flatMap(kind => items[kind])
    const places = sent.map(({ comment }) => found.get(comment) ?? [])
    const whole = sent.every((item, index) =>
      places[index]?.some(place => place.bundle_id === bundle_id && isSame(place.item, item)),
    )
    if (places.every(list => list.length === 0)) verdict.lost++
    else if (places.some(list => list.length > 1)) verdict.doubled++
    else if (!whole) verdict.half++
  }
  const byBundle = Map.groupBy(writes, write => write.bundle_id)
  verdict.half += bundles.filter(bundle => !isComplete(bundle, byBundle.get(bundle.id) ?? [])).length
  return verdict
}

const itemsOf = (bundle: StoredBundle) =>
  kinds.flatMap(kind => bundle[kind].map(item => ({ bundle_id: bundle.id, item })))

const isSame = (stored: SentItem, sent: SentItem) =>
  stored.contact_id === sent.contact_id && stored.amount === sent.amount

// A bundle is all of its writes and nothing else, and counts itself rightly.
function isComplete(bundle: StoredBundle, own: Acknowledged[]) {
  return kinds.every(kind => {
    const sent = own.reduce((count, { items }) => count + items[kind].length, 0)
    return bundle[kind].length === sent && bundle.summary[`${kind}_count`] === sent
  })
}

function gapsIn(bundles: StoredBundle[]) {
  const numbers = new Map<number, Set<number>>()
  for (const { memberships } of bundles) {
    for (const { contact_id, contact } of memberships) {
      const known = numbers.get(contact_id) ?? new Set()
      numbers.set(contact_id, known.add(contact?.membership_number ?? 0))
    }
  }
  const given = [...numbers.values()].flatMap(of => [...of]).sort((a, b) => a - b)
  return given.filter((number, index) => number !== index + 1).length
}
