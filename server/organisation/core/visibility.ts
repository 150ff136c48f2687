import { type Caller, may } from '../../access/caller.ts'
import { orderOfType } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import type { Team } from '../teams/schema.ts'
import type { User } from '../users/schema.ts'

// Who sees what of whom. First fragments about the user row `u`, with its role `r` where a role is shown.

/** Whether the caller and `u` are in one team. */
const teammate = (sql: Sql, { id, group_id }: Caller) => sql`
  exists (
    select from team_members mine
    join team_members theirs on theirs.group_id = ${group_id} and theirs.team_id = mine.team_id
    join teams shared on shared.group_id = ${group_id} and shared.id = mine.team_id and shared.deleted_at is null
    where mine.group_id = ${group_id} and mine.user_id = ${id} and theirs.user_id = u.id)`

/** Whether the caller sees that `u` exists, and how to reach them. */
export const seesUser = (sql: Sql, caller: Caller) =>
  may(caller, 'users:read') ? sql`true` : sql`(u.id = ${caller.id} or ${teammate(sql, caller)})`

/** Whether the caller sees where `u` lives, when they were born, and how their account stands. */
export const seesPrivate = (sql: Sql, caller: Caller) =>
  may(caller, 'users:write') ? sql`true` : sql`u.id = ${caller.id}`

/** The columns of which `userOf` makes a User. What the caller may not see comes back empty; no field is ever left out. */
export const userColumns = (sql: Sql, caller: Caller) => sql`
  u.id, u.created_at, u.updated_at, u.deleted_at, u.registered_at as created, u.firstname, u.surname,
  case when ${seesUser(sql, caller)} then u.mail else '' end as mail,
  case when ${seesUser(sql, caller)} then u.phone else '' end as phone,
  case when ${seesPrivate(sql, caller)} then u.address else '' end as address,
  case when ${seesPrivate(sql, caller)} then u.city else '' end as city,
  case when ${seesPrivate(sql, caller)} then u.postal else '' end as postal,
  case when ${seesPrivate(sql, caller)} then u.location else '' end as location,
  case when ${seesPrivate(sql, caller)} then u.birthdate end as birthdate,
  u.avatar, u.locale, u.group_id, ${selection(sql, caller)} as selected_group_id,
  r.name as role, r.id as role_id, r."order" as role_rank, r.type as role_type`

/** A row of these columns. PostgreSQL would take six times as long to send the same as JSON. */
export type UserRow = Omit<User, 'role_data'> & {
  role_id: number
  role_rank: number
  role_type: User['role_data']['type']
}

// Field by field: a copy of whatever a row has costs several times as much.
export const userOf = (row: UserRow): User => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
  created: row.created,
  firstname: row.firstname,
  surname: row.surname,
  mail: row.mail,
  phone: row.phone,
  address: row.address,
  city: row.city,
  postal: row.postal,
  location: row.location,
  birthdate: row.birthdate,
  avatar: row.avatar,
  locale: row.locale,
  group_id: row.group_id,
  selected_group_id: row.selected_group_id,
  role: row.role,
  role_data: {
    id: row.role_id,
    name: row.role,
    order: orderOfType[row.role_type],
    rank: row.role_rank,
    type: row.role_type,
  },
})

// Which other spaces a person belongs to is theirs to know: others learn only whether this one is selected.
const selection = (sql: Sql, { id, group_id }: Caller) => sql`
  case when u.id = ${id}
    then array(select own.group_id from users own
               where own.id = ${id} and own.selected_position is not null and own.deleted_at is null
               order by own.selected_position)
    when u.selected_position is null then '{}'
    else array[${group_id}::bigint]
  end`

/** The columns of which `memberOf` makes a Team member. */
export const memberColumns = (sql: Sql, caller: Caller) => sql`
  u.id, u.firstname, u.surname, case when ${seesUser(sql, caller)} then u.mail else '' end as mail, u.avatar,
  case when ${seesUser(sql, caller)} then u.phone else '' end as phone,
  r.name as role, r.id as role_id, r.color as role_color, r.type as role_type, r."order" as role_rank`

type TeamMember = Team['leaders'][number]

export type MemberRow = Omit<TeamMember, 'role_data'> & {
  role_id: number
  role_color: string
  role_type: TeamMember['role_data']['type']
  role_rank: number
}

export const memberOf = (row: MemberRow): TeamMember => ({
  id: row.id,
  firstname: row.firstname,
  surname: row.surname,
  mail: row.mail,
  avatar: row.avatar,
  phone: row.phone,
  role: row.role,
  role_data: {
    id: row.role_id,
    name: row.role,
    color: row.role_color,
    type: row.role_type,
    order: orderOfType[row.role_type],
    rank: row.role_rank,
  },
})

// Fragments about the team row `t`.

/** Whether the caller knows `t` from the inside. */
export const isTeamInsider = (sql: Sql, caller: Caller) =>
  may(caller, 'teams:manage') ? sql`true` : sql`(t.created_by = ${caller.id} or ${inTeam(sql, caller)})`

/** Whether the caller sees `t` at all. */
export const seesTeam = (sql: Sql, caller: Caller) => sql`
  t.deleted_at is null and (not t.private or ${isTeamInsider(sql, caller)})`

const inTeam = (sql: Sql, { group_id, id }: Caller) => sql`
  exists (select from team_members p where p.group_id = ${group_id} and p.team_id = t.id and p.user_id = ${id})`
