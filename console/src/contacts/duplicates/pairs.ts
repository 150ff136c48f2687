import type { DuplicateGroup } from '../../api.ts'

type Summary = DuplicateGroup['contacts'][number]

/** Two contacts to decide about. */
export interface Pair {
  key: string
  one: Summary
  other: Summary
  group: DuplicateGroup
}

export const pairKey = (one: number, other: number) => `${Math.min(one, other)}-${Math.max(one, other)}`

/** What has been decided since the groups were read. */
export interface Decided {
  /** The keys of pairs that are different people. */
  different: ReadonlySet<string>
  /** Contacts that were merged into another. */
  gone: ReadonlySet<number>
}

/**
 * The pairs to decide about, each once, in the order of the groups. In a group, each contact faces the first one before it from which it is
 * not known to differ.
 */
export function pairsOf(groups: DuplicateGroup[], { different, gone }: Decided): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const group of groups) {
    const known = new Set(group.not_duplicates.map(([one = 0, other = 0]) => pairKey(one, other)))
    const there = group.contacts.filter(({ id }) => !gone.has(id))
    for (const [index, other] of there.entries()) {
      const one = there.slice(0, index).find(({ id }) => {
        const key = pairKey(id, other.id)
        return !known.has(key) && !different.has(key)
      })
      if (!one) continue
      const key = pairKey(one.id, other.id)
      if (!pairs.has(key)) pairs.set(key, { key, one, other, group })
    }
  }
  return [...pairs.values()]
}
