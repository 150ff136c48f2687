import { requiredProvider } from '../../access/required_provider.ts'
import type { Pool } from '../../db/pool/pool.ts'
import { domainOf, findProviderOfDomain } from '../../organisation/core/identity_providers/providers.ts'

/** A space that requires an account to sign in through its provider. */
export interface Requirement {
  group_id: number
  space: string
  provider: string
}

/** The requirement that an account must meet. There is at most one, because a domain belongs to one provider. */
export async function requirementOf(
  pool: Pool,
  { id, login_mail }: { id: number; login_mail: string },
): Promise<Requirement | undefined> {
  const found = await findProviderOfDomain(pool, domainOf(login_mail))
  if (!found?.required) return undefined
  const { group_id } = found
  return pool.read({ group_id, user_id: id }, async sql => {
    const [space] = await sql<{ name: string }[]>`
      select s.name from spaces s
      join users u on u.group_id = s.id
      where s.id = ${group_id} and u.id = ${id} and u.deleted_at is null`
    const provider = space && (await requiredProvider(sql, group_id, id))
    return provider && { group_id, space: space.name, provider: provider.name }
  })
}
