import { findCaller } from '../access/caller.ts'
import { digestOf } from '../access/secrets.ts'
import type { Pool } from '../db/pool/pool.ts'
import { ApiError } from '../errors.ts'
import type { SpaceGrant } from './spaces.ts'

/** Whether the API accepts this access token: its user is an active member of the space and the integration exists. */
export async function isTokenAccepted(pool: Pool, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const digest = digestOf(token)
  try {
    return (await pool.read({ presented: digest }, sql => findCaller(sql, digest))) !== undefined
  } catch (error) {
    if (error instanceof ApiError && ['second_factor_required', 'provider_required'].includes(error.code)) return false
    throw error
  }
}

interface PersonRow {
  login_mail: string
  verified: boolean
  locale: string
  firstname: string
  surname: string
}

/** The OpenID claims of an account. The provider returns those of the granted scopes. The name is that in the space of the grant. */
export async function claimsOf(pool: Pool, account_id: number, grant: SpaceGrant | undefined) {
  const group_id = grant?.group_id ?? 0
  const [person] = await pool.read(
    { user_id: account_id, group_id },
    sql => sql<PersonRow[]>`
      select a.login_mail, a.mail_verified_at is not null as verified, a.locale,
        coalesce(nullif(u.firstname, ''), a.firstname) as firstname, coalesce(nullif(u.surname, ''), a.surname) as surname
      from accounts a
      left join users u on u.group_id = ${group_id} and u.id = ${account_id} and u.deleted_at is null
      where a.id = ${account_id}`,
  )
  const sub = String(account_id)
  if (!person) return { sub }
  const { login_mail, verified, locale, firstname, surname } = person
  return {
    sub,
    name: [firstname, surname].filter(Boolean).join(' '),
    given_name: firstname,
    family_name: surname,
    locale,
    email: login_mail,
    email_verified: verified,
  }
}
