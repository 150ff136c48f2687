import type { Static, TObject, TProperties } from 'typebox'
import type { AuditEntry } from '../access/audit.ts'
import type { Permission } from '../access/permissions.ts'
import type { Topic } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'
import type { ProblemCode } from '../errors.ts'
import type { EventType } from '../events/catalogue.ts'
import type { Access } from './access.ts'
import type { Reply } from './reply.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A folder of operations: `teams` with `list`, `read` and so on. Its name and theirs are the names everywhere. */
export interface Resource {
  name: string
  about: string
  operations: Record<string, Operation>
}

export interface Operation {
  method: Method
  path: string
  definition: AnyDefinition
}

/** An endpoint. It cannot be written without saying who may call it and what it answers. */
export interface Definition<
  Who,
  P extends TProperties,
  Q extends TProperties,
  B extends TProperties,
  S extends TProperties,
  M extends TProperties,
  Value,
  Draft = undefined,
  Prepared = undefined,
> {
  summary: string
  description?: string
  access: Access<Who>
  params?: P
  query?: Q
  /** The fields of `data` in the body. */
  body?: B
  /** The fields of `data` in a merge patch (RFC 7396), where the operation takes one beside the whole record. */
  merge?: M
  /** Fields beside `data` in the body, where old clients put them. */
  bodyExtras?: S
  /** The body comes from a form on a page of ours. */
  form?: boolean
  /** The body is a file of this kind, stored while it arrives; `handle` is called once it is there. */
  upload?: Upload<Call<Who, P, Q, B, S, M>, Draft>
  /** Before a stream begins: what must be on record, and committed, when the first byte leaves. Answers headers for the stream. */
  beforeStream?: (call: Call<Who, P, Q, B, S, M>) => Promise<Record<string, string>>
  returns: Reply<Value>
  /** How success is called when it is not 200. */
  status?: 202
  /** Kept for old programs. */
  deprecated?: Deprecation
  /** Answers from memory, also while the database is away. */
  detached?: boolean
  /** What it may refuse with, besides what every operation may. */
  errors?: ProblemCode[]
  /** The ETag of the answer is sent along, made of the answer itself, or of something shorter that changes with it. */
  etag?: true | ((value: NoInfer<Value>) => string)
  /** Whether this call moves its caller to another space: its idempotency key is then known in both. */
  movesCaller?: (call: Pick<Call<Who, P, Q, B, S, M>, 'body' | 'bodyExtras'>) => boolean
  /** How `If-Match` reads the record that is about to change, locked, as its read operation would answer it. */
  ifMatch?: IfMatch<Who, P, Q, B, S, M, any>
  /** What a repeated request is answered instead, where the first answer holds a secret: that is stored nowhere. */
  replayed?: (value: NoInfer<Value>) => NoInfer<Value>
  /** A write that may take minutes: it has sessions and limits of its own, so that it never stands in the way of the rest. */
  longRunning?: boolean
  /** What a call costs of its caller's rate limit beyond what its body and its page cost anyway. */
  cost?: (call: Pick<Call<Who, P, Q, B, S, M>, 'query' | 'body'>) => number
  /** Takes a lot of database time also when little is asked: few calls of a space run at once. */
  heavy?: boolean
  /** Reads a few rows by their keys and sets nothing: calls from one context at one moment share a transaction. */
  batchable?: boolean
  /** What it shows must be accounted for. */
  audited?: Audited<Call<Who, P, Q, B, S, M>, NoInfer<Value>>
  /** The events that a write tells of, each with what it happened to. They are written in its transaction. */
  emits?: Emits<Call<Who, P, Q, B, S, M>, NoInfer<Value>>
  /** A read that waits for something to be there, where the caller wishes so: it is asked again at this news. */
  longPoll?: LongPoll<Call<Who, P, Q, B, S, M>, NoInfer<Value>>
  /**
   * What a write must know, and hold, before it begins: asked in the packet that takes the idempotency key, which saves a round trip. It
   * may lock and read, but not write: after a repeated key nothing comes of it.
   */
  prepare?: (call: Call<Who, P, Q, B, S, M>) => Promise<Prepared>
  handle: (
    call: Call<Who, P, Q, B, S, M> & { draft: NoInfer<Draft>; prepared: NoInfer<Prepared> },
  ) => Promise<NoInfer<Value>>
}

/** `by queries`: the queries write it, since only they know what it happened to. */
export type Emits<AnyCall, Value> = Partial<
  Record<EventType, 'by queries' | ((call: AnyCall, value: Value) => number | number[])>
>

export interface LongPoll<AnyCall, Value> {
  topic: (call: AnyCall) => Topic
  seconds: (call: AnyCall) => number
  isEnough: (value: Value) => boolean
}

/** How a file is stored piece by piece. Each step is a transaction of its own, so that a slow line holds no session of the database. */
export interface Upload<AnyCall, Draft> {
  media: string
  bytes_max: number
  begin: (call: AnyCall) => Promise<Draft>
  append: (call: AnyCall, draft: NoInfer<Draft>, piece: Buffer, position: number) => Promise<void>
  /** Takes back what was kept of a file that did not arrive whole, or that was there already. */
  discard: (call: AnyCall, draft: NoInfer<Draft>) => Promise<void>
}

/** An entry in the audit log, committed before the answer leaves. */
export interface Audited<AnyCall, Value> {
  /** Whoever holds this is shown what must be accounted for; the others are not, and leave no entry. Left out: everybody is. */
  permission?: Permission
  entry: (call: AnyCall, value: Value) => Pick<AuditEntry, 'kind' | 'subject' | 'subject_id' | 'details'>
}

export interface IfMatch<
  Who,
  P extends TProperties,
  Q extends TProperties,
  B extends TProperties,
  S extends TProperties,
  M extends TProperties,
  Value,
> {
  returns: Reply<Value>
  /** How another read operation answers the same record: its tag is as good. */
  alias?: Reply<Value>
  read: (call: Call<Who, P, Q, B, S, M>) => Promise<Value>
}

/** Since when an operation should not be used any more, and what to use instead. */
export interface Deprecation {
  since: string
  successor: string
}

export interface Call<
  Who,
  P extends TProperties,
  Q extends TProperties,
  B extends TProperties,
  S extends TProperties,
  M extends TProperties,
> {
  /** The open transaction. There is no other way to the database. */
  sql: Sql
  caller: Who
  params: Static<TObject<P>>
  query: Static<TObject<Q>>
  body: Static<TObject<B>>
  /** The patch, when one was sent; `body` is empty then. */
  merge: Static<TObject<M>> | undefined
  bodyExtras: Static<TObject<S>>
  request: RequestInfo
}

/** The little a handler may know about the request itself. */
export interface RequestInfo {
  id: string
  languages: string
  public_url: string
}

export type AnyDefinition = Omit<
  Definition<any, any, any, any, any, any, any, any, any>,
  | 'handle'
  | 'prepare'
  | 'ifMatch'
  | 'movesCaller'
  | 'audited'
  | 'upload'
  | 'beforeStream'
  | 'replayed'
  | 'emits'
  | 'longPoll'
  | 'etag'
  | 'cost'
> & {
  cost?: (call: any) => number
  prepare?: (call: any) => Promise<any>
  handle: (call: any) => Promise<any>
  movesCaller?: (call: any) => boolean
  replayed?: (value: any) => any
  etag?: true | ((value: any) => string)
  emits?: Emits<any, any>
  longPoll?: LongPoll<any, any>
  audited?: Audited<any, any>
  upload?: Upload<any, any>
  beforeStream?: (call: any) => Promise<Record<string, string>>
  ifMatch?: { returns: Reply<any>; alias?: Reply<any>; read: (call: any) => Promise<any> }
}

const operation =
  (method: Method) =>
  <
    Who,
    Value,
    P extends TProperties = {},
    Q extends TProperties = {},
    B extends TProperties = {},
    S extends TProperties = {},
    M extends TProperties = {},
    Draft = undefined,
    Prepared = undefined,
  >(
    path: string,
    definition: Definition<Who, P, Q, B, S, M, Value, Draft, Prepared>,
  ): Operation => ({ method, path, definition: definition as AnyDefinition })

export const get = operation('GET')
export const post = operation('POST')
export const patch = operation('PATCH')
export const del = operation('DELETE')

export function resource(name: string, about: string, operations: Record<string, Operation>): Resource {
  return { name, about, operations }
}
