import { inBatches } from '../db/batch_delete.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'

const event_days = 30
const delivery_log_days = 7
const delivery_log_max = 5000
// Each handful in a transaction of its own: however much has piled up, some of it goes for good, and nobody waits for it.
const events_at_once = 5000
const deliveries_at_once = 10_000

interface Delivery {
  group_id: number
  id: number
}

/** Forgets what nobody can ask for any more. Spans all spaces. */
export async function deleteOldEvents(worker: Pool) {
  for (const feed of await worker.read({}, feedsWithOldEvents)) await worker.write({}, sql => deleteEvents(sql, feed))
  await inBatches(worker, deleteOldDeliveries, deliveries_at_once)
  for (const log of await worker.read({}, longLogs))
    await inBatches(worker, sql => trimLog(sql, log), deliveries_at_once)
}

interface OldEvents {
  group_id: number
  expired_position: number
  until: number
}

async function feedsWithOldEvents(sql: Sql): Promise<OldEvents[]> {
  return [
    ...(await sql<OldEvents[]>`
      select f.group_id, f.expired_position, e.position as until
      from feeds f
      cross join lateral (
        select max(o.position) as position from (
          select e.position, e.created_at from events e
          where e.group_id = f.group_id and e.position > f.expired_position
          order by e.position limit ${events_at_once}) o
        where o.created_at < now() - make_interval(days => ${event_days})) e
      where e.position is not null`),
  ]
}

// What happened to contacts stays, because it is shown with them; it just cannot be read as a change any more.
async function deleteEvents(sql: Sql, { group_id, expired_position, until }: OldEvents) {
  await sql`
    delete from events
    where group_id = ${group_id} and position > ${expired_position} and position <= ${until} and kind not like 'contact.%'`
  await sql`update feeds set expired_position = greatest(expired_position, ${until}) where group_id = ${group_id}`
}

async function deleteOldDeliveries(sql: Sql): Promise<number> {
  const old = await sql<Delivery[]>`
    select group_id, id from webhook_deliveries
    where created_at < now() - make_interval(days => ${delivery_log_days})
    order by created_at, group_id, id
    limit ${deliveries_at_once}`
  for (const [group_id, some] of Map.groupBy(old, ({ group_id }) => group_id))
    await sql`
      delete from webhook_deliveries where group_id = ${group_id} and id = any(${some.map(({ id }) => id)})`
  return old.length
}

interface LongLog {
  group_id: number
  webhook_id: number
  until: number
}

async function longLogs(sql: Sql): Promise<LongLog[]> {
  return [
    ...(await sql<LongLog[]>`
      select w.group_id, w.id as webhook_id, d.id as until
      from webhooks w
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.group_id = w.group_id and d.webhook_id = w.id
        order by d.id desc offset ${delivery_log_max} limit 1) d`),
  ]
}

async function trimLog(sql: Sql, { group_id, webhook_id, until }: LongLog): Promise<number> {
  const { count } = await sql`
    delete from webhook_deliveries
    where group_id = ${group_id} and id in (
      select d.id from webhook_deliveries d
      where d.group_id = ${group_id} and d.webhook_id = ${webhook_id} and d.id <= ${until} and d.state <> 'waiting'
      order by d.id
      limit ${deliveries_at_once})`
  return count
}
