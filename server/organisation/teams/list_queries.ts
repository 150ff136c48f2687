import type { Caller } from '../../access/caller.ts'
import { orderOfType, type RoleType } from '../../access/permissions.ts'
import type { Database } from '../../db/pool/options.ts'
import { onlyRow } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import { JsonRows, JsonWriter, objectFields } from '../../json_rows.ts'
import { visibilityArguments } from '../core/visibility.ts'
import { withLocation } from './address.ts'
import { address_column, team_fields } from './columns.ts'
import { teams_max } from './queries.ts'

/** The teams that the caller sees, as the JSON that is sent, joined with commas. */
export async function listTeams(
  db: Database,
  caller: Caller,
  { user_id, limit, offset }: Paging & { user_id?: number | undefined },
): Promise<Buffer> {
  const rows = await db.listCall(sql =>
    sql`
      select teams, members, users, roles
      from list_teams(${caller.group_id}, ${caller.id}, ${user_id ?? null}, ${Math.min(limit, teams_max)}, ${offset},
        ${visibilityArguments(sql, caller)})`.raw(),
  )
  const [teams, members, users, roles] = onlyRow(rows)
  return writeTeams(
    new JsonRows(teams, address_column + 1),
    listsOf(new JsonRows(members, 3)),
    writePeople(users, roles),
  )
}

const teamFields = objectFields(team_fields)

function writeTeams(teams: JsonRows, lists: Map<string, string[]>, people: People) {
  const out = new JsonWriter(5000 * teams.length)
  for (let row = 0; row < teams.length; row++) {
    const id = teams.id(row, 0)
    const address = teams.text(row, address_column)
    out.text(row === 0 ? '{' : ',{')
    out.fields(teams, row, teamFields)
    out.text(`,"address":${address ? JSON.stringify(withLocation(JSON.parse(address))) : 'null'},"leaders":[`)
    writeMembers(out, lists.get(`${id} true`) ?? [], people)
    out.text('],"users":[')
    writeMembers(out, lists.get(`${id} false`) ?? [], people)
    out.text(']}')
  }
  return out.result
}

/** The ids of the leaders and of the users of each team. */
const listsOf = (members: JsonRows) =>
  new Map(
    Array.from({ length: members.length }, (_, row) => [
      `${members.id(row, 0)} ${members.text(row, 1)}`,
      members.text(row, 2).split(','),
    ]),
  )

/** Members as they are sent, each written once, and where they begin and end. */
interface People {
  bytes: Buffer
  places: Map<string, [start: number, end: number]>
}

function writeMembers(out: JsonWriter, ids: string[], { bytes, places }: People) {
  for (const [index, id] of ids.entries()) {
    const place = places.get(id)
    if (!place) throw new Error(`user ${id} of a team was not read`)
    if (index > 0) out.text(',')
    out.copy(bytes, ...place)
  }
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

function writePeople(sent_users: Buffer | null | undefined, sent_roles: Buffer | null | undefined): People {
  const users = new JsonRows(sent_users, memberFields.length + 1)
  const roles = roleFields(new JsonRows(sent_roles, 5))
  const out = new JsonWriter(400 * users.length)
  const places: People['places'] = new Map()
  for (let row = 0; row < users.length; row++) {
    const start = out.length
    out.text('{')
    out.fields(users, row, memberFields)
    const role = roles.get(users.id(row, role_column))
    if (!role) throw new Error(`the role of user ${users.id(row, 0)} was not read`)
    out.text(role)
    places.set(String(users.id(row, 0)), [start, out.length])
  }
  return { bytes: out.result, places }
}

/** The end of a member, which says their role, by the id of the role. */
const roleFields = (roles: JsonRows) =>
  new Map(
    Array.from({ length: roles.length }, (_, row) => {
      const [name = '', color = '', type = '', rank = ''] = [1, 2, 3, 4].map(column => roles.text(row, column))
      const id = roles.id(row, 0)
      const role_data = { id, name, color, type, order: orderOfType[type as RoleType], rank: Number(rank) }
      return [id, `,"role":${JSON.stringify(name)},"role_data":${JSON.stringify(role_data)}}`]
    }),
  )
