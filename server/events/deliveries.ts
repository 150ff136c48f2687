import { permissionsOfRole, type RoleType } from '../access/permissions.ts'
import { databaseTime, secondsAfter } from '../db/clock.ts'
import type { WorkOverSpaces } from '../db/pool/options.ts'
import type { Sql } from '../db/sql.ts'
import { queueMail } from '../mail/outbox.ts'
import type { EventType } from './catalogue.ts'
import { type EventRow, eventColumns } from './event.ts'
import { webhookDisabledMail } from './mails.ts'
import { type DeliveryOutcome, isDelivered } from './webhook_client.ts'

export interface Receiver {
  group_id: number
  id: number
}

/** A leased delivery with its event. */
export interface ClaimedDelivery {
  id: number
  attempts: number
  event: EventRow
}

export interface Claim {
  url: string
  secrets: string[]
  /** When it was claimed, by the clock of the database. Receivers refuse signatures with a wrong time. */
  claimed_at_s: number
  deliveries: ClaimedDelivery[]
}

/** Longer than any attempt. After it, a delivery of a crashed process can be claimed again. */
const lease_s = 60

const test: EventType = 'webhook.tested'

/** Webhooks of all spaces with a delivery due, in random order, so that none is favoured. */
export const dueReceivers: WorkOverSpaces<Receiver[]> = async (sql, isReachable) => [
  ...(await sql<Receiver[]>`
      select w.group_id, w.id
      from webhooks w
      where ${isReachable('w.group_id')} and w.enabled and w.backoff_until <= now()::timestamptz(3) and exists (
        select from webhook_deliveries d
        where d.group_id = w.group_id and ${isReachable('d.group_id')} and d.webhook_id = w.id and d.state = 'waiting'
          and d.next_attempt <= now()::timestamptz(3))
      order by random()
      limit 100`),
]

/** Leases deliveries that are due, in a transaction of its own: none is open during HTTP requests. */
export async function claimDeliveries(sql: Sql, { group_id, id }: Receiver, limit: number): Promise<Claim | undefined> {
  const [webhook] = await sql<{ url: string; secrets: string[]; types: string[]; claimed_at_s: number }[]>`
    select url, types, floor(extract(epoch from clock_timestamp()))::bigint as claimed_at_s,
           array_remove(array[secret, case when former_secret_until > now() then former_secret end], null) as secrets
    from webhooks
    where group_id = ${group_id} and id = ${id} and enabled and backoff_until <= now()::timestamptz(3)`
  if (!webhook) return undefined
  const { url, secrets, types, claimed_at_s } = webhook
  const taken = await sql<{ id: number; event_id: number; attempts: number }[]>`
    update webhook_deliveries
    set next_attempt = now() + make_interval(secs => ${lease_s})
    where group_id = ${group_id} and id in (
      select d.id from webhook_deliveries d
      where d.group_id = ${group_id} and d.webhook_id = ${id} and d.state = 'waiting' and d.next_attempt <= now()::timestamptz(3)
      order by d.next_attempt, d.id
      limit ${limit}
      for update skip locked)
    returning id, event_id, attempts`
  if (taken.length === 0) return undefined
  const events = await sql<EventRow[]>`
    select ${sql(eventColumns)} from events
    where group_id = ${group_id} and id = any(${taken.map(({ event_id }) => event_id)})`
  const known = new Map(events.map(event => [event.id, event]))
  const deliveries: ClaimedDelivery[] = []
  const obsolete: number[] = []
  for (const { id, attempts, event_id } of taken.toSorted((a, b) => a.event_id - b.event_id)) {
    const event = known.get(event_id)
    if (event && (event.kind === test || types.includes(event.kind))) deliveries.push({ id, attempts, event })
    else obsolete.push(id)
  }
  // The event was deleted, or its type was removed from the webhook meanwhile.
  if (obsolete.length > 0)
    await sql`delete from webhook_deliveries where group_id = ${group_id} and id = any(${obsolete})`
  return { url, secrets, claimed_at_s, deliveries }
}

export interface Attempt extends DeliveryOutcome {
  id: number
  /** The time until the next attempt, if this one failed. */
  wait_s: number
}

/** Ends the lease of deliveries that were not attempted. */
export async function releaseDeliveries(sql: Sql, { group_id }: Receiver, ids: number[]) {
  await sql`
    update webhook_deliveries set next_attempt = now()
    where group_id = ${group_id} and id = any(${ids}) and state = 'waiting'`
}

const failing_days_max = 5
const backoff_s_max = 300

/** Records attempts. If none succeeded, the webhook pauses for a while, so that it does not slow down others. */
export async function recordAttempts(sql: Sql, { group_id, id }: Receiver, attempts: Attempt[], backoff_s: number) {
  const now = await databaseTime(sql)
  const rows = attempts.map(({ wait_s, ...attempt }) => ({
    ...attempt,
    delivered: isDelivered(attempt),
    next_attempt: secondsAfter(now, wait_s),
  }))
  // The webhook before its deliveries, as requests lock them: the other way round both would wait for each other.
  const failing_since = rows.some(({ delivered }) => delivered)
    ? await recordSuccess(sql, { group_id, id }, now)
    : await recordFailure(sql, { group_id, id }, now, backoff_s)
  await sql`
    update webhook_deliveries d
    set state = case when r.delivered then 'delivered' when d.retry_until <= ${now} then 'failed' else 'waiting' end,
        ended_at = case when r.delivered or d.retry_until <= ${now} then ${now}::timestamptz end,
        attempts = d.attempts + 1, attempted_at = ${now}, next_attempt = r.next_attempt,
        status = r.status, answer = r.answer, error = r.error, duration_ms = r.duration_ms
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as r (id bigint, delivered boolean, next_attempt timestamptz, status integer, answer text, error text, duration_ms integer)
    where d.group_id = ${group_id} and d.id = r.id and d.state = 'waiting'`
  if (!failing_since) return
  // 410 Gone: the receiver wants no more events.
  if (rows.some(({ status }) => status === 410)) await disableWebhook(sql, group_id, id, 'gone')
  else if (failing_since < secondsAfter(now, -failing_days_max * 86_400))
    await disableWebhook(sql, group_id, id, 'failing')
}

async function recordSuccess(sql: Sql, { group_id, id }: Receiver, now: string): Promise<undefined> {
  await sql`
    update webhooks set failures = 0, failing_since = null, delivered_at = ${now}
    where group_id = ${group_id} and id = ${id}`
}

/** Counts a failure and sets the pause. Returns since when the webhook fails; undefined if it was deleted. */
async function recordFailure(sql: Sql, { group_id, id }: Receiver, now: string, backoff_s: number) {
  const [webhook] = await sql<{ failures: number; failing_since: string | null }[]>`
    select failures, failing_since from webhooks where group_id = ${group_id} and id = ${id} for no key update`
  if (!webhook) return undefined
  const { failures, failing_since } = webhook
  const pause_s = Math.min(backoff_s_max, backoff_s * 2 ** Math.min(failures, 20))
  const change = {
    failures: failures + 1,
    failing_since: failing_since ?? now,
    backoff_until: secondsAfter(now, pause_s),
  }
  await sql`update webhooks set ${sql(change)} where group_id = ${group_id} and id = ${id}`
  return change.failing_since
}

async function disableWebhook(sql: Sql, group_id: number, id: number, because: 'failing' | 'gone') {
  const [webhook] = await sql<{ name: string; url: string }[]>`
    update webhooks set enabled = false, disabled_because = ${because}, updated_at = now()
    where group_id = ${group_id} and id = ${id} and enabled
    returning name, url`
  if (!webhook) return
  const { host } = new URL(webhook.url)
  for (const { space, ...person } of await webhookManagers(sql, group_id))
    await queueMail(sql, group_id, webhookDisabledMail(person, { space, name: webhook.name, host, because }))
}

interface WebhookManager {
  mail: string
  firstname: string
  locale: string
  space: string
  type: RoleType
  permissions: string[]
}

const notified_max = 20

async function webhookManagers(sql: Sql, group_id: number) {
  const people = await sql<WebhookManager[]>`
    select u.mail, u.firstname, u.locale, s.name as space, r.type, r.permissions
    from users u
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    join spaces s on s.id = ${group_id}
    where u.group_id = ${group_id} and u.deleted_at is null and u.suspended_at is null and u.pending_since is null and not u.service_account
    order by r."order", u.id`
  return people.filter(person => permissionsOfRole(person).includes('webhooks:manage')).slice(0, notified_max)
}
