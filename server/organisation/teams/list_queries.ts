import type { Caller } from '../../access/caller.ts'
import { orderOfType, type RoleType } from '../../access/permissions.ts'
import type { Database } from '../../db/pool/options.ts'
import { onlyRow } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import { fieldsWriter, type Row, rowsOf, writeObjects } from '../../json_rows.ts'
import { visibilityArguments } from '../core/visibility.ts'
import { withLocation } from './address.ts'
import { teams_max } from './queries.ts'

/** The teams that the caller sees, as the JSON that is sent, joined with commas. */
export async function listTeams(
  db: Database,
  caller: Caller,
  { user_id, limit, offset }: Paging & { user_id?: number | undefined },
): Promise<Buffer> {
  // All teams of a space can be a long response, which would delay calls of others in the same session.
  const rows = await db.writeCall(sql =>
    sql`
      select teams, members, users, roles
      from list_teams(${caller.group_id}, ${caller.id}, ${user_id ?? null}, ${Math.min(limit, teams_max)}, ${offset},
        ${visibilityArguments(sql, caller)})`.raw(),
  )
  const [teams, members, users, roles] = onlyRow(rows).map(rowsOf)
  return writeTeams(teams ?? [], members ?? [], membersById(users ?? [], roles ?? []))
}

const writeTeam = fieldsWriter([
  ['id', 0, 'plain'],
  ['created_at', 1, 'time'],
  ['updated_at', 2, 'time'],
  ['name', 3, 'text'],
  ['description', 4, 'text'],
  ['private', 5, 'plain'],
  ['hide_users', 6, 'plain'],
])

function writeTeams(teams: Row[], members: Row[], byId: Map<string | null | undefined, string>) {
  const lists = new Map(
    members.map(([team_id, leader, user_ids]) => [
      `${team_id} ${leader}`,
      user_ids?.split(',').map(user_id => byId.get(user_id)),
    ]),
  )
  return writeObjects(teams, team => {
    const list = (leader: boolean) => `[${lists.get(`${team[0]} ${leader}`) ?? ''}]`
    return `${writeTeam(team)},"address":${addressOf(team[7])},"leaders":${list(true)},"users":${list(false)}`
  })
}

const addressOf = (text: string | null | undefined) =>
  text ? JSON.stringify(withLocation(JSON.parse(JSON.parse(`"${text}"`)))) : 'null'

const writeMember = fieldsWriter([
  ['id', 0, 'plain'],
  ['firstname', 1, 'text'],
  ['surname', 2, 'text'],
  ['mail', 3, 'text'],
  ['avatar', 4, 'text'],
  ['phone', 5, 'text'],
])

/** Each user as a member of a team, by id. */
function membersById(users: Row[], roles: Row[]) {
  const byRole = new Map(roles.map(role => [role[0], writeRole(role)]))
  return new Map(users.map(user => [user[0], `{${writeMember(user)},${byRole.get(user[6])}}`]))
}

const writeRoleData = fieldsWriter([
  ['id', 0, 'plain'],
  ['name', 1, 'text'],
  ['color', 2, 'text'],
  ['type', 3, 'text'],
  ['order', 5, 'plain'],
  ['rank', 4, 'plain'],
])

const writeRole = (role: Row) =>
  `"role":"${role[1]}","role_data":{${writeRoleData([...role, String(orderOfType[role[3] as RoleType])])}}`
