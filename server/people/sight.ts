import { type Caller, may } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'

// Who sees what of whom. First fragments about the user row `u`, with its role `r` where a role is shown.

/** Whether the caller and `u` are in one team. */
const teammate = (sql: Sql, { id, group_id }: Caller) => sql`
  exists (
    select from team_people mine
    join team_people theirs on theirs.group_id = ${group_id} and theirs.team_id = mine.team_id
    join teams shared on shared.group_id = ${group_id} and shared.id = mine.team_id and shared.deleted_at is null
    where mine.group_id = ${group_id} and mine.user_id = ${id} and theirs.user_id = u.id)`

/** Whether the caller sees that `u` exists, and how to reach them. */
export const reaches = (sql: Sql, caller: Caller) =>
  may(caller, 'users:read') ? sql`true` : sql`(u.id = ${caller.id} or ${teammate(sql, caller)})`

/** Whether the caller sees where `u` lives and when they were born. */
const seesPrivate = (sql: Sql, caller: Caller) => (may(caller, 'users:write') ? sql`true` : sql`u.id = ${caller.id}`)

/** `u` as a User. What the caller may not see comes back empty; no field is ever left out. */
export const userJson = (sql: Sql, caller: Caller) => sql`
  json_build_object(
    'id', u.id,
    'created_at', wire_time(u.created_at),
    'updated_at', wire_time(u.updated_at),
    'deleted_at', wire_time(u.deleted_at),
    'created', wire_time(u.registered_at),
    'firstname', u.firstname,
    'surname', u.surname,
    'mail', case when ${reaches(sql, caller)} then u.mail else '' end,
    'phone', case when ${reaches(sql, caller)} then u.phone else '' end,
    'address', case when ${seesPrivate(sql, caller)} then u.address else '' end,
    'city', case when ${seesPrivate(sql, caller)} then u.city else '' end,
    'postal', case when ${seesPrivate(sql, caller)} then u.postal else '' end,
    'location', case when ${seesPrivate(sql, caller)} then u.location else '' end,
    'birthdate', case when ${seesPrivate(sql, caller)} then wire_time(u.birthdate) end,
    'avatar', u.avatar,
    'locale', u.locale,
    'group_id', u.group_id,
    'selected_group_id', ${selection(sql, caller)},
    'role', r.name,
    'role_data', json_build_object('id', r.id, 'name', r.name, 'order', r."order", 'type', r.type))`

// Which other spaces a person belongs to is theirs to know: others learn only whether this one is selected.
const selection = (sql: Sql, { id, group_id }: Caller) => sql`
  case when u.id = ${id}
    then (select coalesce(json_agg(own.group_id order by own.selected_position), '[]')
          from users own where own.id = ${id} and own.selected_position is not null and own.deleted_at is null)
    when u.selected_position is null then '[]'
    else json_build_array(${group_id}::bigint)
  end`

/** `u` as a Team member. */
export const memberJson = (sql: Sql, caller: Caller) => sql`
  json_build_object(
    'id', u.id,
    'firstname', u.firstname,
    'surname', u.surname,
    'mail', case when ${reaches(sql, caller)} then u.mail else '' end,
    'avatar', u.avatar,
    'phone', case when ${reaches(sql, caller)} then u.phone else '' end,
    'role', r.name,
    'role_data', json_build_object('id', r.id, 'name', r.name, 'color', r.color, 'type', r.type, 'order', r."order"))`

// Fragments about the team row `t`.

/** Whether the caller knows `t` from the inside. */
export const insider = (sql: Sql, caller: Caller) =>
  may(caller, 'teams:manage') ? sql`true` : sql`(t.created_by = ${caller.id} or ${inTeam(sql, caller)})`

/** Whether the caller sees `t` at all. */
export const seesTeam = (sql: Sql, caller: Caller) => sql`
  t.deleted_at is null and (not t.private or ${insider(sql, caller)})`

const inTeam = (sql: Sql, { group_id, id }: Caller) => sql`
  exists (select from team_people p where p.group_id = ${group_id} and p.team_id = t.id and p.user_id = ${id})`
