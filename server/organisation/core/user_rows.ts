import type { Caller } from '../../access/caller.ts'
import { orderOfType } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import type { Team } from '../teams/schema.ts'
import type { User } from '../users/schema.ts'
import { seesPrivate, seesUser } from './visibility.ts'

/** The columns of user `u` and role `r` that `userOf` turns into a User. Fields the caller may not see come back empty. */
export const userColumns = (sql: Sql, caller: Caller) => sql`
  u.id, u.created_at, u.updated_at, u.deleted_at, u.registered_at as created, u.firstname, u.surname,
  case when ${seesUser(sql, caller)} then u.mail else '' end as mail,
  case when ${seesUser(sql, caller)} then u.phone else '' end as phone,
  case when ${seesPrivate(sql, caller)} then u.address else '' end as address,
  case when ${seesPrivate(sql, caller)} then u.city else '' end as city,
  case when ${seesPrivate(sql, caller)} then u.postal else '' end as postal,
  case when ${seesPrivate(sql, caller)} then u.location else '' end as location,
  case when ${seesPrivate(sql, caller)} then u.birthdate end as birthdate,
  u.avatar, u.locale, u.group_id, ${selectedSpaces(sql, caller)} as selected_group_id,
  r.name as role, r.id as role_id, r."order" as role_rank, r.type as role_type`

/** A row of `userColumns`. Building the role as JSON in PostgreSQL takes six times as long. */
export type UserRow = Omit<User, 'role_data'> & {
  role_id: number
  role_rank: number
  role_type: User['role_data']['type']
}

// Names each field, because spreading a row costs several times as much.
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

// Only the person sees which other spaces they belong to. Others see whether this space is selected.
const selectedSpaces = (sql: Sql, { id, group_id, token: { single_space } }: Caller) => sql`
  case when u.id = ${single_space ? 0 : id}
    then array(select own.group_id from users own
               where own.id = ${id} and own.selected_position is not null and own.deleted_at is null
               order by own.selected_position)
    when u.selected_position is null then '{}'
    else array[${group_id}::bigint]
  end`

/** The columns of user `u` and role `r` that `teamMemberOf` turns into a member of a Team. */
export const teamMemberColumns = (sql: Sql, caller: Caller) => sql`
  u.id, u.firstname, u.surname, case when ${seesUser(sql, caller)} then u.mail else '' end as mail, u.avatar,
  case when ${seesUser(sql, caller)} then u.phone else '' end as phone,
  r.name as role, r.id as role_id, r.color as role_color, r.type as role_type, r."order" as role_rank`

type TeamMember = Team['leaders'][number]

export type TeamMemberRow = Omit<TeamMember, 'role_data'> & {
  role_id: number
  role_color: string
  role_type: TeamMember['role_data']['type']
  role_rank: number
}

export const teamMemberOf = (row: TeamMemberRow): TeamMember => ({
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
