import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAction } from '../test/field.ts'
import { eventually, startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'

const app = await startTestApp()

const scans = async () => {
  const [row] = await app.owner<[{ whole: number; counted: number }]>`
    select t.seq_scan as whole, i.idx_scan as counted
    from pg_stat_user_tables t
    join pg_stat_user_indexes i on i.relid = t.relid and i.indexrelname = 'visits_counted'
    where t.relname = 'visits'`
  return row
}

test('the counts of a list are read from an index, however many visits there are, in it and elsewhere', async () => {
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
  const before = await scans()
  const whole = (await app.as(busy).get('/actions')).body.data.ActionsAggreg
  assert.equal(whole[0].NbVisites, 30_000)
  const { body } = await app.as(quiet).get('/actions')
  assert.deepEqual(
    body.data.ActionsAggreg.map(({ NbVisites, NbContacts }: any) => [NbVisites, NbContacts]),
    [
      [50, 50],
      [50, 50],
    ],
  )
  const after = await eventually(async () => {
    const now = await scans()
    return now.counted >= before.counted + 3 && now
  })
  assert.equal(after.whole, before.whole)
})
