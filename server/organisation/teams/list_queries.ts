import type { Caller } from '../../access/caller.ts'
import { orderOfType, type RoleType } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { Paging } from '../../fields.ts'
import { JsonRows, JsonWriter, objectFields } from '../../json_rows.ts'
import { seesUser } from '../core/visibility.ts'
import { type ListedTeam, pageOfTeams } from './queries.ts'

/** The teams that the caller sees, as the JSON that is sent, joined with commas. */
export async function listTeams(
  sql: Sql,
  caller: Caller,
  params: Paging & { user_id?: number | undefined },
): Promise<Buffer> {
  const [teams, roles] = await Promise.all([pageOfTeams(sql, caller, params), roleFields(sql, caller)])
  const members = await membersOf(sql, caller, teams)
  const out = new JsonWriter(5000 * teams.length)
  for (const [index, { shows_users, ...team }] of teams.entries()) {
    const [leaders, users] = members.get(team.id) ?? []
    out.text(`${index === 0 ? '' : ','}${JSON.stringify(team).slice(0, -1)},"leaders":[`)
    writeMembers(out, leaders, roles)
    out.text('],"users":[')
    if (shows_users) writeMembers(out, users, roles)
    out.text(']}')
  }
  return out.result
}

const memberFields = objectFields([
  ['id', 0, 'plain'],
  ['firstname', 1, 'text'],
  ['surname', 2, 'text'],
  ['mail', 3, 'text'],
  ['avatar', 4, 'text'],
  ['phone', 5, 'text'],
])
const role_column = 6

type Bytes = Buffer | null | undefined

/** The leaders and the users of each team. A team that hides its users from the caller has none here. */
async function membersOf(sql: Sql, caller: Caller, teams: ListedTeam[]): Promise<Map<number, Bytes[]>> {
  const { group_id } = caller
  const ids = teams.map(({ id }) => id)
  const hiding = teams.filter(({ shows_users }) => !shows_users).map(({ id }) => id)
  const visible = hiding.length === 0 ? sql`` : sql`and (p.leader or p.team_id <> all(${hiding}))`
  const shown = seesUser(sql, caller)
  const member = sql`
    array[u.id::text, u.firstname, u.surname, case when ${shown} then u.mail else '' end, u.avatar,
          case when ${shown} then u.phone else '' end, u.role_id::text]`
  const rows = await sql`
    select p.team_id, json_agg(${member} order by p.position) filter (where p.leader),
           json_agg(${member} order by p.position) filter (where not p.leader)
    from team_members p
    join users u on u.group_id = ${group_id} and u.id = p.user_id
    where p.group_id = ${group_id} and p.team_id ${inList(sql, ids)} ${visible}
    group by p.team_id
    order by p.team_id`.raw()
  return new Map(rows.map(([team_id, ...lists]) => [Number(team_id), lists]))
}

function writeMembers(out: JsonWriter, sent: Bytes, roles: Map<number, string>) {
  const members = new JsonRows(sent, memberFields.length + 1)
  for (let row = 0; row < members.length; row++) {
    out.text(row === 0 ? '{' : ',{')
    out.fields(members, row, memberFields)
    out.text(roles.get(members.id(row, role_column)) ?? '')
  }
}

/** The end of a member, which says their role, by the id of the role. */
async function roleFields(sql: Sql, { group_id }: Caller) {
  const rows = await sql<{ id: number; name: string; color: string; type: RoleType; rank: number }[]>`
    select id, name, color, type, "order" as rank from roles where group_id = ${group_id} order by id`
  return new Map(
    rows.map(({ id, name, color, type, rank }) => {
      const role_data = { id, name, color, type, order: orderOfType[type], rank }
      return [id, `,"role":${JSON.stringify(name)},"role_data":${JSON.stringify(role_data)}}`]
    }),
  )
}
