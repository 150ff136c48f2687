import { type Caller, may } from '../../access/caller.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { orderOf } from '../search_attributes.ts'
import { parseQuery } from '../search_language.ts'
import type { ChangedFilter, NewFilter, SavedFilter } from './schema.ts'

const filters_max = 200

const columns = (sql: Sql, caller: Caller) => sql`
  f.id, f.created_at, f.updated_at, f.user_id, f.name, f.shared, f.query, f.sort_attr, f.sort_asc, f.user_id = ${caller.id} as own`

/** Every read starts here: one's own filters, and those that were shared. */
const visible = (sql: Sql, { group_id, id }: Caller) => sql`
  from saved_filters f where f.group_id = ${group_id} and (f.user_id = ${id} or f.shared)`

export async function listFilters(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<SavedFilter[]>`
      select ${columns(sql, caller)} ${visible(sql, caller)}
      order by f.name collate "und-x-icu", f.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${visible(sql, caller)}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readFilter(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<SavedFilter[]>`select ${columns(sql, caller)} ${visible(sql, caller)} and f.id = ${id}`
  if (!row) throw notFound('saved filter')
  return row
}

/** The filter about to be changed, locked until the end of the transaction. */
export async function lockFilter(sql: Sql, caller: Caller, id: number) {
  await sql`select from saved_filters where group_id = ${caller.group_id} and id = ${id} for update`
  return readFilter(sql, caller, id)
}

export async function createFilter(sql: Sql, caller: Caller, filter: NewFilter) {
  check(filter)
  const { group_id, id: user_id } = caller
  // One after the other, so that two who save at once do not both get the last place.
  await sql`select from users where group_id = ${group_id} and id = ${user_id} for no key update`
  const [held] = await sql<[{ n: number }]>`
    select count(*) as n from saved_filters where group_id = ${group_id} and user_id = ${user_id}`
  if (held.n >= filters_max)
    throw new ApiError('conflict', `You have ${filters_max} saved filters, and that is the limit; delete one first.`)
  const [row] = await sql<[{ id: number }]>`
    insert into saved_filters ${sql(rowOf({ ...filter, group_id, user_id }))} returning id`
  return readFilter(sql, caller, row.id)
}

export async function changeFilter(sql: Sql, caller: Caller, id: number, changes: ChangedFilter) {
  await checkMayChange(sql, caller, id)
  check(changes)
  if (Object.keys(changes).length > 0)
    await sql`
      update saved_filters set ${sql(rowOf(changes))}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  // Whoever stops sharing the filter of somebody else is still answered with it.
  const [row] = await sql<[SavedFilter]>`
    select ${columns(sql, caller)} from saved_filters f where f.group_id = ${caller.group_id} and f.id = ${id}`
  return row
}

export async function deleteFilter(sql: Sql, caller: Caller, id: number) {
  await checkMayChange(sql, caller, id)
  await sql`delete from saved_filters where group_id = ${caller.group_id} and id = ${id}`
}

async function checkMayChange(sql: Sql, caller: Caller, id: number) {
  const { own } = await lockFilter(sql, caller, id)
  if (!own && !may(caller, 'filters:manage'))
    throw forbidden('Only whoever saved this filter, and those who manage filters, can change it.')
}

function check({ query, sort_attr }: ChangedFilter) {
  if (query !== undefined && Object.keys(query).length > 0) parseQuery(query, 'body.data.query')
  if (sort_attr !== undefined && !orderOf(sort_attr))
    throw invalid(
      'body.data.sort_attr',
      'must be a field that contacts can be sorted by, such as surname, city or created_at',
      sort_attr,
    )
}
