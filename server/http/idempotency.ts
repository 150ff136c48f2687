import { hash } from 'node:crypto'
import { type Caller, may } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import { deleteOldestOfSpaces } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { RlsContext } from '../db/rls_context.ts'
import { hasSqlstate, type Sql } from '../db/sql.ts'
import { ApiError, invalid, statusOf } from '../errors.ts'
import { msg } from '../messages/message.ts'

/** A complete response. A direct handler may return one in place of a value: the one that is stored, or will be, with its idempotency key. */
export class HttpResponse {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Record<string, string>

  constructor(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * Runs a write. If it is refused, the response that is stored for its key is returned in place of the error: another request with the key
 * may have succeeded meanwhile, and be the reason of the refusal.
 */
export async function replayRefused(
  { pool, context, keyed }: { pool: Pool; context: RlsContext; keyed: KeyedRequest | undefined },
  write: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    return await write()
  } catch (error) {
    if (!keyed || !(error instanceof ApiError) || statusOf(error.code) >= 500) throw error
    const stored = await pool.read(context, sql => findStoredResponse(sql, keyed))
    if (!stored) throw error
    return stored
  }
}

/** A request with an idempotency key, which belongs to one caller in one space. */
export interface KeyedRequest {
  caller: Caller
  /** 0 for a request that moves its caller to another space: the repeated request comes from there. */
  group_id: number
  key: string
  fingerprint: string
}

const key_pattern = /^[\x21-\x7e]{1,255}$/

export function keyedRequestOf(
  caller: Caller,
  key: string,
  { method, url, sent }: { method: string; url: string; sent: string | undefined },
  movesCaller = false,
): KeyedRequest {
  if (!key_pattern.test(key)) throw invalid('header.idempotency-key', 'must be 1 to 255 visible ASCII characters', key)
  return {
    caller,
    group_id: movesCaller ? 0 : caller.group_id,
    key,
    fingerprint: hash('sha256', JSON.stringify([method, url, sent ?? null]), 'base64url'),
  }
}

/** The response that is stored for the key, undefined if there is none. */
export async function findStoredResponse(sql: Sql, request: KeyedRequest): Promise<HttpResponse | undefined> {
  const { caller, group_id, key } = request
  const [first] = await sql<StoredRequest[]>`
    select fingerprint, permissions, status, body, headers
    from idempotency_keys
    where actor = ${actorOf(caller)} and group_id = ${group_id} and key = ${key}`
  return first && replayOf(request, first)
}

/** The response to a repeated request. Throws where it is another request, or the caller may not see the response. */
export function replayOf(request: KeyedRequest, first: StoredRequest): HttpResponse {
  if (first.fingerprint !== request.fingerprint) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each new request.',
    )
  }
  checkPermissions(request, first.permissions)
  if (first.body === null) throw responseErased()
  return new HttpResponse(first.status, first.body, { ...first.headers, 'idempotent-replayed': 'true' })
}

export interface StoredRequest extends Omit<HttpResponse, 'body'> {
  fingerprint: string
  /** The permissions of the caller at that time; null if not recorded. */
  permissions: Permission[] | null
  body: string | null
}

/**
 * The stored response shows what the permissions of that time allowed. A token with fewer permissions, or the same user with a lower role, does
 * not get it. A request that moved its caller to another space is exempt: its response is one sentence, and the role there is another.
 */
function checkPermissions({ caller, group_id }: KeyedRequest, permissions: Permission[] | null) {
  const lacking = group_id === 0 ? undefined : permissions?.find(permission => !may(caller, permission))
  if (lacking)
    throw new ApiError(
      'idempotency_key_reused',
      msg`The first request with this Idempotency-Key was carried out with the permission ${lacking}, which your role or token lacks.
        Repeat it with a token that has the permission, or read the record.`,
    )
}

/**
 * Stores the response with its key in the transaction of the work: after a crash both exist, or neither. Of two requests with one key that
 * run at once, the second waits here for the first, and is then refused.
 */
export async function storeResponse(
  sql: Sql,
  { caller, group_id, key, fingerprint }: KeyedRequest,
  response: HttpResponse,
) {
  const { status, body, headers } = response
  try {
    await sql`
      insert into idempotency_keys (actor, group_id, key, fingerprint, permissions, status, body, headers)
      values (${actorOf(caller)}, ${group_id}, ${key}, ${fingerprint}, ${[...caller.permissions]}, ${status}, ${String(body)},
              ${sql.json(headers)})`
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation', 'lock_timeout') ? stillRunning() : error
  }
}

const retention_hours = 72

/** Deletes a batch of expired keys of all spaces, oldest first. */
export const deleteOldKeys = (sql: Sql) => deleteOldestOfSpaces(sql, 'idempotency_keys', 'created_at', retention_hours)

// Keys belong to the user: they stay valid when a token is renewed.
export const actorOf = (caller: Caller) => `user:${caller.id}`

export const stillRunning = () =>
  new ApiError(
    'idempotency_key_running',
    'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    {
      headers: { 'retry-after': '1' },
    },
  )

const responseErased = () =>
  new ApiError(
    'idempotency_answer_erased',
    'This request was carried out, but its response contained data of a person who has since been erased. Read the record again.',
  )
