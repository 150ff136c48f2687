import type { ReactNode } from 'react'
import { matchTexts } from '../../components/match_texts.ts'

/** A line of the palette. */
export interface PaletteItem {
  id: string
  label: string
  detail?: string | undefined
  icon?: ReactNode
  /** The keys that do the same. */
  keys?: string | undefined
  /** All texts it is found by, its label first. */
  texts: string[]
  run: () => void
}

export interface PaletteGroup {
  name: string
  label: string
  items: PaletteItem[]
  /** Results of an earlier query, which cannot be chosen. */
  stale?: boolean
}

const shown_max = 8

/** The items that match as typed, and those that match with a wrong letter; each best first; and how well the best one matches. */
export function matching(typed: string, items: PaletteItem[]) {
  const found = items
    .flatMap(item => {
      const match = matchTexts(typed, item.texts)
      return match ? [{ item, ...match }] : []
    })
    .sort((one, other) => one.rank - other.rank)
  const pick = (typos: boolean) =>
    found
      .filter(({ typo }) => typo === typos)
      .map(({ item }) => item)
      .slice(0, shown_max)
  return { exact: pick(false), near: pick(true), best: found[0]?.rank ?? Number.POSITIVE_INFINITY }
}

/** The groups that have items. */
export const filled = (groups: PaletteGroup[]) => groups.filter(({ items }) => items.length > 0)
