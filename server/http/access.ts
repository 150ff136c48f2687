import type { Caller } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import { ApiError, forbidden } from '../errors.ts'

/**
 * Who may call an operation. `needs` says it in words that the documentation and the permission matrix read too;
 * `admit` turns the sender of a request into the caller that the handler gets, or refuses.
 */
export interface Access<Who> {
  needs: 'anyone' | 'member' | Permission
  /** Whether the role must hold the permission, or the rows decide and only a narrow token is refused. */
  by: 'role' | 'rows'
  admit: (caller: Caller | undefined) => Who
}

export const anyone: Access<Caller | undefined> = { needs: 'anyone', by: 'rows', admit: caller => caller }

export const member: Access<Caller> = { needs: 'member', by: 'rows', admit: signedIn }

/** The role must hold this permission, and the token must not leave it out. */
export const holding = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'role',
  admit: sender => {
    const caller = signedIn(sender)
    if (!caller.permissions.has(permission)) throw forbidden(`Your role or token lacks the permission ${permission}.`)
    return caller
  },
})

/** Every member may ask; how much they see or may change depends on the rows. A token made for less is refused. */
export const within = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'rows',
  admit: sender => {
    const caller = signedIn(sender)
    if (caller.scopes && !caller.scopes.has(permission)) throw forbidden(`Your token lacks the scope ${permission}.`)
    return caller
  },
})

function signedIn(caller: Caller | undefined): Caller {
  if (caller) return caller
  throw new ApiError('unauthenticated', 'Send a valid access token as "Authorization: Bearer <token>".', {
    headers: { 'www-authenticate': 'Bearer realm="muster"' },
  })
}
