import type { Socket } from 'node:net'

// A connection pooler such as pgbouncer refuses or drops start-up parameters that it does not know, the role among them. So a session is
// given its role and settings by statements after it has connected, and is not used before the database has confirmed them.

export interface Setup {
  /** The role that the session acts as. Row level security must bind it. */
  role?: string | undefined
  statement_timeout_ms?: number | undefined
}

/** The SQLSTATE of a session that cannot be used safely. Classes from I to Z are not taken by the standard. */
export const unsafe_session = 'MU001'

/** Every role that requests and jobs act as, the owners of views and helpers included. */
const bound_roles = ['muster_app', 'muster_worker', 'muster_search', 'muster_eraser']

/** A transaction that waits longer than this for the lock of another one is refused. */
const lock_ms_max = 4000

/** What our parsers and our quoting rely on, whatever the database or the user has as a default. */
const always = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  'set standard_conforming_strings = on',
]

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** A machine of ours that vanishes in the middle of a transaction must not keep others from its rows for hours. */
const limits = (statement_timeout_ms: number) => [
  `set statement_timeout = ${Math.trunc(statement_timeout_ms)}`,
  `set lock_timeout = ${lock_ms_max}`,
  'set idle_in_transaction_session_timeout = 300000',
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
]

/** Sets the session up and answers one text: what is wrong with it, or nothing. */
export function setupStatement({ role, statement_timeout_ms }: Setup): string {
  return [
    ...always,
    // A pooler may hand on a connection as its last client left it.
    ...(statement_timeout_ms ? limits(statement_timeout_ms) : timeouts.map(name => `reset ${name}`)),
    role ? `set role ${nameOf(role)}` : 'reset role',
    `select concat_ws(' ', ${[...settingFaults(statement_timeout_ms), ...(role ? roleFaults(nameOf(role)) : [])].join(', ')})`,
  ].join(';\n')
}

function nameOf(role: string) {
  if (!/^[a-z_][a-z0-9_]*$/.test(role)) throw new TypeError(`${role} is not the name of a role`)
  return role
}

const settingFaults = (statement_timeout_ms = 0) => [
  `case when current_setting('TimeZone') <> 'UTC' then 'Its sessions do not keep the time zone UTC.' end`,
  `case when current_setting('standard_conforming_strings') <> 'on' then 'Its sessions do not keep standard_conforming_strings.' end`,
  ...(statement_timeout_ms
    ? [
        `case when current_setting('statement_timeout')::interval <> interval '${Math.trunc(statement_timeout_ms)} milliseconds'
         then 'Its sessions do not keep statement_timeout.' end`,
      ]
    : []),
]

/** Why row level security would not bind this session, or a role that its statements reach. */
const roleFaults = (role: string) => [
  `case when current_user <> '${role}' then format('Its sessions act as %s instead of ${role}.', current_user) end`,
  `(select format('Row level security does not bind %s: alter role … nosuperuser nobypassrls.', string_agg(rolname, ', ' order by rolname))
    from pg_roles where rolname in (${bound}, '${role}') and (rolsuper or rolbypassrls) having count(*) > 0)`,
  `(select format('Row level security does not bind %s on the table %s, which it owns: alter table … force row level security.',
      min(r.rolname), min(c.relname))
    from pg_class c join pg_roles r on r.rolname in (${bound}, '${role}') and pg_has_role(r.oid, c.relowner, 'usage')
    where c.relrowsecurity and not c.relforcerowsecurity and c.relnamespace = 'public'::regnamespace having count(*) > 0)`,
]

const bound = bound_roles.map(name => `'${name}'`).join(', ')

const head_length = 5
const [query, row, failed, ready, setting] = ['Q', 'D', 'E', 'Z', 'S'].map(letter => letter.charCodeAt(0))

/**
 * Withholds the end of the handshake from the driver until the statement has been answered. Where it fails or finds a fault, the driver gets
 * a fatal error in its place and the connection ends, so that no statement of ours is ever sent on it.
 */
export function setUpFirst(socket: Socket, statement: string): Socket {
  const before = socket.emit as (event: string, ...values: unknown[]) => boolean
  const pass = (messages: Buffer[]) => messages.length === 0 || before.call(socket, 'data', Buffer.concat(messages))
  let kept: Buffer = Buffer.alloc(0)
  let greeted: Buffer | undefined
  let fault: { state: string; text: string } | undefined

  const read = (message: Buffer): Buffer[] => {
    const [kind] = message
    if (!greeted && kind === ready) {
      greeted = message
      socket.write(messageOf(query!, `${statement}\0`))
      return []
    }
    if (!greeted || kind === setting) return [message]
    if (kind === row) fault = faultIn(message) ?? fault
    if (kind === failed) fault = failureIn(message)
    if (kind !== ready && !(fault && isFatal(message))) return []
    socket.emit = before
    return [fault ? fatal(fault) : greeted]
  }

  socket.emit = ((event: string, ...values: unknown[]) => {
    if (event !== 'data') return before.call(socket, event, ...values)
    kept = Buffer.concat([kept, values[0] as Buffer])
    const passed: Buffer[] = []
    while (socket.emit !== before && kept.length >= head_length && kept.length > kept.readUInt32BE(1)) {
      const end = 1 + kept.readUInt32BE(1)
      passed.push(...read(kept.subarray(0, end)))
      kept = kept.subarray(end)
    }
    if (socket.emit === before && !fault) passed.push(kept)
    const heard = pass(passed)
    if (socket.emit === before && fault) socket.destroy()
    return heard
  }) as Socket['emit']
  return socket
}

/** The one column of the one row: its length, then the text. */
function faultIn(message: Buffer) {
  const text = message.toString('utf8', head_length + 2 + 4)
  return text === '' ? undefined : { state: unsafe_session, text }
}

// Those that speak of the server and not of the session keep their state: it is overloaded, starting, or shutting down.
const of_server = /^(08|53|57|58)/

function failureIn(message: Buffer) {
  const fields = new Map(
    message
      .toString('utf8', head_length)
      .split('\0')
      .map(field => [field[0], field.slice(1)]),
  )
  const [state = '', text = ''] = [fields.get('C'), fields.get('M')]
  if (of_server.test(state)) return { state, text }
  return { state: unsafe_session, text: `Its sessions cannot be set up: ${text}.` }
}

const isFatal = (message: Buffer) =>
  message[0] === failed && /\0V(FATAL|PANIC)\0/.test(message.toString('latin1', head_length - 1))

const fatal = ({ state, text }: { state: string; text: string }) =>
  messageOf(failed!, `SFATAL\0VFATAL\0C${state}\0M${text}\0\0`)

function messageOf(kind: number, text: string) {
  const body = Buffer.from(text)
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
