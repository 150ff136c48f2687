import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max, validInstant, validLastInstant } from '../../fields.ts'
import { countsOf, no_counts } from '../core/counts.ts'
import { addDoors, parseDoor } from '../core/doors.ts'
import { parseSelection } from '../core/selection.ts'
import { actionAccess, checkNotArchived, seesAction } from '../core/visibility.ts'
import { type ActionRow, actionColumns, assembleActions } from './assembly_queries.ts'
import { setLinks } from './link_queries.ts'
import {
  type Action,
  type ActionAggregate,
  type ActionChange,
  type Duplicate,
  emptyAction,
  type NewAction,
} from './schema.ts'

/** The number of addresses in the response for an action: in a list, and for one. */
export const addresses_in_list_max = 25
export const addresses_in_action_max = 1000

/** The actions that the caller may see, with their creator. */
const visibleActions = (sql: Sql, caller: Caller) => sql`
  select ${actionColumns(sql, caller)}
  from actions a
  join users u on u.group_id = ${caller.group_id} and u.id = a.created_by
  where a.group_id = ${caller.group_id} and ${seesAction(sql, caller)}`

interface ListParams extends Paging {
  from?: string
  to?: string
  archived: boolean
}

/** Newest first. `from` and `to` select actions that overlap the span; without a start or an end an action is open on that side. */
export async function listActions(
  sql: Sql,
  caller: Caller,
  { limit, offset, from, to, archived }: ListParams,
): Promise<ActionAggregate[]> {
  const rows = await sql<ActionRow[]>`
    ${visibleActions(sql, caller)}
      and a.archived_at is ${archived ? sql`not null` : sql`null`}
      ${from === undefined ? sql`` : sql`and (a."end" is null or a."end" >= ${validInstant(from)})`}
      ${to === undefined ? sql`` : sql`and (a.start is null or a.start <= ${validLastInstant(to)})`}
    order by a.id desc
    limit ${Math.min(limit, page_size_max)} offset ${offset}`
  const [actions, counts] = await Promise.all([
    assembleActions(sql, caller, rows, addresses_in_list_max),
    countsOf(
      sql,
      caller.group_id,
      rows.map(({ id }) => id),
    ),
  ])
  return actions.map(action => ({ Action: action, ...(counts.get(action.id) ?? no_counts) }))
}

export async function readAction(sql: Sql, caller: Caller, id: number): Promise<Action> {
  const rows = await sql<ActionRow[]>`${visibleActions(sql, caller)} and a.id = ${id}`
  const [action] = await assembleActions(sql, caller, rows, addresses_in_action_max)
  if (!action) throw notFound('action')
  return action
}

/** Locks the action until the end of the transaction. */
export async function lockAction(sql: Sql, caller: Caller, id: number) {
  await actionAccess(sql, caller, id, 'change')
  return readAction(sql, caller, id)
}

export async function createAction(sql: Sql, caller: Caller, sent: NewAction) {
  const { Users, Teams, Forms, Addresses = [], facts = [], ...details } = sent
  const { group_id } = caller
  const row = { ...emptyAction, ...withInstants(details) }
  checkDetails(row)
  const doors = Addresses.map((address, index) => parseDoor(address, `${where}.Addresses.${index}`))
  const [{ id }] = await sql<[{ id: number }]>`
    insert into actions ${sql({ ...row, facts: JSON.stringify(facts), group_id, created_by: caller.id })} returning id`
  await setLinks(sql, caller, id, { Users, Teams, Forms }, where)
  await addDoors(sql, caller, id, doors)
  return readWritten(sql, caller, id)
}

/** Only the fields that are sent change. */
export async function changeAction(sql: Sql, caller: Caller, id: number, sent: ActionChange) {
  const { Users, Teams, Forms, facts, ...details } = sent
  checkNotArchived(await actionAccess(sql, caller, id, 'change'))
  const [before] = await sql<[typeof emptyAction]>`
    select a.start, a."end" from actions a where a.group_id = ${caller.group_id} and a.id = ${id}`
  const changes = withInstants(details)
  checkDetails({ ...emptyAction, ...before, ...changes })
  const row = { ...changes, ...(facts && { facts: JSON.stringify(facts) }), updated_at: new Date().toISOString() }
  await sql`update actions set ${sql(row)} where group_id = ${caller.group_id} and id = ${id}`
  await setLinks(sql, caller, id, { Users, Teams, Forms }, where)
  return readWritten(sql, caller, id)
}

// The author of a change gets the action in response, also when they are no longer in it.
async function readWritten(sql: Sql, caller: Caller, id: number): Promise<Action> {
  const rows = await sql<ActionRow[]>`
    select ${actionColumns(sql, caller)}
    from actions a
    join users u on u.group_id = ${caller.group_id} and u.id = a.created_by
    where a.group_id = ${caller.group_id} and a.id = ${id}`
  const [action] = await assembleActions(sql, caller, rows, addresses_in_action_max)
  if (!action) throw notFound('action')
  return action
}

/** An archived action keeps its data and accepts no new data. Archiving or restoring twice changes nothing. */
export async function setArchived(sql: Sql, caller: Caller, id: number, archived: boolean) {
  const before = await actionAccess(sql, caller, id, 'change')
  const now = new Date().toISOString()
  if (before.archived !== archived) {
    await sql`
      update actions set archived_at = ${archived ? now : null}, updated_at = ${now}
      where group_id = ${caller.group_id} and id = ${id}`
  }
  return readWritten(sql, caller, id)
}

/** Copies an action with its users, teams, forms and addresses, without its visits. */
export async function duplicateAction(sql: Sql, caller: Caller, original: number, changes: Duplicate) {
  const { group_id } = caller
  const action = await readAction(sql, caller, original)
  const details = Object.fromEntries(
    Object.keys(emptyAction).map(field => [field, action[field as keyof typeof emptyAction]]),
  )
  const [{ id }] = await sql<[{ id: number }]>`
    insert into actions ${sql({
      ...emptyAction,
      ...details,
      name: action.name,
      ...checkedTimes({ start: action.start, end: action.end, ...withInstants(changes) }),
      facts: JSON.stringify(action.facts),
      group_id,
      created_by: caller.id,
    })} returning id`
  for (const [table, member] of [
    ['action_users', 'user_id'],
    ['action_teams', 'team_id'],
    ['action_forms', 'form_id'],
  ] as const) {
    await sql`
      with members as materialized (
        select ${sql(member)}, position from ${sql(table)} where group_id = ${group_id} and action_id = ${original})
      insert into ${sql(table)} (group_id, action_id, ${sql(member)}, position)
      select ${group_id}::bigint, ${id}::bigint, ${sql(member)}, position from members
      returning group_id`
  }
  await copyDoors(sql, group_id, original, id)
  return readWritten(sql, caller, id)
}

async function copyDoors(sql: Sql, group_id: number, original: number, id: number) {
  await sql`
    with doors as materialized (
      select * from action_addresses where group_id = ${group_id} and action_id = ${original} and removed_at is null)
    insert into action_addresses (group_id, action_id, house_number, street, postal_code, city_code, city, state, country, addition, infos, building,
                                  floor, door, polling_station, latitude, longitude)
    select ${group_id}::bigint, ${id}::bigint, house_number, street, postal_code, city_code, city, state, country, addition, infos, building, floor,
           door, polling_station, latitude, longitude
    from doors
    returning group_id`
  await sql`
    with copied as materialized (
      select ac.contact_id, copy.id as address_id
      from action_contacts ac
      left join action_addresses d on d.group_id = ${group_id} and d.group_id = ac.group_id and d.id = ac.address_id
      left join action_addresses copy
        on copy.group_id = ${group_id} and copy.group_id = ac.group_id and copy.action_id = ${id} and copy.door_key = d.door_key
      where ac.group_id = ${group_id} and ac.action_id = ${original})
    insert into action_contacts (group_id, action_id, contact_id, address_id)
    select ${group_id}::bigint, ${id}::bigint, contact_id, address_id from copied
    returning group_id`
}

const where = 'body.data.action'

type Times = { start?: string | null; end?: string | null }

const withInstants = <Fields extends Times>({ start, end, ...others }: Fields) => ({
  ...others,
  ...(start !== undefined && { start: start && validInstant(start) }),
  ...(end !== undefined && { end: end && validInstant(end) }),
})

function checkDetails(row: { start: string | null; end: string | null } & Parameters<typeof parseSelection>[0]) {
  checkedTimes(row, `${where}.end`)
  parseSelection(row, where)
}

function checkedTimes<Row extends { start: string | null; end: string | null }>(row: Row, location = 'body.data.end') {
  if (row.start && row.end && row.end < row.start) throw invalid(location, 'must not be before start', row.end)
  return row
}
