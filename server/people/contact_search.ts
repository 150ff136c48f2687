import { type Fragment, type Sql, unkept } from '../db/sql.ts'
import { recall } from '../events/remembering.ts'
import { countOf } from '../money/tallies.ts'
import { type Among, countOthers, isAmong, isOutOfSight } from './restriction.ts'
import type { Condition, Query } from './search_language.ts'
import { type DialledQuery, dialled } from './search_numbers.ts'
import {
  after,
  type Cursor,
  inOrder,
  keysOf,
  type Order,
  orderBy,
  readCursor,
  type Sorting,
  writeCursor,
} from './search_order.ts'
import { compile, idsOfHolders } from './search_sql.ts'

export interface Wish extends Sorting {
  query: Query
  limit: number
  offset: number
  cursor?: string | undefined
  /** Left out, the total is null unless it comes for nothing. */
  with_total: boolean
  /** Whether the transaction changes nothing that it could count, so that what was counted before may be told again. */
  reading?: boolean
}

export interface Found {
  ids: number[]
  total: number | null
  next_cursor: string | null
}

// How many are passed in order, and how many are gathered by the indexes, before the other way is tried. By tags, answers and payments each contact
// has to be looked up on its own, so that gathering pays for fewer.
const passed_max = [2000, 50_000] as const
const found_max = [20_000, 200_000] as const
const looked_up_max = [3000, 50_000] as const
/** Whoever would pass no more than this need not gather, however few fit. */
const soon_passed = 10_000

/** The ids of a page of the contacts that fit, in order, and how many fit in all. Whoever is not among those asked about neither shows nor counts. */
export async function findContacts(sql: Sql, group_id: number, wish: Wish, among: Among): Promise<Found> {
  const query = await dialled(sql, group_id, wish.query)
  const order = orderBy(wish)
  const cursor = wish.cursor === undefined ? undefined : readCursor(wish.cursor, wish, order)
  const memory = wish.reading ? await recallTotal(sql, group_id, query, among) : undefined
  const told = cursor?.total ?? (wish.with_total ? memory?.total : null)
  const where = fitting(sql, group_id, query, among)
  const asked: Asked = {
    group_id,
    where,
    wish,
    order,
    cursor,
    lately: told ?? memory?.lately,
    counts: told === undefined,
  }
  const page = (await bounded(sql, asked)) ?? (await walk(sql, asked))
  const found = page.total ?? (told === undefined ? await counted(sql, group_id, query, among) : undefined)
  if (found !== undefined) memory?.keep(found)
  const total = found ?? told ?? null
  await sql.unsafe(scanning('all'))
  const last = page.rows.length === wish.limit ? page.rows.at(-1) : undefined
  const next = last && { sort: wish.sort_attr, asc: wish.sort_asc, after: last.keys, total }
  return { ids: page.rows.map(({ id }) => id), total, next_cursor: next ? writeCursor(next) : null }
}

/** How many contacts fit. */
export async function countContacts(sql: Sql, group_id: number, query: Query, among: Among, reading = false) {
  const asked = await dialled(sql, group_id, query)
  const memory = reading ? await recallTotal(sql, group_id, asked, among) : undefined
  const total = memory?.total ?? (await counted(sql, group_id, asked, among))
  memory?.keep(total)
  await sql.unsafe(scanning('all'))
  return total
}

const fitting = (sql: Sql, group_id: number, query: DialledQuery, among: Among): Fragment =>
  sql`${compile(sql, group_id, query)} and ${isAmong(sql, among)}`

interface Asked {
  group_id: number
  where: Fragment
  wish: Wish
  order: Order
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
async function bounded(sql: Sql, asked: Asked): Promise<Page | undefined> {
  const { group_id, wish } = asked
  if (isStraight(asked)) return undefined
  const elsewhere = wish.query.nodes.every(({ conditions }) => conditions.every(isElsewhere))
  const bounds = elsewhere ? looked_up_max : found_max
  const holders = idsOfHolders(sql, group_id, wish.query)
  const gather = async (most: number) =>
    holders && (await areMore(sql, holders, most))
      ? undefined
      : gathered(sql, asked, elsewhere ? 'by any index' : 'by bitmap', most)
  // How many have a tag is soon told: few are gathered, and of many a page is full before long.
  const first = holders ? 'gather' : await firstWay(sql, asked)
  return (
    (first ? undefined : await stretch(sql, asked, passed_max[0])) ??
    (first === 'pass' ? undefined : await gather(bounds[0])) ??
    (await stretch(sql, asked, passed_max[1])) ??
    gather(bounds[1])
  )
}

/** Which way is the shorter one, where it is known how many fitted lately. Whoever gathers has counted as well. */
async function firstWay(sql: Sql, { group_id, wish, lately, counts }: Asked): Promise<'pass' | 'gather' | undefined> {
  if (lately === undefined) return undefined
  if (counts && lately <= found_max[0]) return 'gather'
  const passed = ((wish.offset + wish.limit) * (await countOf(sql, group_id, 'contacts'))) / Math.max(lately, 1)
  return passed <= Math.max(lately, soon_passed) ? 'pass' : 'gather'
}

/** Whether so many have a tag or an answer that gathering them would be in vain. Told by their ids alone, which is far quicker. */
async function areMore(sql: Sql, ids: Fragment, most: number) {
  await sql.unsafe(scanning('by any index'))
  const [row] = await unkept(
    sql<[{ found: number }]>`select count(*) as found from (select from (${ids}) holders limit ${most + 1}) counted`,
  )
  return row.found > most
}

/** Whether it is decided in another table than that of the contacts. */
const isElsewhere = ({ attribute: { kind } }: Condition) =>
  ['tags', 'form', 'membership', 'membership_date', 'donation'].includes(kind)

/** Whether those who fit stand one behind the other in the order asked for, so that the walk begins at the right place. */
function isStraight({ wish, order }: Asked) {
  const [condition, ...others] = wish.query.nodes.flatMap(({ conditions }) => conditions)
  if (!condition) return order.indexed && wish.query.every
  const { attribute, negated, strict, test } = condition
  if (!order.indexed || negated || strict || others.length > 0 || wish.query.nodes.length > 1) return false
  const column = attribute.kind === 'text' ? attribute.key : 'column' in attribute ? attribute.column : undefined
  if (column !== order.columns[0]!.name) return false
  const one = test.is === 'any_of' && test.values.length + test.spans.length === 1
  return one || test.is === 'start_with' || test.is === 'range'
}

type Way = 'in order' | 'by bitmap' | 'by any index' | 'counting' | 'all'

function scanning(way: Way) {
  const on = {
    'in order': ['indexscan', 'indexonlyscan'],
    'by bitmap': ['bitmapscan'],
    'by any index': ['bitmapscan', 'indexscan', 'indexonlyscan'],
    counting: ['bitmapscan', 'indexonlyscan'],
    all: everyScan,
  }[way]
  const settings = everyScan.map(scan => `set local enable_${scan} = ${on.includes(scan) ? 'on' : 'off'}`)
  return `${settings.join(';')};set local enable_sort = ${way === 'in order' ? 'off' : 'on'}`
}

const everyScan = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']

/** What many fit is found among the first few. Undefined when the page does not get full. */
async function stretch(
  sql: Sql,
  { group_id, where, wish, order, cursor }: Asked,
  most: number,
): Promise<Page | undefined> {
  const offset = cursor ? 0 : wish.offset
  if (!order.indexed || offset + wish.limit > most) return undefined
  await sql.unsafe(scanning('in order'))
  const rows = await unkept(sql<Row[]>`
    select c.id, ${keysOf(sql, order)} as keys
    from (
      select c.* from searched_contacts c
      where c.group_id = ${group_id} and ${after(sql, order, wish, cursor)}
      order by ${inOrder(sql, order, wish)}
      limit ${most}
    ) c
    where ${where}
    order by ${inOrder(sql, order, wish)}
    limit ${wish.limit} offset ${offset}`)
  return rows.length === wish.limit ? { rows } : undefined
}

/** What few fit is gathered by the indexes and sorted on the spot, and then nothing is left to count. Undefined when there are too many. */
async function gathered(
  sql: Sql,
  { group_id, where, wish, order, cursor }: Asked,
  way: Way,
  most: number,
): Promise<Page | undefined> {
  const columns = order.columns.slice(0, -1).reduce((all, { name }) => sql`${all}, c.${sql(name)}`, sql``)
  await sql.unsafe(scanning(way))
  const [row] = await unkept(sql<[{ rows: Row[]; total: number }]>`
    with found as materialized (
      select c.id ${columns} from searched_contacts c where c.group_id = ${group_id} and ${where} limit ${most + 1}
    )
    select (select count(*) from found) as total,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, ${keysOf(sql, order)} as keys from found c
              where ${after(sql, order, wish, cursor)}
              order by ${inOrder(sql, order, wish)}
              limit ${wish.limit} offset ${cursor ? 0 : wish.offset}) page) as rows`)
  return row.total > most ? undefined : row
}

/** Goes on in order until the page is full. */
async function walk(sql: Sql, { group_id, where, wish, order, cursor }: Asked): Promise<Page> {
  await sql.unsafe(scanning(order.indexed ? 'in order' : 'by bitmap'))
  const rows = await unkept(sql<Row[]>`
    select c.id, ${keysOf(sql, order)} as keys
    from searched_contacts c
    where c.group_id = ${group_id} and ${where} and ${after(sql, order, wish, cursor)}
    order by ${inOrder(sql, order, wish)}
    limit ${wish.limit} offset ${cursor ? 0 : wish.offset}`)
  return { rows }
}

/** All who do not fit one condition are everybody but those who do, and these are found by an index. */
async function counted(sql: Sql, group_id: number, query: DialledQuery, among: Among): Promise<number> {
  const all = async () => (await countOf(sql, group_id, 'contacts')) - (await countOthers(sql, group_id, among))
  if (query.every && query.nodes.length === 0) return all()
  const opposite = oppositeOf(query)
  if (opposite) return (await all()) - (await counted(sql, group_id, opposite, among))
  const holders = idsOfHolders(sql, group_id, query)
  if (holders) return countedHolders(sql, group_id, holders, among)
  await sql.unsafe(scanning('counting'))
  const fits = sql`searched_contacts c where c.group_id = ${group_id} and ${compile(sql, group_id, query)}`
  // All who fit are often counted in an index alone, and those of them who are restricted are few.
  const others = among === 'everybody' ? sql`` : sql`- (select count(*) from ${fits} and c.restricted_at is not null)`
  const [row] = await unkept(sql<[{ total: number }]>`select (select count(*) from ${fits}) ${others} as total`)
  return row.total
}

/** What is known of a total from before. Who is a member depends on the day, and is counted each time. */
async function recallTotal(sql: Sql, group_id: number, query: DialledQuery, among: Among) {
  const ages = query.nodes.some(({ conditions }) => conditions.some(({ attribute }) => attribute.kind === 'membership'))
  return ages ? undefined : recall<number>(sql, group_id, `contacts ${among} ${JSON.stringify(query)}`)
}

/** Nearly all tags and answers are of contacts that show. Taking off those that do not costs far less than looking each contact up. */
async function countedHolders(sql: Sql, group_id: number, ids: Fragment, among: Among): Promise<number> {
  await sql.unsafe(scanning('by any index'))
  const [row] = await unkept(sql<[{ total: number }]>`
    select (select count(*) from (select distinct contact_id from (${ids}) h) holders)
         - (select count(*) from contacts c
            where c.group_id = ${group_id} and ${isOutOfSight(sql, among)} and c.id in (${ids})) as total`)
  return row.total
}

/** The query whose answer is everybody else, where that is the easier one to count. */
function oppositeOf({ nodes }: DialledQuery): DialledQuery | undefined {
  const [condition, ...others] = nodes.flatMap(({ conditions }) => conditions)
  if (!condition || others.length > 0 || nodes.length > 1) return undefined
  const { attribute, negated, test } = condition
  const turned = (one: Condition): DialledQuery => ({
    every: true,
    nodes: [{ every: true, conditions: [one] }],
    dialled: true,
  })
  if (negated) return turned({ ...condition, negated: false })
  const no = attribute.kind === 'boolean' && test.is === 'any_of' && test.values[0] === false
  return no ? turned({ ...condition, test: { ...test, values: [true] } }) : undefined
}
