import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionCounts, anAction } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const outsider = await aUser(app, space)
const anOpenAction = () => anAction(app, cast.manager, { public: true, Users: [{ id: cast.user.id }] })
const declare = (who: Person, id: number, data: object) => app.as(who).post(`/actions/${id}/declared_visits`, data)
const countsListed = async (who: Person, id: number) =>
  (await app.as(who).get(`/actions/${id}/declared_visits`)).body.data.declared_visits.map(({ count }: any) => count)

test('totals add up, and each can be read', async () => {
  const { id } = await anOpenAction()
  const { status, body } = await declare(cast.user, id, { count: 40, date: '2026-05-01', comment: 'on paper' })
  assert.equal(status, 200)
  const keys = 'CreatedAt action_id comment count date group_id id key recorded_by user withdrawn_at'
  assert.deepEqual(keysOf(body.data), keys.split(' '))
  const { count, date, comment, recorded_by } = body.data
  assert.deepEqual([count, date, comment, recorded_by], [40, '2026-05-01T00:00:00.000Z', 'on paper', cast.user.id])
  await declare(cast.manager, id, { count: 2 })
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 42])
  assert.deepEqual(await countsListed(cast.user, id), [2, 40])
})

test('a total sent twice with a key is counted once, also at the same moment; without a key twice', async () => {
  const { id } = await anOpenAction()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => declare(cast.user, id, { count: 5, key: 'sheet 1' })),
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 5])
  for (let n = 0; n < 2; n++) await declare(cast.user, id, { count: 5 })
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 15])
})

test('a non-member of a public action declares, sees their own totals, and learns nothing from a key', async () => {
  const { id } = await anOpenAction()
  await declare(cast.user, id, { count: 5, key: 'taken', comment: 'ours' })
  const answer = await declare(outsider, id, { count: 5, key: 'taken' })
  assert.deepEqual(refusal(answer), refusal.conflict)
  assert.doesNotMatch(answer.text, /ours/)
  await declare(outsider, id, { count: 1 })
  assert.deepEqual(await countsListed(outsider, id), [1])
})

describe('a declared total is refused', () => {
  test('with a date in the future', async () => {
    const { id } = await anOpenAction()
    const future = await declare(cast.user, id, { count: 1, date: '2999-01-01' })
    assert.deepEqual(refusal(future), refusal.at('body.data.date'))
  })

  test('in an archived action, except the repetition of a known total', async () => {
    const { id } = await anOpenAction()
    const first = await declare(cast.user, id, { count: 1, key: 'known' })
    await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await declare(cast.user, id, { count: 1 })), refusal.conflict)
    assert.deepEqual((await declare(cast.user, id, { count: 1, key: 'known' })).body, first.body)
    const answer = await app.as(cast.user).delete(`/actions/${id}/declared_visits/${first.body.data.id}`)
    assert.deepEqual(refusal(answer), refusal.conflict)
  })
})

test('a total is withdrawn by its author or by users who manage actions; the row is kept', async () => {
  const { id } = await anOpenAction()
  const one = (await declare(cast.user, id, { count: 9 })).body.data
  const path = `/actions/${id}/declared_visits/${one.id}`
  assert.deepEqual(refusal(await app.as(outsider).delete(path)), refusal.not_found)
  const other = (await declare(cast.manager, id, { count: 1 })).body.data
  assert.deepEqual(
    refusal(await app.as(cast.user).delete(`/actions/${id}/declared_visits/${other.id}`)),
    refusal.forbidden,
  )
  assert.equal((await app.as(cast.user).delete(path)).status, 200)
  assert.equal((await app.as(cast.manager).delete(path)).status, 200, 'twice is as good as once')
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 1])
  const [row] = await app.owner`select withdrawn_at from declared_visits where id = ${one.id}`
  assert.ok(row!['withdrawn_at'])
})

test('pages contain all of them', async () => {
  const { id } = await anOpenAction()
  for (let count = 1; count <= 3; count++) await declare(cast.user, id, { count })
  const page = async (query: string) =>
    (await app.as(cast.user).get(`/actions/${id}/declared_visits?limit=2${query}`)).body.data
  const data = await page('')
  const next = await page(`&cursor=${data.next_cursor}`)
  const counts = [...data.declared_visits, ...next.declared_visits].map(({ count }: any) => count)
  assert.deepEqual([counts, next.next_cursor], [[3, 2, 1], null])
})
