import type { Fragment, Sql } from '../../../db/sql.ts'
import { invalid } from '../../../errors.ts'
import { instantOf } from '../../../fields.ts'
import { type SortableAttribute, sortableAttribute } from './attributes.ts'
import { comparedScalar, comparedText } from './compile.ts'

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
  /** Whether more match than the total says. */
  capped: boolean
}

type SortType = 'text' | 'bigint' | 'timestamptz' | 'boolean'

export interface SortOrder {
  /** What contacts are sorted by; the id, which comes last, decides between equals. */
  keys: { of: (sql: Sql) => Fragment; type: SortType }[]
  /** Whether an index of contact_index has this order. */
  indexed: boolean
  attribute: SortableAttribute
}

const by_id: SortOrder['keys'][number] = { of: sql => sql`c.id`, type: 'bigint' }
const by_firstname: SortOrder['keys'][number] = { of: sql => sql`c.firstname_key`, type: 'text' }

export function sortOrderOf({ sort_attr }: Sorting): SortOrder {
  const attribute = sortableAttribute(sort_attr)
  if (!attribute)
    throw invalid(
      'body.data.advanced_search.sort_attr',
      'must be a field that contacts can be sorted by, such as surname, city or created_at',
      sort_attr,
    )
  switch (attribute.kind) {
    case 'text': {
      const key = { of: (sql: Sql) => comparedText(sql, attribute), type: 'text' as const }
      const keys = attribute.field === 'surname' ? [key, by_firstname, by_id] : [key, by_id]
      return { keys, indexed: attribute.key_column !== undefined, attribute }
    }
    case 'boolean':
      return { keys: [{ of: sql => isSet(sql, attribute.field), type: 'boolean' }, by_id], indexed: false, attribute }
    default: {
      if (attribute.field === 'id') return { keys: [by_id], indexed: true, attribute }
      const type = attribute.kind === 'integer' ? 'bigint' : 'timestamptz'
      const key = { of: (sql: Sql) => comparedScalar(sql, attribute), type } as const
      return { keys: [key, by_id], indexed: attribute.is_column === true, attribute }
    }
  }
}

const isSet = (sql: Sql, field: string) => sql`(c.terms @> array[hashtextextended(${`${field}+`}, c.group_id)])`

export const commaList = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole}, ${part}`)

/** `order by` these keys of a row. */
export const orderByList = (sql: Sql, keys: Fragment[], { sort_asc }: Sorting) =>
  commaList(
    sql,
    keys.map(key => (sort_asc ? key : sql`${key} desc`)),
  )

/** That these keys of a row come after the cursor. */
export function afterCursor(
  sql: Sql,
  keys: Fragment[],
  order: SortOrder,
  { sort_asc }: Sorting,
  cursor?: SearchCursor,
) {
  if (!cursor) return sql`true`
  const last = order.keys.map(({ type }, index) => sql`${cursor.after[index] ?? null}::text::${sql.unsafe(type)}`)
  return sort_asc
    ? sql`(${commaList(sql, keys)}) > (${commaList(sql, last)})`
    : sql`(${commaList(sql, keys)}) < (${commaList(sql, last)})`
}

export const writeSearchCursor = (cursor: SearchCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function readSearchCursor(text: string, { sort_attr, sort_asc }: Sorting, { keys }: SortOrder): SearchCursor {
  const cursor = parsed(text)
  const after: unknown[] = Array.isArray(cursor?.after) ? cursor.after : []
  const fits =
    cursor?.sort === sort_attr &&
    cursor.asc === sort_asc &&
    (cursor.total === null || Number.isSafeInteger(cursor.total)) &&
    after.length === keys.length &&
    keys.every(({ type }, index) => isReadable[type](after[index]))
  if (!fits)
    throw invalid(
      'body.data.advanced_search.cursor',
      'does not belong to this search; send next_cursor as you got it, with the same query and order',
      text,
    )
  return { ...(cursor as SearchCursor), capped: cursor.capped === true }
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
