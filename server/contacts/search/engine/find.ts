import { readCounter } from '../../../db/counters.ts'
import { type Fragment, type Sql, unprepared } from '../../../db/sql.ts'
import { type ContactScope, isInScope, isInScopeById } from '../../core/restriction.ts'
import { compile } from './compile.ts'
import { cachedTotal, countMatches } from './count.ts'
import { filledPatternsCondition, isFoundByFilledPatterns } from './filled_fields.ts'
import { type Condition, onlyCondition, type Query } from './parse.ts'
import { type NormalizedQuery, normalizePhones } from './phone_numbers.ts'
import { plannerSettings, type ScanMode } from './planner_settings.ts'
import {
  afterCursor,
  type Cursor,
  orderByList,
  readCursor,
  type Sorting,
  type SortOrder,
  sortKeys,
  sortOrderOf,
  writeCursor,
} from './sort.ts'
import { idsByTagOrAnswer } from './tag_answer.ts'

export interface SearchParams extends Sorting {
  query: Query
  limit: number
  offset: number
  cursor?: string | undefined
  /** Left out, the total is null unless it comes for nothing. */
  with_total: boolean
  /** Whether the transaction changes nothing that it could count, so that what was counted before may be told again. */
  reading?: boolean
}

export interface SearchResult {
  ids: number[]
  total: number | null
  next_cursor: string | null
}

// How many are passed in order, and how many are gathered by the indexes, before the other way is tried. By tags, answers and payments each contact
// has to be looked up on its own, so that gathering pays for fewer.
const scanned_max = [2000, 50_000] as const
const collected_max = [20_000, 200_000] as const
const looked_up_max = [3000, 50_000] as const
/** Of so many who have a tag or an answer a list is made, and the order is passed by what the index alone tells of so many. */
const listed_ids_max = 30_000
const index_scanned_max = 200_000
/** Whoever would pass no more than this need not gather, however few fit. Where that is only a guess, it may take half as many again. */
const short_scan = 10_000
const guessed_scan_max = 15_000

/** The ids of a page of the contacts that fit, in order, and how many fit in all. Whoever is not among those asked about neither shows nor counts. */
export async function findContacts(
  sql: Sql,
  group_id: number,
  wish: SearchParams,
  among: ContactScope,
): Promise<SearchResult> {
  const query = await normalizePhones(sql, group_id, wish.query)
  const order = sortOrderOf(wish)
  const cursor = wish.cursor === undefined ? undefined : readCursor(wish.cursor, wish, order)
  const memory = wish.reading ? await cachedTotal(sql, group_id, query, among) : undefined
  const told = cursor?.total ?? (wish.with_total ? memory?.total : null)
  const asked: PreparedSearch = {
    group_id,
    among,
    find_condition: matchCondition(sql, group_id, query, among, 'all'),
    each: matchCondition(sql, group_id, query, among, 'each'),
    wish,
    order,
    cursor,
    lately: told ?? memory?.lately,
    counts: told === undefined,
  }
  const page = (await findWithinBounds(sql, asked)) ?? (await scanUntilFull(sql, asked))
  const found = page.total ?? (told === undefined ? await countMatches(sql, group_id, query, among) : undefined)
  if (found !== undefined) memory?.keep(found)
  const total = found ?? told ?? null
  await sql.unsafe(plannerSettings('all'))
  const last = page.rows.length === wish.limit ? page.rows.at(-1) : undefined
  const next = last && { sort: wish.sort_attr, asc: wish.sort_asc, after: last.keys, total }
  return { ids: page.rows.map(({ id }) => id), total, next_cursor: next ? writeCursor(next) : null }
}

/** How many contacts fit. */
export async function countContacts(sql: Sql, group_id: number, query: Query, among: ContactScope, reading = false) {
  const asked = await normalizePhones(sql, group_id, query)
  const memory = reading ? await cachedTotal(sql, group_id, asked, among) : undefined
  const total = memory?.total ?? (await countMatches(sql, group_id, asked, among))
  memory?.keep(total)
  await sql.unsafe(plannerSettings('all'))
  return total
}

const matchCondition = (
  sql: Sql,
  group_id: number,
  query: NormalizedQuery,
  among: ContactScope,
  way: 'all' | 'each',
): Fragment => sql`${compile(sql, group_id, query, way)} and ${isInScope(sql, among)}`

interface PreparedSearch {
  group_id: number
  among: ContactScope
  /** Who fits: to find them all, and to test one after the other. */
  find_condition: Fragment
  each: Fragment
  wish: SearchParams
  order: SortOrder
  cursor: Cursor | undefined
  /** How many fit, or fitted lately, where that is known. */
  lately: number | undefined
  /** Whether the total is still to be counted. */
  counts: boolean
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
 * PostgreSQL has no statistics about patterns, and often chooses to pass a million contacts for the sake of three, or to gather half a million
 * for a page of a hundred. So both ways are tried in turn, each only so far, and for each it is told how to read the table.
 */
async function findWithinBounds(sql: Sql, asked: PreparedSearch): Promise<Page | undefined> {
  if (isContiguousInOrder(asked)) return undefined
  const holders = idsByTagOrAnswer(sql, asked.group_id, asked.wish.query)
  return holders ? findByTagOrAnswer(sql, asked, holders) : findByTurns(sql, asked)
}

async function findByTurns(sql: Sql, asked: PreparedSearch): Promise<Page | undefined> {
  const [few, many] = scanned_max
  const elsewhere = asked.wish.query.nodes.every(({ conditions }) => conditions.every(isInOtherTable))
  const bounds = elsewhere ? looked_up_max : collected_max
  let patterns: Promise<boolean> | undefined
  const gather = async (most: number) => {
    const { group_id, among, wish } = asked
    patterns ??= isFoundByFilledPatterns(sql, group_id, wish.query)
    if (!(await patterns)) return collectAndSort(sql, asked, elsewhere ? 'by any index' : 'by bitmap', most)
    const where = sql`${filledPatternsCondition(sql, group_id, wish.query)} and ${isInScope(sql, among)}`
    return collectAndSort(sql, { ...asked, find_condition: where }, 'by any index', most)
  }
  const pass = async (most: number) => fullPage(asked, await scanTesting(sql, asked, most))
  const first = await firstStrategy(sql, asked)
  const sample = first ? undefined : await scanTesting(sql, asked, few)
  // The first few tell how many fit: where enough of them do, the page is soon full.
  const guessed = sample && isDense(asked, sample) ? guessed_scan_max : 0
  const soon = first === 'pass' ? many : guessed
  return (
    fullPage(asked, sample) ??
    (soon > 0 ? await pass(soon) : undefined) ??
    (await gather(bounds[0])) ??
    (soon < many ? await pass(many) : undefined) ??
    gather(bounds[1])
  )
}

/** Who has a tag or an answer is soon told. Few are gathered; of many a page is full before long; what is between is told by two indexes. */
async function findByTagOrAnswer(sql: Sql, asked: PreparedSearch, ids: Fragment): Promise<Page | undefined> {
  const [few, many] = looked_up_max
  const held = await listIds(sql, ids, few)
  if (held.ids) {
    const where = sql`c.id = any(${held.ids}::bigint[]) and ${isInScope(sql, asked.among)}`
    return collectAndSort(sql, { ...asked, find_condition: where }, 'by any index', few)
  }
  const glance = held.count <= listed_ids_max ? await scanIndexOnly(sql, asked, ids) : undefined
  return (
    fullPage(asked, glance ?? (await scanTesting(sql, asked, scanned_max[1]))) ??
    collectAndSort(sql, asked, 'by any index', many)
  )
}

const fullPage = ({ wish }: PreparedSearch, page: Page | undefined) =>
  page?.rows.length === wish.limit ? page : undefined

function isDense({ wish, cursor }: PreparedSearch, { rows }: Page) {
  const needed = wish.limit + (cursor ? 0 : wish.offset)
  const passed = rows.length > 0 ? rows.length + needed - wish.limit : 0
  return needed * scanned_max[0] <= passed * short_scan
}

/** Which way is the shorter one, where it is known how many fitted lately. Whoever gathers has counted as well. */
async function firstStrategy(
  sql: Sql,
  { group_id, wish, lately, counts }: PreparedSearch,
): Promise<'pass' | 'gather' | undefined> {
  if (lately === undefined) return undefined
  if (counts && lately <= collected_max[0]) return 'gather'
  const passed = ((wish.offset + wish.limit) * (await readCounter(sql, group_id, 'contacts'))) / Math.max(lately, 1)
  return passed <= Math.max(lately, short_scan) ? 'pass' : 'gather'
}

/** How many have a tag or an answer, and few of them by their ids, read from the index alone. One more than the most stands for many more. */
async function listIds(sql: Sql, ids: Fragment, few: number) {
  await sql.unsafe(plannerSettings('by any index'))
  const [row] = await unprepared(
    sql<[{ count: number; ids: number[] | null }]>`
      with held as materialized (select h.contact_id from (${ids}) h limit ${listed_ids_max + 1})
      select count(*) as count, case when count(*) <= ${few} then coalesce(array_agg(contact_id), '{}') end as ids from held`,
  )
  return row
}

/** Whether it is decided in another table than that of the contacts. */
const isInOtherTable = ({ attribute: { kind } }: Condition) =>
  ['tags', 'form', 'membership', 'membership_date', 'donation'].includes(kind)

/** Whether those who fit stand one behind the other in the order asked for, so that the walk begins at the right place. */
function isContiguousInOrder({ wish, order }: PreparedSearch) {
  if (wish.query.nodes.every(({ conditions }) => conditions.length === 0)) return order.indexed && wish.query.every
  const condition = onlyCondition(wish.query)
  if (!condition || !order.indexed || condition.negated || condition.strict) return false
  const { attribute, test } = condition
  const column = attribute.kind === 'text' ? attribute.key_column : 'column' in attribute ? attribute.column : undefined
  if (column !== order.columns[0]!.name) return false
  const one = test.is === 'any_of' && test.values.length + test.spans.length === 1
  return one || test.is === 'start_with' || test.is === 'range'
}

/** What many fit is found among the first few. The page may not get full. */
const scanTesting = (sql: Sql, asked: PreparedSearch, most: number) => scanInOrder(sql, asked, most, asked.each)

/**
 * The ids of those who have it, and the order, each from its index: no contact is looked up. Behind coalesce the ids become a list that is made once;
 * as a condition of its own PostgreSQL might look for each contact. The list has room for those who have come since they were counted.
 */
function scanIndexOnly(sql: Sql, asked: PreparedSearch, ids: Fragment) {
  const listed = sql`coalesce(c.id in (select h.contact_id from (${ids}) h limit ${2 * listed_ids_max}), false)`
  return scanInOrder(
    sql,
    asked,
    index_scanned_max,
    sql`${listed} and ${isInScopeById(sql, asked.group_id, asked.among)}`,
  )
}

/** So many are passed in order, at most, and those who fit make the page. Undefined where it cannot be had that way. */
async function scanInOrder(
  sql: Sql,
  { group_id, wish, order, cursor }: PreparedSearch,
  most: number,
  fits: Fragment,
): Promise<Page | undefined> {
  const offset = cursor ? 0 : wish.offset
  if (!order.indexed || offset + wish.limit > most) return undefined
  await sql.unsafe(plannerSettings('in order'))
  const rows = await unprepared(sql<Row[]>`
    select c.id, ${sortKeys(sql, order)} as keys
    from (
      select c.* from searched_contacts c
      where c.group_id = ${group_id} and ${afterCursor(sql, order, wish, cursor)}
      order by ${orderByList(sql, order, wish)}
      limit ${most}
    ) c
    where ${fits}
    order by ${orderByList(sql, order, wish)}
    limit ${wish.limit} offset ${offset}`)
  return { rows }
}

/** What few fit is gathered by the indexes and sorted on the spot, and then nothing is left to count. Undefined when there are too many. */
async function collectAndSort(
  sql: Sql,
  { group_id, find_condition: where, wish, order, cursor }: PreparedSearch,
  way: ScanMode,
  most: number,
): Promise<Page | undefined> {
  const columns = order.columns.slice(0, -1).reduce((all, { name }) => sql`${all}, c.${sql(name)}`, sql``)
  await sql.unsafe(plannerSettings(way))
  const [row] = await unprepared(sql<[{ rows: Row[]; total: number }]>`
    with found as materialized (
      select c.id ${columns} from searched_contacts c where c.group_id = ${group_id} and ${where} limit ${most + 1}
    )
    select (select count(*) from found) as total,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, ${sortKeys(sql, order)} as keys from found c
              where ${afterCursor(sql, order, wish, cursor)}
              order by ${orderByList(sql, order, wish)}
              limit ${wish.limit} offset ${cursor ? 0 : wish.offset}) page) as rows`)
  return row.total > most ? undefined : row
}

/** Goes on in order until the page is full. */
async function scanUntilFull(
  sql: Sql,
  { group_id, find_condition: where, each, wish, order, cursor }: PreparedSearch,
): Promise<Page> {
  await sql.unsafe(plannerSettings(order.indexed ? 'in order' : 'by bitmap'))
  const rows = await unprepared(sql<Row[]>`
    select c.id, ${sortKeys(sql, order)} as keys
    from searched_contacts c
    where c.group_id = ${group_id} and ${order.indexed ? each : where} and ${afterCursor(sql, order, wish, cursor)}
    order by ${orderByList(sql, order, wish)}
    limit ${wish.limit} offset ${cursor ? 0 : wish.offset}`)
  return { rows }
}
