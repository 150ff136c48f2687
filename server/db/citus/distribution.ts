/**
 * Where each table stands once a database is spread over several machines. A table that is not named here belongs to spaces: its rows stand
 * together with all others of their space.
 */
export type Place =
  | { kind: 'space' }
  | { kind: 'key'; column: string }
  | { kind: 'everywhere' }
  | { kind: 'coordinator' }

const places: Record<string, Place> = {
  // Small, read by everybody, seldom written: a copy on each machine.
  accounts: { kind: 'everywhere' },
  integrations: { kind: 'everywhere' },
  roles: { kind: 'everywhere' },
  server_keys: { kind: 'everywhere' },
  spaces: { kind: 'everywhere' },
  users: { kind: 'everywhere' },
  // Looked up before the space is known, and often written: each by the value it is looked up with.
  account_links: { kind: 'key', column: 'digest' },
  idempotency_keys: { kind: 'key', column: 'actor' },
  invitation_links: { kind: 'key', column: 'digest' },
  known_browsers: { kind: 'key', column: 'account_id' },
  recovery_codes: { kind: 'key', column: 'account_id' },
  second_factors: { kind: 'key', column: 'account_id' },
  sign_in_attempts: { kind: 'key', column: 'key' },
  oidc_records: { kind: 'key', column: 'digest' },
  tokens: { kind: 'key', column: 'digest' },
  // Queues that every process claims from, and our own notes.
  jobs: { kind: 'coordinator' },
  mail_outbox: { kind: 'coordinator' },
  migrations: { kind: 'coordinator' },
}

export function placeOf(table: string): Place {
  // PostgreSQL's own are where they are.
  if (table.startsWith('pg_')) return { kind: 'coordinator' }
  return Object.hasOwn(places, table) ? places[table]! : { kind: 'space' }
}

/** The column that says on which machine a row is; none where each machine has all rows, or only one has any. */
export function columnOf(table: string): string | undefined {
  const place = placeOf(table)
  return place.kind === 'space' ? 'group_id' : place.kind === 'key' ? place.column : undefined
}

export const namedTables = Object.keys(places)
