import { type Caller, may } from '../../access/caller.ts'
import { hiddenForms } from '../../contacts/core/form_visibility.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden, notFound } from '../../errors.ts'
import { page_size_max, validInstant, validLastInstant } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { doorJson } from '../core/doors.ts'
import { type ActionAccess, actionAccess } from '../core/visibility.ts'
import type { Filters, Visit, VisitHistoryEntry, VisitState } from './schema.ts'

/** Users in the action see all visits, others their own. */
const visibleVisits = (sql: Sql, caller: Caller, { id, insider }: ActionAccess) => sql`
  v.group_id = ${caller.group_id} and v.action_id = ${id} ${insider ? sql`` : sql`and v.recorded_by = ${caller.id}`}`

/** Answers are visible to the user who recorded them, and with contacts:sensitive. */
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

/** The visits without answers to forms that the caller does not see. */
export async function withVisibleAnswers(sql: Sql, caller: Caller, visits: readonly Visit[]): Promise<Visit[]> {
  if (visits.every(({ formdatas }) => formdatas.length === 0)) return [...visits]
  const hidden = await hiddenForms(sql, caller)
  return visits.map(visit => ({ ...visit, formdatas: visit.formdatas.filter(({ form_id }) => !hidden.has(form_id)) }))
}

type ListParams = Filters & { limit: number; cursor?: string }

/** Newest first, by when they were recorded. */
export async function listVisits(sql: Sql, caller: Caller, action_id: number, params: ListParams) {
  const access = await actionAccess(sql, caller, action_id)
  const { limit, cursor, from, to, result, recorded_by, address_id, withdrawn } = params
  const page_size = Math.min(limit, page_size_max)
  const [before] = byId.read(cursor) ?? []
  const rows = await sql<Visit[]>`
    select ${visitColumns(sql, caller)}
    from ${visitTables(sql, caller)}
    where ${visibleVisits(sql, caller, access)}
      and v.withdrawn_at is ${withdrawn ? sql`not null` : sql`null`}
      ${before === undefined ? sql`` : sql`and v.id < ${before}`}
      ${from === undefined ? sql`` : sql`and v.date >= ${validInstant(from)}`}
      ${to === undefined ? sql`` : sql`and v.date <= ${validLastInstant(to)}`}
      ${result === undefined ? sql`` : sql`and v.result = ${result}`}
      ${address_id === undefined ? sql`` : sql`and v.address_id = ${address_id}`}
      ${recorded_by === undefined ? sql`` : sql`and v.recorded_by = ${recorded_by}`}
    order by v.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { visits: await withVisibleAnswers(sql, caller, rows), next_cursor: last ? byId.write(last.id) : null }
}

export async function readVisit(sql: Sql, caller: Caller, action_id: number, id: number) {
  return readVisible(sql, caller, await actionAccess(sql, caller, action_id), id)
}

async function readVisible(sql: Sql, caller: Caller, access: ActionAccess, id: number) {
  const [visit] = await sql<Visit[]>`
    select ${visitColumns(sql, caller)}
    from ${visitTables(sql, caller)}
    where ${visibleVisits(sql, caller, access)} and v.id = ${id}`
  const [seen] = await withVisibleAnswers(sql, caller, visit ? [visit] : [])
  if (!seen) throw notFound('visit')
  return seen
}

/** Locks the action, then the visit, until the end of the transaction. */
export async function lockVisit(sql: Sql, caller: Caller, action_id: number, id: number) {
  const access = await actionAccess(sql, caller, action_id, 'share')
  await sql`
    select from visits where group_id = ${caller.group_id} and action_id = ${action_id} and id = ${id} for no key update`
  return { access, visit: await readVisible(sql, caller, access, id) }
}

export function checkMayCorrect(caller: Caller, visit: Visit) {
  if (visit.recorded_by !== caller.id && !may(caller, 'actions:write'))
    throw forbidden('Only the user who recorded this visit, and users who manage actions, can correct it.')
}

/** The corrections of a visit, oldest first. */
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
  const hidden = await hiddenForms(sql, caller)
  const cut = (state: VisitState) => ({
    ...state,
    formdatas: maySeeAnswers(caller, visit) ? state.formdatas.filter(({ form_id }) => !hidden.has(form_id)) : [],
  })
  return rows.map(entry => ({ ...entry, old: cut(entry.old), new: entry.new && cut(entry.new) }))
}
