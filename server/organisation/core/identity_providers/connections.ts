import { endProviderSessions } from '../../../access/grants.ts'
import { clearSpace, setRlsContext } from '../../../db/rls_context.ts'
import type { Sql } from '../../../db/sql.ts'
import { domainOf } from './providers.ts'

// Connections of accounts to identity providers. The space 0 stands for the provider of the operator.

export interface ConnectionKey {
  group_id: number
  provider_id: number
}

/** The connections of an account in all spaces. The transaction must have the user in its context. */
export function connectionsOf(sql: Sql, account_id: number) {
  return sql<(ConnectionKey & { created_at: string })[]>`
    select group_id, provider_id, created_at from account_identities
    where account_id = ${account_id}
    order by group_id, provider_id
    limit 200`
}

/** Removes a connection and ends the sessions that began through it. False if there is none. */
export async function removeConnection(sql: Sql, account_id: number, key: ConnectionKey): Promise<boolean> {
  const { group_id, provider_id } = key
  const removed = await sql`
    delete from account_identities
    where group_id = ${group_id} and provider_id = ${provider_id} and account_id = ${account_id}
    returning group_id`
  if (removed.length > 0) await endProviderSessions(sql, account_id, limitOf(key))
  return removed.length > 0
}

const limitOf = (key: ConnectionKey) => (key.group_id === 0 ? undefined : key)

/** Ends the sessions through providers that do not sign in this address. The transaction must run as the account, without a space. */
export async function endSessionsOutsideDomain(
  sql: Sql,
  account_id: number,
  mail: string,
  operator_domains: readonly string[],
) {
  const domain = domainOf(mail)
  for (const key of await connectionsOf(sql, account_id)) {
    const { group_id, provider_id } = key
    const domains = group_id === 0 ? operator_domains : await domainsOf(sql, group_id, provider_id)
    if (!domains.includes(domain)) await endProviderSessions(sql, account_id, limitOf(key))
  }
  await clearSpace(sql)
}

async function domainsOf(sql: Sql, group_id: number, provider_id: number) {
  await setRlsContext(sql, { group_id })
  const rows = await sql<{ domain: string }[]>`
    select domain from identity_providers where group_id = ${group_id} and id = ${provider_id}`
  return rows.map(({ domain }) => domain)
}
