import { hash } from 'node:crypto'
import { type Caller, may } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import { deleteOldest } from '../db/batch_delete.ts'
import { deferStatements } from '../db/deferred_statements.ts'
import { hasSqlstate, type Sql } from '../db/sql.ts'
import { ApiError, invalid } from '../errors.ts'

export interface HttpResponse {
  status: number
  body: string | Buffer
  headers: Record<string, string>
}

/** A response that a direct handler returns in place of a value: one that it has stored, or the stored one of an earlier request. */
export class FinishedResponse implements HttpResponse {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Record<string, string>

  constructor({ status, body, headers }: HttpResponse) {
    this.status = status
    this.body = body
    this.headers = headers
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

/**
 * Takes the key for this transaction and returns undefined, or returns the response that is stored for it. The key is written in the same
 * transaction as the work: after a crash both exist, or neither.
 */
export async function findStoredResponse(sql: Sql, request: KeyedRequest): Promise<HttpResponse | undefined> {
  const { caller, group_id, key, fingerprint } = request
  const taken = await takeKey(sql, request)
  if (taken) return undefined
  const [first] = await sql<StoredRequest[]>`
    select fingerprint, permissions, status, body, headers
    from idempotency_keys
    where actor = ${actorOf(caller)} and group_id = ${group_id} and key = ${key}`
  if (!first) throw stillRunning()
  if (first.fingerprint !== fingerprint) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each new request.',
    )
  }
  checkPermissions(request, first.permissions)
  if (first.body === null) throw responseErased()
  return { status: first.status, body: first.body, headers: { ...first.headers, 'idempotent-replayed': 'true' } }
}

interface StoredRequest extends Omit<HttpResponse, 'body'> {
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
      `The first request with this Idempotency-Key was carried out with the permission ${lacking}, which your role or token lacks. ` +
        'Repeat it with a token that has the permission, or read the record.',
    )
}

/** The stored response, or else what `prepare` read. Waits for both: no statement may run after its transaction has ended. */
export async function awaitBoth(
  finding: Promise<HttpResponse | undefined> | undefined,
  preparing: Promise<unknown> | undefined,
) {
  const [stored, prepared] = await Promise.allSettled([finding, preparing])
  if (stored.status === 'rejected') {
    // After a failed statement, later ones of the transaction only report that it has failed. The first error is the cause.
    const isCause = prepared.status === 'rejected' && hasSqlstate(stored.reason, 'failed_transaction')
    throw isCause ? prepared.reason : stored.reason
  }
  const response = stored.value
  // A request that would be refused now may have succeeded the first time.
  if (prepared.status === 'rejected' && !(response && prepared.reason instanceof ApiError)) throw prepared.reason
  return [response, prepared.status === 'fulfilled' ? prepared.value : undefined] as const
}

export function storeResponse(sql: Sql, { caller, group_id, key }: KeyedRequest, response: HttpResponse) {
  deferStatements(
    sql,
    sql`
      update idempotency_keys
      set status = ${response.status}, body = ${String(response.body)}, headers = ${sql.json(response.headers)}
      where actor = ${actorOf(caller)} and group_id = ${group_id} and key = ${key}`,
  )
}

const retention_hours = 72

/** Deletes a batch of expired keys of all spaces, oldest first. */
export const deleteOldKeys = (sql: Sql) => deleteOldest(sql, 'idempotency_keys', 'created_at', retention_hours)

// A second request with the same key waits for the first one until the lock timeout.
async function takeKey(sql: Sql, { caller, group_id, key, fingerprint }: KeyedRequest) {
  try {
    // `execute` sends it at once, ahead of the statements of `prepare`.
    const rows = await sql`
      insert into idempotency_keys (actor, group_id, key, fingerprint, permissions)
      values (${actorOf(caller)}, ${group_id}, ${key}, ${fingerprint}, ${[...caller.permissions]})
      on conflict (actor, group_id, key) do nothing
      returning key`.execute()
    return rows.length === 1
  } catch (error) {
    throw hasSqlstate(error, 'lock_timeout') ? stillRunning() : error
  }
}

// Keys belong to the user: they stay valid when a token is renewed.
const actorOf = (caller: Caller) => `user:${caller.id}`

const stillRunning = () =>
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
