import type { TProperties as Fields, Static, TObject, TSchema } from 'typebox'
import type { AuditEntry } from '../access/audit.ts'
import type { Caller } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import type { Topic } from '../db/notifications.ts'
import type { Database } from '../db/pool/options.ts'
import type { Sql } from '../db/sql.ts'
import type { ProblemCode } from '../errors.ts'
import type { EventType } from '../events/catalogue.ts'
import type { Access } from './access.ts'
import type { HttpResponse, KeyedRequest } from './idempotency.ts'
import type { ResponseFormat } from './response_format.ts'

// How an endpoint is written:
//
//   read: get('/teams/:id', {
//     summary: 'Read a team.',
//     access: requires('teams:read'),
//     params: { id: Id },
//     returns: data({ team: Team }),
//     errors: ['not_found'],
//     handle: async ({ sql, caller, params }) => ({ team: await readTeam(sql, caller, params.id) }),
//   })
//
// From this one definition follow the route, the checks of path, query and body, the transaction with its row-level security, the response, the
// OpenAPI document, the SDK and the permission matrix. `summary`, `access`, `returns`, and `handle` or `direct` are required; every other key is optional.
// register.ts turns definitions into routes, transaction.ts runs `handle` or `direct`.

/** The endpoints of one folder. Its name and the keys of `operations` make the operation ids: `teams.list`, `teams.read`. */
export interface Resource {
  name: string
  about: string
  operations: Record<string, Operation>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Operation {
  method: Method
  path: string
  definition: AnyDefinition
}

/** What happens during a call, and in which kind of transaction. */
interface Behaviour<ThisCall, Value, Draft, Guarded> {
  /** Does the work in an open transaction and returns the value of the response. A thrown ApiError rolls the transaction back and becomes the response. */
  handle?: (call: ThisCall & { draft: NoInfer<Draft> }) => Promise<Value>
  /**
   * In place of `handle`: does the work in one or two calls of functions in the database, without a transaction around them. Events, audit
   * entries and the idempotency key are written by the function that does the work.
   */
  direct?: (call: WithoutSql<ThisCall> & DirectAccess<Value>) => Promise<Value | HttpResponse>

  // Reads
  /**
   * A read whose parameters are in the body, so its method is POST. Its response is not stored with an idempotency key: a repeated request reads again.
   */
  readsOnly?: true
  /** Responds from memory, without a transaction. It works while the database is unreachable. */
  detached?: boolean
  /** Sends an ETag: a hash of the response, or of a shorter text that changes whenever the response does. */
  etag?: true | ((value: Value) => string)
  /** A read that can wait for a result: it is repeated whenever the topic is notified. */
  longPoll?: LongPoll<ThisCall, Value>
  /** Runs in a write transaction that commits before the first byte of a stream is sent. Returns headers for the stream. */
  beforeStream?: (call: ThisCall) => Promise<Record<string, string>>

  // Writes
  /** Events that a successful write emits, each with the id of its subject. They are inserted in the same transaction. */
  emits?: Emits<ThisCall, Value>
  /** Reads and locks the record for `If-Match`, in the form in which its read operation returns it. */
  ifMatch?: IfMatch<ThisCall, Guarded>
  /** What a repeated request gets in place of the first value, if that holds a secret. Secrets are not stored with the idempotency key. */
  replayed?: (value: Value) => Value
  /** Whether this call moves its caller to another space. Its idempotency key is then valid in both spaces. */
  movesCaller?: (call: WithoutSql<ThisCall>) => boolean
  /** Removes personal data from append-only tables. */
  erases?: boolean
  /** The body is a file. It is stored chunk by chunk while it arrives; `handle` runs once it is complete. */
  upload?: Upload<ThisCall, Draft>

  // Limits and audit
  /** A write that may take minutes. It uses a separate pool with a longer timeout. */
  longRunning?: boolean
  /** Needs much database time even for a small result. Only a few such calls of a space run at once. */
  heavy?: boolean
  /** What a call costs of the rate limit, in addition to its body and its page size. */
  cost?: (call: WithoutSql<ThisCall>) => number
  /** Writes an entry in the audit log, committed before the response is sent. */
  audited?: Audited<ThisCall, Value>
}

/** What an endpoint takes and returns. The schemas check requests, type the call, and are published in the OpenAPI document. */
export interface Definition<
  Who,
  P extends Fields,
  Q extends Fields,
  B extends Fields,
  X extends Fields,
  M extends Fields,
  Value,
  Draft,
  Guarded,
> extends Behaviour<Call<Who, P, Q, B, X, M>, NoInfer<Value>, Draft, Guarded> {
  summary: string
  description?: string
  /** Who may call it; see access.ts. */
  access: Access<Who>
  /** Parameters of the path. */
  params?: P
  /** Parameters of the query. Others are refused, except where existing clients send them. */
  query?: Q
  /** Fields of `data` in the JSON body. */
  body?: B
  /** Fields of `data` in a JSON merge patch (RFC 7396), where the operation accepts one besides the whole record. */
  merge?: M
  /** Fields of the body next to `data`, where existing clients send them. */
  bodyExtras?: X
  /** The body is a submitted HTML form, and not JSON. */
  form?: boolean
  returns: ResponseFormat<Value>
  /** The status of a success, if not 200. */
  status?: 202
  /** Error codes it may return, besides those that any operation may return. */
  errors?: ProblemCode[]
  deprecated?: Deprecation
}

/** What a handler gets. */
export interface Call<Who, P extends Fields, Q extends Fields, B extends Fields, X extends Fields, M extends Fields> {
  /** The open transaction, the only access to the database. */
  sql: Sql
  caller: Who
  params: Static<TObject<P>>
  query: Static<TObject<Q>>
  body: Static<TObject<B>>
  /** The merge patch, if one was sent; `body` is then empty. */
  merge: Static<TObject<M>> | undefined
  bodyExtras: Static<TObject<X>>
  request: RequestInfo
}

/** The call as it is before the transaction begins. */
type WithoutSql<ThisCall> = Omit<ThisCall, 'sql'>

/** What a direct handler gets in place of an open transaction. */
export interface DirectAccess<Value> {
  db: Database
  /** The idempotency key of a write, if the request has one. */
  keyed: KeyedRequest | undefined
  /** The header If-Match of a write. */
  if_match: string | undefined
  /** The response for a value, for the function that stores it with the idempotency key. It can be returned in place of the value. */
  respond: (value: Value) => HttpResponse
}

/** What a handler may know about the HTTP request. */
export interface RequestInfo {
  id: string
  languages: string
  public_url: string
}

/** `by queries`: the query functions insert the event, because only they know its subjects. */
export type Emits<ThisCall, Value> = Partial<
  Record<EventType, 'by queries' | ((call: WithoutSql<ThisCall>, value: Value) => number | number[])>
>

export interface LongPoll<ThisCall, Value> {
  topic: (call: WithoutSql<ThisCall>) => Topic
  seconds: (call: WithoutSql<ThisCall>) => number
  isEnough: (value: Value) => boolean
}

/** How a file is stored. Each step is a transaction of its own, or has none: a slow client holds no database session. */
export interface Upload<ThisCall, Draft> {
  /** The media type in the OpenAPI document. */
  media: string
  /** Whether other media types are accepted too, because the file itself says what it is. */
  any_media?: true
  /** What the file is, for the OpenAPI document; by default a CSV file. */
  file?: TSchema
  bytes_max: number
  begin: (call: ThisCall) => Promise<Draft>
  /** Stores a chunk in the database. */
  append?: (call: ThisCall, draft: NoInfer<Draft>, chunk: Buffer, position: number) => Promise<void>
  /** In place of `append`: stores a chunk elsewhere, without a transaction. */
  store?: (draft: NoInfer<Draft>, chunk: Buffer) => Promise<void>
  /** Runs once the file is complete, without a transaction, before that of `handle`. May wait for another server. */
  complete?: (call: WithoutSql<ThisCall>, draft: NoInfer<Draft>) => Promise<void>
  /** Deletes a file that did not arrive completely, or that a repeated request has sent again. */
  discard: (call: ThisCall, draft: NoInfer<Draft>) => Promise<void>
}

export interface Audited<ThisCall, Value> {
  /** Only callers with this permission see what is audited; calls of others write no entry. Default: every call writes one. */
  permission?: Permission
  entry: (call: WithoutSql<ThisCall>, value: Value) => Pick<AuditEntry, 'kind' | 'subject' | 'subject_id' | 'details'>
}

export interface IfMatch<ThisCall, Guarded> {
  returns: ResponseFormat<Guarded>
  /** The response of another read operation for the same record, whose ETag is accepted too. */
  alias?: ResponseFormat<NoInfer<Guarded>>
  /** A direct handler has none, and checks `If-Match` itself. */
  read?: (call: ThisCall) => Promise<NoInfer<Guarded>>
}

/** Since when an operation is deprecated, and the path to use instead. */
export interface Deprecation {
  since: string
  successor: string
}

/** A definition whose types are erased, as the code that runs all operations sees it. */
export interface AnyDefinition
  extends Definition<AnyCaller, Fields, Fields, Fields, Fields, Fields, unknown, unknown, unknown> {
  handle: (call: AnyCall & { draft?: unknown }) => Promise<unknown>
}

export type AnyCall = Call<AnyCaller, Fields, Fields, Fields, Fields, Fields>

type AnyCaller = Caller | undefined

const operation =
  (method: Method) =>
  <
    Who,
    Value,
    P extends Fields = {},
    Q extends Fields = {},
    B extends Fields = {},
    X extends Fields = {},
    M extends Fields = {},
    Draft = undefined,
    Guarded = undefined,
  >(
    path: string,
    definition: Definition<Who, P, Q, B, X, M, Value, Draft, Guarded>,
  ): Operation => {
    if (!definition.handle === !definition.direct) throw new TypeError(`${path} needs either handle or direct`)
    if (definition.direct && definition.audited)
      throw new TypeError(`${path} is direct: its function writes the entry of the audit log`)
    // Sound because a handler only gets calls that `access.admit` and the schemas of the same definition have checked.
    return { method, path, definition: { handle: hasNone, ...definition } as unknown as AnyDefinition }
  }

const hasNone = async () => {
  throw new Error('a direct operation has no transaction')
}

export const get = operation('GET')
export const post = operation('POST')
export const patch = operation('PATCH')
export const del = operation('DELETE')

export function resource(name: string, about: string, operations: Record<string, Operation>): Resource {
  return { name, about, operations }
}
