import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionCounts, anAction } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const outsider = await aUser(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const anOpenAction = () => anAction(app, cast.manager, { public: true, Users: [{ id: cast.user.id }] })
const declare = (who: Person, id: number, data: object) => app.as(who).post(`/actions/${id}/declared_visits`, data)
const listed = async (who: Person, id: number) =>
  (await app.as(who).get(`/actions/${id}/declared_visits`)).body.data.declared_visits as any[]

test('totals add up, and each can be read', async () => {
  const { id } = await anOpenAction()
  const { status, body } = await declare(cast.user, id, { count: 40, date: '2026-05-01', comment: 'on paper' })
  assert.equal(status, 200)
  const keys = [
    'id',
    'action_id',
    'group_id',
    'key',
    'CreatedAt',
    'withdrawn_at',
    'recorded_by',
    'user',
    'date',
    'count',
    'comment',
  ]
  assert.deepEqual(keysOf(body.data), keys.sort())
  assert.partialDeepStrictEqual(body.data, {
    count: 40,
    date: '2026-05-01T00:00:00.000Z',
    comment: 'on paper',
    recorded_by: cast.user.id,
  })
  await declare(cast.manager, id, { count: 2 })
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 42])
  assert.deepEqual(
    (await listed(cast.user, id)).map(({ count }) => count),
    [2, 40],
  )
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
  assert.deepEqual(refusal(answer), [409, 'conflict'])
  assert.doesNotMatch(answer.text, /ours/)
  await declare(outsider, id, { count: 1 })
  assert.deepEqual(
    (await listed(outsider, id)).map(({ count }) => count),
    [1],
  )
})

describe('a declared total is refused', () => {
  for (const [data, field] of [
    [{}, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: -3 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ count: '3' }, 'count'],
    [{ count: 100_001 }, 'count'],
    [{ count: 1, date: '2999-01-01' }, 'date'],
    [{ count: 1, key: '' }, 'key'],
  ] as const) {
    test(`${JSON.stringify(data)} at ${field}`, async () => {
      const { id } = await anOpenAction()
      assert.deepEqual(refusal(await declare(cast.user, id, data)), [422, 'invalid_request', `body.data.${field}`])
    })
  }

  test('in an archived action, except the repetition of a known total', async () => {
    const { id } = await anOpenAction()
    const first = await declare(cast.user, id, { count: 1, key: 'known' })
    await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await declare(cast.user, id, { count: 1 })), [409, 'conflict'])
    assert.deepEqual((await declare(cast.user, id, { count: 1, key: 'known' })).body, first.body)
    const answer = await app.as(cast.user).delete(`/actions/${id}/declared_visits/${first.body.data.id}`)
    assert.deepEqual(refusal(answer), [409, 'conflict'])
  })
})

test('a total is withdrawn by its author or by users who manage actions; the row is kept', async () => {
  const { id } = await anOpenAction()
  const one = (await declare(cast.user, id, { count: 9 })).body.data
  const path = `/actions/${id}/declared_visits/${one.id}`
  assert.deepEqual(refusal(await app.as(outsider).delete(path)), [404, 'not_found'])
  assert.deepEqual(refusal(await app.as(other_space_user).delete(path)), [404, 'not_found'])
  const other = (await declare(cast.manager, id, { count: 1 })).body.data
  assert.deepEqual(refusal(await app.as(cast.user).delete(`/actions/${id}/declared_visits/${other.id}`)), [
    403,
    'forbidden',
  ])
  assert.equal((await app.as(cast.user).delete(path)).status, 200)
  assert.equal((await app.as(cast.manager).delete(path)).status, 200, 'twice is as good as once')
  assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 1])
  const [row] = await app.owner<
    [{ withdrawn_at: string | null }]
  >`select withdrawn_at from declared_visits where id = ${one.id}`
  assert.ok(row.withdrawn_at)
})

test('pages contain all of them', async () => {
  const { id } = await anOpenAction()
  for (let count = 1; count <= 3; count++) await declare(cast.user, id, { count })
  const { data } = (await app.as(cast.user).get(`/actions/${id}/declared_visits?limit=2`)).body
  const next = (await app.as(cast.user).get(`/actions/${id}/declared_visits?limit=2&cursor=${data.next_cursor}`)).body
    .data
  const counts = [...data.declared_visits, ...next.declared_visits].map(({ count }: any) => count)
  assert.deepEqual([counts, next.next_cursor], [[3, 2, 1], null])
})
