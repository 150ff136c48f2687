import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { addDoors, addressOfDoor, type DoorRow, doorColumns, parseDoor } from '../core/doors.ts'
import type { SentActionAddress } from '../core/fields.ts'
import { actionAccess, checkNotArchived } from '../core/visibility.ts'
import type { ListedAddress } from './schema.ts'

interface ListParams {
  limit: number
  cursor?: string
  visited?: boolean
}

interface Row extends DoorRow {
  street_key: string
  visits: number
  last_visit: ListedAddress['last_visit']
}

export const addressesCursor = cursorOf('text', 'integer', 'id')

/** By street and house number. */
export async function listAddresses(
  sql: Sql,
  caller: Caller,
  action_id: number,
  { limit, cursor, visited }: ListParams,
) {
  const { group_id } = caller
  const { insider } = await actionAccess(sql, caller, action_id)
  const page_size = Math.min(limit, page_size_max)
  const visit = sql`select from visits r where r.group_id = ${group_id} and r.address_id = d.id and r.withdrawn_at is null`
  const rows = await sql<Row[]>`
    select ${doorColumns(sql)}, d.street_key, n.visits, last.visit as last_visit
    from (
      select * from action_addresses d
      where d.group_id = ${group_id} and d.action_id = ${action_id} and d.removed_at is null
        ${after(sql, cursor)}
        ${visited === undefined ? sql`` : visited ? sql`and exists (${visit})` : sql`and not exists (${visit})`}
      order by d.street_key, d.number, d.id
      limit ${page_size}
    ) d
    left join lateral (
      select json_build_object('date', wire_time(v.date), 'result', v.result, 'user', case
        when ${insider} or u.id = ${caller.id} then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname)
      end) as visit
      from visits v
      join users u on u.group_id = ${group_id} and u.id = v.recorded_by
      where v.group_id = ${group_id} and v.address_id = d.id and v.withdrawn_at is null
      order by v.date desc, v.id desc
      limit 1
    ) last on true
    cross join lateral (
      select count(*) as visits from visits v where v.group_id = ${group_id} and v.address_id = d.id and v.withdrawn_at is null
    ) n
    order by d.street_key, d.number, d.id`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return {
    addresses: rows.map(row => ({ ...addressOfDoor(row), visits: row.visits, last_visit: row.last_visit })),
    next_cursor: last ? addressesCursor.write(last.street_key, last.number, last.id) : null,
  }
}

function after(sql: Sql, cursor: string | undefined) {
  const position = addressesCursor.read(cursor)
  if (!position) return sql``
  const [street, number, id] = position
  return sql`and (d.street_key, d.number, d.id) > (${street}, ${number}::bigint, ${id})`
}

/** Adds addresses, and returns them in the order sent. An address that exists is returned as it is. */
export async function addAddresses(sql: Sql, caller: Caller, action_id: number, sent: SentActionAddress[]) {
  checkNotArchived(await actionAccess(sql, caller, action_id, 'change'))
  const doors = sent.map((address, index) => parseDoor(address, `body.data.addresses.${index}`))
  const ids = await addDoors(sql, caller, action_id, doors)
  const rows = await sql<DoorRow[]>`
    select ${doorColumns(sql)} from action_addresses d where d.group_id = ${caller.group_id} and d.id = any(${ids}) order by d.id`
  const found = new Map(rows.map(row => [row.id, addressOfDoor(row)]))
  return ids.map(id => {
    const address = found.get(id)
    if (!address) throw new Error(`address ${id} was not found after it was added`)
    return address
  })
}

/** Removes addresses, with their contacts that have no visit in the action. Visits stay. */
export async function removeAddresses(sql: Sql, caller: Caller, action_id: number, ids: number[], where?: string) {
  const { group_id } = caller
  checkNotArchived(await actionAccess(sql, caller, action_id, 'change'))
  const gone = await sql<{ id: number }[]>`
    update action_addresses set removed_at = now()
    where group_id = ${group_id} and action_id = ${action_id} and id = any(${ids}) and removed_at is null
    returning id`
  const known = new Set(gone.map(({ id }) => id))
  const missing = ids.find(id => !known.has(id))
  if (missing !== undefined && where === undefined) throw notFound('address in this action')
  if (missing !== undefined && where !== undefined)
    throw invalid(where, msg`has ${missing}, which is not an address of this action`, missing)
  await sql`
    delete from action_contacts ac
    where ac.group_id = ${group_id} and ac.action_id = ${action_id} and ac.address_id = any(${ids})
      and not exists (
        select from visits v where v.group_id = ${group_id} and v.contact_id = ac.contact_id and v.action_id = ${action_id})`
}
