import type { SavedFilter, SortAttribute } from '../../api.ts'
import { type Sort, sortText } from '../../components/sort.ts'
import { partOf } from '../search/filter_tree.ts'
import { type ContactFilter, filterOf, isSameQuery, queryOf } from '../search/query.ts'

/** Details and surroundings have columns of their own on a wide screen. */
export const tabs = ['timeline', 'details', 'around', 'payments', 'answers', 'privacy'] as const
export type Tab = (typeof tabs)[number]

/** The search parameters of the list. */
export interface ContactSearch extends ContactFilter {
  /** The saved view that was chosen. */
  view?: number | undefined
  /** The attribute to sort by; a leading minus reverses the order. */
  sort?: string | undefined
  open?: number | 'new' | undefined
  /** The name that the form of a new contact starts with. */
  name?: string | undefined
  tab?: Tab | undefined
}

export const default_sort = 'surname'

export function parseContactSearch(sent: Record<string, unknown>): ContactSearch {
  const { q, where, query, view, sort, open, name, tab } = sent
  const conditions = Array.isArray(where) ? where.flatMap(one => partOf(one) ?? []) : []
  return {
    // The router parses a numeric word as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(conditions.length > 0 && { where: conditions }),
    ...(typeof query === 'object' && query !== null && { query }),
    ...(typeof view === 'number' && { view }),
    ...(typeof sort === 'string' && /^-?[A-Za-z_]+$/.test(sort) && sort !== default_sort && { sort }),
    ...((typeof open === 'number' || open === 'new') && { open }),
    ...(open === 'new' && typeof name === 'string' && { name }),
    ...parseTab({ tab }),
  }
}

export const parseTab = ({ tab }: Record<string, unknown>): { tab?: Tab } =>
  tabs.includes(tab as Tab) && tab !== 'timeline' ? { tab: tab as Tab } : {}

export function sortOf({ sort = default_sort }: ContactSearch): Sort & { by: SortAttribute } {
  // The URL may contain anything; the server refuses attributes it cannot sort by.
  return { by: sort.replace(/^-/, '') as SortAttribute, up: !sort.startsWith('-') }
}

/** The search parameters of a saved view. */
export const searchOfView = (view: SavedFilter): ContactSearch =>
  parseContactSearch({
    view: view.id,
    sort: sortText({ by: view.sort_attr, up: view.sort_asc }),
    ...filterOf(view.query),
  })

/** Whether the list differs from the view. */
export function isChanged(search: ContactSearch, view: SavedFilter) {
  const { by, up } = sortOf(search)
  return !isSameQuery(queryOf(search), view.query) || by !== view.sort_attr || up !== view.sort_asc
}
