import type { Role } from '../../access/caller.ts'
import type { RoleType } from '../../access/permissions.ts'
import { lockName } from '../../db/advisory_lock.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'

/** Finds a role of the space. While the transaction holds `lockMembers`, no other deletes it. */
export async function findRole(
  sql: Sql,
  group_id: number,
  by: { id: number } | { name: string } | { type: Exclude<RoleType, 'custom'> },
): Promise<Role | undefined> {
  const match =
    'id' in by ? sql`id = ${by.id}` : 'name' in by ? sql`name_key = lower(${by.name})` : sql`type = ${by.type}`
  const [role] = await sql<Role[]>`
    select id, name, type, "order" as rank, permissions from roles where group_id = ${group_id} and ${match}`
  return role
}

/** The names of the roles of a space, the highest first. */
export async function roleNames(sql: Sql, group_id: number): Promise<string[]> {
  const roles = await sql<{ name: string }[]>`
    select name from roles where group_id = ${group_id} order by "order", id limit 100`
  return roles.map(({ name }) => name)
}

/** Serializes changes of a space's roles, and of who has which role or is in which team. One lock taken first rules out deadlocks between them. */
export async function lockMembers(sql: Sql, group_id: number) {
  await lockName(sql, `members ${group_id}`)
}

/**
 * Refuses a change that leaves the space without an active superadmin. Service accounts, suspended users and pending members do not count.
 * The caller must hold `lockMembers`, or two superadmins could step down at the same moment.
 */
export async function checkNotLastSuperadmin(sql: Sql, group_id: number, id: number) {
  const superadmins = await sql<{ id: number }[]>`
    select id from users
    where group_id = ${group_id} and deleted_at is null and suspended_at is null and pending_since is null and not service_account
      and role_id = (select id from roles where group_id = ${group_id} and type = 'superadmin')
    order by id
    limit 2`
  if (superadmins.length === 1 && superadmins[0]?.id === id)
    throw new ApiError(
      'last_superadmin',
      'This is the last superadmin of the space. Give another user that role first.',
    )
}
