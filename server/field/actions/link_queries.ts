import type { Caller } from '../../access/caller.ts'
import { seesForm } from '../../contacts/core/form_visibility.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, type Fault } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { lockMembers } from '../../organisation/core/roles.ts'
import { isTeamInsider, seesTeam } from '../../organisation/core/visibility.ts'

type References = { id: number }[]

/** Who and what is in an action; a list that is not sent stays as it is. */
export interface Links {
  Users?: References | undefined
  Teams?: References | undefined
  Forms?: References | undefined
}

/** Sets the users, teams and forms of an action, in the order sent. Throws one error with all ids that the caller cannot see. */
export async function setLinks(sql: Sql, caller: Caller, action_id: number, lists: Links, where: string) {
  await checkReferences(sql, caller, action_id, lists, where)
  const { group_id } = caller
  if (lists.Users) {
    await sql`delete from action_users where group_id = ${group_id} and action_id = ${action_id}`
    const rows = withPositions(lists.Users).map(({ id, position }) => ({ group_id, action_id, user_id: id, position }))
    if (rows.length > 0) await sql`insert into action_users ${sql(rows)}`
  }
  if (lists.Teams) {
    // Private teams that the caller cannot see stay, because the caller could not send them back.
    await sql`
      delete from action_teams
      where group_id = ${group_id} and action_id = ${action_id}
        and team_id in (select t.id from teams t where t.group_id = ${group_id} and (not t.private or ${isTeamInsider(sql, caller)}))`
    const rows = withPositions(lists.Teams).map(({ id, position }) => ({ group_id, action_id, team_id: id, position }))
    if (rows.length > 0) await sql`insert into action_teams ${sql(rows)}`
  }
  if (lists.Forms) {
    // Forms that the caller cannot see stay, for the same reason.
    await sql`
      delete from action_forms
      where group_id = ${group_id} and action_id = ${action_id}
        and form_id in (select f.id from forms f where f.group_id = ${group_id} and ${seesForm(sql, caller)})`
    const rows = withPositions(lists.Forms).map(({ id, position }) => ({ group_id, action_id, form_id: id, position }))
    if (rows.length > 0) await sql`insert into action_forms ${sql(rows)}`
  }
}

// An id that is sent twice counts once, at its first position.
const withPositions = (list: References) =>
  [...new Set(list.map(({ id }) => id))].map((id, position) => ({ id, position }))

async function checkReferences(sql: Sql, caller: Caller, action_id: number, lists: Links, where: string) {
  const { Users = [], Teams = [], Forms = [] } = lists
  const { group_id } = caller
  const ids = (list: References) => list.map(({ id }) => id)
  // Until the end of the transaction no user leaves the space.
  if (Users.length > 0) await lockMembers(sql, group_id)
  const [users, teams, forms] = await Promise.all([
    sql<References>`
      select id from users where group_id = ${group_id} and deleted_at is null and not service_account and id = any(${ids(Users)})
      order by id`,
    sql<References>`
      select t.id from teams t
      where t.group_id = ${group_id} and t.id = any(${ids(Teams)}) and ${seesTeam(sql, caller)}
      order by t.id for share of t`,
    sql<References>`
      select f.id from forms f
      where f.group_id = ${group_id} and f.id = any(${ids(Forms)}) and ${seesForm(sql, caller)} and (f.archived_at is null or f.id in (
        select form_id from action_forms where group_id = ${group_id} and action_id = ${action_id}))
      order by f.id for share of f`,
  ])
  const faults = [
    ...unknownFaults(Users, users, `${where}.Users`, 'user'),
    ...unknownFaults(Teams, teams, `${where}.Teams`, 'team'),
    ...unknownFaults(Forms, forms, `${where}.Forms`, 'form'),
  ]
  const [first] = faults
  if (first)
    throw new ApiError('invalid_request', msg`${first.location} ${first.message}.`, { faults: faults.slice(0, 20) })
}

function unknownFaults(sent: References, found: References, where: string, what: string): Fault[] {
  const known = new Set(found.map(({ id }) => id))
  return sent.flatMap(({ id }, index) =>
    known.has(id)
      ? []
      : [{ location: `${where}.${index}.id`, message: msg`is ${id}, which is not a ${what} of your space`, value: id }],
  )
}
