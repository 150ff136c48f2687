import type { Fragment, Sql } from '../../../db/sql.ts'
import { invalid } from '../../../errors.ts'
import { instantOf } from '../../../fields.ts'
import { indexedOrders, type SortType, sortColumns, sortTypes } from './attributes.ts'

// The order of contacts, and the cursor that continues after a contact in it.

export interface Sorting {
  sort_attr: string
  sort_asc: boolean
}

/** Where in the order a page begins. Carries the total that was counted for the first page. */
export interface SearchCursor {
  sort: string
  asc: boolean
  after: string[]
  total: number | null
}

export interface SortOrder {
  columns: { name: string; type: SortType }[]
  /** Whether an index has this order. */
  indexed: boolean
}

export function sortOrderOf({ sort_attr }: Sorting): SortOrder {
  const names = sortColumns(sort_attr)
  if (!names)
    throw invalid(
      'body.data.advanced_search.sort_attr',
      'must be a field that contacts can be sorted by, such as surname, city or created_at',
      sort_attr,
    )
  const indexed = indexedOrders.includes(names.join())
  return {
    indexed,
    columns: [...names.filter(name => name !== 'id'), 'id'].map(name => ({
      name,
      type: sortTypes.get(name) ?? 'text',
    })),
  }
}

const list = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole}, ${part}`)

export const sortKeys = (sql: Sql, { columns }: SortOrder) =>
  sql`array[${list(
    sql,
    columns.map(({ name }) => sql`c.${sql(name)}::text`),
  )}]`

export const orderByList = (sql: Sql, { columns }: SortOrder, { sort_asc }: Sorting) =>
  list(
    sql,
    columns.map(({ name }) => (sort_asc ? sql`c.${sql(name)}` : sql`c.${sql(name)} desc`)),
  )

export function afterCursor(sql: Sql, { columns }: SortOrder, { sort_asc }: Sorting, cursor?: SearchCursor): Fragment {
  if (!cursor) return sql`true`
  const place = list(
    sql,
    columns.map(({ name }) => sql`c.${sql(name)}`),
  )
  const last = list(
    sql,
    columns.map(({ type }, index) => sql`${cursor.after[index] ?? null}::text::${sql.unsafe(type)}`),
  )
  return sort_asc ? sql`(${place}) > (${last})` : sql`(${place}) < (${last})`
}

export const writeSearchCursor = (cursor: SearchCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function readSearchCursor(text: string, { sort_attr, sort_asc }: Sorting, { columns }: SortOrder): SearchCursor {
  const cursor = parsed(text)
  const after: unknown[] = Array.isArray(cursor?.after) ? cursor.after : []
  const fits =
    cursor?.sort === sort_attr &&
    cursor.asc === sort_asc &&
    (cursor.total === null || Number.isSafeInteger(cursor.total)) &&
    after.length === columns.length &&
    columns.every(({ type }, index) => isReadable[type](after[index]))
  if (!fits)
    throw invalid(
      'body.data.advanced_search.cursor',
      'does not belong to this search; send next_cursor as you got it, with the same query and order',
      text,
    )
  return cursor as SearchCursor
}

function parsed(text: string): Partial<SearchCursor> | undefined {
  try {
    return (JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<SearchCursor> | null) ?? undefined
  } catch {
    return undefined
  }
}

const isReadable: Record<SortType, (value: unknown) => boolean> = {
  text: value => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  bigint: value => /^\d{1,16}$/.test(String(value)),
  boolean: value => value === 'true' || value === 'false',
  timestamptz: value => value === 'infinity' || (/\+00$/.test(String(value)) && instantOf(`${value}:00`) !== undefined),
}
