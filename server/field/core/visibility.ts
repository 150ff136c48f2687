import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'

// Fragments about the action row `a`.

/** Whether the caller is in action `a`, as a user or through a team. */
export const isInAction = (sql: Sql, { group_id, id }: Caller) => sql`
  (exists (select from action_users own where own.group_id = ${group_id} and own.action_id = a.id and own.user_id = ${id})
   or exists (
     select from action_teams at
     join teams t on t.group_id = ${group_id} and t.id = at.team_id and t.deleted_at is null
     join team_members p on p.group_id = ${group_id} and p.team_id = at.team_id and p.user_id = ${id}
     where at.group_id = ${group_id} and at.action_id = a.id))`

// With a custom role that may create actions but not read all, callers see their own.
const createdByCaller = (sql: Sql, caller: Caller) =>
  may(caller, 'actions:write') ? sql`or a.created_by = ${caller.id}` : sql``

/** Whether the caller may see action `a`. */
export const seesAction = (sql: Sql, caller: Caller) =>
  may(caller, 'actions:read')
    ? sql`true`
    : sql`(a.public ${createdByCaller(sql, caller)} or ${isInAction(sql, caller)})`

/** Whether the caller may see action `a` without the permission `actions:read`, in a function of the database. */
export const sees_action = `(a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id))`

/** Whether the caller may see visit `v` of action `a`: users in the action see all visits, others their own. */
export const seesVisit = (sql: Sql, caller: Caller) =>
  may(caller, 'actions:read') ? sql`true` : sql`(${isInAction(sql, caller)} or v.recorded_by = ${caller.id})`

/** What the caller may see and do in an action. */
export interface ActionAccess {
  id: number
  archived: boolean
  /** In the action, as a user or through a team. */
  member: boolean
  /** A member, or allowed to see all actions. Others see of a public action only their own visits. */
  insider: boolean
  /** The first of its teams that the caller is in. */
  team_id: number | null
}

type Lock = 'read' | 'share' | 'change'

/**
 * The access of the caller to an action; not found if the caller may not see it. `share` locks the action against changes, `change` locks it
 * exclusively.
 */
export async function actionAccess(sql: Sql, caller: Caller, id: number, lock: Lock = 'read'): Promise<ActionAccess> {
  const { group_id } = caller
  const locking = { read: sql``, share: sql`for share of a`, change: sql`for no key update of a` }[lock]
  const [action] = await sql<Omit<ActionAccess, 'insider'>[]>`
    select a.id, a.archived_at is not null as archived, ${isInAction(sql, caller)} as member,
           (select at.team_id from action_teams at
            join teams t on t.group_id = ${group_id} and t.id = at.team_id and t.deleted_at is null
            join team_members p on p.group_id = ${group_id} and p.team_id = at.team_id and p.user_id = ${caller.id}
            where at.group_id = ${group_id} and at.action_id = a.id
            order by at.position, at.team_id
            limit 1) as team_id
    from actions a
    where a.group_id = ${group_id} and a.id = ${id} and ${seesAction(sql, caller)}
    ${locking}`
  if (!action) throw notFound('action')
  return { ...action, insider: action.member || may(caller, 'actions:read') }
}

export function checkNotArchived({ archived }: ActionAccess) {
  if (archived) throw new ApiError('conflict', 'This action is archived; restore it first.')
}
