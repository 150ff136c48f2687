import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { type ContactScope, countOutOfScope, isInScope } from '../../core/restriction.ts'
import type { EvaluationMode } from '../../core/search_conditions.ts'
import { compileCondition, compileQuery } from './compile.ts'
import { type NormalizedQuery, normalizePhones } from './phone_numbers.ts'
import { isIndexed, matchesAll, oppositeOf, requiredConditions, type SearchQuery } from './query_tree.ts'
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

/** Of so many contacts, the first in order, it is counted how many match. */
const sample_size = 200

/**
 * The ids of one page of the matching contacts, in order, and how many match. PostgreSQL has no statistics of parts of words and of payments, so a sample
 * decides: where most contacts match, they are read in order and tested one by one until enough match. Otherwise the matches are collected, up to
 * `total_cap`, and sorted; where there are more, a page fills soon in order.
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
  const page = await findPage(sql, search)
  const { total, capped } = await totalOf(sql, search, page)
  const last = page.rows.length === params.limit ? page.rows.at(-1) : undefined
  const next = last && { sort: params.sort_attr, asc: params.sort_asc, after: last.keys, total, capped }
  return {
    ids: page.rows.map(({ id }) => id),
    total,
    total_is_capped: capped,
    next_cursor: next ? writeSearchCursor(next) : null,
  }
}

async function findPage(sql: Sql, search: PreparedSearch): Promise<Page> {
  const { query, params, order, cursor } = search
  const needed = (cursor ? 0 : params.offset) + params.limit
  const is_known = matchesAll(query) || (cursor !== undefined && cursor.total !== null)
  if (!order.indexed) return collect(sql, search)
  if (is_known && (matchesAll(query) || cursor?.capped || (cursor?.total ?? 0) > total_cap))
    return readInOrder(sql, search, needed)
  const sample = is_known ? 0 : (await readInOrder(sql, search, sample_size, sample_size)).found
  if (sample > sample_size / 2)
    return readInOrder(sql, search, params.total === 'none' ? needed : Math.max(needed, total_cap + 1))
  const expected = sample && (sample / sample_size) * (await readCounter(sql, search.group_id, 'contacts'))
  const page = await collect(sql, search, total_cap + 1, expected > total_cap ? 'many' : 'all')
  return page.found <= total_cap ? page : { ...page, rows: (await readInOrder(sql, search, needed)).rows }
}

/** How many contacts match. Where indexes lead only to the others, these are counted. */
export async function countContacts(
  sql: Sql,
  group_id: number,
  sent: SearchQuery,
  scope: ContactScope,
): Promise<number> {
  const query = await normalizePhones(sql, group_id, sent)
  const all = async () => (await readCounter(sql, group_id, 'contacts')) - (await countOutOfScope(sql, group_id, scope))
  if (matchesAll(query)) return all()
  const opposite = oppositeOf(query)
  if (!isIndexed(query) && isIndexed(opposite))
    return (await all()) - (await countContacts(sql, group_id, opposite, scope))
  const [row] = await unprepared(sql<[{ total: number }]>`
    select count(*) as total from searched_contacts c where ${isMatch(sql, { group_id, query, scope })}`)
  return row.total
}

interface MatchedContacts {
  group_id: number
  query: NormalizedQuery
  scope: ContactScope
}

const isMatch = (sql: Sql, { group_id, query, scope }: MatchedContacts, mode: EvaluationMode = 'all') =>
  sql`c.group_id = ${group_id} and ${compileQuery(sql, group_id, query, mode)} and ${isInScope(sql, scope)}`

interface PreparedSearch extends MatchedContacts {
  params: SearchParams
  order: SortOrder
  cursor: SearchCursor | undefined
}

interface Page {
  rows: { id: number; keys: string[] }[]
  /** How many matches were found. */
  found: number
  /** Whether these are all. */
  is_all: boolean
}

async function totalOf(sql: Sql, { group_id, query, scope, params, cursor }: PreparedSearch, page: Page) {
  if (cursor && cursor.total !== null && !(cursor.capped && params.total === 'exact')) return cursor
  if (page.is_all && !cursor) return { total: page.found, capped: false }
  if (params.total === 'none') return { total: null, capped: false }
  if (params.total === 'capped' && page.found > total_cap) return { total: total_cap, capped: true }
  return { total: await countContacts(sql, group_id, query, scope), capped: false }
}

/** Collects the matches, at most so many. */
const collect = (sql: Sql, search: PreparedSearch, matches_max?: number, mode: EvaluationMode = 'all') =>
  sortMatches(sql, search, matches_max, sql`searched_contacts c where ${isMatch(sql, search, mode)}`)

/**
 * Reads contacts in the order of an index and tests each until so many match. `offset 0` and `coalesce` keep PostgreSQL from planning the test together
 * with the order: it would guess how many match, and might sort them all.
 */
function readInOrder(sql: Sql, search: PreparedSearch, matches_max: number, contacts_max?: number) {
  const { group_id, params, order, cursor } = search
  const keys = order.keys.map(({ of }) => of(sql))
  const contacts = sql`
    select c.* from searched_contacts c
    where c.group_id = ${group_id} and ${boundsInOrder(sql, search)} and ${afterCursor(sql, keys, order, params, cursor)}
    order by ${orderByList(sql, keys, params)}
    ${contacts_max === undefined ? sql`offset 0` : sql`limit ${contacts_max}`}`
  return sortMatches(
    sql,
    search,
    matches_max,
    sql`(${contacts}) c where coalesce(${isMatch(sql, search, 'each')}, false)`,
  )
}

/** A page of the matches, at most so many. */
async function sortMatches(
  sql: Sql,
  { params, order, cursor }: PreparedSearch,
  matches_max: number | undefined,
  source: Fragment,
): Promise<Page> {
  const keys = order.keys.map((_, index) => sql`c.${sql(`key_${index}`)}`)
  const columns = order.keys.map(({ of }, index) => sql`${of(sql)} as ${sql(`key_${index}`)}`)
  const texts = keys.map(key => sql`${key}::text`)
  const [page] = await unprepared(sql<[Pick<Page, 'rows' | 'found'>]>`
    with matches as materialized (
      select c.id, ${commaList(sql, columns)} from ${source} ${matches_max === undefined ? sql`` : sql`limit ${matches_max}`}
    )
    select (select count(*) from matches) as found,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, array[${commaList(sql, texts)}] as keys from matches c
              where ${afterCursor(sql, keys, order, params, cursor)}
              order by ${orderByList(sql, keys, params)}
              limit ${params.limit} offset ${cursor ? 0 : params.offset}) page) as rows`)
  return { ...page, is_all: matches_max === undefined || page.found < matches_max }
}

/** Conditions that all matches meet, on what the contacts are sorted by: the index starts and ends there. */
function boundsInOrder(sql: Sql, { group_id, query, order: { attribute } }: PreparedSearch): Fragment {
  return requiredConditions(query)
    .filter(({ attribute: { name }, negated, strict }) => name === attribute.name && !negated && !strict)
    .filter(({ test: { is } }) => is === 'range' || is === 'start_with')
    .map(condition => compileCondition(sql, group_id, condition, 'each'))
    .reduce((whole, bound) => sql`${whole} and ${bound}`, sql`true`)
}
