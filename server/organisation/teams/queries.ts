import { type Caller, may } from '../../access/caller.ts'
import { type Fragment, onlyRow, type Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import type { Paging } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { lockMembers } from '../core/roles.ts'
import { teamMemberColumns, teamMemberOf, userColumns, userOf } from '../core/user_rows.ts'
import { seesMembership, seesTeam, seesUser } from '../core/visibility.ts'
import { completeAddress, withLocation } from './address.ts'
import { public_team_columns, team_columns } from './columns.ts'
import type { Address, NewTeam, PublicTeam, ReplacedTeam, Team } from './schema.ts'

/** Adds the leaders and users the caller may see to these teams, with one query for all of them. */
async function withPeople<Team extends { id: number; address: Address | null }, Row extends object, Person>(
  sql: Sql,
  caller: Caller,
  teams: readonly Team[],
  [columns, personOf]: [(sql: Sql, caller: Caller) => Fragment, (row: Row) => Person],
) {
  const { group_id } = caller
  const ids = teams.map(({ id }) => id)
  const rows = await sql<(Row & { team_id: number; leads: boolean })[]>`
    select p.team_id, p.leader as leads, ${columns(sql, caller)}
    from team_members p
    join teams t on t.group_id = ${group_id} and t.id = p.team_id
    join users u on u.group_id = ${group_id} and u.id = p.user_id
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    where p.group_id = ${group_id} and p.team_id ${inList(sql, ids)}
      and ${seesMembership(sql, caller)}
    order by p.team_id, p.position`
  const people = Map.groupBy(rows, ({ team_id }) => team_id)
  return teams.map(team => {
    const own = people.get(team.id) ?? []
    const peopleWho = (leading: boolean) => own.filter(({ leads }) => leads === leading).map(row => personOf(row))
    return {
      ...team,
      address: team.address && withLocation(team.address),
      leaders: peopleWho(true),
      users: peopleWho(false),
    }
  })
}

const as_members: [typeof teamMemberColumns, typeof teamMemberOf] = [teamMemberColumns, teamMemberOf]
const as_users: [typeof userColumns, typeof userOf] = [userColumns, userOf]

const visibleTeams = (sql: Sql, caller: Caller) => sql`
  from teams t
  where t.group_id = ${caller.group_id} and ${seesTeam(sql, caller)}`

type TeamRow = Omit<Team, 'leaders' | 'users'>

const teamColumns = (sql: Sql) => sql.unsafe(team_columns)

const orderedPage = (sql: Sql, { limit, offset }: Paging) => sql`
  order by t.name collate "und-x-icu", t.id
  limit ${Math.min(limit, teams_max)} offset ${offset}`

export async function listPublicTeams(sql: Sql, caller: Caller, paging: Paging): Promise<PublicTeam[]> {
  const rows = await sql<Omit<PublicTeam, 'leaders' | 'users'>[]>`
    select ${sql.unsafe(public_team_columns)}
    from teams t
    where t.group_id = ${caller.group_id} and t.deleted_at is null and not t.private
    ${orderedPage(sql, paging)}`
  return withPeople(sql, caller, rows, as_users)
}

export async function readTeam(sql: Sql, caller: Caller, id: number): Promise<Team> {
  const rows = await sql<TeamRow[]>`select ${teamColumns(sql)} ${visibleTeams(sql, caller)} and t.id = ${id}`
  const [team] = await withPeople(sql, caller, rows, as_members)
  if (!team) throw notFound('team')
  return team
}

/** Reads a team and locks it until the end of the transaction. */
export async function lockTeam(sql: Sql, caller: Caller, id: number) {
  await lockMembers(sql, caller.group_id)
  await sql`select from teams where group_id = ${caller.group_id} and id = ${id} for update`
  return readTeam(sql, caller, id)
}

export async function createTeam(sql: Sql, caller: Caller, { leaders, users, address, ...details }: NewTeam) {
  const fields = {
    ...details,
    group_id: caller.group_id,
    created_by: caller.id,
    address: sql.json(completeAddress(address)),
  }
  await checkTeamLimit(sql, caller)
  const [row] = await sql<[{ id: number }]>`insert into teams ${sql(fields)} returning id`
  await setPeople(sql, caller, row.id, { leaders, users })
  return readWrittenTeam(sql, caller, row.id)
}

/**
 * GET /teams returns all teams by default, so the number of teams and of memberships is limited. The limits are ten times what large
 * organisations have, and keep the response below 100 MB.
 */
export const teams_max = 5000
const memberships_max = 100_000

/** Serializes creations in one space, so that concurrent ones cannot exceed the limit together. */
async function checkTeamLimit(sql: Sql, { group_id }: Caller) {
  await lockMembers(sql, group_id)
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from teams where group_id = ${group_id} and deleted_at is null`
  if (row.count >= teams_max)
    throw new ApiError(
      'conflict',
      msg`A space can have at most ${teams_max} teams. Delete teams that are no longer used first.`,
    )
}

async function checkMembershipLimit(sql: Sql, { group_id }: Caller) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from team_members p
    join teams t on t.group_id = ${group_id} and t.id = p.team_id and t.deleted_at is null
    where p.group_id = ${group_id}`
  if (row.count > memberships_max)
    throw new ApiError(
      'conflict',
      msg`The teams of a space can have at most ${memberships_max} memberships in total. Remove some first.`,
    )
}

export async function replaceTeam(sql: Sql, caller: Caller, { id, leaders, users, address, ...details }: ReplacedTeam) {
  await checkMayEdit(sql, caller, id)
  const fields = { ...details, address: sql.json(completeAddress(address)) }
  await sql`update teams set ${sql(fields)}, updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
  await setPeople(sql, caller, id, { leaders, users })
  return readWrittenTeam(sql, caller, id)
}

// Not `readTeam`: a caller who has just left a private team no longer sees it, and still gets it in this response.
async function readWrittenTeam(sql: Sql, caller: Caller, id: number): Promise<Team> {
  const rows = await sql<TeamRow[]>`
    select ${teamColumns(sql)} from teams t where t.group_id = ${caller.group_id} and t.id = ${id}`
  return onlyRow(await withPeople(sql, caller, rows, as_members))
}

export async function deleteTeam(sql: Sql, caller: Caller, id: number) {
  await checkMayEdit(sql, caller, id)
  await sql`update teams set deleted_at = now(), updated_at = now() where group_id = ${caller.group_id} and id = ${id}`
}

async function checkMayEdit(sql: Sql, caller: Caller, id: number) {
  await lockTeam(sql, caller, id)
  if (may(caller, 'teams:manage')) return
  const [own] = await sql`
    select from teams t
    where t.group_id = ${caller.group_id} and t.id = ${id}
      and (t.created_by = ${caller.id} or exists (
        select from team_members p
        where p.group_id = ${caller.group_id} and p.team_id = t.id and p.user_id = ${caller.id} and p.leader))`
  if (!own)
    throw forbidden(
      'Only the leaders of this team, its creator and users with the permission teams:manage can change it.',
    )
}

type People = Pick<NewTeam, 'leaders' | 'users'>

async function setPeople(sql: Sql, caller: Caller, team_id: number, { leaders, users }: People) {
  const rows = [...membershipRows(leaders, true), ...membershipRows(users, false)].map(row => ({
    ...row,
    group_id: caller.group_id,
    team_id,
  }))
  // Until the end of the transaction no user leaves the space.
  await lockMembers(sql, caller.group_id)
  await checkPeopleVisible(sql, caller, team_id, { leaders, users })
  await sql`delete from team_members where group_id = ${caller.group_id} and team_id = ${team_id}`
  if (rows.length === 0) return
  await sql`insert into team_members ${sql(rows)}`
  await checkMembershipLimit(sql, caller)
}

// A user named twice gets one membership, at the first position.
const membershipRows = (list: { id: number }[], leader: boolean) =>
  [...new Set(list.map(({ id }) => id))].map((user_id, position) => ({ user_id, leader, position }))

// Accepts users the caller may see and current members of the team. Any other id is refused, whether or not such a user exists.
async function checkPeopleVisible(sql: Sql, caller: Caller, team_id: number, lists: People) {
  const ids = [...lists.leaders, ...lists.users].map(({ id }) => id)
  const rows = await sql<{ id: number }[]>`
    select u.id from users u
    where u.group_id = ${caller.group_id} and u.deleted_at is null and not u.service_account and u.id = any(${ids})
      and (${seesUser(sql, caller)} or exists (
        select from team_members p where p.group_id = ${caller.group_id} and p.team_id = ${team_id} and p.user_id = u.id))
    order by u.id`
  const known = new Set(rows.map(({ id }) => id))
  for (const [field, list] of Object.entries(lists)) {
    const index = list.findIndex(({ id }) => !known.has(id))
    if (index >= 0)
      throw invalid(
        `body.data.team.${field}.${index}.id`,
        msg`is ${list[index]?.id}, which is not a user visible to you`,
        list[index]?.id,
      )
  }
}
