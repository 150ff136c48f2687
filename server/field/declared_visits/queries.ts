import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { page_size_max, validInstant } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { isInFuture } from '../core/fields.ts'
import { type ActionAccess, actionAccess, checkNotArchived } from '../core/visibility.ts'
import type { DeclaredVisits, NewDeclaration } from './schema.ts'

/** Users in the action see all totals, others their own. */
const declarations = (sql: Sql, caller: Caller, { id, insider }: ActionAccess) => sql`
  select t.id, t.action_id, t.group_id, t.key, t.created_at as "CreatedAt", t.withdrawn_at, t.recorded_by,
         json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, t.date, t.count, t.comment
  from declared_visits t
  join users u on u.group_id = ${caller.group_id} and u.id = t.recorded_by
  where t.group_id = ${caller.group_id} and t.action_id = ${id} ${insider ? sql`` : sql`and t.recorded_by = ${caller.id}`}`

/** Newest first. */
export async function listDeclarations(
  sql: Sql,
  caller: Caller,
  action_id: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const access = await actionAccess(sql, caller, action_id)
  const page_size = Math.min(limit, page_size_max)
  const [before] = byId.read(cursor) ?? []
  const rows = await sql<DeclaredVisits[]>`
    ${declarations(sql, caller, access)} and t.withdrawn_at is null
      ${before === undefined ? sql`` : sql`and t.id < ${before}`}
    order by t.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { declared_visits: [...rows], next_cursor: last ? byId.write(last.id) : null }
}

/** With a key, a total that is sent twice counts once. */
export async function declareVisits(sql: Sql, writer: WriteContext, action_id: number, sent: NewDeclaration) {
  const { caller } = writer
  const { group_id } = caller
  const access = await actionAccess(sql, caller, action_id, 'share')
  if (sent.date !== undefined && isInFuture(sent.date))
    throw invalid('body.data.date', 'must not be in the future', sent.date)
  const known = await byKey(sql, caller, access, sent.key)
  if (known) return known
  checkNotArchived(access)
  const row = {
    group_id,
    action_id,
    key: sent.key ?? null,
    recorded_by: caller.id,
    count: sent.count,
    date: sent.date === undefined ? new Date().toISOString() : validInstant(sent.date),
    comment: sent.comment ?? '',
  }
  const [made] = await sql<{ id: number }[]>`
    insert into declared_visits ${sql(row)}
    on conflict (group_id, action_id, key) where key is not null do nothing
    returning id`
  if (!made) {
    const other = await byKey(sql, caller, access, sent.key)
    if (!other) throw new Error('a total was neither inserted nor found by its key')
    return other
  }
  const whole = { ...access, insider: true }
  await emitEvents(sql, writer, 'declared_visit.created', [made.id])
  const [declared] = await sql<[DeclaredVisits]>`${declarations(sql, caller, whole)} and t.id = ${made.id}`
  return declared
}

async function byKey(sql: Sql, caller: Caller, access: ActionAccess, key: string | undefined) {
  if (key === undefined) return undefined
  const [found] = await sql<
    DeclaredVisits[]
  >`${declarations(sql, caller, { ...access, insider: true })} and t.key = ${key}`
  if (found && !access.insider && found.recorded_by !== caller.id)
    throw new ApiError('conflict', msg`The key ${key} is already used in this action; choose another one.`)
  return found
}

/** A withdrawn total does not count. Withdrawing twice changes nothing. */
export async function withdrawDeclaration(sql: Sql, caller: Caller, action_id: number, id: number) {
  const access = await actionAccess(sql, caller, action_id, 'share')
  const [found] = await sql<
    DeclaredVisits[]
  >`${declarations(sql, caller, access)} and t.id = ${id} for no key update of t`
  if (!found) throw notFound('declared total')
  if (found.recorded_by !== caller.id && !may(caller, 'actions:write'))
    throw forbidden('Only the user who declared this total, and users who manage actions, can withdraw it.')
  checkNotArchived(access)
  await sql`
    update declared_visits set withdrawn_at = now()
    where group_id = ${caller.group_id} and id = ${id} and withdrawn_at is null`
}
