import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { eventTypesFor } from '../../events/catalogue.ts'
import { page_size_max, validInstant } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import type { Language } from '../../messages/language.ts'
import { msg } from '../../messages/message.ts'
import { readStored } from '../../messages/stored.ts'
import { auditWebhook, checkMayReceive, lockWebhook, readWebhook, test_event_type } from './queries.ts'
import type { Webhook, WebhookDelivery } from './schema.ts'

const columns = (sql: Sql) => sql`
  d.id, d.created_at, 'evt_' || d.event_id || '_' || (extract(epoch from e.created_at) * 1000)::bigint as event_id, d.type, d.state, d.attempts,
  d.attempted_at, case when d.state = 'waiting' then d.next_attempt end as next_attempt, d.status, d.duration_ms, d.answer, d.error`

const deliveries = (sql: Sql, caller: Caller, webhook_id: number) => sql`
  select ${columns(sql)}
  from webhook_deliveries d
  join events e on e.group_id = ${caller.group_id} and e.id = d.event_id
  where d.group_id = ${caller.group_id} and d.webhook_id = ${webhook_id} and ${mayReceive(sql, caller)}`

/** Whether the caller may receive the event of delivery `d`. Its type alone tells that something happened. */
const mayReceive = (sql: Sql, { permissions }: Caller) => sql`d.type = any(${eventTypesFor(permissions)})`

/** Lists the deliveries of a webhook, newest first. */
export async function listDeliveries(
  sql: Sql,
  caller: Caller,
  webhook_id: number,
  { limit, cursor, state }: { limit: number; cursor?: string; state?: WebhookDelivery['state'] },
  language: Language,
) {
  await readWebhook(sql, caller, webhook_id)
  const page_size = Math.min(limit, page_size_max)
  const before = byId.read(cursor)
  const rows = await sql<WebhookDelivery[]>`
    ${deliveries(sql, caller, webhook_id)}
      ${state === undefined ? sql`` : sql`and d.state = ${state}`}
      ${before ? sql`and d.id < ${before[0]}` : sql``}
    order by d.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return {
    rows: rows.map(row => ({ ...row, error: readStored(row.error, language) })),
    next_cursor: last ? byId.write(last.id) : null,
  }
}

/** How long the dispatcher retries a replayed delivery. */
const delivery_days = 3

/** Sends one delivery again, under the same event id, so that the receiver can detect a repetition. The log keeps it as long as a new one. */
export async function replayDelivery(
  sql: Sql,
  writer: WriteContext,
  webhook_id: number,
  id: number,
  language: Language,
) {
  const { caller } = writer
  const { group_id } = caller
  const { types } = checkEnabled(await lockWebhook(sql, caller, webhook_id))
  const [delivery] = await sql<{ type: string }[]>`
    update webhook_deliveries d
    set state = 'waiting', created_at = now(), ended_at = null, next_attempt = now(), retry_until = now() + make_interval(days => ${delivery_days})
    where d.group_id = ${group_id} and d.webhook_id = ${webhook_id} and d.id = ${id} and ${mayReceive(sql, caller)}
    returning d.type`
  if (!delivery) throw notFound('delivery')
  if (delivery.type !== test_event_type && !types.includes(delivery.type))
    throw new ApiError(
      'conflict',
      msg`This webhook no longer receives ${delivery.type}. Add that type to the webhook first.`,
    )
  await retryNow(sql, caller, webhook_id)
  await auditWebhook(sql, writer, 'replayed', webhook_id, { delivery_id: id })
  const [row] = await sql<[WebhookDelivery]>`${deliveries(sql, caller, webhook_id)} and d.id = ${id}`
  return { ...row, error: readStored(row.error, language) }
}

const replayed_max = 10_000

/** Sends all events since a time again that the webhook receives today. Returns how many. */
export async function replaySince(sql: Sql, writer: WriteContext, webhook_id: number, since: string): Promise<number> {
  const { caller } = writer
  const { group_id } = caller
  const { types } = checkEnabled(await lockWebhook(sql, caller, webhook_id))
  checkMayReceive(caller, types)
  const events = await sql<{ id: number }[]>`
    select e.id
    from events e
    join feeds f on f.group_id = ${group_id}
    where e.group_id = ${group_id} and e.position > f.expired_position and e.created_at >= ${validInstant(since)}::timestamptz and e.kind = any(${types})
    order by e.position
    limit ${replayed_max + 1}`
  if (events.length > replayed_max)
    throw new ApiError(
      'conflict',
      msg`There are more than ${replayed_max} events since then. Choose a later time, or read them from GET /v1/changes.`,
    )
  const ids = events.map(({ id }) => id)
  await sql`
    delete from webhook_deliveries where group_id = ${group_id} and webhook_id = ${webhook_id} and event_id = any(${ids})`
  await sql`
    with replayed as materialized (select id, kind from events where group_id = ${group_id} and id = any(${ids}))
    insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
    select ${group_id}::bigint, ${webhook_id}::bigint, id, kind, now() + make_interval(days => ${delivery_days})
    from replayed
    order by id
    returning group_id`
  await retryNow(sql, caller, webhook_id)
  await auditWebhook(sql, writer, 'replayed', webhook_id, { since, count: ids.length })
  return ids.length
}

/** Makes sure that a test event is sent at once. The route emits it. */
export async function prepareTest(sql: Sql, caller: Caller, id: number) {
  checkEnabled(await lockWebhook(sql, caller, id))
  await retryNow(sql, caller, id)
}

function checkEnabled(webhook: Webhook) {
  if (!webhook.enabled) throw new ApiError('conflict', 'This webhook is disabled. Enable it first.')
  return webhook
}

/** Ends the pause after failed deliveries and wakes the dispatcher, which retries at once. */
async function retryNow(sql: Sql, { group_id }: Caller, id: number) {
  await sql`update webhooks set backoff_until = now() where group_id = ${group_id} and id = ${id}`
  await notifyAll(sql, 'deliveries')
}
