import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { checkNotOutranked } from './role_hierarchy.ts'
import { lockMembers } from './roles.ts'

/** Reads the user after locking the members of the space. Refuses when the role of the user is above that of the caller. */
export async function lockUserBelow(sql: Sql, caller: Caller, id: number) {
  const { group_id } = caller
  await lockMembers(sql, group_id)
  const [user] = await sql<{ rank: number; is_suspended: boolean }[]>`
    select r."order" as rank, u.suspended_at is not null as is_suspended
    from users u
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    where u.group_id = ${group_id} and u.id = ${id} and u.deleted_at is null and not u.service_account`
  if (!user) throw notFound('user')
  checkNotOutranked(caller, user)
  return user
}
