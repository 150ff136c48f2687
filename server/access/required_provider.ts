import type { Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { hasSecondFactor } from './second_factor.ts'

/**
 * The provider through which the space requires this user to sign in; undefined if their password will do. A superadmin with a second factor is never
 * required to: they can turn the requirement off when the provider fails. The transaction must have the space and the user in its context.
 */
export async function requiredProvider(sql: Sql, group_id: number, account_id: number) {
  const required = await sql<{ id: number; name: string; domain: string }[]>`
    select id, name, domain from identity_providers
    where group_id = ${group_id} and required and enabled and verified_at is not null
    order by id
    limit 100`
  if (required.length === 0) return undefined
  const [account] = await sql<{ domain: string }[]>`
    select regexp_replace(login_key, '^.*@', '') as domain from accounts where id = ${account_id} and not service_account`
  const provider = required.find(({ domain }) => domain === account?.domain)
  if (!provider) return undefined
  const exempt = (await isSuperadmin(sql, group_id, account_id)) && (await hasSecondFactor(sql, account_id))
  return exempt ? undefined : provider
}

async function isSuperadmin(sql: Sql, group_id: number, account_id: number) {
  const [found] = await sql`
    select from users u
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    where u.group_id = ${group_id} and u.id = ${account_id} and u.deleted_at is null and r.type = 'superadmin'`
  return found !== undefined
}

export const providerRequired = () =>
  new ApiError(
    'provider_required',
    'This space requires that you sign in through your organisation. Sign in again and choose it.',
  )
