import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpace } from '../create_space.ts'
import { sumDifferences } from '../money/core/sums.ts'
import { distribute, joinNodes, onEachNode } from '../test/citus_cluster.ts'
import { clusterUrl, databaseAt, freshName } from '../test/databases.ts'
import { copyRows } from '../test/earlier_release.ts'
import { aContactId, aTreasurer, payment } from '../test/money.ts'
import { aSpace, withAppPool } from '../test/people.ts'
import { aScratchApp } from '../test/scratch_app.ts'
import { timeZoneOfLocale, zonesByLocale } from '../time_zone.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openSession } from './sql.ts'

const app = await aScratchApp()
const all = readMigrations()
const earlier = all.filter(({ name }) => name < '0011')

/** A space with payments around midnight, and with sums by the days of UTC. */
async function aSpaceWithPayments() {
  const space = await aSpace(app, 'Space', 'en')
  const treasurer = await aTreasurer(app, space)
  const contact = await aContactId(app, treasurer)
  for (const [day, time] of [28, 29, 30, 31].flatMap(day =>
    ['12:00', '22:59', '23:00', '23:59'].map(time => [day, time] as const),
  ))
    await app.as(treasurer).post('/v1/transaction_bundles', {
      transactions: [payment(contact, { date: `2025-12-${day}T${time}:00Z`, reimbursed_amount: 10 })],
      memberships: [payment(contact)],
      donations: [payment(contact, { amount: 7 })],
    })
  while ((await app.owner`select from events where position is null`).length > 0) await app.owner`select pg_sleep(0.05)`
  return space
}

test('an upgrade gives existing spaces the time zone of their locale, and moves their sums to its days', async () => {
  const [here, there] = [await aSpaceWithPayments(), await aSpaceWithPayments()]
  await withAppPool(app, async pool => {
    for (const locale of [...zonesByLocale.keys(), 'en', 'fr-XX'])
      await pool.write({}, sql => createSpace(sql, locale, locale))
  })
  const name = freshName('zones')
  const url = databaseAt(name)
  await onEachNode(clusterUrl(), `create database ${name}`)
  await joinNodes(url)
  const session = await openSession(url)
  try {
    await migrate(url, earlier)
    await distribute(url)
    await copyRows(app.database_url, url)
    await session`update spaces set locale = 'fr' where id = ${here}`
    // The sums of one day wait in an event that is not ordered yet.
    await session`
      with waiting as materialized (select * from sums where group_id = ${here} and day = '2025-12-31')
      insert into events (group_id, kind, subject_id, user_id, request, sums)
      select ${here}::bigint, 'transaction_bundle.created', 1, 1, '', json_agg(waiting) from waiting
      returning group_id`
    await session`delete from sums where group_id = ${here} and day = '2025-12-31'`
    await migrate(url, all)
    const spaces = await session<{ id: number; name: string; locale: string; time_zone: string }[]>`
      select id, name, locale, time_zone from spaces`
    for (const { locale, time_zone } of spaces) assert.equal(time_zone, timeZoneOfLocale(locale), locale)
    for (const space of [here, there]) assert.deepEqual([...(await sumDifferences(session, space))], [])
    const amounts = async (space: number) =>
      Object.fromEntries(
        (
          await session<{ day: string; count: number }[]>`
            select day::text as day, sum(transactions)::integer as count from sums where group_id = ${space} group by 1 order by 1`
        ).map(({ day, count }) => [day.slice(5), count]),
      )
    assert.deepEqual(await amounts(there), { '12-28': 4, '12-29': 4, '12-30': 4, '12-31': 4 })
    // A later migration computes all sums again, also those that waited in the event: it leaves none there.
    assert.deepEqual(await amounts(here), { '12-28': 2, '12-29': 4, '12-30': 4, '12-31': 4, '01-01': 2 })
    const waiting = await session`select from events where position is null and sums is not null and group_id = ${here}`
    assert.equal(waiting.length, 0)
  } finally {
    await session.end()
    await onEachNode(clusterUrl(), `drop database ${name} with (force)`)
  }
})
