import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { emitEvents } from '../../events/outbox.ts'
import {
  addContactsWithDoors,
  placesInAction,
  removeContactsFromAction,
  removeEmptyAddresses,
} from '../../field/core/bulk_contacts.ts'
import type { Door } from '../../field/core/doors.ts'
import { actionAccess, checkNotArchived } from '../../field/core/visibility.ts'
import type { KeptContact, KindOfChange, LockedContact } from './kind.ts'
import type { RefusalCode } from './reasons.ts'

interface ActionUndo {
  address_id: number
  new_address: boolean
}

export const actionChange: KindOfChange<ActionUndo> = {
  apply: async ({ sql, writer, change: { action } }, contacts) => {
    const { caller } = writer
    const action_id = action?.id ?? 0
    await lockAction(sql, caller, action_id)
    const refused = contacts.flatMap(contact => {
      const reason = reasonAgainst(contact)
      return reason ? [{ contact_id: contact.id, reason }] : []
    })
    const left_out = new Set(refused.map(({ contact_id }) => contact_id))
    const wanted = contacts.filter(({ id }) => !left_out.has(id))
    const added = await addContactsWithDoors(
      sql,
      caller,
      action_id,
      wanted.map(contact => ({ contact_id: contact.id, door: doorOf(contact) })),
    )
    if (added.length > 0) await emitEvents(sql, writer, 'action.updated', [action_id])
    return { changed: added.map(({ contact_id, ...undo }) => ({ contact_id, undo })), refused }
  },

  undo: async ({ sql, writer, change: { action } }, changes) => {
    const { caller } = writer
    const action_id = action?.id ?? 0
    await lockAction(sql, caller, action_id)
    const ids = changes.map(({ contact }) => contact.id)
    const places = await placesInAction(sql, caller.group_id, action_id, ids)
    const kept = changes.flatMap(({ contact, undo }): KeptContact[] => {
      const place = places.get(contact.id)
      if (place?.address_id !== undo.address_id) return [{ contact_id: contact.id, kept_because: 'changed' }]
      return place.visited ? [{ contact_id: contact.id, kept_because: 'visited' }] : []
    })
    const left = new Set(kept.map(({ contact_id }) => contact_id))
    const removed = ids.filter(id => !left.has(id))
    await removeContactsFromAction(sql, caller.group_id, action_id, removed)
    if (removed.length > 0) await emitEvents(sql, writer, 'action.updated', [action_id])
    return kept
  },

  endUndo: async ({ sql, writer, id, change: { action } }) => {
    const { group_id } = writer.caller
    const rows = await sql<{ address_id: number }[]>`
      select distinct (undo ->> 'address_id')::bigint as address_id from bulk_change_contacts
      where group_id = ${group_id} and bulk_change_id = ${id} and undone = 'restored' and (undo ->> 'new_address')::boolean`
    const ids = rows.map(({ address_id }) => address_id)
    await removeEmptyAddresses(sql, group_id, action?.id ?? 0, ids)
  },
}

export async function lockAction(sql: Sql, caller: Caller, action_id: number) {
  checkNotArchived(await actionAccess(sql, caller, action_id, 'change'))
}

function reasonAgainst({ black_list, street, city }: LockedContact): RefusalCode | undefined {
  if (black_list) return 'do_not_contact'
  return street === '' && city === '' ? 'no_address' : undefined
}

function doorOf(contact: LockedContact): Door {
  const { house_number, street, postal_code, city_code, city, state, country, addition, infos, building } = contact
  const { floor, door, polling_station, latitude, longitude } = contact
  const placed = isDegrees(latitude, 90) && isDegrees(longitude, 180)
  const place = { latitude: placed ? latitude : '', longitude: placed ? longitude : '' }
  const where = { house_number, street, postal_code, city_code, city, state, country, addition, infos, building }
  return { ...where, floor, door, polling_station, ...place }
}

const isDegrees = (text: string, max: number) => /^-?\d{1,3}(\.\d{1,30})?$/.test(text) && Math.abs(Number(text)) <= max
