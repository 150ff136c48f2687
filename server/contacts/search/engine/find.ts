import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { type ContactScope, countOutOfScope, isInScope } from '../../core/restriction.ts'
import { compileCondition, compileQuery } from './compile.ts'
import type { SearchQuery } from './parse.ts'
import { type NormalizedQuery, normalizePhones } from './phone_numbers.ts'
import {
  afterCursor,
  commaList,
  orderByList,
  readSearchCursor,
  type SearchCursor,
  type Sorting,
  type SortOrder,
  sortOrderOf,
  writeSearchCursor,
} from './sort.ts'

/** Whether to count all matches, to count up to `total_cap`, or not to count. */
export type TotalMode = 'exact' | 'capped' | 'none'
export const total_cap = 10_000

export interface SearchParams extends Sorting {
  query: SearchQuery
  limit: number
  offset: number
  cursor?: string | undefined
  total: TotalMode
}

export interface SearchResult {
  ids: number[]
  total: number | null
  total_is_capped: boolean
  next_cursor: string | null
}

/**
 * The ids of one page of the matching contacts, in order, and how many match. Up to `total_cap` matches are collected through the indexes of search and
 * sorted. Where more match, a page fills soon: contacts are read in order and tested one by one.
 */
export async function findContacts(
  sql: Sql,
  group_id: number,
  params: SearchParams,
  scope: ContactScope,
): Promise<SearchResult> {
  const query = await normalizePhones(sql, group_id, params.query)
  const order = sortOrderOf(params)
  const cursor = params.cursor === undefined ? undefined : readSearchCursor(params.cursor, params, order)
  const search: PreparedSearch = { group_id, query, scope, params, order, cursor }
  const many = isAll(query) || (cursor?.total ?? 0) > total_cap || cursor?.capped
  const collected = many ? undefined : await collect(sql, search, sql`limit ${total_cap + 1}`)
  const { rows, matches } =
    collected && collected.matches <= total_cap
      ? collected
      : order.indexed
        ? await readInOrder(sql, search)
        : await collect(sql, search)
  const { total, capped } = await totalOf(sql, search, matches)
  const last = rows.length === params.limit ? rows.at(-1) : undefined
  const next = last && { sort: params.sort_attr, asc: params.sort_asc, after: last.keys, total, capped }
  return {
    ids: rows.map(({ id }) => id),
    total,
    total_is_capped: capped,
    next_cursor: next ? writeSearchCursor(next) : null,
  }
}

/** How many contacts match. */
export async function countContacts(
  sql: Sql,
  group_id: number,
  sent: SearchQuery,
  scope: ContactScope,
): Promise<number> {
  const query = await normalizePhones(sql, group_id, sent)
  if (isAll(query))
    return (await readCounter(sql, group_id, 'contacts')) - (await countOutOfScope(sql, group_id, scope))
  const [row] = await unprepared(sql<[{ total: number }]>`
    select count(*) as total from searched_contacts c
    where c.group_id = ${group_id} and ${compileQuery(sql, group_id, query)} and ${isInScope(sql, scope)}`)
  return row.total
}

const isAll = ({ every, nodes }: SearchQuery) =>
  every && nodes.every(node => node.every && node.conditions.length === 0)

interface PreparedSearch {
  group_id: number
  query: NormalizedQuery
  scope: ContactScope
  params: SearchParams
  order: SortOrder
  cursor: SearchCursor | undefined
}

interface Page {
  rows: { id: number; keys: string[] }[]
  /** How many contacts match, where all were collected. */
  matches?: number
}

async function totalOf(sql: Sql, { group_id, query, scope, params, cursor }: PreparedSearch, matches?: number) {
  if (cursor && cursor.total !== null && !(cursor.capped && params.total === 'exact')) return cursor
  if (matches !== undefined) return { total: matches, capped: false }
  if (params.total === 'none') return { total: null, capped: false }
  if (params.total === 'capped' && !isAll(query)) return { total: total_cap, capped: true }
  return { total: await countContacts(sql, group_id, query, scope), capped: false }
}

/** Collects the matches, sorts them and returns a page. */
async function collect(sql: Sql, search: PreparedSearch, limit = sql``): Promise<Page & { matches: number }> {
  const { group_id, query, scope, params, order, cursor } = search
  const keys = order.keys.map((_, index) => sql`c.${sql(`key_${index}`)}`)
  const columns = order.keys.map(({ of }, index) => sql`${of(sql)} as ${sql(`key_${index}`)}`)
  const [page] = await unprepared(sql<[{ rows: Page['rows']; matches: number }]>`
    with matches as materialized (
      select c.id, ${commaList(sql, columns)} from searched_contacts c
      where c.group_id = ${group_id} and ${compileQuery(sql, group_id, query)} and ${isInScope(sql, scope)}
      ${limit}
    )
    select (select count(*) from matches) as matches,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, array[${texts(sql, keys)}] as keys from matches c
              where ${afterCursor(sql, keys, order, params, cursor)}
              order by ${orderByList(sql, keys, params)}
              limit ${params.limit} offset ${cursor ? 0 : params.offset}) page) as rows`)
  return page
}

/**
 * Reads the contacts in the order of an index and tests each until the page is full. `offset 0` and `is true` keep PostgreSQL from planning the test
 * together with the order: it would guess how many match, and might sort them all.
 */
async function readInOrder(sql: Sql, search: PreparedSearch): Promise<Page> {
  const { group_id, query, scope, params, order, cursor } = search
  const keys = order.keys.map(({ of }) => of(sql))
  const rows = await unprepared(sql<Page['rows']>`
    select c.id, array[${texts(sql, keys)}] as keys
    from (
      select c.* from searched_contacts c
      where c.group_id = ${group_id} and ${boundsInOrder(sql, search)} and ${afterCursor(sql, keys, order, params, cursor)}
      order by ${orderByList(sql, keys, params)}
      offset 0
    ) c
    where (${compileQuery(sql, group_id, query, 'each')} and ${isInScope(sql, scope)}) is true
    limit ${params.limit} offset ${cursor ? 0 : params.offset}`)
  return { rows }
}

const texts = (sql: Sql, keys: Fragment[]) =>
  commaList(
    sql,
    keys.map(key => sql`${key}::text`),
  )

/** Conditions that all matches meet, on what the contacts are sorted by: the index starts and ends there. */
function boundsInOrder(sql: Sql, { group_id, query, order: { attribute } }: PreparedSearch): Fragment {
  const required = query.every ? query.nodes.filter(({ every }) => every).flatMap(({ conditions }) => conditions) : []
  return required
    .filter(({ attribute: { name }, negated, strict }) => name === attribute.name && !negated && !strict)
    .filter(({ test: { is } }) => is === 'range' || is === 'start_with')
    .map(condition => compileCondition(sql, group_id, condition, 'each'))
    .reduce((whole, bound) => sql`${whole} and ${bound}`, sql`true`)
}
