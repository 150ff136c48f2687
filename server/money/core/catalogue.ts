import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg, type Text } from '../../messages/message.ts'

/** A list that a treasurer maintains: prices, statuses, campaign codes. */
export interface Catalogue {
  table: string
  /** The name of a record in error messages. */
  noun: string
  /** The name of a record in events and in the audit log. */
  resource: 'membership_price_group' | 'membership_price' | 'donation_price' | 'transaction_status' | 'code_campaign'
  /** The fields of the response, from row `c`. */
  columns: (sql: Sql, caller: Caller) => Fragment
  order: (sql: Sql) => Fragment
  /** Whether row `c` is visible to callers who may not see hidden records. */
  visibleWhen: (sql: Sql, caller: Caller) => Fragment
  /** Whether something refers to row `c`, so that it cannot be deleted. */
  inUse: (sql: Sql, caller: Caller) => Fragment
  /** The flag that takes a record out of use without deleting it. */
  retired: 'hidden' | 'archived'
  /** Whether row `c` cannot be taken out of use, and what to do first. */
  required?: { when: (sql: Sql, caller: Caller) => Fragment; remedy: Text }
  /** Each change is audited, because it can change the meaning of past sums. */
  audited?: true
}

/** A caller who may hide a record must see it afterwards. */
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

/** Deletes a record, or retires it where something refers to it. */
export async function removeFromCatalogue(sql: Sql, caller: Caller, catalogue: Catalogue, id: number) {
  await lockCatalogue(sql, caller, catalogue, id)
  await checkNotRequired(sql, caller, catalogue, id)
  const { table, retired, noun, inUse } = catalogue
  const [row] = await sql<[{ used: boolean }]>`
    select ${inUse(sql, caller)} as used from ${sql(table)} c where c.group_id = ${caller.group_id} and c.id = ${id}`
  const change = row.used ? sql`${sql(retired)} = true` : sql`deleted_at = now()`
  await sql`update ${sql(table)} set ${change}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  return { message: row.used ? `The ${noun} is in use and was ${retired}.` : `The ${noun} was deleted.`, id }
}

async function checkNotRequired(sql: Sql, caller: Caller, { table, noun, required }: Catalogue, id: number) {
  if (!required) return
  const rows = await sql`
    select from ${sql(table)} c
    where c.group_id = ${caller.group_id} and c.id = ${id} and ${required.when(sql, caller)}`
  if (rows.length > 0) throw new ApiError('conflict', msg`This ${noun} is in use. ${required.remedy}`)
}

export const alreadyExists = (detail: Text) => new ApiError('conflict', detail)
