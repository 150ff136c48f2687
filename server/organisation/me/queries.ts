import type { Caller } from '../../access/caller.ts'
import { orderOfType } from '../../access/permissions.ts'
import type { Database } from '../../db/pool/options.ts'
import { ApiError } from '../../errors.ts'
import { type UserRow, userOf } from '../core/user_rows.ts'
import type { Me } from './schema.ts'

/** The caller. Users see all of their own fields. */
export async function fetchMe(db: Database, caller: Caller): Promise<Me> {
  const [row] = await db.call(
    sql => sql<(UserRow & { spaces: Me['spaces'] | null })[]>`
      select id, created_at, updated_at, deleted_at, created, firstname, surname, mail, phone, address, city, postal, location, birthdate,
             avatar, locale, group_id, selected_group_id, role, role_id, role_rank, role_type, spaces
      from read_me(${caller.group_id}, ${caller.id})`,
  )
  const { id, name, type, rank } = caller.role
  const space = row?.spaces?.find(space => space.id === caller.group_id)
  // The caller lost access between authentication and this query.
  if (!row?.spaces || !space)
    throw new ApiError('unauthenticated', 'You no longer belong to this space; sign in again.')
  const { single_space } = caller.token
  const only = (ids: readonly number[]) => ids.filter(id => id === caller.group_id)
  return {
    user: single_space ? userOf({ ...row, selected_group_id: only(row.selected_group_id) }) : userOf(row),
    space,
    role: { id, name, type, order: orderOfType[type], rank },
    permissions: [...caller.permissions].sort(),
    spaces: single_space ? [space] : row.spaces,
  }
}
