import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { orderOfType, permissionsOfRole } from '../../access/permissions.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import { hasSqlstate, onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { checkMayGrantRole } from '../core/role_hierarchy.ts'
import { lockMembers } from '../core/roles.ts'
import type { NewRole, Role, RoleChange } from './schema.ts'

type RoleRow = Omit<Role, 'order'>

const columns = (sql: Sql) =>
  sql`id, created_at, updated_at, name, type, color, "order" as rank, web, mobile, permissions`

export async function listRoles(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [roles, [total]] = await Promise.all([
    sql<RoleRow[]>`
      select ${columns(sql)} from roles
      where group_id = ${caller.group_id}
      order by "order", id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ count: number }]>`select count(*) as count from roles where group_id = ${caller.group_id}`,
  ])
  return { count: total.count, roles: roles.map(withPermissions) }
}

export async function readRole(sql: Sql, caller: Caller, id: number) {
  const [role] = await sql<
    RoleRow[]
  >`select ${columns(sql)} from roles where group_id = ${caller.group_id} and id = ${id}`
  if (!role) throw notFound('role')
  return withPermissions(role)
}

export async function lockRole(sql: Sql, caller: Caller, id: number) {
  await lockMembers(sql, caller.group_id)
  return readRole(sql, caller, id)
}

export async function createRole(sql: Sql, writer: WriteContext, role: NewRole) {
  const { caller } = writer
  checkMayGrantRole(caller, { ...role, id: 0, type: 'custom' })
  const rows = await withUniqueName(
    role.name,
    sql<RoleRow[]>`
    insert into roles ${sql({ ...storedFields({ ...role, type: 'custom' }), group_id: caller.group_id, type: 'custom' })}
    returning ${columns(sql)}`,
  )
  const created = onlyRow(rows)
  await auditRole(sql, writer, 'made', created.id, role)
  return withPermissions(created)
}

/** Changes a role. Name and colour of the four built-in roles can change; their rank and permissions cannot. */
export async function changeRole(sql: Sql, writer: WriteContext, id: number, changes: RoleChange) {
  const { caller } = writer
  const role = await lockRole(sql, caller, id)
  checkMayGrantRole(caller, role)
  if (role.type !== 'custom') checkFixedFields(role, changes)
  const changed = { ...role, ...changes }
  checkMayGrantRole(caller, changed)
  const rows = await withUniqueName(
    changed.name,
    sql<RoleRow[]>`
    update roles set ${sql(storedFields(changed))}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}
    returning ${columns(sql)}`,
  )
  await notifyAll(sql, 'access')
  await auditRole(sql, writer, 'changed', id, changes)
  return withPermissions(onlyRow(rows))
}

export async function deleteRole(sql: Sql, writer: WriteContext, id: number) {
  const { caller } = writer
  const role = await lockRole(sql, caller, id)
  checkMayGrantRole(caller, role)
  if (role.type !== 'custom') throw roleInUse('The four built-in roles of a space cannot be deleted.')
  const [use] = await sql<[{ any: boolean }]>`
    select exists (select from users where group_id = ${caller.group_id} and role_id = ${id} and deleted_at is null)
        or exists (select from invitations where group_id = ${caller.group_id} and role_id = ${id} and user_id is null) as any`
  if (use.any) throw roleInUse('Users or open invitations have this role. Give them another role first.')
  await reassignToUserRole(sql, caller, id)
  await sql`delete from roles where group_id = ${caller.group_id} and id = ${id}`
  await auditRole(sql, writer, 'deleted', id, { name: role.name })
}

// Former members and accepted invitations still refer to the role. The built-in role of type user replaces it there.
async function reassignToUserRole(sql: Sql, caller: Caller, id: number) {
  const user_role = sql`(select id from roles where group_id = ${caller.group_id} and type = 'user')`
  await sql`update users set role_id = ${user_role} where group_id = ${caller.group_id} and role_id = ${id}`
  await sql`update invitations set role_id = ${user_role} where group_id = ${caller.group_id} and role_id = ${id}`
}

function checkFixedFields(role: Role, changes: RoleChange) {
  if (changes.rank !== undefined && changes.rank !== role.rank)
    throw invalid('body.data.rank', 'cannot change for a built-in role', changes.rank)
  const same =
    changes.permissions?.length === role.permissions.length &&
    changes.permissions.every(permission => role.permissions.includes(permission))
  if (changes.permissions && !same)
    throw invalid('body.data.permissions', 'cannot change for a built-in role; create a custom role instead', null)
}

const storedFields = ({ name, color, rank, web, mobile, permissions, type }: NewRole & Pick<Role, 'type'>) => ({
  name,
  color,
  order: rank,
  web,
  mobile,
  permissions: type === 'custom' ? permissions : [],
})

const withPermissions = (role: RoleRow): Role => ({
  ...role,
  order: orderOfType[role.type],
  permissions: [...permissionsOfRole(role)],
})

async function withUniqueName<T>(name: string, statement: Promise<T>) {
  try {
    return await statement
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation')
      ? new ApiError('conflict', msg`A role named ${name} already exists.`)
      : error
  }
}

const auditRole = (sql: Sql, writer: WriteContext, what: string, subject_id: number, details: object) =>
  recordAudit(sql, { ...writer, kind: `role.${what}`, subject: 'role', subject_id, details })

const roleInUse = (detail: string) => new ApiError('role_in_use', detail)
