import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'

/** What the lists that a treasurer sets up have in common: prices, statuses, campaign codes. */
export interface Catalogue {
  table: string
  /** What one of them is called in a refusal. */
  noun: string
  /** What one of them is called in events. */
  resource: 'membership_price_group' | 'membership_price' | 'donation_price' | 'transaction_status' | 'code_campaign'
  /** The wire shape, from the row `c`. */
  columns: (sql: Sql, caller: Caller) => Fragment
  order: (sql: Sql) => Fragment
  /** What somebody who may not see hidden things is shown. */
  visibleWhen: (sql: Sql, caller: Caller) => Fragment
  /** Whether row `c` is referred to, so that it must stay. */
  inUse: (sql: Sql, caller: Caller) => Fragment
  /** The flag that takes a thing out of use without destroying it. */
  retired: 'hidden' | 'archived'
  /** Whether row `c` is needed as it is, and cannot be taken out of use; and what to do about it. */
  needed?: { when: (sql: Sql, caller: Caller) => Fragment; instead: string }
  /** Each change goes into the audit log: what a record says decides what past sums mean. */
  audited?: true
}

/** Whoever may hide a thing must be able to see it afterwards. */
export const seesHidden = (caller: Caller) => may(caller, 'catalogue:hidden') || may(caller, 'catalogue:write')

const visible = (sql: Sql, caller: Caller, { table, visibleWhen: shown }: Catalogue) => sql`
  from ${sql(table)} c
  where c.group_id = ${caller.group_id} and c.deleted_at is null
    and ${seesHidden(caller) ? sql`true` : shown(sql, caller)}`

export async function listCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  { limit, offset }: Paging,
) {
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select ${catalogue.columns(sql, caller)} ${visible(sql, caller, catalogue)}
      order by ${catalogue.order(sql)}
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${visible(sql, caller, catalogue)}`,
  ])
  return { rows: [...rows] as Row[], total: count.total }
}

export async function readCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  id: number,
): Promise<Row> {
  const row = await findInCatalogue<Row>(sql, caller, catalogue, id)
  if (!row) throw notFound(catalogue.noun)
  return row
}

export async function findInCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  id: number,
): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select ${catalogue.columns(sql, caller)} ${visible(sql, caller, catalogue)} and c.id = ${id}`
  return row as Row | undefined
}

export async function lockCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  id: number,
): Promise<Row> {
  await sql`select from ${sql(catalogue.table)} where group_id = ${caller.group_id} and id = ${id} for update`
  return readCatalogue(sql, caller, catalogue, id)
}

export async function addToCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  fields: object,
): Promise<Row> {
  const [made] = await sql<[{ id: number }]>`
    insert into ${sql(catalogue.table)} ${sql({ ...fields, group_id: caller.group_id })} returning id`
  return readCatalogue(sql, caller, catalogue, made.id)
}

export async function changeCatalogue<Row extends object>(
  sql: Sql,
  caller: Caller,
  catalogue: Catalogue,
  id: number,
  changes: object,
) {
  const before = await lockCatalogue<Row>(sql, caller, catalogue, id)
  if (Object.keys(changes).length === 0) return before
  if ((changes as Record<string, unknown>)[catalogue.retired] === true)
    await checkNotRequired(sql, caller, catalogue, id)
  await sql`
    update ${sql(catalogue.table)} set ${sql({ ...changes })}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}`
  return readCatalogue<Row>(sql, caller, catalogue, id)
}

/** Removes what nobody refers to, and retires what somebody does: the books keep their meaning. */
export async function removeFromCatalogue(sql: Sql, caller: Caller, catalogue: Catalogue, id: number) {
  await lockCatalogue(sql, caller, catalogue, id)
  await checkNotRequired(sql, caller, catalogue, id)
  const { table, retired, noun, inUse } = catalogue
  const [row] = await sql<[{ used: boolean }]>`
    select ${inUse(sql, caller)} as used from ${sql(table)} c where c.group_id = ${caller.group_id} and c.id = ${id}`
  const fate = row.used ? sql`${sql(retired)} = true` : sql`deleted_at = now()`
  await sql`update ${sql(table)} set ${fate}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  return { message: row.used ? `The ${noun} is in use and was ${retired}.` : `The ${noun} was deleted.`, id }
}

async function checkNotRequired(sql: Sql, caller: Caller, { table, noun, needed }: Catalogue, id: number) {
  if (!needed) return
  const rows = await sql`
    select from ${sql(table)} c
    where c.group_id = ${caller.group_id} and c.id = ${id} and ${needed.when(sql, caller)}`
  if (rows.length > 0) throw new ApiError('conflict', `This ${noun} is needed. ${needed.instead}`)
}

export const alreadyExists = (what: string) => new ApiError('conflict', `There already is ${what}.`)
