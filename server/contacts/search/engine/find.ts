import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { type ContactScope, isInScope, isInScopeById } from '../../core/restriction.ts'
import { compileQuery } from './compile.ts'
import { cachedSearchTotal, countMatches } from './count.ts'
import { filledPatternsCondition, isFoundByFilledPatterns } from './filled_fields.ts'
import { onlyCondition, type SearchCondition, type SearchQuery } from './parse.ts'
import { type NormalizedQuery, normalizePhones } from './phone_numbers.ts'
import { plannerSettings, type ScanMode } from './planner_settings.ts'
import {
  afterCursor,
  orderByList,
  readSearchCursor,
  type SearchCursor,
  type Sorting,
  type SortOrder,
  sortKeys,
  sortOrderOf,
  writeSearchCursor,
} from './sort.ts'
import { idsByTagOrAnswer } from './tag_answer.ts'

export interface SearchParams extends Sorting {
  query: SearchQuery
  limit: number
  offset: number
  cursor?: string | undefined
  /** Without it the total is null unless already known. */
  with_total: boolean
  /** Whether the transaction changes no contacts, so that a cached total may be used. */
  reading?: boolean
}

export interface SearchResult {
  ids: number[]
  total: number | null
  next_cursor: string | null
}

// Two strategies: scan contacts in order and test each, or collect all that match through indexes and sort them. Each has a first and a last bound,
// after which the other is tried. Conditions on tags, answers and payments look each contact up in another table, so collecting them pays for fewer.
const scanned_max = [2000, 50_000] as const
const collected_max = [20_000, 200_000] as const
const looked_up_max = [3000, 50_000] as const
/** Up to this many contacts with a tag or an answer are listed by id, and so many are scanned in the index of the order alone. */
const listed_ids_max = 30_000
const index_scanned_max = 200_000
/** A scan that is expected to end within this many contacts comes first; where that is a guess, it may read half as many again. */
const short_scan = 10_000
const guessed_scan_max = 15_000

/** The ids of one page of the matching contacts, in order, and how many match in all. Contacts outside the scope neither show nor count. */
export async function findContacts(
  sql: Sql,
  group_id: number,
  params: SearchParams,
  scope: ContactScope,
): Promise<SearchResult> {
  const query = await normalizePhones(sql, group_id, params.query)
  const order = sortOrderOf(params)
  const cursor = params.cursor === undefined ? undefined : readSearchCursor(params.cursor, params, order)
  const cached = params.reading ? await cachedSearchTotal(sql, group_id, query, scope) : undefined
  const known = cursor?.total ?? (params.with_total ? cached?.total : null)
  const search: PreparedSearch = {
    group_id,
    scope,
    all: matchCondition(sql, group_id, query, scope, 'all'),
    each: matchCondition(sql, group_id, query, scope, 'each'),
    params,
    order,
    cursor,
    recent_total: known ?? cached?.previous,
    needs_total: known === undefined,
  }
  const page = (await findWithinBounds(sql, search)) ?? (await scanUntilFull(sql, search))
  const counted = page.total ?? (known === undefined ? await countMatches(sql, group_id, query, scope) : undefined)
  if (counted !== undefined) cached?.store(counted)
  const total = counted ?? known ?? null
  await sql.unsafe(plannerSettings('all'))
  const last = page.rows.length === params.limit ? page.rows.at(-1) : undefined
  const next = last && { sort: params.sort_attr, asc: params.sort_asc, after: last.keys, total }
  return { ids: page.rows.map(({ id }) => id), total, next_cursor: next ? writeSearchCursor(next) : null }
}

/** How many contacts match. */
export async function countContacts(sql: Sql, group_id: number, sent: SearchQuery, scope: ContactScope, cache = false) {
  const query = await normalizePhones(sql, group_id, sent)
  const cached = cache ? await cachedSearchTotal(sql, group_id, query, scope) : undefined
  const total = cached?.total ?? (await countMatches(sql, group_id, query, scope))
  cached?.store(total)
  await sql.unsafe(plannerSettings('all'))
  return total
}

const matchCondition = (
  sql: Sql,
  group_id: number,
  query: NormalizedQuery,
  scope: ContactScope,
  mode: 'all' | 'each',
) => sql`${compileQuery(sql, group_id, query, mode)} and ${isInScope(sql, scope)}`

interface PreparedSearch {
  group_id: number
  scope: ContactScope
  /** The condition to collect all matches by, and the one to test a contact by. */
  all: Fragment
  each: Fragment
  params: SearchParams
  order: SortOrder
  cursor: SearchCursor | undefined
  /** How many match, or matched recently, where that is known. */
  recent_total: number | undefined
  /** Whether the total is still to be counted. */
  needs_total: boolean
}

interface Row {
  id: number
  keys: string[]
}

interface Page {
  rows: Row[]
  total?: number
}

/**
 * PostgreSQL has no statistics about patterns, and often scans a million contacts for three matches, or sorts half a million for a page of a
 * hundred. So both strategies are tried in turn within bounds, each with the planner settings that it needs.
 */
async function findWithinBounds(sql: Sql, search: PreparedSearch): Promise<Page | undefined> {
  if (isContiguousInOrder(search)) return undefined
  const ids = idsByTagOrAnswer(sql, search.group_id, search.params.query)
  return ids ? findByTagOrAnswer(sql, search, ids) : findByTurns(sql, search)
}

async function findByTurns(sql: Sql, search: PreparedSearch): Promise<Page | undefined> {
  const [few, many] = scanned_max
  const elsewhere = search.params.query.nodes.every(({ conditions }) => conditions.every(isInOtherTable))
  const bounds = elsewhere ? looked_up_max : collected_max
  let byPatterns: Promise<boolean> | undefined
  const collect = async (rows_max: number) => {
    const { group_id, scope, params } = search
    byPatterns ??= isFoundByFilledPatterns(sql, group_id, params.query)
    if (!(await byPatterns)) return collectAndSort(sql, search, elsewhere ? 'by any index' : 'by bitmap', rows_max)
    const all = sql`${filledPatternsCondition(sql, group_id, params.query)} and ${isInScope(sql, scope)}`
    return collectAndSort(sql, { ...search, all }, 'by any index', rows_max)
  }
  const scan = async (rows_max: number) => fullPage(search, await scanTesting(sql, search, rows_max))
  const first = await firstStrategy(sql, search)
  const sample = first ? undefined : await scanTesting(sql, search, few)
  // Where enough of the first few match, the page is likely to fill soon.
  const guessed = sample && isDense(search, sample) ? guessed_scan_max : 0
  const first_scan = first === 'scan' ? many : guessed
  return (
    fullPage(search, sample) ??
    (first_scan > 0 ? await scan(first_scan) : undefined) ??
    (await collect(bounds[0])) ??
    (first_scan < many ? await scan(many) : undefined) ??
    collect(bounds[1])
  )
}

/** Few contacts with the tag or answer are collected. With many of them a page fills soon. In between, two indexes are read together. */
async function findByTagOrAnswer(sql: Sql, search: PreparedSearch, ids: Fragment): Promise<Page | undefined> {
  const [few, many] = looked_up_max
  const listed = await listIds(sql, ids, few)
  if (listed.ids) {
    const all = sql`c.id = any(${listed.ids}::bigint[]) and ${isInScope(sql, search.scope)}`
    return collectAndSort(sql, { ...search, all }, 'by any index', few)
  }
  const page = listed.count <= listed_ids_max ? await scanIndexOnly(sql, search, ids) : undefined
  return (
    fullPage(search, page ?? (await scanTesting(sql, search, scanned_max[1]))) ??
    collectAndSort(sql, search, 'by any index', many)
  )
}

const fullPage = ({ params }: PreparedSearch, page: Page | undefined) =>
  page?.rows.length === params.limit ? page : undefined

/** Whether as many match as in this sample would fill the page within a short scan. */
function isDense({ params, cursor }: PreparedSearch, { rows }: Page) {
  const needed = params.limit + (cursor ? 0 : params.offset)
  const matched = rows.length > 0 ? rows.length + needed - params.limit : 0
  return needed * scanned_max[0] <= matched * short_scan
}

/** The shorter strategy, where it is known how many matched recently. Collecting also yields the total. */
async function firstStrategy(sql: Sql, search: PreparedSearch): Promise<'scan' | 'collect' | undefined> {
  const { group_id, params, recent_total, needs_total } = search
  if (recent_total === undefined) return undefined
  if (needs_total && recent_total <= collected_max[0]) return 'collect'
  const contacts = await readCounter(sql, group_id, 'contacts')
  const scanned = ((params.offset + params.limit) * contacts) / Math.max(recent_total, 1)
  return scanned <= Math.max(recent_total, short_scan) ? 'scan' : 'collect'
}

/** How many contacts have the tag or answer, at most one more than the bound, and their ids where they are few. Reads an index alone. */
async function listIds(sql: Sql, ids: Fragment, few: number) {
  await sql.unsafe(plannerSettings('by any index'))
  const [row] = await unprepared(
    sql<[{ count: number; ids: number[] | null }]>`
      with held as materialized (select h.contact_id from (${ids}) h limit ${listed_ids_max + 1})
      select count(*) as count, case when count(*) <= ${few} then coalesce(array_agg(contact_id), '{}') end as ids from held`,
  )
  return row
}

/** Whether another table than that of the contacts decides it. */
const isInOtherTable = ({ attribute: { kind } }: SearchCondition) =>
  ['tags', 'form', 'membership', 'membership_date', 'donation'].includes(kind)

/** Whether the matches are one stretch of the index of the order, so that a scan starts at the right place. */
function isContiguousInOrder({ params: { query }, order }: PreparedSearch) {
  if (query.nodes.every(({ conditions }) => conditions.length === 0)) return order.indexed && query.every
  const condition = onlyCondition(query)
  if (!condition || !order.indexed || condition.negated || condition.strict) return false
  const { attribute, test } = condition
  const column = attribute.kind === 'text' ? attribute.key_column : 'column' in attribute ? attribute.column : undefined
  if (column !== order.columns[0]?.name) return false
  const one = test.is === 'any_of' && test.values.length + test.spans.length === 1
  return one || test.is === 'start_with' || test.is === 'range'
}

const scanTesting = (sql: Sql, search: PreparedSearch, rows_max: number) =>
  scanInOrder(sql, search, rows_max, search.each)

/**
 * Reads the ids with the tag or answer and the order, each from its index, and looks no contact up. `coalesce` makes PostgreSQL hash the list once
 * instead of probing it for each contact. The list has room for ids that were added since they were counted.
 */
function scanIndexOnly(sql: Sql, search: PreparedSearch, ids: Fragment) {
  const listed = sql`coalesce(c.id in (select h.contact_id from (${ids}) h limit ${2 * listed_ids_max}), false)`
  const condition = sql`${listed} and ${isInScopeById(sql, search.group_id, search.scope)}`
  return scanInOrder(sql, search, index_scanned_max, condition)
}

/** Reads at most so many contacts in order, and tests each. The page may not fill. Undefined where no index has the order. */
async function scanInOrder(
  sql: Sql,
  { group_id, params, order, cursor }: PreparedSearch,
  rows_max: number,
  condition: Fragment,
): Promise<Page | undefined> {
  const offset = cursor ? 0 : params.offset
  if (!order.indexed || offset + params.limit > rows_max) return undefined
  await sql.unsafe(plannerSettings('in order'))
  const rows = await unprepared(sql<Row[]>`
    select c.id, ${sortKeys(sql, order)} as keys
    from (
      select c.* from searched_contacts c
      where c.group_id = ${group_id} and ${afterCursor(sql, order, params, cursor)}
      order by ${orderByList(sql, order, params)}
      limit ${rows_max}
    ) c
    where ${condition}
    order by ${orderByList(sql, order, params)}
    limit ${params.limit} offset ${offset}`)
  return { rows }
}

/** Collects all matches through indexes and sorts them, which also yields the total. Undefined when there are more than the bound. */
async function collectAndSort(
  sql: Sql,
  { group_id, all, params, order, cursor }: PreparedSearch,
  mode: ScanMode,
  rows_max: number,
): Promise<Page | undefined> {
  const columns = order.columns.slice(0, -1).reduce((list, { name }) => sql`${list}, c.${sql(name)}`, sql``)
  await sql.unsafe(plannerSettings(mode))
  const [page] = await unprepared(sql<[{ rows: Row[]; total: number }]>`
    with found as materialized (
      select c.id ${columns} from searched_contacts c where c.group_id = ${group_id} and ${all} limit ${rows_max + 1}
    )
    select (select count(*) from found) as total,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, ${sortKeys(sql, order)} as keys from found c
              where ${afterCursor(sql, order, params, cursor)}
              order by ${orderByList(sql, order, params)}
              limit ${params.limit} offset ${cursor ? 0 : params.offset}) page) as rows`)
  return page.total > rows_max ? undefined : page
}

/** Scans in order, without a bound, until the page is full. */
async function scanUntilFull(sql: Sql, search: PreparedSearch): Promise<Page> {
  const { group_id, all, each, params, order, cursor } = search
  await sql.unsafe(plannerSettings(order.indexed ? 'in order' : 'by bitmap'))
  const rows = await unprepared(sql<Row[]>`
    select c.id, ${sortKeys(sql, order)} as keys
    from searched_contacts c
    where c.group_id = ${group_id} and ${order.indexed ? each : all} and ${afterCursor(sql, order, params, cursor)}
    order by ${orderByList(sql, order, params)}
    limit ${params.limit} offset ${cursor ? 0 : params.offset}`)
  return { rows }
}
