import type { Socket } from 'node:net'

// A connection pooler such as pgbouncer rejects or drops unknown start-up parameters, the role among them. So statements set the role and the
// settings after connecting, and the session is not used before the database has confirmed them.

export interface Setup {
  /** Row-level security must apply to this role. */
  role?: string | undefined
  statement_timeout_ms?: number | undefined
}

/** The SQLSTATE of a session that cannot be used safely. The standard reserves no class from I to Z. */
export const unsafe_session = 'MU001'

/** The roles of requests and jobs, and the roles that own views and functions they use. */
const bound_roles = ['muster_app', 'muster_worker', 'muster_search', 'muster_eraser']

/** A statement that waits longer than this for a lock fails. */
const lock_ms_max = 4000

/** Settings that our parsers and our quoting rely on, whatever the defaults of the database or the user are. */
const always = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  'set standard_conforming_strings = on',
]

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** A server that disappears during a transaction must not hold its locks for hours. */
const limits = (statement_timeout_ms: number) => [
  `set statement_timeout = ${Math.trunc(statement_timeout_ms)}`,
  `set lock_timeout = ${lock_ms_max}`,
  'set idle_in_transaction_session_timeout = 300000',
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
]

/** Sets up the session and selects one text: what is wrong with it, or an empty text. */
export function setupStatement({ role, statement_timeout_ms }: Setup): string {
  return [
    ...always,
    // A pooler may reuse a connection with the settings of its last client.
    ...(statement_timeout_ms ? limits(statement_timeout_ms) : timeouts.map(name => `reset ${name}`)),
    role ? `set role ${nameOf(role)}` : 'reset role',
    `select concat_ws(' ', ${[...settingProblems(statement_timeout_ms), ...(role ? roleProblems(nameOf(role)) : [])].join(', ')})`,
  ].join(';\n')
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

const head_length = 5
// First bytes of protocol messages.
const [query, row, failed, ready, setting] = [81, 68, 69, 90, 83] // Q, D, E, Z, S

interface Problem {
  state: string
  text: string
}

/**
 * Sends the statement after the handshake, and withholds the end of the handshake from the driver until it is answered. If it fails or
 * finds a problem, the driver gets a fatal error instead and the connection ends, so that no other statement is sent on it.
 */
export function setUpFirst(socket: Socket, statement: string): Socket {
  const emit = socket.emit as (event: string, ...values: unknown[]) => boolean
  const setup = new SetupReader(() => socket.write(messageOf(query, `${statement}\0`)))

  socket.emit = ((event: string, ...values: unknown[]) => {
    if (event !== 'data') return emit.call(socket, event, ...values)
    const messages = setup.read(values[0] as Buffer)
    if (setup.done) socket.emit = emit
    const handled = messages.length === 0 || emit.call(socket, 'data', Buffer.concat(messages))
    if (setup.problem) socket.destroy()
    return handled
  }) as Socket['emit']
  return socket
}

/** Reads the messages of the server until the setup statement is answered, and answers what the driver is to get of them. */
class SetupReader {
  done = false
  problem: Problem | undefined
  readonly #sendStatement: () => void
  #unread: Buffer = Buffer.alloc(0)
  #handshake_end: Buffer | undefined
  #found: Problem | undefined

  constructor(sendStatement: () => void) {
    this.#sendStatement = sendStatement
  }

  read(data: Buffer): Buffer[] {
    this.#unread = Buffer.concat([this.#unread, data])
    const passed: Buffer[] = []
    while (!this.done && this.#unread.length >= head_length && this.#unread.length > this.#unread.readUInt32BE(1)) {
      const end = 1 + this.#unread.readUInt32BE(1)
      passed.push(...this.#readMessage(this.#unread.subarray(0, end)))
      this.#unread = this.#unread.subarray(end)
    }
    if (this.done && !this.problem) passed.push(this.#unread)
    return passed
  }

  #readMessage(message: Buffer): Buffer[] {
    const [kind] = message
    if (!this.#handshake_end && kind === ready) {
      this.#handshake_end = message
      this.#sendStatement()
      return []
    }
    if (!this.#handshake_end || kind === setting) return [message]
    if (kind === row) this.#found = problemIn(message) ?? this.#found
    if (kind === failed) this.#found = failureIn(message)
    if (kind !== ready && !(this.#found && isFatal(message))) return []
    this.done = true
    this.problem = this.#found
    return [this.problem ? fatal(this.problem) : this.#handshake_end]
  }
}

/** The one column of the one row: its length, then the text. */
function problemIn(message: Buffer): Problem | undefined {
  const text = message.toString('utf8', head_length + 2 + 4)
  return text === '' ? undefined : { state: unsafe_session, text }
}

// Errors that concern the server keep their SQLSTATE: it is overloaded, starting, or shutting down.
const server_failure = /^(08|53|57|58)/

function failureIn(message: Buffer): Problem {
  const fields = new Map(
    message
      .toString('utf8', head_length)
      .split('\0')
      .map(field => [field[0], field.slice(1)]),
  )
  const [state = '', text = ''] = [fields.get('C'), fields.get('M')]
  if (server_failure.test(state)) return { state, text }
  return { state: unsafe_session, text: `Its sessions cannot be set up: ${text}.` }
}

const isFatal = (message: Buffer) =>
  message[0] === failed && /\0V(FATAL|PANIC)\0/.test(message.toString('latin1', head_length - 1))

const fatal = ({ state, text }: Problem) => messageOf(failed, `SFATAL\0VFATAL\0C${state}\0M${text}\0\0`)

function messageOf(kind: number, text: string) {
  const body = Buffer.from(text)
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
