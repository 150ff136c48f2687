import { type Caller, may } from '../../access/caller.ts'
import { lockName } from '../../db/advisory_lock.ts'
import { type Fragment, rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'

const items_per_user_max = 200

interface SavedItemKind<Fields> {
  table: string
  /** The noun for one item in messages. */
  called: string
  /** The columns beyond name and owner. */
  columns: (sql: Sql) => Fragment
  /** Refuses values that the schema of the request cannot rule out. */
  check: (fields: Fields) => void
}

/** Queries for items that users save under a name, such as filters. An item belongs to one user, who can share it with the space. */
export function savedItems<Item extends { own: boolean }, Fields extends object>({
  table,
  called,
  columns,
  check,
}: SavedItemKind<Fields>) {
  const allColumns = (sql: Sql, { id }: Caller) => sql`
    t.id, t.created_at, t.updated_at, t.user_id, t.name, t.shared, ${columns(sql)}, t.user_id = ${id} as own`

  const visible = (sql: Sql, { group_id, id }: Caller) => sql`
    from ${sql(table)} t where t.group_id = ${group_id} and (t.user_id = ${id} or t.shared)`

  async function list(sql: Sql, caller: Caller, { limit, offset }: Paging) {
    const [rows, [count]] = await Promise.all([
      sql<Item[]>`
        select ${allColumns(sql, caller)} ${visible(sql, caller)}
        order by t.name collate "und-x-icu", t.id
        limit ${Math.min(limit, page_size_max)} offset ${offset}`,
      sql<[{ total: number }]>`select count(*) as total ${visible(sql, caller)}`,
    ])
    return { rows: [...rows], total: count.total }
  }

  async function read(sql: Sql, caller: Caller, id: number): Promise<Item> {
    const [row] = await sql<Item[]>`select ${allColumns(sql, caller)} ${visible(sql, caller)} and t.id = ${id}`
    if (!row) throw notFound(called)
    return row
  }

  /** Reads an item and locks it until the end of the transaction. */
  async function lock(sql: Sql, caller: Caller, id: number) {
    await sql`select from ${sql(table)} where group_id = ${caller.group_id} and id = ${id} for update`
    return read(sql, caller, id)
  }

  async function create(sql: Sql, caller: Caller, fields: Fields) {
    check(fields)
    const { group_id, id: user_id } = caller
    // Serializes concurrent creations of one user, so that they cannot exceed the limit together.
    await lockName(sql, `${table} ${group_id} ${user_id}`)
    const [held] = await sql<[{ n: number }]>`
      select count(*) as n from ${sql(table)} where group_id = ${group_id} and user_id = ${user_id}`
    if (held.n >= items_per_user_max)
      throw new ApiError(
        'conflict',
        msg`You have reached the limit of ${items_per_user_max} ${called}s. Delete one first.`,
      )
    const [row] = await sql<[{ id: number }]>`
      insert into ${sql(table)} ${sql(rowOf({ ...fields, group_id, user_id }))} returning id`
    return read(sql, caller, row.id)
  }

  async function change(sql: Sql, caller: Caller, id: number, changes: Fields) {
    await checkMayChange(sql, caller, id)
    check(changes)
    if (Object.keys(changes).length > 0)
      await sql`
        update ${sql(table)} set ${sql(rowOf(changes))}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
    // Not `read`: a caller who unshares the item of another user no longer sees it, and still gets it in this response.
    const [row] = await sql<[Item]>`
      select ${allColumns(sql, caller)} from ${sql(table)} t where t.group_id = ${caller.group_id} and t.id = ${id}`
    return row
  }

  async function remove(sql: Sql, caller: Caller, id: number) {
    await checkMayChange(sql, caller, id)
    await sql`delete from ${sql(table)} where group_id = ${caller.group_id} and id = ${id}`
  }

  async function checkMayChange(sql: Sql, caller: Caller, id: number) {
    const { own } = await lock(sql, caller, id)
    if (!own && !may(caller, 'filters:manage'))
      throw forbidden(msg`Only the owner of this ${called} and users with the permission filters:manage can change it.`)
  }

  return { list, read, lock, create, change, remove }
}
