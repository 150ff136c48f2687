import type { ReactNode } from 'react'
import { matchTexts } from '../../components/fuzzy_match.ts'

/** A line of the palette. */
export interface PaletteItem {
  id: string
  label: string
  detail?: string | undefined
  icon?: ReactNode
  /** The keys that do the same. */
  keys?: string | undefined
  /** What it is found by, its label first. */
  texts: string[]
  /** Words that lead to it less directly: the server's results come before it. */
  words?: string[]
  run: () => void
}

export interface PaletteGroup {
  name: string
  label: string
  items: PaletteItem[]
  /** Whether all results are only similar to what is typed. */
  isSimilar?: boolean
  /** Results of an earlier query, which cannot be chosen. */
  stale?: boolean
}

const shown_max = 8

/** The items that match as typed, those found by less direct words, those with a wrong letter, each best first; and how well the best one matches. */
export function matching(typed: string, items: PaletteItem[]) {
  const found = items
    .flatMap(item => {
      const match = matchTexts(typed, [...item.texts, ...(item.words ?? [])])
      if (!match) return []
      const named = matchTexts(typed, item.texts)?.typo === false
      return [{ item, rank: match.rank, how: match.typo ? 'near' : named ? 'exact' : 'words' }]
    })
    .sort((one, other) => one.rank - other.rank)
  const pick = (wanted: string) =>
    found
      .filter(({ how }) => how === wanted)
      .map(({ item }) => item)
      .slice(0, shown_max)
  const best = found.find(({ how }) => how === 'exact')?.rank ?? Number.POSITIVE_INFINITY
  return { exact: pick('exact'), words: pick('words'), near: pick('near'), best }
}

/** The groups that have items. */
export const filled = (groups: PaletteGroup[]) => groups.filter(({ items }) => items.length > 0)
