/**
 * How each table is placed in a Citus cluster. A table that is not listed belongs to spaces: it is distributed by group_id, so that all rows
 * of a space are on one machine.
 */
export type Distribution =
  | { kind: 'space' }
  | { kind: 'key'; column: string }
  | { kind: 'everywhere' }
  | { kind: 'coordinator' }

const distributions: Record<string, Distribution> = {
  // Small and rarely written: reference tables, with a copy on each machine.
  accounts: { kind: 'everywhere' },
  integrations: { kind: 'everywhere' },
  roles: { kind: 'everywhere' },
  server_keys: { kind: 'everywhere' },
  spaces: { kind: 'everywhere' },
  users: { kind: 'everywhere' },
  // Read before the space is known, and often written: distributed by the column of that lookup.
  account_links: { kind: 'key', column: 'digest' },
  idempotency_keys: { kind: 'key', column: 'actor' },
  invitation_links: { kind: 'key', column: 'digest' },
  known_browsers: { kind: 'key', column: 'account_id' },
  recovery_codes: { kind: 'key', column: 'account_id' },
  second_factors: { kind: 'key', column: 'account_id' },
  sign_in_attempts: { kind: 'key', column: 'key' },
  oidc_records: { kind: 'key', column: 'digest' },
  tokens: { kind: 'key', column: 'digest' },
  // Queues that every process claims from, and the list of migrations.
  jobs: { kind: 'coordinator' },
  mail_outbox: { kind: 'coordinator' },
  migrations: { kind: 'coordinator' },
}

export function distributionOf(table: string): Distribution {
  if (table.startsWith('pg_')) return { kind: 'coordinator' }
  return (Object.hasOwn(distributions, table) ? distributions[table] : undefined) ?? { kind: 'space' }
}

/** The distribution column; undefined for a reference table and for one that stays on the coordinator. */
export function columnOf(table: string): string | undefined {
  const distribution = distributionOf(table)
  return distribution.kind === 'space' ? 'group_id' : distribution.kind === 'key' ? distribution.column : undefined
}

export const namedTables = Object.keys(distributions)
