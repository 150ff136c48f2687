import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { actionAccess } from '../core/visibility.ts'
import type { ActionContact } from './schema.ts'

/** The contacts of an action, for users in it. Restricted contacts are left out. */
export async function listActionContacts(
  sql: Sql,
  caller: Caller,
  action_id: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const { group_id } = caller
  const { member } = await actionAccess(sql, caller, action_id)
  if (!member && !may(caller, 'contacts:read'))
    throw forbidden('Only users in this action, and users who see all contacts, can see its contacts.')
  const page_size = Math.min(limit, page_size_max)
  const [after] = byId.read(cursor) ?? []
  const rows = await sql<ActionContact[]>`
    select c.id, c.firstname, c.surname, c.mobile, c.phone, c.black_list, ac.address_id,
           case when c.address_id is not null then json_build_object(
             'house_number', c.house_number, 'street', c.street, 'postal_code', c.postal_code, 'city', c.city, 'country', c.country,
             'addition', c.addition, 'building', c.building, 'floor', c.floor, 'door', c.door, 'latitude', c.latitude, 'longitude', c.longitude)
           end as address,
           (select json_build_object('date', wire_time(v.date), 'result', v.result)
            from visits v
            where v.group_id = ${group_id} and v.contact_id = c.id and v.action_id = ${action_id} and v.withdrawn_at is null
            order by v.date desc, v.id desc
            limit 1) as last_visit
    from action_contacts ac
    join contacts c on c.group_id = ${group_id} and c.id = ac.contact_id and c.deleted_at is null and c.restricted_at is null
    where ac.group_id = ${group_id} and ac.action_id = ${action_id}
      ${after === undefined ? sql`` : sql`and ac.contact_id > ${after}`}
    order by ac.contact_id
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { contacts: [...rows], next_cursor: last ? byId.write(last.id) : null }
}
