import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })
const week_ms = 7 * 86_400_000

const ask = async (who: Person, query = ''): Promise<any[]> =>
  (await app.as(who).get(`/v1/visit_weeks${query}`)).body.data
const counts = (weeks: any[]) => weeks.map(({ visits, contacts }) => [visits, contacts])

test('visits and people met are counted by week, also weeks without any', async () => {
  const action = await anAction(app, cast.admin, { public: true, Users: [{ id: cast.user.id }] })
  const other = await anAction(app, cast.admin, { name: 'Elsewhere', public: true })
  const now = new Date().toISOString()
  const before = new Date(Date.now() - 2 * week_ms).toISOString()
  await aVisit(app, cast.user, action.id, { result: 'talked', date: now })
  await aVisit(app, cast.user, action.id, { result: 'absent', date: now })
  await aVisit(app, cast.manager, other.id, { result: 'talked', date: before })
  const { id } = await aVisit(app, cast.user, action.id, { result: 'talked', date: now })
  await app.as(cast.user).delete(`/actions/${action.id}/visits/${id}`)
  await app.as(cast.user).post(`/actions/${action.id}/declared_visits`, { count: 30, date: now })

  const weeks = await ask(cast.manager, '?weeks=3')
  assert.deepEqual(counts(weeks), [
    [1, 1],
    [0, 0],
    [2, 1],
  ])
  for (const { week } of weeks) assert.equal(new Date(week).getUTCDay(), 1, 'a Monday')
  const [first, , last] = weeks.map(({ week }) => Date.parse(week))
  assert.equal(last! - first!, 2 * week_ms)
  assert.equal((await ask(cast.manager)).length, 8)

  assert.deepEqual(counts(await ask(cast.user, '?weeks=3')).at(0), [0, 0], 'users see the actions they are in')
  assert.deepEqual(counts(await ask(stranger, '?weeks=1')), [[0, 0]])
})

test('a week begins on Monday in the time zone of the space', async () => {
  const auckland = await aUser(app, await aSpace(app, 'South', 'en', 'Pacific/Auckland'), { role: 'manager' })
  const action = await anAction(app, auckland)
  const [{ week }] = await ask(auckland, '?weeks=1')
  // Sunday 13:00 UTC is Monday in Auckland.
  const date = new Date(Date.parse(week) - 11 * 3_600_000).toISOString()
  await aVisit(app, auckland, action.id, { date })
  assert.deepEqual(counts(await ask(auckland, '?weeks=2')), [
    [0, 0],
    [1, 0],
  ])
})
