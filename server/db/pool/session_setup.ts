import type { TargetSession } from '../../database_url.ts'

// A connection pooler such as pgbouncer rejects or drops unknown start-up parameters, the role among them. So statements set the role and the
// settings after connecting, and the session is not used before the database has confirmed them.

export interface Setup {
  /** Row-level security must apply to this role. */
  role?: string | undefined
  statement_timeout_ms?: number | undefined
  target?: TargetSession
}

/** The SQLSTATE of a session that cannot be used safely. The standard reserves no class from I to Z. */
export const unsafe_session = 'MU001'
/** The SQLSTATE of a server that does not accept writes, where the address asks for one that does. */
export const not_writable = 'MU002'

/** The SQLSTATE of a session that was opened before the tables were distributed. */
export const stale_session = 'MU003'

/** The last row of the answer to `setupStatement`. */
export interface SetupResult {
  /** What is wrong with the session, or an empty text. */
  problem: string
  /** Why the server cannot be written to, where the address asks for one that can. */
  unwritable: string | null
  /** Whether its tables are distributed. The function `enter` compares it with the setting app.distributed. */
  distributed: boolean
}

/** The roles of requests and jobs, and the roles that own views and functions they use. */
const bound_roles = ['muster_app', 'muster_worker', 'muster_search', 'muster_eraser']

/** A statement fails that waits longer than this for a lock, or takes longer. Tests on a busy machine raise both. */
export const statement_limits = { lock_ms_max: 4000, statement_ms_max: 15_000 }

/** Settings that decide how values are written as text. */
export const text_settings = { timezone: 'UTC', datestyle: 'ISO', intervalstyle: 'postgres', bytea_output: 'hex' }

/** Settings that our parsers and our quoting rely on, whatever the defaults of the database or the user are. */
const always = [
  ...Object.entries(text_settings).map(([name, value]) => `set ${name} = '${value}'`),
  "set client_encoding = 'UTF8'",
  'set standard_conforming_strings = on',
  // Citus passes SET LOCAL on to the workers, so that row-level security applies there. Elsewhere nothing reads this setting.
  "set citus.propagate_set_commands = 'local'",
]

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** A client that disappears during a transaction must not hold its locks for hours. */
export const disappearance_settings = {
  idle_in_transaction_session_timeout: '300s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

const limits = (statement_timeout_ms: number) => [
  `set statement_timeout = ${Math.trunc(statement_timeout_ms)}`,
  `set lock_timeout = ${statement_limits.lock_ms_max}`,
  ...Object.entries(disappearance_settings).map(([name, value]) => `set ${name} = '${value}'`),
]

/** Sets up the session and selects a `SetupResult`. */
export function setupStatement({ role, statement_timeout_ms, target = 'any' }: Setup): string {
  const problems = [...settingProblems(statement_timeout_ms), ...(role ? roleProblems(nameOf(role)) : [])]
  return [
    ...always,
    // A pooler may reuse a connection with the settings of its last client.
    ...(statement_timeout_ms ? limits(statement_timeout_ms) : timeouts.map(name => `reset ${name}`)),
    role ? `set role ${nameOf(role)}` : 'reset role',
    `do $$ begin execute format('set app.distributed = %L', to_regproc('is_distributed') is not null); end $$`,
    `select concat_ws(' ', ${problems.join(', ')}) as problem, ${unwritable[target]} as unwritable,
      current_setting('app.distributed')::boolean as distributed`,
  ].join(';\n')
}

const standby = "when pg_is_in_recovery() then 'is a standby server'"
const unwritable: Record<TargetSession, string> = {
  any: 'null',
  primary: `case ${standby} end`,
  'read-write': `case ${standby} when current_setting('transaction_read_only') = 'on' then 'is read-only' end`,
}

function nameOf(role: string) {
  if (!/^[a-z_][a-z0-9_]*$/.test(role)) throw new TypeError(`${role} is not the name of a role`)
  return role
}

const settingProblems = (statement_timeout_ms = 0) => [
  `case when current_setting('TimeZone') <> 'UTC' then 'Its sessions do not use the time zone UTC.' end`,
  `case when current_setting('standard_conforming_strings') <> 'on' then 'Its sessions ignore standard_conforming_strings.' end`,
  ...(statement_timeout_ms
    ? [
        `case when current_setting('statement_timeout')::interval <> interval '${Math.trunc(statement_timeout_ms)} milliseconds'
         then 'Its sessions ignore statement_timeout.' end`,
      ]
    : []),
]

/** Why row-level security would not apply to this session, or to a role that its statements use. */
const roleProblems = (role: string) => [
  `case when current_user <> '${role}' then format('Its sessions have the role %s instead of ${role}.', current_user) end`,
  `(select format('Row level security does not apply to %s: alter role … nosuperuser nobypassrls.', string_agg(rolname, ', ' order by rolname))
    from pg_roles where rolname in (${bound}, '${role}') and (rolsuper or rolbypassrls) having count(*) > 0)`,
  `(select format('Row level security does not apply to %s on the table %s, which it owns: alter table … force row level security.',
      min(r.rolname), min(c.relname))
    from pg_class c join pg_roles r on r.rolname in (${bound}, '${role}') and pg_has_role(r.oid, c.relowner, 'usage')
    where c.relrowsecurity and not c.relforcerowsecurity and c.relnamespace = 'public'::regnamespace having count(*) > 0)`,
]

const bound = bound_roles.map(name => `'${name}'`).join(', ')
