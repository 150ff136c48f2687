import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { emitEvents } from '../../events/outbox.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { lockUserBelow } from '../core/locked_user.ts'
import { checkNotLastSuperadmin } from '../core/roles.ts'
import type { Suspension } from './schema.ts'

const suspendedUsers = (sql: Sql, { group_id }: Caller) => sql`
  from users u
  left join users b on b.group_id = ${group_id} and b.id = u.suspended_by
  where u.group_id = ${group_id} and u.deleted_at is null and not u.service_account and u.suspended_at is not null`

const columns = (sql: Sql) => sql`
  json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user, u.suspended_at,
  case when b.id is not null then json_build_object('id', b.id, 'firstname', b.firstname, 'surname', b.surname) end as suspended_by,
  u.suspension_reason as reason`

export async function listSuspensions(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<Suspension[]>`
      select ${columns(sql)} ${suspendedUsers(sql, caller)}
      order by u.suspended_at desc, u.id desc
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${suspendedUsers(sql, caller)}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function suspendUser(sql: Sql, { caller, request_id }: WriteContext, user_id: number, reason: string) {
  const { group_id } = caller
  const { is_suspended } = await lockUserBelow(sql, caller, user_id)
  if (user_id === caller.id) throw forbidden('You cannot suspend yourself. Ask another administrator.')
  if (is_suspended) throw new ApiError('conflict', 'This user is suspended already.')
  await checkNotLastSuperadmin(sql, group_id, user_id)
  await sql`
    update users set suspended_at = now(), suspended_by = ${caller.id}, suspension_reason = ${reason}, updated_at = now()
    where group_id = ${group_id} and id = ${user_id}`
  await notifyAll(sql, 'access')
  const details = { reason }
  await recordAudit(sql, { caller, request_id, kind: 'user.suspended', subject: 'user', subject_id: user_id, details })
  await emitEvents(sql, { caller, request_id }, 'user.suspended', [user_id])
  const [row] = await sql<[Suspension]>`select ${columns(sql)} ${suspendedUsers(sql, caller)} and u.id = ${user_id}`
  return row
}

export async function restoreUser(sql: Sql, { caller, request_id }: WriteContext, user_id: number) {
  const { is_suspended } = await lockUserBelow(sql, caller, user_id)
  if (!is_suspended) throw notFound('suspension')
  await sql`
    update users set suspended_at = null, suspended_by = null, suspension_reason = '', updated_at = now()
    where group_id = ${caller.group_id} and id = ${user_id}`
  await notifyAll(sql, 'access')
  await recordAudit(sql, { caller, request_id, kind: 'user.restored', subject: 'user', subject_id: user_id })
  await emitEvents(sql, { caller, request_id }, 'user.restored', [user_id])
}
