import type { Caller } from '../../access/caller.ts'
import { orderOfType } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { type UserRow, userColumns, userOf } from '../core/user_rows.ts'
import type { Me } from './schema.ts'

export async function readMe(sql: Sql, caller: Caller): Promise<Me> {
  const [[row], spaces] = await Promise.all([
    sql<UserRow[]>`
      select ${userColumns(sql, caller)}
      from users u
      join roles r on r.group_id = ${caller.group_id} and r.id = u.role_id
      where u.group_id = ${caller.group_id} and u.id = ${caller.id}`,
    sql<Me['spaces']>`
      select s.id, s.name, s.locale
      from spaces s
      join users u on u.group_id = s.id
      where u.id = ${caller.id} and u.deleted_at is null
      order by s.id
      limit ${page_size_max}`,
  ])
  const { id, name, type, rank } = caller.role
  const space = spaces.find(space => space.id === caller.group_id)
  // The caller lost access between authentication and this query.
  if (!row || !space) throw new ApiError('unauthenticated', 'You no longer belong to this space; sign in again.')
  return {
    user: userOf(row),
    space,
    role: { id, name, type, order: orderOfType[type], rank },
    permissions: [...caller.permissions].sort(),
    spaces,
  }
}
