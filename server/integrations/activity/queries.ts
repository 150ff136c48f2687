import { type Caller, may } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import { seesFormOf } from '../../contacts/core/form_visibility.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { isInAction } from '../../field/core/visibility.ts'
import { type ActivityEntry, people_named_max } from './schema.ts'

/** How many imports, actions, forms and changes of roles are listed each. */
const entries_max = 5

type Found = Partial<ActivityEntry> & Pick<ActivityEntry, 'kind' | 'count' | 'last_at'>
type Finder = (sql: Sql, caller: Caller, since: string) => Promise<Found[]>

// Another kind of change is a line here and in the schema. Each statement reads a range of an index.
const finders: { allowed: (caller: Caller) => boolean; find: Finder }[] = [
  { allowed: caller => may(caller, 'finance:read'), find: findContributions },
  { allowed: caller => hasScope(caller, 'actions:read'), find: findVisits },
  { allowed: caller => may(caller, 'contacts:write'), find: findImports },
  { allowed: caller => may(caller, 'contacts:sensitive'), find: findWithdrawnConsents },
  { allowed: caller => may(caller, 'users:read'), find: findRoleChanges },
  { allowed: caller => may(caller, 'users:read'), find: findNewUsers },
]

/** Whether the scopes of the token include the permission. Which actions a role sees is decided row by row. */
const hasScope = ({ scopes }: Caller, permission: Permission) => !scopes || scopes.has(permission)

const nothing = { amount: null, currency: null, subject_id: null, name: '', user: null, people: [], people_count: 0 }

export async function listActivity(sql: Sql, caller: Caller, since: string): Promise<ActivityEntry[]> {
  const found: Found[] = []
  for (const { allowed, find } of finders) if (allowed(caller)) found.push(...(await find(sql, caller, since)))
  return found
    .map(entry => ({ ...nothing, ...entry }))
    .sort((one, other) => (one.last_at < other.last_at ? 1 : one.last_at > other.last_at ? -1 : 0))
}

/** What memberships and donations of payments that were recorded since then received, by currency. */
async function findContributions(sql: Sql, { group_id }: Caller, since: string): Promise<Found[]> {
  return sql<Found[]>`
    select case i.kind when 'membership' then 'memberships' else 'donations' end as kind, count(*) as count, sum(i.received_amount)::bigint as amount,
           upper(i.currency) as currency, max(b.created_at) as last_at
    from transaction_bundles b
    join items i on i.group_id = ${group_id} and i.bundle_id = b.id and i.kind in ('membership', 'donation')
      and i.received_amount > 0
    where b.group_id = ${group_id} and b.deleted_at is null and b.updated_at >= ${since} and b.created_at >= ${since}
    group by i.kind, upper(i.currency)
    order by i.kind, upper(i.currency)
    limit 20`
}

/** Visits by action, with the users who made most of them. Without `actions:read`, only in the actions of the caller. */
async function findVisits(sql: Sql, caller: Caller, since: string): Promise<Found[]> {
  const { group_id } = caller
  return sql<Found[]>`
    select 'visits' as kind, n.count, n.last_at, n.people_count, a.id as subject_id, a.name, ${people(sql, group_id, sql`n.user_ids`)} as people
    from actions a
    cross join lateral (
      select sum(v.count)::bigint as count, max(v.last_at) as last_at, count(*) as people_count,
             array_agg(v.user_id order by v.count desc, v.user_id) as user_ids
      from (
        select recorded_by as user_id, count(*) as count, max(date) as last_at
        from visits
        where group_id = ${group_id} and action_id = a.id and withdrawn_at is null and date >= ${since} and date <= now()
        group by recorded_by
      ) v
    ) n
    where a.group_id = ${group_id} and n.count > 0 and ${may(caller, 'actions:read') ? sql`true` : isInAction(sql, caller)}
    order by n.count desc, a.id
    limit ${entries_max}`
}

/** The names of the first of these users. */
const people = (sql: Sql, group_id: number, user_ids: Fragment) => sql`
  coalesce((
    select json_agg(json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) order by array_position(${user_ids}, u.id))
    from users u
    where u.group_id = ${group_id} and u.id = any((${user_ids})[1:${people_named_max}::int])), '[]')`

/** Imports that ended since then, unless they created no contact or were undone. */
async function findImports(sql: Sql, { group_id }: Caller, since: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'import' as kind, (j.result ->> 'created')::bigint as count, j.ended_at as last_at, i.id as subject_id, i.name, 1 as people_count,
           json_build_array(json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname)) as people
    from (
      select id, name, user_id, run_job_id from imports
      where group_id = ${group_id} and ready_at is not null and undo_job_id is null
      order by id desc
      limit 100
    ) i
    join jobs j on j.group_id = ${group_id} and j.id = i.run_job_id
    join users u on u.group_id = ${group_id} and u.id = i.user_id
    where j.ended_at >= ${since} and (j.result ->> 'created')::bigint > 0
    order by j.ended_at desc, i.id
    limit ${entries_max}`
}

/** A reworded answer is withdrawn and given again in one request: that is none. */
async function findWithdrawnConsents(sql: Sql, caller: Caller, since: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'consents_withdrawn' as kind, count(distinct h.contact_id) as count, max(h.created_at) as last_at, h.form_label as name
    from consent_history h
    join contacts c on c.group_id = ${caller.group_id} and c.id = h.contact_id and c.restricted_at is null and c.merged_into is null
    where h.group_id = ${caller.group_id} and not h.given and h.source not like 'merge %' and h.source not like 'undoing merge %'
      and h.created_at >= ${since} and ${seesFormOf(sql, caller, sql`h.form_id`)}
      and not exists (
        select from consent_history g
        where g.group_id = ${caller.group_id} and g.contact_id = h.contact_id and g.form_id = h.form_id and g.form_ref_id = h.form_ref_id and g.given
          and g.request = h.request and g.id > h.id)
    group by h.form_id, h.form_label
    order by count(distinct h.contact_id) desc, h.form_id
    limit ${entries_max}`
}

async function findRoleChanges(sql: Sql, caller: Caller, since: string): Promise<Found[]> {
  return sql<Found[]>`
    select 'role_changed' as kind, 1 as count, a.created_at as last_at, s.id as subject_id, coalesce(a.details ->> 'to', '') as name,
           json_build_object('id', s.id, 'firstname', s.firstname, 'surname', s.surname) as user,
           json_build_array(json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname)) as people, 1 as people_count
    from audit_log a
    join users s on s.group_id = ${caller.group_id} and s.id = a.subject_id
    join users u on u.group_id = ${caller.group_id} and u.id = a.user_id
    where ${sinceInAudit(sql, caller, 'user.role_changed', since)}
    order by a.created_at desc, a.id desc
    limit ${entries_max}`
}

async function findNewUsers(sql: Sql, caller: Caller, since: string): Promise<Found[]> {
  const rows = await sql<Found[]>`
    select 'users_joined' as kind, n.count, n.last_at, n.count as people_count, ${people(sql, caller.group_id, sql`n.user_ids`)} as people
    from (
      select count(*) as count, max(a.created_at) as last_at, array_agg(a.user_id order by a.created_at desc, a.id) as user_ids
      from audit_log a
      where ${sinceInAudit(sql, caller, 'user.accepted', since)}
    ) n
    where n.count > 0`
  return [...rows]
}

const sinceInAudit = (sql: Sql, { group_id }: Caller, kind: string, since: string) =>
  sql`a.group_id = ${group_id} and a.kind = ${kind} and a.created_at >= ${since}`
