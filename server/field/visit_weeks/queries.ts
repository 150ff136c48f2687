import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { dayIn, startOfDay } from '../../time_zone.ts'
import { isInAction } from '../core/visibility.ts'
import type { VisitWeek } from './schema.ts'

const week_days = 7
const day_ms = 86_400_000

/** The visits of each week, also of weeks without any. Each action is a range of the index of counts. */
export async function visitWeeks(sql: Sql, caller: Caller, weeks: number, time_zone: string): Promise<VisitWeek[]> {
  const { group_id } = caller
  const mondays = lastMondays(weeks, time_zone)
  const start = startOfDay(time_zone, mondays[0] ?? '')
  const rows = await sql<VisitWeek[]>`
    select to_char(date_trunc('week', v.date at time zone ${time_zone}::text), 'YYYY-MM-DD') as week, sum(v.visits)::bigint as visits,
           sum(v.contacts)::bigint as contacts
    from actions a
    cross join lateral (
      select date, 1 as visits, contact_made::int as contacts from visits
      where group_id = ${group_id} and action_id = a.id and withdrawn_at is null and date >= ${start} and date <= now()
    ) v
    where a.group_id = ${group_id} and ${may(caller, 'actions:read') ? sql`true` : isInAction(sql, caller)}
    group by 1
    order by 1
    limit ${weeks}`
  const counted = new Map(rows.map(row => [row.week, row]))
  return mondays.map(week => counted.get(week) ?? { week, visits: 0, contacts: 0 })
}

/** The Mondays of the last weeks in the time zone of the space, oldest first. */
function lastMondays(weeks: number, time_zone: string) {
  const today = Date.parse(dayIn(time_zone, new Date().toISOString()))
  const monday = today - ((new Date(today).getUTCDay() + 6) % week_days) * day_ms
  return Array.from({ length: weeks }, (_, place) =>
    new Date(monday - (weeks - 1 - place) * week_days * day_ms).toISOString().slice(0, 'YYYY-MM-DD'.length),
  )
}
