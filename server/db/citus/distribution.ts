/**
 * How each table is placed in a Citus cluster. A table that is not listed belongs to spaces: it is distributed by group_id, so that all rows
 * of a space are on one machine.
 */
export type Distribution = 'space' | 'everywhere' | 'coordinator'

const distributions: Record<string, Distribution> = {
  // Small and rarely written: reference tables, with a copy on each machine.
  accounts: 'everywhere',
  integrations: 'everywhere',
  roles: 'everywhere',
  spaces: 'everywhere',
  users: 'everywhere',
  // Read before the space is known: on the coordinator, so that people can sign in while a worker is down.
  account_identities: 'coordinator',
  account_links: 'coordinator',
  identity_providers: 'coordinator',
  invitation_links: 'coordinator',
  known_browsers: 'coordinator',
  oidc_records: 'coordinator',
  recovery_codes: 'coordinator',
  second_factors: 'coordinator',
  server_keys: 'coordinator',
  set_up_links: 'coordinator',
  sign_in_attempts: 'coordinator',
  tokens: 'coordinator',
  // A queue of mails that may concern no space.
  mail_outbox: 'coordinator',
  // Not known to Citus.
  migrations: 'coordinator',
}

export function distributionOf(table: string): Distribution {
  if (table.startsWith('pg_')) return 'coordinator'
  return (Object.hasOwn(distributions, table) ? distributions[table] : undefined) ?? 'space'
}

/** The distribution column; undefined for a table that is not distributed. */
export const columnOf = (table: string) => (distributionOf(table) === 'space' ? 'group_id' : undefined)

export const namedTables = Object.keys(distributions)
