import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { NotificationListener } from '../db/notification_listener.ts'
import { notifyAll } from '../db/notifications.ts'
import type { WorkOverSpaces } from '../db/pool/options.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { PollLoop } from '../poll_loop.ts'
import type { EventType } from './catalogue.ts'

const look_again_ms = 1000
// Events within this time are ordered together: one statement and one notification for many events.
const gather_ms = 100
const events_at_once = 1000

/** How long a delivery is retried. */
const delivery_days = 3

const test: EventType = 'webhook.tested'

/** Processes the events with these ids, once each: it runs in the transaction that orders them. */
export type EventConsumer = (sql: Sql, group_id: number, ids: number[]) => Promise<unknown>

/**
 * Gives events their position in the feed, passes them to the consumer and creates deliveries for webhooks, soon after the commit. Every process
 * does this for its own events, and regularly for those that another process left unordered.
 */
export function startOrdering(
  worker: Pool,
  consume: EventConsumer,
  listener: NotificationListener,
  log: FastifyBaseLogger,
) {
  const loop = new PollLoop(
    async () => {
      do await delay(gather_ms)
      while ((await orderPendingEvents(worker, consume, log)) && !loop.stopped)
    },
    look_again_ms,
    error => log.warn({ err: error }, 'could not order events'),
  )
  const off = listener.on('events', () => loop.wake())
  loop.start()
  return () => {
    off()
    return loop.stop()
  }
}

/**
 * Orders a batch of events of each space, so that a busy space delays others only briefly, and a failing one not at all. Returns whether more events are
 * waiting.
 */
export async function orderPendingEvents(
  worker: Pool,
  consume: EventConsumer,
  log: FastifyBaseLogger,
): Promise<boolean> {
  let left = false
  for (const group_id of await worker.readReachableSpaces(spacesToOrder))
    try {
      if (await worker.write({}, sql => orderEvents(sql, group_id, consume))) left = true
    } catch (error) {
      log.warn({ err: error, space: group_id }, 'could not order the events of a space')
    }
  return left
}

const spacesToOrder: WorkOverSpaces<number[]> = async (sql, isReachable) => {
  const rows = await sql<{ group_id: number }[]>`
    select group_id
    from (select distinct group_id from events where position is null and ${isReachable('group_id')}) e
    order by random()
    limit 1000`
  return rows.map(({ group_id }) => group_id)
}

/**
 * Gives positions to the oldest unordered events of a space. The row lock on the feed is held until the commit, so positions become visible in their order:
 * an event that commits later gets a later position, whatever its id. Of two changes of one record the second waits for the first, so its event has the
 * higher id. Returns whether there may be more.
 */
async function orderEvents(sql: Sql, group_id: number, consume: EventConsumer): Promise<boolean> {
  const [feed] = await sql<{ position: number }[]>`
    select position from feeds where group_id = ${group_id} for update skip locked`
  if (!feed) return (await createFeed(sql, group_id)) ? orderEvents(sql, group_id, consume) : true
  const events = await sql<{ id: number }[]>`
    select id from events where group_id = ${group_id} and position is null order by id limit ${events_at_once}`
  if (events.length === 0) return false
  const ids = events.map(({ id }) => id)
  await consume(sql, group_id, ids)
  const [{ count: deliveries }] = await Promise.all([
    createDeliveries(sql, group_id, ids),
    sql`
      update events e set position = ${feed.position} + o.place, sums = null, count_change = null
      from unnest(${ids}::bigint[]) with ordinality as o (id, place)
      where e.group_id = ${group_id} and e.id = o.id`,
    sql`update feeds set position = ${feed.position + ids.length} where group_id = ${group_id}`,
    notifyAll(sql, `changes ${group_id}`),
  ])
  if (deliveries > 0) await notifyAll(sql, 'deliveries')
  return ids.length === events_at_once
}

/** Creates the feed of a space. Returns false if there is one: another process holds its lock, and may have started before the newest event. */
async function createFeed(sql: Sql, group_id: number) {
  const existing = await sql`select from feeds where group_id = ${group_id}`
  if (existing.length > 0) return false
  await sql`
    insert into feeds (group_id, epoch) values (${group_id}, ${randomUUID()}) on conflict (group_id) do nothing`
  return true
}

/** Runs in the transaction that orders the events: no webhook misses an event or gets it twice. */
const createDeliveries = (sql: Sql, group_id: number, ids: number[]) => sql`
  with wanted as materialized (
    select w.id as webhook_id, e.id as event_id, e.kind
    from events e
    join webhooks w on w.group_id = e.group_id and w.group_id = ${group_id} and w.enabled and w.after_event_id < e.id
      and case when e.kind = ${test} then e.subject_id = w.id else e.kind = any(w.types) end
    where e.group_id = ${group_id} and e.id = any(${ids}))
  insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
  select ${group_id}::bigint, webhook_id, event_id, kind, now() + make_interval(days => ${delivery_days})
  from wanted
  order by event_id, webhook_id
  returning group_id`
