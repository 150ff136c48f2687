import type { Caller, Role } from '../../access/caller.ts'
import { may } from '../../access/caller.ts'
import { orderOfType, type Permission, permissionsOfRole } from '../../access/permissions.ts'
import type { Sql } from '../../db/sql.ts'
import { forbidden } from '../../errors.ts'

/** The `order` of role `r` on the wire. */
export const wireOrder = (sql: Sql) => {
  const types = Object.entries(orderOfType).map(([type, order]) => sql`when r.type = ${type} then ${order}::int`)
  return sql`case ${types.reduce((whole, part) => sql`${whole} ${part}`)} end`
}

// The lower the rank, the higher the role.
const outranks = (role: { rank: number }, caller: Caller) => role.rank < caller.role.rank

/** Nobody changes somebody who stands above them. */
export function checkNotOutranked(caller: Caller, target: { rank: number }) {
  if (outranks(target, caller)) throw forbidden('This person has a higher role than yours.')
}

/** Nobody gives away more than they hold: no higher rank, and no permission that their role or token lacks. */
export function checkMayGrantRole(caller: Caller, role: Role) {
  if (outranks(role, caller)) throw forbidden(`The role ${role.name} is above your own.`)
  // Whoever may invite at all may invite to the plainest role.
  if (role.type === 'user') return
  if (!may(caller, 'roles:assign')) throw forbidden('Your role only lets you invite people with the role of type user.')
  const excess = permissionsOfRole(role).find(permission => !may(caller, permission))
  if (excess) throw forbidden(`The role ${role.name} has the permission ${excess}, which your role or token lacks.`)
}

/** The same for the scopes of a token or an integration. */
export function checkMayGrantScopes(caller: Caller, scopes: readonly Permission[]) {
  const excess = scopes.find(scope => !may(caller, scope))
  if (excess) throw forbidden(`Your role or token lacks the permission ${excess}, so you cannot give it away.`)
}
