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
export const requires = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'role',
  admit: sender => {
    const caller = signedIn(sender)
    if (!caller.permissions.has(permission)) throw forbidden(`Your role or token lacks the permission ${permission}.`)
    return caller
  },
})

/** Every member may ask; how much they see or may change depends on the rows. A token made for less is refused. */
export const scopedTo = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'rows',
  admit: sender => {
    const caller = signedIn(sender)
    if (caller.scopes && !caller.scopes.has(permission)) throw forbidden(`Your token lacks the scope ${permission}.`)
    return caller
  },
})

export const recent_sign_in_s_max = 900

/**
 * What is sensitive asks an application for a recent proof of who sits in front of it (RFC 9470). A token that a person made for a script
 * was trusted when it was made, and a program has nobody in front of it.
 */
export function requireRecentSignIn({ token: { kind, authenticated_at } }: Caller) {
  if (kind !== 'access') return
  if (authenticated_at && Date.parse(authenticated_at) > Date.now() - recent_sign_in_s_max * 1000) return
  throw new ApiError('reauthentication_required', 'This needs a fresh sign-in; sign in again and repeat it.', {
    headers: {
      'www-authenticate': `Bearer realm="muster", error="insufficient_user_authentication", max_age="${recent_sign_in_s_max}"`,
    },
  })
}

function signedIn(caller: Caller | undefined): Caller {
  if (caller) return caller
  throw new ApiError('unauthenticated', 'Send a valid access token as "Authorization: Bearer <token>".', {
    headers: { 'www-authenticate': 'Bearer realm="muster"' },
  })
}
