import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { jsonOf, parseExact, rawNumber } from '../json.ts'
import { pipelined } from './pool/pipeline.ts'
import { setUpFirst, setupStatement, unsafe_session } from './pool/session_setup.ts'
import { encrypted, type TlsMode } from './pool/tls.ts'

/** An open transaction, as query functions see it. They never hold a pool and never open a transaction themselves. */
export type Sql = postgres.ISql<{}>

/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** One session with the database. */
export type Session = postgres.Sql<{}>

/** Hears every statement of a session that was opened while somebody listened: `{ text, role }`. */
export const statements = channel('muster:statement')

export interface SessionOptions {
  /** The database role the session acts as. A role that row level security binds, unless it is for migrations. */
  role?: string
  statement_timeout_ms?: number
  /** Whether all it is asked, it is asked within transactions. */
  transactional?: boolean
  onclose?: () => void
  onnotify?: (channel: string, payload: string) => void
}

/**
 * Opens lazily. One session to a value of `postgres()`: whoever holds it knows when it breaks,
 * and no statement can slip into a session that somebody else holds.
 */
export function openSession(
  url: string,
  { role, statement_timeout_ms, transactional = false, onclose, onnotify }: SessionOptions = {},
): Session {
  const { ssl, ...address } = addressOf(url)
  const options: postgres.Options<{}> = {
    ...address,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    backoff: false,
    // Asking for the types of a server is a statement of the driver's own, and nobody hears when it fails. Ours are below.
    fetch_types: false,
    onnotice: () => {},
    // Nothing that a connection pooler refuses or drops: the rest is set, and confirmed, after connecting.
    connection: { application_name: 'muster' },
    types: wireTypes,
    ...(onclose && { onclose }),
    ...(statements.hasSubscribers && { debug: (_: number, text: string) => statements.publish({ text, role }) }),
  }
  const held: Held = { over: false }
  const setup = setupStatement({ role, statement_timeout_ms })
  const socket = oneConnection({ address, ssl, setup, transactional }, held)
  // The driver knows these two although its types do not say so.
  const session = postgres(Object.assign(options, { onnotify, socket }))
  Object.assign(session, { [connection]: held })
  const end = session.end.bind(session)
  session.end = options => {
    // The driver forgets the connection that it is just making, and nobody would ever close it.
    if (options?.timeout === 0) held.over = true
    if (held.over) held.connecting?.destroy()
    return end(options)
  }
  return session as unknown as Session
}

interface Held {
  connecting?: Socket
  socket?: Socket
  over: boolean
}

const connection = Symbol('connection')
interface Connected {
  [connection]?: Held
}

/** Says on whose connection this is asked. */
export function shareConnection(sql: Sql, session: Session) {
  Object.assign(sql, { [connection]: (session as Connected)[connection] })
}

/** While a copy is read slowly the driver stops listening, and when the copy ends just then it forgets to listen again. */
export function resumeSocket(sql: Sql) {
  ;(sql as Connected)[connection]?.socket?.resume()
}

const connect_ms_max = 5000

interface Line {
  address: postgres.Options<{}>
  ssl?: TlsMode | undefined
  setup: string
  transactional: boolean
}

/**
 * A session has one connection, and ends with it. Left to itself the driver would connect anew, inside somebody's transaction, and would
 * forget to flush what it had begun to write on the connection before.
 */
function oneConnection({ address: { path, host, port }, ssl, setup, transactional }: Line, held: Held) {
  let used = false
  return async () => {
    if (used || held.over) throw Object.assign(new Error('the session is over'), { code: 'CONNECTION_CLOSED' })
    used = true
    const plain = path ? connect(path) : connect(port as number, host as string)
    held.connecting = plain
    // Between one listener and the next there must be one.
    plain.on('error', () => {})
    const connected = once(plain, 'connect').then<Socket>(() => (ssl ? encrypted(plain, host as string, ssl) : plain))
    const socket = await withTimeout(connect_ms_max, connected).catch(error => {
      plain.destroy()
      throw error
    })
    held.connecting = socket
    held.socket = socket
    return Object.assign(setUpFirst(transactional ? pipelined(socket) : socket, setup), { host, port })
  }
}

/** Every wait has an end: the driver can wait for ever on a server that hung up at the wrong moment. */
export async function withTimeout<T>(ms_max: number, asked: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('the database does not answer'), { code: 'CONNECT_TIMEOUT' })),
      ms_max,
    )
  })
  try {
    return await Promise.race([asked, silence])
  } finally {
    clearTimeout(timer)
  }
}

type Address = Pick<postgres.Options<{}>, 'path' | 'host' | 'port' | 'database' | 'username' | 'password'> & {
  ssl?: TlsMode
}

// The driver cannot read a socket directory with spaces from an address, so that part travels beside it.
function addressOf(url: string): Address {
  const address = new URL(url)
  const socket = address.searchParams.get('socket')
  if (!socket) return { ...hostOf(address), ...sslOf(address) }
  return {
    path: socket,
    database: decodeURIComponent(address.pathname.slice(1)),
    username: decodeURIComponent(address.username),
  }
}

function hostOf(address: URL): Address {
  return {
    host: decodeURIComponent(address.hostname.replace(/^\[|\]$/g, '')) || 'localhost',
    port: Number(address.port || 5432),
    database: decodeURIComponent(address.pathname.slice(1)) || 'muster',
    username: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
  }
}

function sslOf(address: URL): { ssl?: TlsMode } {
  const mode = address.searchParams.get('sslmode')
  if (mode === null || mode === 'disable') return {}
  return { ssl: mode === 'verify-full' || mode === 'verify-ca' ? 'verify-full' : 'require' }
}

// Rows leave the driver as the API sends them, so that a row already is an answer.
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

// The session speaks UTC, so that the text of PostgreSQL needs only another spelling. It is right for every year; Date is not.
function wireTime(text: string) {
  const [time = '', fraction = ''] = text.slice(11, -3).split('.')
  return `${text.slice(0, 10)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

// A sum may outgrow what a JavaScript number holds; then it travels as it is written.
function sumOf(text: string) {
  return Number.isSafeInteger(Number(text)) ? Number(text) : rawNumber(text)
}

function exactNumber(text: string) {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit in a JSON number`)
  return number
}

/** A statement whose text depends on what somebody asked: the session does not keep it prepared, or it would collect one for every question. */
export function unprepared<Query extends object>(query: Query): Query {
  // The driver looks here before it sends the statement, although its types do not say so.
  Object.assign((query as { options?: object }).options ?? {}, { prepare: false })
  return query
}

/** The values of a row, free objects included: the driver writes those as JSON where the column is JSON. */
export const rowOf = (values: object) => values as Record<string, string>

/** SQLSTATE codes we act on, by name. */
export const sqlstate = {
  unique_violation: '23505',
  serialization_failure: '40001',
  deadlock: '40P01',
  failed_transaction: '25P02',
  lock_timeout: '55P03',
  query_canceled: '57014',
  disk_full: '53100',
  read_only: '25006',
  internal_error: 'XX000',
  unsafe_session,
} as const

export const sqlstateOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : undefined)

export const isFatal = (error: unknown) => error instanceof postgres.PostgresError && /FATAL|PANIC/.test(error.severity)

/** Whether the database refused with one of these states. */
export const hasSqlstate = (error: unknown, ...names: (keyof typeof sqlstate)[]) =>
  names.some(name => sqlstateOf(error) === sqlstate[name])

/** For a statement that always answers one row. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}
