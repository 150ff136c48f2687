import { type Caller, may } from '../../access/caller.ts'
import { compileQuery } from '../../contacts/search/engine/compile.ts'
import { permittedQuery } from '../../contacts/search/engine/parse.ts'
import { type NormalizedQuery, normalizePhones } from '../../contacts/search/engine/phone_numbers.ts'
import { type Fragment, type Sql, unprepared } from '../../db/sql.ts'
import { forbidden } from '../../errors.ts'
import { byId } from '../../http/cursor.ts'
import { checkDoorLimit } from '../core/doors.ts'
import { type Area, areaContains, filterInSlices } from '../core/geometry.ts'
import { type AddressList, parseSelection, type Selection, type SelectionTexts } from '../core/selection.ts'
import { actionAccess, checkNotArchived } from '../core/visibility.ts'
import type { ChoiceResult } from './schema.ts'

const at_once_max = 10_000

type SelectionRules = SelectionTexts & {
  aggreg_without_location: boolean
  polling_station_included_missing: boolean
  polling_station_excluded_missing: boolean
  address_included_missing: boolean
  address_excluded_missing: boolean
  excluded_nevada: boolean
}

/**
 * Adds the contacts that match the selection of the action, with their addresses. Addresses that were removed by hand stay removed. With
 * many matching contacts a request handles the first, and returns a cursor for the next request.
 */
export async function chooseFromContacts(
  sql: Sql,
  caller: Caller,
  action_id: number,
  cursor?: string,
): Promise<ChoiceResult> {
  const { group_id } = caller
  if (!may(caller, 'contacts:read')) throw forbidden('Choosing contacts needs the permission contacts:read.')
  checkNotArchived(await actionAccess(sql, caller, action_id, 'change'))
  const [rules] = await sql<[SelectionRules]>`select * from actions where group_id = ${group_id} and id = ${action_id}`
  const selection = parseSelection(rules, 'action')
  const queries = await Promise.all(
    selection.queries.map(async query => normalizePhones(sql, group_id, await permittedQuery(sql, caller, query))),
  )
  const fits = conditions(sql, caller, rules, selection, queries)
  const unplaced = rules.aggreg_without_location || !selection.inside
  const last = byId.read(cursor)?.[0] ?? 0
  const candidates = await unprepared(sql<Candidate[]>`
    select c.id, ${degrees(sql, 'latitude')} as latitude, ${degrees(sql, 'longitude')} as longitude
    from contacts c
    where c.group_id = ${group_id} and c.id > ${last} and ${fits} and ${isNearArea(sql, selection.inside, unplaced)}
    order by c.id
    limit ${at_once_max}`)
  const points = (selection.inside?.points ?? 0) + (selection.outside?.points ?? 0)
  const chosen = await filterInSlices(candidates, points, contact => isInSelection(contact, selection, unplaced))
  const ids = chosen.map(({ id }) => id)
  const added = await addDoorsAndContacts(sql, caller, action_id, ids)
  await checkDoorLimit(sql, group_id, action_id)
  const [row] = await unprepared(sql<[{ addresses: number; without_position: number }]>`
    select (select count(*) from action_addresses where group_id = ${group_id} and action_id = ${action_id} and removed_at is null) as addresses,
           (select count(*) from contacts c
            where c.group_id = ${group_id} and ${!unplaced} and ${fits} and not ${hasPosition(sql)}) as without_position`)
  const last_candidate = candidates.length === at_once_max ? candidates.at(-1) : undefined
  const next_cursor = last_candidate ? byId.write(last_candidate.id) : null
  return { matched: ids.length, ...added, ...row, next_cursor }
}

interface Candidate {
  id: number
  latitude: number | null
  longitude: number | null
}

// A position that is not a valid number of degrees counts as none.
const degrees = (sql: Sql, column: 'latitude' | 'longitude') => sql`
  case when c.${sql(column)} ~ '^-?[0-9]{1,3}(\\.[0-9]{1,30})?$' then
    case when abs(c.${sql(column)}::float8) <= ${column === 'latitude' ? 90 : 180} then c.${sql(column)}::float8 end end`

const hasPosition = (sql: Sql) => sql`
  (${degrees(sql, 'latitude')} is not null and ${degrees(sql, 'longitude')} is not null)`

/** A coordinate of contact `c`, empty unless both coordinates are valid. */
const position = (sql: Sql, column: 'latitude' | 'longitude') => sql`
  case when ${hasPosition(sql)} then c.${sql(column)} else '' end`

function isInSelection({ latitude, longitude }: Candidate, { inside, outside }: Selection, unplaced: boolean) {
  if (latitude === null || longitude === null) return unplaced
  return (
    (!inside || areaContains(inside, longitude, latitude)) && !(outside && areaContains(outside, longitude, latitude))
  )
}

/** The conditions for contacts, except the exact shape of polygons. Contacts who opted out are never chosen. */
function conditions(sql: Sql, caller: Caller, rules: SelectionRules, selection: Selection, queries: NormalizedQuery[]) {
  const { group_id } = caller
  const parts = [
    sql`c.deleted_at is null and c.restricted_at is null and c.erased_at is null and not c.black_list`,
    sql`case when c.address_id is null then ${rules.address_included_missing && !rules.address_excluded_missing}
        else c.street <> '' or c.city <> '' or c.latitude <> '' end`,
  ]
  const { stations_included, stations_excluded, addresses_included, addresses_excluded } = selection
  if (stations_included.length > 0)
    parts.push(
      sql`(c.polling_station = any(${stations_included}) or (c.polling_station = '' and ${rules.polling_station_included_missing}))`,
    )
  if (stations_excluded.length > 0) parts.push(sql`c.polling_station <> all(${stations_excluded})`)
  if (rules.polling_station_excluded_missing) parts.push(sql`c.polling_station <> ''`)
  if (isNotEmpty(addresses_included)) parts.push(sql`(c.address_id is null or ${isListed(sql, addresses_included)})`)
  if (isNotEmpty(addresses_excluded))
    parts.push(sql`(c.address_id is null or not ${isListed(sql, addresses_excluded)})`)
  if (rules.excluded_nevada) parts.push(sql`not ${refusedLastVisit(sql, group_id)}`)
  for (const query of queries)
    parts.push(sql`c.id in (
      select c.id from searched_contacts c where c.group_id = ${group_id} and ${compileQuery(sql, group_id, query)})`)
  return parts.reduce((whole, part) => sql`${whole} and ${part}`)
}

const isNotEmpty = ({ ids, words }: AddressList) => ids.length + words.length > 0

// `in (select …)` gives a hash lookup; comparing each word with each contact takes minutes.
const isListed = (sql: Sql, { ids, words }: AddressList): Fragment => {
  const keys = sql`(select normalize_text(w.word) from unnest(${words}::text[]) as w (word))`
  return sql`
    coalesce(c.address_id = any(${ids}) or c.street_key in ${keys} or c.city_key in ${keys} or normalize_text(c.postal_code) in ${keys}
      or normalize_text(c.house_number || ' ' || c.street) in ${keys}, false)`
}

/** Whether the last visit of contact `c`, in any action, makes another one pointless. */
const refusedLastVisit = (sql: Sql, group_id: number) => sql`
  coalesce((
    select v.result in ('refused', 'moved', 'wrong_address', 'deceased')
    from visits v
    where v.group_id = ${group_id} and v.contact_id = c.id and v.withdrawn_at is null
    order by v.date desc, v.id desc
    limit 1), false)`

// The bounding box leaves few contacts for the exact test.
const isNearArea = (sql: Sql, area: Area | undefined, unplaced: boolean) =>
  area === undefined
    ? sql`true`
    : sql`
      case when not ${hasPosition(sql)} then ${unplaced}
      else ${degrees(sql, 'latitude')} between ${area.south}::float8 and ${area.north}::float8
        and ${degrees(sql, 'longitude')} between ${area.west}::float8 and ${area.east}::float8 end`

async function addDoorsAndContacts(sql: Sql, { group_id }: Caller, action_id: number, ids: number[]) {
  if (ids.length === 0) return { addresses_added: 0, contacts_added: 0 }
  const doors = await sql`
    with chosen as materialized (
      select c.id, house_number, street, postal_code, city_code, city, state, country, addition, infos, building, floor, door, polling_station,
             ${position(sql, 'latitude')} as latitude, ${position(sql, 'longitude')} as longitude
      from contacts c
      where c.group_id = ${group_id} and c.id = any(${ids}) and c.address_id is not null)
    insert into action_addresses (group_id, action_id, house_number, street, postal_code, city_code, city, state, country, addition, infos, building,
                                  floor, door, polling_station, latitude, longitude)
    select ${group_id}::bigint, ${action_id}::bigint, house_number, street, postal_code, city_code, city, state, country, addition, infos, building,
           floor, door, polling_station, latitude, longitude
    from chosen
    order by id
    on conflict (group_id, action_id, door_key) do nothing
    returning id`
  const people = await sql`
    with behind as materialized (
      select c.id, c.address_id is null as nowhere,
             door_key(c.house_number, c.street, c.postal_code, c.city, c.building, c.addition, c.floor, c.door, ${position(sql, 'latitude')},
               ${position(sql, 'longitude')}) as door_key
      from contacts c
      where c.group_id = ${group_id} and c.id = any(${ids})
    ), placed as materialized (
      select b.id, d.id as address_id
      from behind b
      left join action_addresses d
        on d.group_id = ${group_id} and d.action_id = ${action_id} and d.door_key = b.door_key and d.removed_at is null and not b.nowhere
      where b.nowhere or d.id is not null)
    insert into action_contacts (group_id, action_id, contact_id, address_id)
    select ${group_id}::bigint, ${action_id}::bigint, id, address_id from placed
    order by id
    on conflict (group_id, action_id, contact_id) do nothing
    returning contact_id`
  return { addresses_added: doors.length, contacts_added: people.length }
}
