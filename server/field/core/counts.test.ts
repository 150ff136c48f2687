import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import type { Sql } from '../../db/sql.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { countsOf } from './counts.ts'

const app = await startTestApp()
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1, statement_timeout_ms: 60_000 })
after(() => pool.end())

/** What this transaction has read so far: sequential scans of visits, and entries of the counting index. */
async function scans(sql: Sql) {
  const [row] = await sql<[{ whole: number; counted: number }]>`
    select pg_stat_get_xact_numscans('visits'::regclass)::int as whole,
      pg_stat_get_xact_numscans('visits_counted'::regclass)::int as counted`
  return row
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
  await fill(busy.space, id, busy.id, 30_000)
  for (const action of own) await fill(quiet.space, action.id, quiet.id, 50)
  await app.owner.unsafe('vacuum analyze visits')

  for (const [space, actions] of [
    [busy.space, [id]],
    [quiet.space, own.map(action => action.id)],
  ] as const) {
    const read = await pool.read({ group_id: space }, async sql => {
      const before = await scans(sql)
      await countsOf(sql, space, [...actions])
      const now = await scans(sql)
      return { whole: now.whole - before.whole, counted: now.counted - before.counted }
    })
    assert.deepEqual(read, { whole: 0, counted: actions.length })
  }

  const counted = async (user: typeof busy) =>
    (await app.as(user).get('/actions')).body.data.ActionsAggreg.map(({ NbVisites, NbContacts }: any) => [
      NbVisites,
      NbContacts,
    ])
  assert.deepEqual(await counted(busy), [[30_000, 30_000]])
  assert.deepEqual(await counted(quiet), [
    [50, 50],
    [50, 50],
  ])
})
