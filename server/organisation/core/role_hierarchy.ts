import type { Caller, Role } from '../../access/caller.ts'
import { may } from '../../access/caller.ts'
import { orderOfType, type Permission, permissionsOfRole } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden } from '../../errors.ts'
import { msg } from '../../messages/message.ts'

/** The `order` of role `r` in the API, which depends on its type only. */
export const wireOrder = (sql: Sql) => {
  const types = Object.entries(orderOfType).map(([type, order]) => sql`when r.type = ${type} then ${order}::int`)
  return sql`case ${types.reduce((whole, part) => sql`${whole} ${part}`)} end`
}

/** Whether the role is higher than that of the caller. A lower rank number is a higher role. */
const outranks = (role: { rank: number }, caller: Caller) => role.rank < caller.role.rank

/** Refuses changes to a user with a higher role than the caller. */
export function checkNotOutranked(caller: Caller, target: { rank: number }) {
  if (outranks(target, caller)) throw forbidden('This person has a higher role than yours.')
}

/** Refuses to grant a role above that of the caller, or one with a permission that the role or token of the caller lacks. */
export function checkMayGrantRole(caller: Caller, role: Role) {
  if (outranks(role, caller)) throw forbidden(msg`The role ${role.name} is above your own.`)
  // Every caller who may invite may grant this role.
  if (role.type === 'user') return
  if (!may(caller, 'roles:assign')) throw forbidden('Your role only lets you invite people with the role of type user.')
  const excess = permissionsOfRole(role).find(permission => !may(caller, permission))
  if (excess) throw forbidden(msg`The role ${role.name} has the permission ${excess}, which your role or token lacks.`)
}

/** Refuses to grant scopes to a token or an integration that the role or token of the caller lacks. */
export function checkMayGrantScopes(caller: Caller, scopes: readonly Permission[]) {
  const excess = scopes.find(scope => !may(caller, scope))
  if (excess) throw forbidden(msg`Your role or token lacks the permission ${excess}, so you cannot grant it.`)
}
