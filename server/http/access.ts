import type { Caller } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import { ApiError, forbidden } from '../errors.ts'
import { msg } from '../messages/message.ts'

/** Who may call an operation. The OpenAPI document and the permission matrix read `needs`; `admit` returns the caller for the handler, or throws. */
export interface Access<Who> {
  needs: 'anyone' | 'member' | Permission
  /** `role`: the role must have the permission. `rows`: visibility decides per row, and only a token without the scope is refused. */
  by: 'role' | 'rows'
  admit: (caller: Caller | undefined) => Who
}

export const anyone: Access<Caller | undefined> = { needs: 'anyone', by: 'rows', admit: caller => caller }

export const member: Access<Caller> = { needs: 'member', by: 'rows', admit: signedIn }

/** Role and token must have this permission. */
export const requires = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'role',
  admit: sender => {
    const caller = signedIn(sender)
    if (!caller.permissions.has(permission))
      throw forbidden(msg`Your role or token lacks the permission ${permission}.`)
    return caller
  },
})

/** For every member; row-level visibility decides what they see or may change. A token without this scope is refused. */
export const scopedTo = (permission: Permission): Access<Caller> => ({
  needs: permission,
  by: 'rows',
  admit: sender => {
    const caller = signedIn(sender)
    if (caller.scopes && !caller.scopes.has(permission)) throw forbidden(msg`Your token lacks the scope ${permission}.`)
    return caller
  },
})

export const recent_sign_in_s_max = 900

/**
 * For sensitive operations: an application needs a recent sign-in of its user (RFC 9470). Personal tokens and service accounts are exempt, because
 * no person is present who could sign in.
 */
export function requireRecentSignIn({ token: { kind, authenticated_at } }: Caller) {
  if (kind !== 'access') return
  if (authenticated_at && Date.parse(authenticated_at) > Date.now() - recent_sign_in_s_max * 1000) return
  throw new ApiError(
    'reauthentication_required',
    'This requires a recent sign-in. Sign in again, then repeat the request.',
    {
      headers: {
        'www-authenticate': `Bearer realm="muster", error="insufficient_user_authentication", max_age="${recent_sign_in_s_max}"`,
      },
    },
  )
}

function signedIn(caller: Caller | undefined): Caller {
  if (caller) return caller
  throw new ApiError('unauthenticated', 'Send a valid access token as "Authorization: Bearer <token>".', {
    headers: { 'www-authenticate': 'Bearer realm="muster"' },
  })
}
