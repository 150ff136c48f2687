import type { Caller } from '../../access/caller.ts'
import { orderOfType, type RoleType } from '../../access/permissions.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { Paging } from '../../fields.ts'
import { JsonRows, JsonWriter, objectFields } from '../../json_rows.ts'
import { seesMembership, seesUser } from '../core/visibility.ts'
import { pageOfTeams, type TeamRow } from './queries.ts'

/** The teams that the caller sees, as the JSON that is sent, joined with commas. */
export async function listTeams(
  sql: Sql,
  caller: Caller,
  params: Paging & { user_id?: number | undefined },
): Promise<Buffer> {
  const [teams, roles] = await Promise.all([pageOfTeams(sql, caller, params), roleFields(sql, caller)])
  const members = await membersOf(
    sql,
    caller,
    teams.map(({ id }) => id),
  )
  const byTeam = Map.groupBy(
    Array.from({ length: members.length }, (_, row) => row),
    row => members.id(row, 0),
  )
  const out = new JsonWriter(1000 * teams.length + 4 * members.bytes.length)
  for (const [index, team] of teams.entries()) {
    const own = byTeam.get(team.id) ?? []
    out.text(`${index === 0 ? '' : ','}${JSON.stringify(team).slice(0, -1)}`)
    writeMembers(
      out,
      'leaders',
      members,
      own.filter(row => members.isTrue(row, 1)),
      roles,
    )
    writeMembers(
      out,
      'users',
      members,
      own.filter(row => !members.isTrue(row, 1)),
      roles,
    )
    out.text('}')
  }
  return out.result
}

const member_columns = 9
const memberFields = objectFields([
  ['id', 2, 'plain'],
  ['firstname', 3, 'text'],
  ['surname', 4, 'text'],
  ['mail', 5, 'text'],
  ['avatar', 6, 'text'],
  ['phone', 7, 'text'],
])

async function membersOf(sql: Sql, caller: Caller, ids: TeamRow['id'][]) {
  const { group_id } = caller
  const shown = seesUser(sql, caller)
  const rows = await sql`
    select json_agg(array[p.team_id::text, p.leader::text, u.id::text, u.firstname, u.surname,
                          case when ${shown} then u.mail else '' end, u.avatar,
                          case when ${shown} then u.phone else '' end, u.role_id::text]
                    order by p.team_id, p.position)
    from team_members p
    join teams t on t.group_id = ${group_id} and t.id = p.team_id
    join users u on u.group_id = ${group_id} and u.id = p.user_id
    where p.group_id = ${group_id} and p.team_id ${inList(sql, ids)}
      and ${seesMembership(sql, caller)}`.raw()
  return new JsonRows(onlyRow(rows)[0], member_columns)
}

function writeMembers(out: JsonWriter, name: string, members: JsonRows, list: number[], roles: Map<number, string>) {
  out.text(`,"${name}":[`)
  list.forEach((row, index) => {
    out.text(index === 0 ? '{' : ',{')
    out.fields(members, row, memberFields)
    out.text(roles.get(members.id(row, 8)) ?? '')
    out.text('}')
  })
  out.text(']')
}

/** The fields of a member that say their role, by the id of the role. */
async function roleFields(sql: Sql, { group_id }: Caller) {
  const rows = await sql<{ id: number; name: string; color: string; type: RoleType; rank: number }[]>`
    select id, name, color, type, "order" as rank from roles where group_id = ${group_id}`
  return new Map(
    rows.map(({ id, name, color, type, rank }) => {
      const role_data = { id, name, color, type, order: orderOfType[type], rank }
      return [id, `,"role":${JSON.stringify(name)},"role_data":${JSON.stringify(role_data)}`]
    }),
  )
}
