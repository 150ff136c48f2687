import type { Caller, Role } from '../access/caller.ts'
import { may } from '../access/caller.ts'
import { permissionsOfRole } from '../access/permissions.ts'
import { forbidden } from '../errors.ts'

// Lower order, higher rank.
const isAbove = (role: { order: number }, caller: Caller) => role.order < caller.role.order

/** Nobody changes somebody who stands above them. */
export function checkMayChange(caller: Caller, target: { order: number }) {
  if (isAbove(target, caller)) throw forbidden('This person has a higher role than yours.')
}

/** Nobody gives away more than they have: no higher rank, and no permission that their own role lacks. */
export function checkMayGrant(caller: Caller, role: Role) {
  if (!may(caller, 'roles:assign') && role.type !== 'user')
    throw forbidden('Your role only lets you invite people with the role of type user.')
  if (isAbove(role, caller)) throw forbidden(`The role ${role.name} is above your own.`)
  const own = permissionsOfRole(caller.role)
  const excess = permissionsOfRole(role).find(permission => !own.includes(permission))
  if (excess) throw forbidden(`The role ${role.name} has the permission ${excess}, which yours lacks.`)
}
