import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden, notFound } from '../../errors.ts'
import { instantOf, lastInstantOf, page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { doorJson } from '../core/doors.ts'
import { type ActionAccess, actionAccess } from '../core/visibility.ts'
import type { Filters, Visit, VisitHistoryEntry, VisitState } from './schema.ts'

/** Whoever is in the action sees all its visits; from outside one sees one's own. */
const visibleVisits = (sql: Sql, caller: Caller, { id, insider }: ActionAccess) => sql`
  v.group_id = ${caller.group_id} and v.action_id = ${id} ${insider ? sql`` : sql`and v.recorded_by = ${caller.id}`}`

/** What people said is for whoever heard it and for those who may see what is sensitive. */
const seesAnswers = (sql: Sql, caller: Caller) =>
  may(caller, 'contacts:sensitive') ? sql`true` : sql`v.recorded_by = ${caller.id}`

export const maySeeAnswers = (caller: Caller, visit: Visit) =>
  visit.recorded_by === caller.id || may(caller, 'contacts:sensitive')

export const visitColumns = (sql: Sql, caller: Caller) => sql`
  v.id, v.action_id, v.group_id, v.key, v.created_at as "CreatedAt", v.updated_at as "UpdatedAt", v.withdrawn_at, v.recorded_by,
  json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, v.team_id, v.date, v.result,
  case when d.id is not null then ${doorJson(sql)} end as address, v.contact_id, v.contact_made, v.comment,
  case when ${seesAnswers(sql, caller)} then v.answers::json else '[]'::json end as formdatas`

export const visitTables = (sql: Sql, { group_id }: Caller) => sql`
  visits v
  join users u on u.group_id = ${group_id} and u.id = v.recorded_by
  left join action_addresses d on d.group_id = ${group_id} and d.id = v.address_id`

type ListParams = Filters & { limit: number; cursor?: string }

/** Newest first, by when they were recorded. */
export async function listVisits(sql: Sql, caller: Caller, action_id: number, wish: ListParams) {
  const access = await actionAccess(sql, caller, action_id)
  const { limit, cursor, from, to, result, recorded_by, withdrawn } = wish
  const page_size = Math.min(limit, page_size_max)
  const rows = await sql<Visit[]>`
    select ${visitColumns(sql, caller)}
    from ${visitTables(sql, caller)}
    where ${visibleVisits(sql, caller, access)}
      and v.withdrawn_at is ${withdrawn ? sql`not null` : sql`null`}
      ${cursor === undefined ? sql`` : sql`and v.id < ${byId.read(cursor)![0]!}`}
      ${from === undefined ? sql`` : sql`and v.date >= ${instantOf(from)!}`}
      ${to === undefined ? sql`` : sql`and v.date <= ${lastInstantOf(to)!}`}
      ${result === undefined ? sql`` : sql`and v.result = ${result}`}
      ${recorded_by === undefined ? sql`` : sql`and v.recorded_by = ${recorded_by}`}
    order by v.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { visits: [...rows], next_cursor: last ? byId.write(last.id) : null }
}

export async function readVisit(sql: Sql, caller: Caller, action_id: number, id: number) {
  return readVisible(sql, caller, await actionAccess(sql, caller, action_id), id)
}

async function readVisible(sql: Sql, caller: Caller, access: ActionAccess, id: number) {
  const [visit] = await sql<Visit[]>`
    select ${visitColumns(sql, caller)}
    from ${visitTables(sql, caller)}
    where ${visibleVisits(sql, caller, access)} and v.id = ${id}`
  if (!visit) throw notFound('visit')
  return visit
}

/** The visit about to be corrected, held until the end of the transaction. The action is held before it. */
export async function lockVisit(sql: Sql, caller: Caller, action_id: number, id: number) {
  const access = await actionAccess(sql, caller, action_id, 'share')
  await sql`
    select from visits where group_id = ${caller.group_id} and action_id = ${action_id} and id = ${id} for no key update`
  return { access, visit: await readVisible(sql, caller, access, id) }
}

export function checkMayCorrect(caller: Caller, visit: Visit) {
  if (visit.recorded_by !== caller.id && !may(caller, 'actions:write'))
    throw forbidden('Only whoever recorded this visit, and those who manage actions, can correct it.')
}

/** What was corrected, in the order in which it was. */
export async function visitHistory(sql: Sql, caller: Caller, action_id: number, id: number) {
  const visit = await readVisit(sql, caller, action_id, id)
  const rows = await sql<VisitHistoryEntry[]>`
    select h.id, h.created_at as "CreatedAt", h.visit_id,
           json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, h.old::json as old, h.new::json as new
    from visit_history h
    join users u on u.group_id = ${caller.group_id} and u.id = h.user_id
    where h.group_id = ${caller.group_id} and h.visit_id = ${id}
    order by h.id
    limit ${page_size_max}`
  const cut = (state: VisitState) => (maySeeAnswers(caller, visit) ? state : { ...state, formdatas: [] })
  return rows.map(entry => ({ ...entry, old: cut(entry.old), new: entry.new && cut(entry.new) }))
}
