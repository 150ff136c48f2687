import { hash } from 'node:crypto'
import { type Caller, may } from '../access/caller.ts'
import type { Permission } from '../access/permissions.ts'
import { deleteOldest } from '../db/batch_delete.ts'
import { deferStatements } from '../db/deferred_statements.ts'
import { hasSqlstate, type Sql } from '../db/sql.ts'
import { ApiError, invalid } from '../errors.ts'

export interface HttpAnswer {
  status: number
  body: string | Buffer
  headers: Record<string, string>
}

/** One key of one caller in one space, and a fingerprint of what was asked with it. */
export interface KeyedRequest {
  /** 0 for a request that moves the caller to another space: repeated, it comes from there. */
  group_id: number
  key: string
  fingerprint: string
}

const key_pattern = /^[\x21-\x7e]{1,255}$/

export function keyedRequestOf(
  group_id: number,
  key: string,
  method: string,
  url: string,
  body: string | undefined,
): KeyedRequest {
  if (!key_pattern.test(key)) throw invalid('header.idempotency-key', 'must be 1 to 255 visible ASCII characters', key)
  return {
    group_id,
    key,
    fingerprint: hash('sha256', JSON.stringify([method, url, body ?? null]), 'base64url'),
  }
}

/**
 * Takes the key for this transaction, or returns the answer it already led to. The row belongs to the same transaction
 * as the write it stands for: both are there after a crash, or neither.
 */
export async function findStoredReply(
  sql: Sql,
  caller: Caller,
  attempt: KeyedRequest,
): Promise<HttpAnswer | undefined> {
  const { group_id, key, fingerprint } = attempt
  const taken = await takeKey(sql, caller, attempt)
  if (taken) return undefined
  const [first] = await sql<StoredRequest[]>`
    select fingerprint, permissions, status, body, headers
    from idempotency_keys
    where actor = ${actorOf(caller)} and group_id = ${group_id} and key = ${key}`
  if (!first) throw stillRunning()
  if (first.fingerprint !== fingerprint) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request; choose a new key for a new request.',
    )
  }
  checkPermissions(caller, attempt, first.permissions)
  if (first.body === null) throw answerErased()
  return { status: first.status, body: first.body, headers: { ...first.headers, 'idempotent-replayed': 'true' } }
}

interface StoredRequest extends Omit<HttpAnswer, 'body'> {
  fingerprint: string
  /** What the caller could do then; null where it was not recorded. */
  permissions: Permission[] | null
  body: string | null
}

/**
 * The first answer shows what the permissions of that moment allowed. A narrower token of the same person, or the same person after their
 * role was reduced, does not get it. A request that moved the caller to another space answers with one sentence, and has another role there.
 */
function checkPermissions(caller: Caller, { group_id }: KeyedRequest, permissions: Permission[] | null) {
  const lacking = group_id === 0 ? undefined : permissions?.find(permission => !may(caller, permission))
  if (lacking)
    throw new ApiError(
      'idempotency_key_reused',
      `The first request with this Idempotency-Key was carried out with the permission ${lacking}, which your role or token lacks. ` +
        'Repeat it with a token that has the permission, or read the record.',
    )
}

/** The first answer to a key, or what the write needs to know. Both are waited for: nothing may go on behind a transaction that has ended. */
export async function awaitBoth(
  recalling: Promise<HttpAnswer | undefined> | undefined,
  preparing: Promise<unknown> | undefined,
) {
  const [recalled, prepared] = await Promise.allSettled([recalling, preparing])
  if (recalled.status === 'rejected') {
    // Asked after something else has failed, the database says no more than that.
    const because = prepared.status === 'rejected' && hasSqlstate(recalled.reason, 'failed_transaction')
    throw because ? prepared.reason : recalled.reason
  }
  const first = recalled.value
  // What we refuse now we may have granted then.
  if (prepared.status === 'rejected' && !(first && prepared.reason instanceof ApiError)) throw prepared.reason
  return [first, prepared.status === 'fulfilled' ? prepared.value : undefined] as const
}

export function storeReply(sql: Sql, caller: Caller, { group_id, key }: KeyedRequest, answer: HttpAnswer) {
  deferStatements(
    sql,
    sql`
      update idempotency_keys
      set status = ${answer.status}, body = ${String(answer.body)}, headers = ${sql.json(answer.headers)}
      where actor = ${actorOf(caller)} and group_id = ${group_id} and key = ${key}`,
  )
}

const retention_hours = 72

/** Forgets a lot of the keys that nobody will repeat any more, oldest first. Spans all spaces. */
export const deleteOldKeys = (sql: Sql) => deleteOldest(sql, 'idempotency_keys', 'created_at', retention_hours)

// A second request with the key waits for the first one to end, as long as anybody waits for a lock; then it is told to come back.
async function takeKey(sql: Sql, caller: Caller, { group_id, key, fingerprint }: KeyedRequest) {
  try {
    // Begun at once, so that it is ahead of whatever travels with it.
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

// A person keeps their keys when their token is renewed.
const actorOf = (caller: Caller) => `user:${caller.id}`

const stillRunning = () =>
  new ApiError(
    'idempotency_key_running',
    'The first request with this Idempotency-Key is still running; ask again in a moment.',
    {
      headers: { 'retry-after': '1' },
    },
  )

const answerErased = () =>
  new ApiError(
    'idempotency_answer_erased',
    'This request was carried out, but its answer told about a person whose data was erased since; read the record anew.',
  )
