import { type Caller, may } from '../../access/caller.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import type { ChangedView, NewView, PaymentView } from './schema.ts'

const views_max = 200

const columns = (sql: Sql, caller: Caller) => sql`
  v.id, v.created_at, v.updated_at, v.user_id, v.name, v.shared, v.filters, v.user_id = ${caller.id} as own`

/** Every read starts here: one's own views, and those that were shared. */
const visible = (sql: Sql, { group_id, id }: Caller) => sql`
  from payment_views v where v.group_id = ${group_id} and (v.user_id = ${id} or v.shared)`

export async function listViews(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<PaymentView[]>`
      select ${columns(sql, caller)} ${visible(sql, caller)}
      order by v.name collate "und-x-icu", v.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${visible(sql, caller)}`,
  ])
  return { rows: [...rows], total: count.total }
}

/** The view about to be changed, locked until the end of the transaction. */
export async function lockView(sql: Sql, caller: Caller, id: number) {
  await sql`select from payment_views where group_id = ${caller.group_id} and id = ${id} for update`
  return readView(sql, caller, id)
}

async function readView(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<PaymentView[]>`select ${columns(sql, caller)} ${visible(sql, caller)} and v.id = ${id}`
  if (!row) throw notFound('view')
  return row
}

export async function createView(sql: Sql, caller: Caller, view: NewView) {
  check(view)
  const { group_id, id: user_id } = caller
  // One after the other, so that two who save at once do not both get the last place.
  await sql`select from users where group_id = ${group_id} and id = ${user_id} for no key update`
  const [held] = await sql<[{ n: number }]>`
    select count(*) as n from payment_views where group_id = ${group_id} and user_id = ${user_id}`
  if (held.n >= views_max)
    throw new ApiError('conflict', `You have ${views_max} saved views, and that is the limit; delete one first.`)
  const [row] = await sql<[{ id: number }]>`
    insert into payment_views ${sql(rowOf({ ...view, group_id, user_id }))} returning id`
  return readView(sql, caller, row.id)
}

export async function changeView(sql: Sql, caller: Caller, id: number, changes: ChangedView) {
  await checkMayChange(sql, caller, id)
  check(changes)
  if (Object.keys(changes).length > 0)
    await sql`
      update payment_views set ${sql(rowOf(changes))}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  // Whoever stops sharing the view of somebody else is still answered with it.
  const [row] = await sql<[PaymentView]>`
    select ${columns(sql, caller)} from payment_views v where v.group_id = ${caller.group_id} and v.id = ${id}`
  return row
}

export async function deleteView(sql: Sql, caller: Caller, id: number) {
  await checkMayChange(sql, caller, id)
  await sql`delete from payment_views where group_id = ${caller.group_id} and id = ${id}`
}

async function checkMayChange(sql: Sql, caller: Caller, id: number) {
  const { own } = await lockView(sql, caller, id)
  if (!own && !may(caller, 'filters:manage'))
    throw forbidden('Only whoever saved this view, and those who manage filters, can change it.')
}

function check({ filters: { period, date_from, date_to } = {} }: ChangedView) {
  if (period !== undefined && (date_from !== undefined || date_to !== undefined))
    throw invalid('body.data.filters.period', 'must not stand beside date_from or date_to', period)
  if (date_from !== undefined && date_to !== undefined && date_to < date_from)
    throw invalid('body.data.filters.date_to', 'must not be before date_from', date_to)
}
