import { type Fragment, type Sql, unkept } from '../db/sql.ts'
import { invalid } from '../errors.ts'
import { instantOf } from '../fields.ts'
import { countOf } from '../money/tallies.ts'
import { orderOf } from './search_attributes.ts'
import type { Condition, Query } from './search_language.ts'
import { type Compiled, compile } from './search_sql.ts'

/** Where in the order a page begins, and how many there are; the total was counted for the first page, and comes along. */
interface Cursor {
  sort: string
  asc: boolean
  after: string[]
  total: number
}

export interface Wish {
  query: Query
  sort_attr: string
  sort_asc: boolean
  limit: number
  offset: number
  cursor?: string | undefined
}

export interface Found {
  ids: number[]
  total: number
  next_cursor: string | null
}

// So many are looked at before it is decided how to go on. Fewer are sorted on the spot, and then nothing is left to count.
const looked_at = 2000

/** The ids of a page of the contacts that fit, in order, and how many fit in all. */
export async function findContacts(sql: Sql, group_id: number, wish: Wish): Promise<Found> {
  const asked = { group_id, wish, order: orderBy(wish), ...compile(sql, group_id, wish.query) }
  const cursor = wish.cursor === undefined ? undefined : readCursor(wish.cursor, wish, asked.order)
  await sql.unsafe('set local enable_seqscan = off')
  const few = asked.uncertain ? await lookFirst(sql, asked, cursor) : undefined
  const { rows, total } = few ?? (await walk(sql, asked, cursor))
  await sql.unsafe('set local enable_seqscan = on')
  const last = rows.length === wish.limit ? rows.at(-1) : undefined
  const next = last && { sort: wish.sort_attr, asc: wish.sort_asc, after: last.keys, total }
  return { ids: rows.map(({ id }) => id), total, next_cursor: next ? writeCursor(next) : null }
}

/** How many contacts fit. */
export async function countContacts(sql: Sql, group_id: number, query: Query): Promise<number> {
  await sql.unsafe('set local enable_seqscan = off')
  const total = await counted(sql, group_id, query)
  await sql.unsafe('set local enable_seqscan = on')
  return total
}

type Asked = Compiled & { group_id: number; wish: Wish; order: Order }
interface Row {
  id: number
  keys: string[]
}
interface Rows {
  rows: Row[]
  total: number
}

/**
 * PostgreSQL cannot tell how many contacts a pattern fits, and would often choose to walk past a million for the sake of three. So the
 * trigrams are asked first, for a bounded number. Undefined when there are more: then a walk in order soon has a page full.
 */
async function lookFirst(
  sql: Sql,
  { group_id, where, wish, order }: Asked,
  cursor?: Cursor,
): Promise<Rows | undefined> {
  const columns = order.columns
    .slice(0, -1)
    .map(({ name }) => sql`, c.${sql(name)}`)
    .reduce((all, one) => sql`${all}${one}`, sql``)
  await sql.unsafe('set local enable_indexscan = off; set local enable_indexonlyscan = off')
  const [row] = await unkept(sql<[{ rows: Row[]; total: number }]>`
    with found as materialized (
      select c.id ${columns} from searched_contacts c where c.group_id = ${group_id} and ${where} limit ${looked_at + 1}
    )
    select (select count(*) from found) as total,
           (select coalesce(json_agg(page), '[]') from (
              select c.id, ${keysOf(sql, order)} as keys from found c
              where ${after(sql, order, wish, cursor)}
              order by ${inOrder(sql, order, wish)}
              limit ${wish.limit} offset ${cursor ? 0 : wish.offset}) page) as rows`)
  await sql.unsafe('set local enable_indexscan = on; set local enable_indexonlyscan = on')
  return row.total > looked_at ? undefined : row
}

/** Goes through the contacts in the order asked for until the page is full. */
async function walk(sql: Sql, { group_id, where, uncertain, wish, order }: Asked, cursor?: Cursor): Promise<Rows> {
  if (uncertain) await sql.unsafe('set local enable_sort = off')
  const rows = await unkept(sql<Row[]>`
    select c.id, ${keysOf(sql, order)} as keys
    from searched_contacts c
    where c.group_id = ${group_id} and ${where} and ${after(sql, order, wish, cursor)}
    order by ${inOrder(sql, order, wish)}
    limit ${wish.limit} offset ${cursor ? 0 : wish.offset}`)
  if (uncertain) await sql.unsafe('set local enable_sort = on')
  return { rows, total: cursor?.total ?? (await counted(sql, group_id, wish.query)) }
}

/** All who do not fit one condition are everybody but those who do, and these are found by an index. */
async function counted(sql: Sql, group_id: number, query: Query): Promise<number> {
  if (query.every && query.nodes.length === 0) return countOf(sql, group_id, 'contacts')
  const opposite = oppositeOf(query)
  if (opposite) return (await countOf(sql, group_id, 'contacts')) - (await counted(sql, group_id, opposite))
  const { where } = compile(sql, group_id, query)
  const [row] = await unkept(sql<[{ total: number }]>`
    select count(*) as total from searched_contacts c where c.group_id = ${group_id} and ${where}`)
  return row.total
}

/** The query whose answer is everybody else, where that is the easier one to count. */
function oppositeOf({ nodes }: Query): Query | undefined {
  const [condition, ...others] = nodes.flatMap(({ conditions }) => conditions)
  if (!condition || others.length > 0 || nodes.length > 1) return undefined
  const { attribute, negated, test } = condition
  const turned = (one: Condition): Query => ({ every: true, nodes: [{ every: true, conditions: [one] }] })
  if (negated) return turned({ ...condition, negated: false })
  const no = attribute.kind === 'boolean' && test.is === 'any_of' && test.values[0] === false
  return no ? turned({ ...condition, test: { ...test, values: [true] } }) : undefined
}

interface Order {
  columns: { name: string; type: string }[]
}

function orderBy({ sort_attr }: Wish): Order {
  const names = orderOf(sort_attr)
  if (!names)
    throw invalid('body.data.advanced_search.sort_attr', 'is nothing that contacts can be sorted by', sort_attr)
  return { columns: [...names.filter(name => name !== 'id'), 'id'].map(name => ({ name, type: typeOf(name) })) }
}

function typeOf(name: string) {
  if (['created_at', 'updated_at', 'born'].includes(name)) return 'timestamptz'
  if (['id', 'age_category', 'member_number'].includes(name)) return 'bigint'
  return ['black_list', 'mobile_invalid', 'phone_invalid'].includes(name) ? 'boolean' : 'text'
}

const list = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole}, ${part}`)

const keysOf = (sql: Sql, { columns }: Order) =>
  sql`array[${list(
    sql,
    columns.map(({ name }) => sql`c.${sql(name)}::text`),
  )}]`

const inOrder = (sql: Sql, { columns }: Order, { sort_asc }: Wish) =>
  list(
    sql,
    columns.map(({ name }) => (sort_asc ? sql`c.${sql(name)}` : sql`c.${sql(name)} desc`)),
  )

function after(sql: Sql, { columns }: Order, { sort_asc }: Wish, cursor?: Cursor): Fragment {
  if (!cursor) return sql`true`
  const place = list(
    sql,
    columns.map(({ name }) => sql`c.${sql(name)}`),
  )
  const last = list(
    sql,
    columns.map(({ type }, index) => sql`${cursor.after[index]!}::text::${sql.unsafe(type)}`),
  )
  return sort_asc ? sql`(${place}) > (${last})` : sql`(${place}) < (${last})`
}

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string, { sort_attr, sort_asc }: Wish, { columns }: Order): Cursor {
  const cursor = parsed(text)
  const after: unknown[] = Array.isArray(cursor?.after) ? cursor.after : []
  const fits =
    cursor?.sort === sort_attr &&
    cursor.asc === sort_asc &&
    Number.isSafeInteger(cursor.total) &&
    after.length === columns.length &&
    columns.every(({ type }, index) => readable[type]!(after[index]))
  if (!fits)
    throw invalid(
      'body.data.advanced_search.cursor',
      'does not belong to this search; send next_cursor as you got it, with the same query and order',
      text,
    )
  return cursor as Cursor
}

function parsed(text: string): Partial<Cursor> | undefined {
  try {
    return (JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Cursor> | null) ?? undefined
  } catch {
    return undefined
  }
}

const readable: Record<string, (value: unknown) => boolean> = {
  text: value => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  bigint: value => /^\d{1,16}$/.test(String(value)),
  boolean: value => value === 'true' || value === 'false',
  timestamptz: value => value === 'infinity' || (/\+00$/.test(String(value)) && instantOf(`${value}:00`) !== undefined),
}
