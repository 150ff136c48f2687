import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import postgres from 'postgres'
import { type DatabaseHost, type DatabaseUrl, hostName, readDatabaseUrl } from '../database_url.ts'
import { jsonOf, parseExact, rawNumber } from '../json.ts'
import { openOnFirst } from './first_host.ts'
import { type SetupResult, setupStatement } from './pool/session_setup.ts'
import { type TlsMode, upgradeToTls } from './pool/tls.ts'
import { isFatal, notWritable, sqlstateOf, unsafeSession } from './sql_errors.ts'

export { hasSqlstate, isFatal, sqlstateOf } from './sql_errors.ts'

/** An open transaction. Query functions receive it; they never use a pool or open a transaction themselves. */
export type Sql = postgres.ISql<{}>

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** One session with the database. */
export type Session = postgres.Sql<{}>

/**
 * How long to wait for a connection and its first answer. A busy machine can take more than ten seconds to start a server process. The pool,
 * the health probe and the listener have shorter limits of their own, so requests do not wait this long.
 */
export const connect_ms_max = 30_000

export const statements = channel('muster:statement')

/** Publishes `{ text, role, parameters }` of a statement that was answered. */
export function publishStatement(session: Session, statement: object) {
  // The driver sets both when it sends the statement, but its types do not declare them.
  const { string: text, parameters } = statement as { string?: string; parameters: unknown[] }
  if (text !== undefined) statements.publish({ text, role: connectionOf(session).role, parameters })
}

export interface SessionOptions {
  /** The database role that the session sets. Row level security applies to it. Left out for migrations and backups. */
  role?: string
  statement_timeout_ms?: number
  /** How long to wait for a connection, if not for `connect_ms_max`. */
  open_ms_max?: number
  /** Called when the connection of the open session closes. */
  onclose?: () => void
  onnotify?: (channel: string, payload: string) => void
}

/**
 * Opens a session with exactly one connection, in its role and with its settings, on the first host of the address that can be used. The
 * holder notices when the connection breaks, and no statement can run in the session of another holder.
 */
export async function openSession(url: string, options: SessionOptions = {}): Promise<Session> {
  const address = readDatabaseUrl(url)
  const session = await openOnFirst({
    url,
    hosts: address.hosts,
    open: (host, aborted) => openOn({ ...address, ...host }, options, aborted),
    close: session => void session.end({ timeout: 0 }).catch(() => {}),
  })
  connectionOf(session).used = true
  return session
}

type Address = Omit<DatabaseUrl, 'hosts'> & DatabaseHost

async function openOn(address: Address, options: SessionOptions, aborted: AbortSignal): Promise<Session> {
  const session = newSession(address, options)
  try {
    const answer = session.unsafe(setupStatement({ ...options, target: address.target })) as PromiseLike<unknown>
    const setup = withTimeout(options.open_ms_max ?? connect_ms_max, answer, aborted)
    const [found] = ((await setup) as [SetupResult][]).at(-1) ?? []
    if (found?.unwritable) throw notWritable.error(found.unwritable)
    if (found?.problem) throw unsafeSession(found.problem)
    if (found?.distributed) distributedSessions.add(session)
    return session
  } catch (error) {
    session.end({ timeout: 0 }).catch(() => {})
    // The settings could not be made. Other errors concern the server: it refuses the connection, is starting, or is overloaded.
    const refused = sqlstateOf(error) && !isFatal(error) && !/^(08|53|57|58|MU)/.test(sqlstateOf(error) ?? '')
    throw refused ? unsafeSession(`Its sessions cannot be set up: ${(error as Error).message}.`) : error
  }
}

/** Sessions whose tables are distributed by Citus. */
const distributedSessions = new WeakSet<Session>()

export const isDistributed = (session: Session) => distributedSessions.has(session)

/** Opens a session for `work` and closes it afterwards. */
export async function withSession<T>(url: string, work: (session: Session) => Promise<T>, options?: SessionOptions) {
  const session = await openSession(url, options)
  try {
    return await work(session)
  } finally {
    await session.end({ timeout: 2 })
  }
}

function newSession(address: Address, { role, onclose, onnotify }: SessionOptions): Session {
  const { host, port, socket: path, sslmode, database, username, password } = address
  const state: ConnectionState = { ended: false, used: false, host: hostName(address), role }
  const options: postgres.Options<{}> = {
    ...(path ? { path } : { host, port }),
    database,
    username,
    password,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: connect_ms_max / 1000,
    backoff: false,
    // The driver would query the server's types by itself, and an error of that query would be lost. Our types are below.
    fetch_types: false,
    onnotice: () => {},
    // Connection poolers reject or drop most start-up parameters. The others are set and checked after connecting.
    connection: { application_name: 'muster' },
    types: wireTypes,
    onclose: () => state.used && onclose?.(),
  }
  const ssl = sslmode.startsWith('verify') ? 'verify-full' : 'require'
  const socket = oneConnection({ path, host, port, ...(!path && sslmode !== 'disable' && { ssl }) }, state)
  // The driver supports these two options, but its types do not declare them.
  const session = postgres(Object.assign(options, { onnotify, socket }))
  Object.assign(session, { [connection]: state })
  const end = session.end.bind(session)
  session.end = options => {
    // The driver does not close a connection that it is still opening.
    if (options?.timeout === 0) state.ended = true
    if (state.ended) state.connecting?.destroy()
    // The driver would wait for the statement during which the connection broke.
    return end(state.socket?.destroyed ? { timeout: 0 } : options)
  }
  return session as unknown as Session
}

interface ConnectionState {
  connecting?: Socket
  socket?: Socket
  ended: boolean
  /** Whether it was opened and given to its holder. */
  used: boolean
  host: string
  role: string | undefined
}

const connection = Symbol('connection')
interface WithConnection {
  [connection]?: ConnectionState
}

function connectionOf(session: Session): ConnectionState {
  const state = (session as WithConnection)[connection]
  if (!state) throw new TypeError('not a session of openSession')
  return state
}

/** The host and port that the session is connected to. */
export const hostOf = (session: Session) => connectionOf(session).host

/** Lets `sql` use the connection of the session. */
export function shareConnection(sql: Sql, session: Session) {
  Object.assign(sql, { [connection]: (session as WithConnection)[connection] })
}

/** Resumes the socket. The driver pauses it while a copy is read slowly, and does not resume it if the copy ends in that moment. */
export function resumeSocket(sql: Sql) {
  ;(sql as WithConnection)[connection]?.socket?.resume()
}

interface ConnectOptions extends DatabaseHost {
  path: string | undefined
  ssl?: TlsMode
}

/**
 * Opens the one connection of a session; the session ends with it. The driver would reconnect by itself in the middle of a transaction,
 * and would not flush what it had written to the old connection.
 */
function oneConnection({ path, host, port, ssl }: ConnectOptions, state: ConnectionState) {
  let used = false
  return async () => {
    if (used || state.ended) return brokenSocket()
    used = true
    const plain = path ? connect(path) : connect(port, host)
    state.connecting = plain
    // An error event without a listener would end the process.
    plain.on('error', () => {})
    const connected = once(plain, 'connect').then<Socket>(() => (ssl ? upgradeToTls(plain, host, ssl) : plain))
    const closed = once(plain, 'close').then(() => {
      throw Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })
    })
    closed.catch(() => {})
    const socket = await withTimeout(connect_ms_max, Promise.race([connected, closed])).catch(error => {
      plain.destroy()
      throw error
    })
    state.connecting = socket
    state.socket = socket
    return Object.assign(socket, { host, port })
  }
}

/** A socket that fails. The driver would never settle a second statement after an error thrown here. */
function brokenSocket() {
  const socket = new Socket()
  const error = Object.assign(new Error('the session has ended'), { code: 'CONNECTION_CLOSED' })
  setImmediate(() => socket.destroy(error))
  return socket
}

/** Rejects after `ms_max`, or when aborted: the driver can wait for ever on a server that closed the connection. */
export async function withTimeout<T>(ms_max: number, work: PromiseLike<T>, aborted?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(Object.assign(new Error('the database does not answer'), { code: 'CONNECT_TIMEOUT' }))
    timer = setTimeout(fail, ms_max)
    aborted?.addEventListener('abort', fail)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

// The driver parses values into the form that the API sends, so that rows need no mapping.
const wireTypes = {
  timestamp: { to: 1184, from: [1184], serialize: String, parse: wireTime },
  texts: { to: 1009, from: [1009], serialize: writeTexts, parse: readTexts },
  json: { to: 114, from: [114], serialize: jsonOf, parse: parseExact },
  numeric: { to: 1700, from: [1700], serialize: String, parse: sumOf },
  bigint: { to: 20, from: [20], serialize: String, parse: exactNumber },
  bigints: {
    to: 1016,
    from: [1016],
    serialize: (numbers: number[]) => `{${numbers.join(',')}}`,
    parse: (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(exactNumber)),
  },
}

function writeTexts(texts: string[]) {
  return `{${texts.map(text => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function readTexts(text: string) {
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(
    ([, quoted, bare]) => quoted?.replace(/\\(.)/g, '$1') ?? bare,
  )
}

// Sessions use UTC, so the text of PostgreSQL only needs another format. Unlike Date, this is right for every year.
function wireTime(text: string) {
  const [time = '', fraction = ''] = text.slice(11, -3).split('.')
  return `${text.slice(0, 10)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

// A sum may be too large for a JavaScript number; it is then sent as its digits.
function sumOf(text: string) {
  return Number.isSafeInteger(Number(text)) ? Number(text) : rawNumber(text)
}

function exactNumber(text: string) {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit in a JSON number`)
  return number
}

/** Does not prepare a statement whose text depends on the request: the session would keep a prepared statement for each variant. */
export function unprepared<Query extends object>(query: Query): Query {
  // The driver reads this option before it sends the statement, but its types do not declare it.
  Object.assign((query as { options?: object }).options ?? {}, { prepare: false })
  return query
}

/** The values of a row. The driver writes objects as JSON where the column is JSON. */
export const rowOf = (values: object) => values as Record<string, string>

/** The row of a statement that always returns exactly one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (rows.length !== 1 || row === undefined) throw new Error(`expected one row, got ${rows.length}`)
  return row
}
