import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { lockName } from '../../db/advisory_lock.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, notFound } from '../../errors.ts'
import { type EventType, eventTypes, eventTypesFor } from '../../events/catalogue.ts'
import { newSigningSecret } from '../../events/signature.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import type { NewWebhook, Webhook, WebhookChange } from './schema.ts'
import { checkedWebhookUrl } from './url.ts'

const webhooks_max = 20
const waiting_max = 1000
const former_secret_hours = 24
/** The event that `POST /v1/webhooks/:id/test` emits. Webhooks cannot subscribe to it. */
export const test_event_type: EventType = 'webhook.tested'

const columns = (sql: Sql, { group_id }: Caller) => sql`
  w.id, w.created_at, w.updated_at, w.created_by, w.name, w.url, w.types, w.enabled, w.disabled_because, w.failing_since, w.delivered_at,
  case when w.former_secret_until > now() then w.former_secret_until end as former_secret_until,
  (select count(*) from (
     select from webhook_deliveries d
     where d.group_id = ${group_id} and d.webhook_id = w.id and d.state = 'waiting' limit ${waiting_max}) d) as waiting`

export async function listWebhooks(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const { group_id } = caller
  const [rows, [count]] = await Promise.all([
    sql<Webhook[]>`
      select ${columns(sql, caller)} from webhooks w where w.group_id = ${group_id}
      order by w.name collate "und-x-icu", w.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from webhooks where group_id = ${group_id}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readWebhook(sql: Sql, caller: Caller, id: number): Promise<Webhook> {
  const [row] = await sql<Webhook[]>`
    select ${columns(sql, caller)} from webhooks w where w.group_id = ${caller.group_id} and w.id = ${id}`
  if (!row) throw notFound('webhook')
  return row
}

/** Reads a webhook and locks it until the end of the transaction. */
export async function lockWebhook(sql: Sql, caller: Caller, id: number) {
  await sql`select from webhooks where group_id = ${caller.group_id} and id = ${id} for update`
  return readWebhook(sql, caller, id)
}

/** Creates a webhook, which receives the events from now on. */
export async function createWebhook(sql: Sql, writer: WriteContext, sent: NewWebhook, private_addresses: boolean) {
  const { caller } = writer
  const { group_id } = caller
  const types = sent.types ?? eventTypesFor(caller.permissions).filter(type => type !== test_event_type)
  checkMayReceive(caller, types)
  const url = checkedWebhookUrl(sent.url, private_addresses)
  // Serializes concurrent creations in one space, so that they cannot exceed the limit together.
  await lockName(sql, `webhooks ${group_id}`)
  const [held] = await sql<[{ n: number }]>`select count(*) as n from webhooks where group_id = ${group_id}`
  if (held.n >= webhooks_max)
    throw new ApiError('conflict', msg`The space has reached the limit of ${webhooks_max} webhooks. Delete one first.`)
  const secret = newSigningSecret()
  const [last] = await sql<[{ id: number }]>`select nextval('events_id_seq') as id`
  const row = { group_id, name: sent.name, url, types, enabled: true, secret, after_event_id: last.id }
  const [{ id }] = await sql<[{ id: number }]>`
    insert into webhooks ${sql({ ...row, created_by: caller.id })} returning id`
  await auditWebhook(sql, writer, 'made', id, { name: sent.name, host: new URL(url).host, types })
  return { ...(await readWebhook(sql, caller, id)), secret }
}

/**
 * Changes a webhook. Deletes waiting deliveries of types it no longer receives: the caller may lack the permission for these, and could
 * otherwise redirect them by changing the URL.
 */
export async function changeWebhook(
  sql: Sql,
  writer: WriteContext,
  id: number,
  { name, url, types, enabled }: WebhookChange,
  private_addresses: boolean,
) {
  const { caller } = writer
  const before = await lockWebhook(sql, caller, id)
  // A caller who changes the URL can read every event that follows.
  checkMayReceive(caller, types ?? before.types)
  const after = {
    name: name ?? before.name,
    url: url === undefined ? before.url : checkedWebhookUrl(url, private_addresses),
    types: types ?? before.types,
    enabled: enabled ?? before.enabled,
    disabled_because: disabledBecause(before, enabled),
  }
  const restarts = after.enabled && (!before.enabled || after.url !== before.url)
  await sql`
    update webhooks
    set ${sql(after)}, updated_at = now()
        ${restarts ? sql`, failures = 0, failing_since = null, backoff_until = now()` : sql``}
    where group_id = ${caller.group_id} and id = ${id}`
  await sql`
    delete from webhook_deliveries
    where group_id = ${caller.group_id} and webhook_id = ${id} and state = 'waiting' and type <> all(${[...after.types, test_event_type]})`
  const details = { name: after.name, host: new URL(after.url).host, types: after.types, enabled: after.enabled }
  await auditWebhook(sql, writer, 'changed', id, details)
  return readWebhook(sql, caller, id)
}

function disabledBecause(before: Webhook, enabled: boolean | undefined) {
  if (enabled === false) return 'by_hand'
  return enabled || before.enabled ? '' : before.disabled_because
}

/** Deletes a webhook with its waiting deliveries and its log. */
export async function deleteWebhook(sql: Sql, writer: WriteContext, id: number) {
  const { name } = await lockWebhook(sql, writer.caller, id)
  await sql`delete from webhooks where group_id = ${writer.caller.group_id} and id = ${id}`
  await auditWebhook(sql, writer, 'ended', id, { name })
}

/**
 * Replaces the signing secret. The former secret also signs for a day, so that the receiver can switch without an outage. Requires the
 * permission for every type, because the secret can sign any event.
 */
export async function renewSecret(sql: Sql, writer: WriteContext, id: number) {
  const { caller } = writer
  const { types } = await lockWebhook(sql, caller, id)
  checkMayReceive(caller, types)
  const secret = newSigningSecret()
  await sql`
    update webhooks
    set former_secret = secret, former_secret_until = now() + make_interval(hours => ${former_secret_hours}), secret = ${secret}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}`
  await auditWebhook(sql, writer, 'secret_made', id, {})
  return { ...(await readWebhook(sql, caller, id)), secret }
}

/** Refuses a caller who lacks a permission that one of these event types requires. Types that no longer exist require none. */
export function checkMayReceive(caller: Caller, types: readonly string[]) {
  const needed = types.flatMap(type => (type in eventTypes ? eventTypes[type as EventType].needs : []))
  const lacking = needed.find(permission => !may(caller, permission))
  if (lacking)
    throw forbidden(
      msg`An event type of this webhook requires the permission ${lacking}, which your role or token lacks.`,
    )
}

export const auditWebhook = (
  sql: Sql,
  { caller, request_id }: WriteContext,
  what: string,
  subject_id: number,
  details: object,
) => recordAudit(sql, { caller, request_id, kind: `webhook.${what}`, subject: 'webhook', subject_id, details })
