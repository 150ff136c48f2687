import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { removeConnection } from '../core/identity_providers/connections.ts'
import { lockUserBelow } from '../core/locked_user.ts'
import { seesMembership, seesPrivate, seesTeam } from '../core/visibility.ts'
import { type Member, teams_max } from './schema.ts'

/** The members of the space in the order of the users. Service accounts belong to integrations. */
export async function listMembers(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const [rows, [count]] = await Promise.all([
    sql<Omit<Member, 'teams' | 'identity_providers'>[]>`
      select u.id as user_id,
             case when u.suspended_at is not null then 'suspended' when u.pending_since is not null then 'pending' else 'active' end as state,
             case when ${seesPrivate(sql, caller)} then to_char(v.seen_on, 'YYYY-MM-DD') end as last_seen_on,
             case when ${seesPrivate(sql, caller)} and u.pending_since is null then u.second_factor end as second_factor
      from users u
      left join member_visits v on v.group_id = ${group_id} and v.user_id = u.id
      where u.group_id = ${group_id} and u.deleted_at is null and not u.service_account
      order by u.surname collate "und-x-icu", u.firstname collate "und-x-icu", u.id
      limit ${page_size} offset ${offset}`,
    sql<[{ total: number }]>`
      select count(*) as total from users where group_id = ${group_id} and deleted_at is null and not service_account`,
  ])
  const ids = rows.map(({ user_id }) => user_id)
  const [teams, providers] = await Promise.all([listTeams(sql, caller, ids), listProviders(sql, caller, ids)])
  const withLists = (row: (typeof rows)[number]): Member => ({
    ...row,
    teams: teams.get(row.user_id) ?? [],
    identity_providers: providers.get(row.user_id) ?? [],
  })
  return { rows: rows.map(withLists), total: count.total }
}

/** The teams of these users that the caller sees. A user who leads a team and is in it has it once. */
async function listTeams(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id } = caller
  const found = await sql<{ user_id: number; teams: Member['teams'] }[]>`
    select m.user_id, json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name, m.id) as teams
    from (
      select distinct p.user_id, t.id, t.name
      from team_members p
      join teams t on t.group_id = ${group_id} and t.id = p.team_id
      where p.group_id = ${group_id} and p.user_id = any(${ids}) and ${seesTeam(sql, caller)} and ${seesMembership(sql, caller)}) m
    group by m.user_id
    order by m.user_id
    limit ${page_size_max}`
  return new Map(found.map(({ user_id, teams }) => [user_id, teams.slice(0, teams_max)]))
}

/** The names of the identity providers that these users are connected to, as far as the caller may know. */
async function listProviders(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id } = caller
  const shown = may(caller, 'users:write') ? ids : ids.filter(id => id === caller.id)
  const found = await sql<{ account_id: number; names: string[] }[]>`
    select i.account_id, array_agg(p.name order by p.name, p.id) as names
    from account_identities i
    join identity_providers p on p.group_id = ${group_id} and p.id = i.provider_id
    where i.group_id = ${group_id} and i.account_id = any(${shown})
    group by i.account_id`
  return new Map(found.map(({ account_id, names }) => [account_id, names]))
}

/** Disconnects a user from the providers of the space, and ends the sessions that began through them. */
export async function disconnectMember(sql: Sql, { caller, request_id }: WriteContext, user_id: number) {
  const { group_id } = caller
  await lockUserBelow(sql, caller, user_id)
  const connections = await sql<{ provider_id: number }[]>`
    select distinct provider_id from account_identities where group_id = ${group_id} and account_id = ${user_id} order by provider_id`
  if (connections.length === 0) throw notFound('connection')
  for (const { provider_id } of connections) await removeConnection(sql, user_id, { group_id, provider_id })
  const details = { identity_provider_ids: connections.map(({ provider_id }) => provider_id) }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'user.disconnected',
    subject: 'user',
    subject_id: user_id,
    details,
  })
}
