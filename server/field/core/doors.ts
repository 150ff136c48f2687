import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { ActionAddress, SentActionAddress } from './fields.ts'

export const doors_max = 50_000

// A text that is not a number is 0 in the numeric field; the text field next to it has all of it.
const integerColumn = (sql: Sql, column: string) => sql`
  case when d.${sql(column)} ~ '^[0-9]{1,9}$' then d.${sql(column)}::integer else 0 end`

/** Address row `d` as an ActionAddress. */
export const doorJson = (sql: Sql) => sql`
  json_build_object(
    'id', d.id, 'housenumber', d.number, 'street', d.street, 'postalcode', ${integerColumn(sql, 'postal_code')},
    'citycode', ${integerColumn(sql, 'city_code')}, 'city', d.city, 'state', d.state, 'country', d.country, 'addition', d.addition,
    'infos', d.infos, 'building', d.building, 'floor', coalesce(substring(d.floor from '-?[0-9]{1,4}')::integer, 0), 'door', d.door,
    'pollingstation', d.polling_station, 'house_number', d.house_number, 'postal_code', d.postal_code, 'city_code', d.city_code,
    'floor_name', d.floor, 'latitude', d.latitude, 'longitude', d.longitude)`

/** The columns of address `d` for `addressOfDoor`. Ten times as fast as `doorJson` for many addresses. */
export const doorColumns = (sql: Sql) => sql`
  d.id, d.number, d.house_number, d.street, d.postal_code, d.city_code, d.city, d.state, d.country, d.addition, d.infos, d.building, d.floor, d.door,
  d.polling_station, d.latitude, d.longitude`

export interface DoorRow extends Door {
  id: number
  number: number
}

const integerOrZero = (text: string) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : 0)

export const addressOfDoor = (row: DoorRow): ActionAddress => ({
  id: row.id,
  housenumber: row.number,
  street: row.street,
  postalcode: integerOrZero(row.postal_code),
  citycode: integerOrZero(row.city_code),
  city: row.city,
  state: row.state,
  country: row.country,
  addition: row.addition,
  infos: row.infos,
  building: row.building,
  floor: Number(/-?[0-9]{1,4}/.exec(row.floor)?.[0] ?? 0) || 0,
  door: row.door,
  pollingstation: row.polling_station,
  house_number: row.house_number,
  postal_code: row.postal_code,
  city_code: row.city_code,
  floor_name: row.floor,
  latitude: row.latitude,
  longitude: row.longitude,
})

export interface Door {
  house_number: string
  street: string
  postal_code: string
  city_code: string
  city: string
  state: string
  country: string
  addition: string
  infos: string
  building: string
  floor: string
  door: string
  polling_station: string
  latitude: string
  longitude: string
}

const text = (value: string | number | undefined) => String(value ?? '').trim()

/** An address as it is stored. A text field takes precedence over the numeric one. `location` is for error messages. */
export function parseDoor(sent: SentActionAddress, location: string): Door {
  const door = {
    house_number: text(sent.house_number ?? sent.housenumber),
    street: text(sent.street),
    postal_code: text(sent.postal_code ?? sent.postalcode),
    city_code: text(sent.city_code ?? sent.citycode),
    city: text(sent.city),
    state: text(sent.state),
    country: text(sent.country),
    addition: text(sent.addition),
    infos: text(sent.infos),
    building: text(sent.building),
    floor: text(sent.floor_name ?? sent.floor),
    door: text(sent.door),
    polling_station: text(sent.pollingstation),
    latitude: text(sent.latitude),
    longitude: text(sent.longitude),
  }
  const placed = door.latitude !== '' || door.longitude !== ''
  if (placed && (door.latitude === '' || Math.abs(Number(door.latitude)) > 90))
    throw invalid(`${location}.latitude`, 'must be between -90 and 90, and needs a longitude', door.latitude)
  if (placed && (door.longitude === '' || Math.abs(Number(door.longitude)) > 180))
    throw invalid(`${location}.longitude`, 'must be between -180 and 180, and needs a latitude', door.longitude)
  if (!placed && door.street === '' && door.city === '')
    throw invalid(location, 'must have a street, a city or a position', null)
  return door
}

/** Adds doors to an action, or restores removed ones; returns their ids in the same order. */
export async function addDoors(sql: Sql, caller: Caller, action_id: number, doors: Door[]): Promise<number[]> {
  if (doors.length === 0) return []
  const { group_id } = caller
  const list = JSON.stringify(doors)
  // Compared in the database, where door_key decides which doors are the same.
  const sent = sql`
    select x.*, door_key(house_number, street, postal_code, city, building, addition, floor, door, latitude, longitude) as door_key
    from rows from (
      json_to_recordset(${list}::text::json) as (
        house_number text, street text, postal_code text, city_code text, city text, state text, country text, addition text, infos text,
        building text, floor text, door text, polling_station text, latitude text, longitude text)
    ) with ordinality as x (house_number, street, postal_code, city_code, city, state, country, addition, infos, building, floor, door,
      polling_station, latitude, longitude, place)`
  await sql`
    update action_addresses set removed_at = null
    where group_id = ${group_id} and action_id = ${action_id} and removed_at is not null
      and door_key in (select door_key from (${sent}) s)`
  const added = await sql`
    insert into action_addresses (group_id, action_id, house_number, street, postal_code, city_code, city, state, country, addition, infos, building,
                                  floor, door, polling_station, latitude, longitude)
    select ${group_id}, ${action_id}, house_number, street, postal_code, city_code, city, state, country, addition, infos, building, floor, door,
           polling_station, latitude, longitude
    from (select distinct on (door_key) * from (${sent}) s order by door_key, place) s
    order by door_key
    on conflict (group_id, action_id, door_key) do nothing
    returning id`
  if (added.length > 0) await checkDoorLimit(sql, group_id, action_id)
  const rows = await sql<{ id: number }[]>`
    with sent as materialized (${sent})
    select d.id
    from sent
    join action_addresses d on d.group_id = ${group_id} and d.action_id = ${action_id} and d.door_key = sent.door_key
    order by sent.place`
  return rows.map(({ id }) => id)
}

/** Refuses the request when the action has too many addresses. */
export async function checkDoorLimit(sql: Sql, group_id: number, action_id: number) {
  const [row] = await sql<[{ full: boolean }]>`
    select count(*) > ${doors_max} as full
    from action_addresses
    where group_id = ${group_id} and action_id = ${action_id} and removed_at is null`
  if (row.full)
    throw new ApiError(
      'conflict',
      msg`An action can have at most ${doors_max} addresses; make the area smaller, or split the action.`,
    )
}
