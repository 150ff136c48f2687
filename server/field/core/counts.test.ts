import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { onCitus } from '../../test/citus_cluster.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { countsQuery } from './counts.ts'

const app = await startTestApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())

/** How the counts of these actions read visits: the scan of each step of the plan, and how often it ran. */
async function scansOfVisits(sql: Sql, space: number, actions: number[]) {
  // The shard of this test has the visits of few actions, so that reading all of it would be no worse.
  if (onCitus()) for (const scan of ['seqscan', 'bitmapscan']) await sql.unsafe(`set local enable_${scan} = off`)
  const lines = await sql<{ 'QUERY PLAN': string }[]>`
    explain (analyze, costs off, timing off, summary off) ${countsQuery(sql, space, actions)}`
  // The name of a shard ends with a number.
  const scan = /(\w+ Scan)(?: using (\w+?))?(?:_\d+)? on visits(?:_\d+)? .*loops=(\d+)/
  return lines.flatMap(line => {
    const [, kind, index, loops] = scan.exec(line['QUERY PLAN']) ?? []
    return kind ? [{ scanned: index ?? kind, times: Number(loops) }] : []
  })
}

test('the counts of a list are read from an index, however many visits exist', async () => {
  const [busy, quiet] = [
    await aUser(app, await aSpace(app), { role: 'manager' }),
    await aUser(app, await aSpace(app), { role: 'manager' }),
  ]
  const { id } = await anAction(app, busy)
  const own = [await anAction(app, quiet), await anAction(app, quiet)]
  const fill = (space: number, action: number, user: number, count: number) => app.owner`
    insert into visits (group_id, action_id, key, recorded_by, date, result, comment, answers)
    select ${space}, ${action}, n::text, ${user}, timestamptz '2026-05-01', 'talked', '', '[]' from generate_series(1, ${count}::int) n`
  await fill(busy.space, id, busy.id, 10_000)
  for (const action of own) await fill(quiet.space, action.id, quiet.id, 50)
  await app.owner.unsafe('vacuum analyze visits')

  for (const [space, actions] of [
    [busy.space, [id]],
    [quiet.space, own.map(action => action.id)],
  ] as const) {
    const read = await pool.read({ group_id: space }, sql => scansOfVisits(sql, space, [...actions]))
    assert.deepEqual(read, [{ scanned: 'visits_counted', times: actions.length }])
  }

  const counted = async (user: typeof busy) =>
    (await app.as(user).get('/actions')).body.data.ActionsAggreg.map(({ NbVisites, NbContacts }: any) => [
      NbVisites,
      NbContacts,
    ])
  assert.deepEqual(await counted(busy), [[10_000, 10_000]])
  assert.deepEqual(await counted(quiet), [
    [50, 50],
    [50, 50],
  ])
})
