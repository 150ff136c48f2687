import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { addDoors, type Door } from './doors.ts'

// Adds many contacts with their addresses to an action, and removes them again. The action must be locked.

export interface ContactAtDoor {
  contact_id: number
  door: Door
}

export interface AddedContact {
  contact_id: number
  address_id: number
  /** The address was not on the list of the action before. */
  new_address: boolean
}

/** Returns those that were not in the action. */
export async function addContactsWithDoors(
  sql: Sql,
  caller: Caller,
  action_id: number,
  contacts: ContactAtDoor[],
): Promise<AddedContact[]> {
  if (contacts.length === 0) return []
  const { group_id } = caller
  const there = await sql<{ contact_id: number }[]>`
    select contact_id from action_contacts
    where group_id = ${group_id} and action_id = ${action_id} and contact_id ${inList(
      sql,
      contacts.map(({ contact_id }) => contact_id),
    )}`
  const known = new Set(there.map(({ contact_id }) => contact_id))
  const missing = contacts.filter(({ contact_id }) => !known.has(contact_id))
  const before = await listedAddresses(sql, group_id, action_id)
  const addresses = await addDoors(
    sql,
    caller,
    action_id,
    missing.map(({ door }) => door),
  )
  const added = missing.flatMap(({ contact_id }, index) => {
    const address_id = addresses[index]
    return address_id === undefined ? [] : [{ contact_id, address_id, new_address: !before.has(address_id) }]
  })
  await sql`
    insert into action_contacts (group_id, action_id, contact_id, address_id)
    select ${group_id}::bigint, ${action_id}::bigint, contact_id, address_id
    from json_to_recordset(${JSON.stringify(added)}::text::json) as (contact_id bigint, address_id bigint)
    order by contact_id
    on conflict (group_id, action_id, contact_id) do nothing`
  return added
}

async function listedAddresses(sql: Sql, group_id: number, action_id: number) {
  const rows = await sql<{ id: number }[]>`
    select id from action_addresses where group_id = ${group_id} and action_id = ${action_id} and removed_at is null`
  return new Set(rows.map(({ id }) => id))
}

/** Where each of these contacts is in the action, and whether they were visited there. */
export async function placesInAction(sql: Sql, group_id: number, action_id: number, ids: number[]) {
  const rows = await sql<{ contact_id: number; address_id: number | null; visited: boolean }[]>`
    select ac.contact_id, ac.address_id, exists (
             select from visits v
             where v.group_id = ${group_id} and v.contact_id = ac.contact_id and v.action_id = ${action_id}) as visited
    from action_contacts ac
    where ac.group_id = ${group_id} and ac.action_id = ${action_id} and ac.contact_id ${inList(sql, ids)}`
  return new Map(rows.map(row => [row.contact_id, row]))
}

export const removeContactsFromAction = (sql: Sql, group_id: number, action_id: number, ids: number[]) => sql`
  delete from action_contacts where group_id = ${group_id} and action_id = ${action_id} and contact_id ${inList(sql, ids)}`

/** Takes those of these addresses off the list that have neither contacts nor visits. */
export const removeEmptyAddresses = (sql: Sql, group_id: number, action_id: number, ids: number[]) => sql`
  update action_addresses d set removed_at = now()
  where d.group_id = ${group_id} and d.action_id = ${action_id} and d.id = any(${ids}) and d.removed_at is null
    and not exists (select from action_contacts ac where ac.group_id = ${group_id} and ac.address_id = d.id)
    and not exists (select from visits v where v.group_id = ${group_id} and v.address_id = d.id)`
