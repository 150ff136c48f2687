import { type Caller, may } from '../../access/caller.ts'
import { type Fragment, rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'

const items_per_user_max = 200

interface SavedItemKind<Wish> {
  table: string
  /** What one of them is called in an answer. */
  called: string
  /** What it has beyond its name and owner. */
  columns: (sql: Sql) => Fragment
  /** Refuses what the shape of a request does not rule out. */
  check: (wish: Wish) => void
}

/** Things that people save under a name to use them again, such as a filter: for themselves, or shared with everybody in the space. */
export function savedItems<Thing extends { own: boolean }, Wish extends object>({
  table,
  called,
  columns,
  check,
}: SavedItemKind<Wish>) {
  const all = (sql: Sql, { id }: Caller) => sql`
    t.id, t.created_at, t.updated_at, t.user_id, t.name, t.shared, ${columns(sql)}, t.user_id = ${id} as own`

  /** Every read starts here. */
  const visible = (sql: Sql, { group_id, id }: Caller) => sql`
    from ${sql(table)} t where t.group_id = ${group_id} and (t.user_id = ${id} or t.shared)`

  async function list(sql: Sql, caller: Caller, { limit, offset }: Paging) {
    const [rows, [count]] = await Promise.all([
      sql<Thing[]>`
        select ${all(sql, caller)} ${visible(sql, caller)}
        order by t.name collate "und-x-icu", t.id
        limit ${Math.min(limit, page_size_max)} offset ${offset}`,
      sql<[{ total: number }]>`select count(*) as total ${visible(sql, caller)}`,
    ])
    return { rows: [...rows], total: count.total }
  }

  async function read(sql: Sql, caller: Caller, id: number): Promise<Thing> {
    const [row] = await sql<Thing[]>`select ${all(sql, caller)} ${visible(sql, caller)} and t.id = ${id}`
    if (!row) throw notFound(called)
    return row as Thing
  }

  /** The one about to be changed, locked until the end of the transaction. */
  async function lock(sql: Sql, caller: Caller, id: number) {
    await sql`select from ${sql(table)} where group_id = ${caller.group_id} and id = ${id} for update`
    return read(sql, caller, id)
  }

  async function create(sql: Sql, caller: Caller, thing: Wish) {
    check(thing)
    const { group_id, id: user_id } = caller
    // One after the other, so that two who save at once do not both get the last place.
    await sql`select from users where group_id = ${group_id} and id = ${user_id} for no key update`
    const [held] = await sql<[{ n: number }]>`
      select count(*) as n from ${sql(table)} where group_id = ${group_id} and user_id = ${user_id}`
    if (held.n >= items_per_user_max)
      throw new ApiError(
        'conflict',
        `You have ${items_per_user_max} ${called}s, and that is the limit; delete one first.`,
      )
    const [row] = await sql<[{ id: number }]>`
      insert into ${sql(table)} ${sql(rowOf({ ...thing, group_id, user_id }))} returning id`
    return read(sql, caller, row.id)
  }

  async function change(sql: Sql, caller: Caller, id: number, changes: Wish) {
    await checkMayChange(sql, caller, id)
    check(changes)
    if (Object.keys(changes).length > 0)
      await sql`
        update ${sql(table)} set ${sql(rowOf(changes))}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
    // Whoever stops sharing what somebody else saved is still answered with it.
    const [row] = await sql<[Thing]>`
      select ${all(sql, caller)} from ${sql(table)} t where t.group_id = ${caller.group_id} and t.id = ${id}`
    return row as Thing
  }

  async function remove(sql: Sql, caller: Caller, id: number) {
    await checkMayChange(sql, caller, id)
    await sql`delete from ${sql(table)} where group_id = ${caller.group_id} and id = ${id}`
  }

  async function checkMayChange(sql: Sql, caller: Caller, id: number) {
    const { own } = await lock(sql, caller, id)
    if (!own && !may(caller, 'filters:manage'))
      throw forbidden(`Only whoever saved this ${called}, and those who manage filters, can change it.`)
  }

  return { list, read, lock, create, change, remove }
}
