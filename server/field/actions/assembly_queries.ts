import type { Caller } from '../../access/caller.ts'
import { channelOf, stateOfAnswer } from '../../contacts/core/consent_answers.ts'
import { conditionJson, seesForm } from '../../contacts/core/form_visibility.ts'
import type { Sql } from '../../db/sql.ts'
import { type UserRow, userColumns, userOf } from '../../organisation/core/user_rows.ts'
import { isTeamInsider, seesPrivate, seesTeam, seesUser } from '../../organisation/core/visibility.ts'
import type { User } from '../../organisation/users/schema.ts'
import { addressOfDoor, type DoorRow, doorColumns } from '../core/doors.ts'
import type { Action, ActionUser } from './schema.ts'

/** An action without its users, teams, forms and addresses. */
export type ActionRow = Omit<Action, 'Users' | 'Teams' | 'Forms' | 'Addresses'>

/** The columns of action `a`, whose creator is `u`. */
export const actionColumns = (sql: Sql, caller: Caller) => sql`
  a.id, a.group_id, a.created_at as "CreatedAt", a.updated_at as "UpdatedAt", a.archived_at, a.name, a.pitch, a.link, a.goal, a.goal_forms, a.start,
  a."end", a.reminder_id, a.gotv_voted_tag, a.gotv_not_voted_tag, a.gotv_abstention_tag, a.public, a.registration_link, a.aggreg_without_location,
  a.fields, a.polygon, a.filter, a.advanced_search, a.not_polygon, a.polling_station_included, a.polling_station_excluded, a.address_included,
  a.address_excluded, a.polling_station_included_missing, a.polling_station_excluded_missing, a.address_included_missing,
  a.address_excluded_missing, a.excluded_nevada, a.facts::json as facts, a.created_by,
  json_build_object(
    'first_name', u.firstname, 'last_name', u.surname, 'status', case when u.deleted_at is null then 'active' else 'inactive' end,
    'phone', case when ${seesUser(sql, caller)} then u.phone else '' end, 'email', case when ${seesUser(sql, caller)} then u.mail else '' end,
    'avator', u.avatar) as created_by_detail`

type Part<Name extends 'Teams' | 'Forms'> = Action[Name][number]

/** Actions with their users, teams, forms and addresses, in six statements for any number of actions. */
export async function assembleActions(
  sql: Sql,
  caller: Caller,
  heads: ActionRow[],
  addresses_max: number,
): Promise<Action[]> {
  const ids = heads.map(({ id }) => id)
  const [cards, members, teams, people, forms, doors] = await Promise.all([
    userCards(sql, caller, ids),
    actionMembers(sql, caller, ids),
    visibleTeams(sql, caller, ids),
    teamMembers(sql, caller, ids),
    actionForms(sql, caller, ids),
    firstDoors(sql, caller, ids, addresses_max),
  ])
  const cardOf = new Map(cards.map(row => [row.id, cardFor(userOf(row), row)]))
  const cardsOf = (list: { user_id: number }[] = []) => list.flatMap(({ user_id }) => cardOf.get(user_id) ?? [])
  const [membersOf, byTeam] = [byAction(members), Map.groupBy(people, ({ team_id }) => team_id)]
  const [teamsOf, formsOf, doorsOf] = [byAction(teams), byAction(forms), byAction(doors)]
  return heads.map(head => ({
    ...head,
    Users: cardsOf(membersOf.get(head.id)),
    Teams: (teamsOf.get(head.id) ?? []).map(({ team }) => ({ ...team, userswithactive: cardsOf(byTeam.get(team.id)) })),
    Forms: (formsOf.get(head.id) ?? []).map(({ form }) => withConsent(form)),
    Addresses: (doorsOf.get(head.id) ?? []).map(addressOfDoor),
  }))
}

type CardRow = UserRow & Pick<ActionUser, 'two_factor_enable' | 'gdpr_accepted'>

/** Only users who are still in the space are shown, so all are active. */
const cardFor = (user: User, { two_factor_enable, gdpr_accepted }: CardRow): ActionUser => ({
  ...user,
  CreatedAt: user.created_at,
  UpdatedAt: user.updated_at,
  two_factor_enable,
  validationcode: null,
  gdpr_accepted,
  active: true,
  group_id: [user.group_id],
})

const byAction = <Row extends { action_id: number }>(rows: Iterable<Row>) =>
  Map.groupBy(rows, ({ action_id }) => action_id)

/** The users in these actions, each once. */
const userCards = (sql: Sql, caller: Caller, ids: number[]) => sql<CardRow[]>`
  select ${userColumns(sql, caller)}, ${seesPrivate(sql, caller)} and u.second_factor as two_factor_enable,
         ${seesPrivate(sql, caller)} and u.pending_since is null as gdpr_accepted
  from users u
  join roles r on r.group_id = ${caller.group_id} and r.id = u.role_id
  where u.group_id = ${caller.group_id} and u.deleted_at is null and u.id in (
    select user_id from action_users where group_id = ${caller.group_id} and action_id = any(${ids})
    union
    select p.user_id from action_teams at
    join team_members p on p.group_id = ${caller.group_id} and p.team_id = at.team_id
    where at.group_id = ${caller.group_id} and at.action_id = any(${ids}))
  order by u.id`

const actionMembers = (sql: Sql, { group_id }: Caller, ids: number[]) => sql<{ action_id: number; user_id: number }[]>`
  select action_id, user_id from action_users
  where group_id = ${group_id} and action_id = any(${ids})
  order by action_id, position, user_id`

/** Private teams that the caller cannot see are left out. */
const visibleTeams = (sql: Sql, caller: Caller, ids: number[]) => sql<
  { action_id: number; team: Omit<Part<'Teams'>, 'userswithactive'> }[]
>`
  select at.action_id, json_build_object(
    'id', t.id, 'name', t.name, 'group_id', t.group_id, 'CreatedAt', wire_time(t.created_at), 'UpdatedAt', wire_time(t.updated_at),
    'DeletedAt', wire_time(t.deleted_at)) as team
  from action_teams at
  join teams t on t.group_id = ${caller.group_id} and t.id = at.team_id
  where at.group_id = ${caller.group_id} and at.action_id = any(${ids}) and ${seesTeam(sql, caller)}
  order by at.action_id, at.position, t.id`

const teamMembers = (sql: Sql, caller: Caller, ids: number[]) => sql<{ team_id: number; user_id: number }[]>`
  select m.team_id, m.user_id
  from team_members m
  join teams t on t.group_id = ${caller.group_id} and t.id = m.team_id
  where m.group_id = ${caller.group_id}
    and m.team_id in (select team_id from action_teams where group_id = ${caller.group_id} and action_id = any(${ids}))
    and (m.leader or not t.hide_users or ${isTeamInsider(sql, caller)})
  group by m.team_id, m.user_id
  order by m.team_id, bool_or(m.leader) desc, min(m.position), m.user_id`

type StoredForm = Omit<Part<'Forms'>, 'channel' | 'refvalues'> & {
  refvalues: Omit<Part<'Forms'>['refvalues'][number], 'agrees'>[]
}

/** What the words of a consent and of its answers mean. */
const withConsent = (form: StoredForm): Part<'Forms'> => ({
  ...form,
  channel: form.kind === 'consent' ? channelOf(form.label) : null,
  refvalues: form.refvalues.map(value => ({ ...value, agrees: stateOfAnswer(value.label) === 'yes' })),
})

const actionForms = (sql: Sql, caller: Caller, ids: number[]) => sql<{ action_id: number; form: StoredForm }[]>`
  select af.action_id, json_build_object('id', f.id, 'label', f.label, 'type', f.type, 'kind', f.kind, 'help', f.help, 'text', f.text,
    'version', f.version, 'required_at_door', f.required_at_door, 'condition', ${conditionJson(sql, caller)}, 'refvalues', coalesce((
    select json_agg(json_build_object('id', v.id, 'form_id', v.form_id, 'label', v.label, 'value', v.value) order by v.position, v.id)
    from form_refvalues v
    where v.group_id = ${caller.group_id} and v.form_id = f.id and v.archived_at is null), '[]')) as form
  from action_forms af
  join forms f on f.group_id = ${caller.group_id} and f.id = af.form_id
  where af.group_id = ${caller.group_id} and af.action_id = any(${ids}) and ${seesForm(sql, caller)}
  order by af.action_id, af.position, f.id`

const firstDoors = (sql: Sql, { group_id }: Caller, ids: number[], addresses_max: number) => sql<
  (DoorRow & { action_id: number })[]
>`
  select d.action_id, ${doorColumns(sql)}
  from unnest(${ids}::bigint[]) as wanted (id)
  cross join lateral (
    select * from action_addresses inner_d
    where inner_d.group_id = ${group_id} and inner_d.action_id = wanted.id and inner_d.removed_at is null
    order by inner_d.street_key, inner_d.number, inner_d.id
    limit ${addresses_max}
  ) d
  order by d.action_id, d.street_key, d.number, d.id`
