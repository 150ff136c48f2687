import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { isTeamInsider } from '../../organisation/core/visibility.ts'
import { actionAccess } from '../core/visibility.ts'
import type { ActionStatistics } from './schema.ts'

export interface Span {
  from: string | null
  to: string | null
}

const rows_max = 1000

/** Which visits `v` count: those of the action that were not withdrawn, within the span. */
const countedVisits = (sql: Sql, action_id: number, { from, to }: Span) => sql`
  v.action_id = ${action_id} and v.withdrawn_at is null
  ${from === null ? sql`` : sql`and v.date >= ${from}`} ${to === null ? sql`` : sql`and v.date <= ${to}`}`

const counts = (sql: Sql) => sql`count(*) as visits, count(*) filter (where v.contact_made) as contacts`

/** What came of an action, seen from five sides. Each list is bounded; where it is cut, the largest remain, of days the latest. */
export async function actionStatistics(
  sql: Sql,
  caller: Caller,
  action_id: number,
  span: Span,
): Promise<ActionStatistics> {
  const { group_id } = caller
  await actionAccess(sql, caller, action_id)
  const live = countedVisits(sql, action_id, span)
  const [[totals], [doors], by_day, by_result, by_team, by_person, by_street] = await Promise.all([
    sql<[Pick<ActionStatistics, 'NbVisites' | 'NbContacts' | 'NbVisitesDeclared' | 'goal'>]>`
      select a.goal, n.visits as "NbVisites", n.contacts as "NbContacts", t.declared as "NbVisitesDeclared"
      from actions a
      cross join (select ${counts(sql)} from visits v where v.group_id = ${group_id} and ${live}) n
      cross join (select coalesce(sum(v.count), 0)::bigint as declared from declared_visits v where v.group_id = ${group_id} and ${live}) t
      where a.group_id = ${group_id} and a.id = ${action_id}`,
    sql<[Pick<ActionStatistics, 'addresses' | 'addresses_visited' | 'addresses_without_position'>]>`
      select count(*) as addresses,
             count(*) filter (where exists (
               select from visits v
               where v.group_id = ${group_id} and v.address_id = d.id and v.withdrawn_at is null)) as addresses_visited,
             count(*) filter (where d.latitude = '') as addresses_without_position
      from action_addresses d
      where d.group_id = ${group_id} and d.action_id = ${action_id} and d.removed_at is null`,
    byDay(sql, caller, action_id, span),
    sql<ActionStatistics['by_result']>`
      select v.result, ${counts(sql)} from visits v where v.group_id = ${group_id} and ${live}
      group by v.result
      order by visits desc, v.result`,
    sql<ActionStatistics['by_team']>`
      select case when seen then team_id end as team_id, case when seen then name else '' end as name,
             sum(visits)::bigint as visits, sum(contacts)::bigint as contacts
      from (
        select n.*, t.name, t.id is not null and (not t.private or ${isTeamInsider(sql, caller)}) as seen
        from (select v.team_id, ${counts(sql)} from visits v where v.group_id = ${group_id} and ${live} group by v.team_id) n
        left join teams t on t.group_id = ${group_id} and t.id = n.team_id
      ) teams
      group by 1, 2
      order by visits desc, team_id
      limit ${rows_max}`,
    byPerson(sql, caller, action_id, span),
    byStreet(sql, caller, action_id, span),
  ])
  return {
    ...span,
    ...totals,
    ...doors,
    by_day,
    by_result: [...by_result],
    by_team: [...by_team],
    by_person,
    by_street,
  }
}

async function byDay(sql: Sql, { group_id }: Caller, action_id: number, span: Span) {
  const live = countedVisits(sql, action_id, span)
  const days = await sql<ActionStatistics['by_day']>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(visits)::bigint as visits, sum(contacts)::bigint as contacts, sum(declared)::bigint as declared
    from (
      select date_trunc('day', v.date, 'UTC') as day, ${counts(sql)}, 0 as declared from visits v where v.group_id = ${group_id} and ${live} group by 1
      union all
      select date_trunc('day', v.date, 'UTC'), 0, 0, sum(v.count) from declared_visits v where v.group_id = ${group_id} and ${live} group by 1
    ) days
    group by day
    order by days.day desc
    limit ${rows_max}`
  return [...days].reverse()
}

async function byPerson(sql: Sql, { group_id }: Caller, action_id: number, span: Span) {
  const live = countedVisits(sql, action_id, span)
  const people = await sql<ActionStatistics['by_person']>`
    select n.user_id, u.firstname, u.surname, n.visits, n.contacts, n.declared
    from (
      select user_id, sum(visits)::bigint as visits, sum(contacts)::bigint as contacts, sum(declared)::bigint as declared
      from (
        select v.recorded_by as user_id, ${counts(sql)}, 0 as declared from visits v where v.group_id = ${group_id} and ${live} group by 1
        union all
        select v.recorded_by, 0, 0, sum(v.count) from declared_visits v where v.group_id = ${group_id} and ${live} group by 1
      ) parts
      group by user_id
    ) n
    join users u on u.group_id = ${group_id} and u.id = n.user_id
    order by n.visits desc, n.declared desc, n.user_id
    limit ${rows_max}`
  return [...people]
}

/** Streets are the same street however their name is spelled. */
async function byStreet(sql: Sql, { group_id }: Caller, action_id: number, span: Span) {
  const live = countedVisits(sql, action_id, span)
  const streets = await sql<ActionStatistics['by_street']>`
    select min(d.street) as street, min(d.city) as city, count(*) filter (where d.removed_at is null) as addresses,
           coalesce(sum(n.visits), 0)::bigint as visits, coalesce(sum(n.contacts), 0)::bigint as contacts
    from action_addresses d
    left join (
      select v.address_id, ${counts(sql)} from visits v where v.group_id = ${group_id} and ${live} and v.address_id is not null group by v.address_id
    ) n on n.address_id = d.id
    where d.group_id = ${group_id} and d.action_id = ${action_id} and (d.removed_at is null or n.address_id is not null)
    group by d.street_key
    order by visits desc, addresses desc, d.street_key
    limit ${rows_max}`
  return [...streets]
}
