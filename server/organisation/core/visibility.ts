import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'

// Who sees which users and teams. Every function is a condition for the where clause of a query, about the rows named in its comment.

/** Whether the caller sees user `u`, with their mail and phone. */
export const seesUser = (sql: Sql, caller: Caller) =>
  may(caller, 'users:read') ? sql`true` : sql`(u.id = ${caller.id} or ${sharesTeam(sql, caller)})`

/** Whether the caller sees the private fields of user `u`: address, birthdate and location. */
export const seesPrivate = (sql: Sql, caller: Caller) =>
  may(caller, 'users:write') ? sql`true` : sql`u.id = ${caller.id}`

/** Whether the caller and user `u` are in a common team. */
const sharesTeam = (sql: Sql, { id, group_id }: Caller) => sql`
  exists (
    select from team_members mine
    join team_members theirs on theirs.group_id = ${group_id} and theirs.team_id = mine.team_id
    join teams shared on shared.group_id = ${group_id} and shared.id = mine.team_id and shared.deleted_at is null
    where mine.group_id = ${group_id} and mine.user_id = ${id} and theirs.user_id = u.id)`

/** Whether the caller sees team `t`: every member of the space sees a public team, insiders see a private one. */
export const seesTeam = (sql: Sql, caller: Caller) => sql`
  t.deleted_at is null and (not t.private or ${isTeamInsider(sql, caller)})`

/** Whether the caller manages teams, created team `t`, or is in it. */
export const isTeamInsider = (sql: Sql, caller: Caller) =>
  may(caller, 'teams:manage') ? sql`true` : sql`(t.created_by = ${caller.id} or ${isTeamMember(sql, caller)})`

/** Whether the caller sees that membership `p` belongs to team `t`: leaders always show, the users of a team can be hidden from outsiders. */
export const seesMembership = (sql: Sql, caller: Caller) => sql`
  (p.leader or ${showsUsers(sql, caller)})`

/** Whether team `t` shows its users to the caller. */
export const showsUsers = (sql: Sql, caller: Caller) => sql`
  (not t.hide_users or ${isTeamInsider(sql, caller)})`

const isTeamMember = (sql: Sql, { group_id, id }: Caller) => sql`
  exists (select from team_members p where p.group_id = ${group_id} and p.team_id = t.id and p.user_id = ${id})`

// The same in a function of the database, whose parameters say what the caller may do.

export const visibility_parameters = 'reads_users boolean, manages_teams boolean'

export const visibilityArguments = (sql: Sql, caller: Caller) => sql`
  ${may(caller, 'users:read')}, ${may(caller, 'teams:manage')}`

/** Whether the caller sees user `u`, with their mail and phone. */
export const sees_user = `(reads_users or u.id = acting_user or exists (
      select from team_members mine
      join team_members theirs on theirs.group_id = space and theirs.team_id = mine.team_id
      join teams shared on shared.group_id = space and shared.id = mine.team_id and shared.deleted_at is null
      where mine.group_id = space and mine.user_id = acting_user and theirs.user_id = u.id))`

/** Whether the caller manages teams, created team `t`, or is in it. */
const is_team_insider = `(manages_teams or t.created_by = acting_user or exists (
      select from team_members own where own.group_id = space and own.team_id = t.id and own.user_id = acting_user))`

/** Whether the caller sees team `t`. */
export const sees_team = `t.deleted_at is null and (not t.private or ${is_team_insider})`

/** Whether team `t` shows its users to the caller. */
export const shows_users = `(not t.hide_users or ${is_team_insider})`
