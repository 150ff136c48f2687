import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../test/harness.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { startWaiting } from './waiting_requests.ts'

test('a user may have twenty long polls; more are refused, and those of others are not', async () => {
  const app = await aScratchApp()
  const space = await aSpace(app)
  const [greedy, modest] = [await aUser(app, space), await aUser(app, space)]
  const cursor = (await app.as(greedy).get('/v1/changes?from=now')).body.next_cursor
  const leaving = new AbortController()
  const poll = () =>
    fetch(`${app.url}/v1/changes?cursor=${cursor}&wait=25`, {
      headers: { authorization: `Bearer ${greedy.token}` },
      signal: leaving.signal,
    }).catch(() => undefined)
  const polls = Array.from({ length: 20 }, poll)
  const refused = await eventually(async () => {
    const answer = await app.as(greedy).get(`/v1/changes?cursor=${cursor}&wait=1`)
    return answer.status === 429 ? answer : undefined
  })
  assert.deepEqual([...refusal(refused), refused.headers.get('retry-after')], [429, 'rate_limited', '5'])
  assert.match(refused.body.detail, /^You have 20 requests waiting for changes\./)
  assert.equal((await app.as(greedy).get(`/v1/changes?cursor=${cursor}`)).status, 200, 'without waiting it is answered')
  assert.equal((await app.as(modest).get(`/v1/changes?cursor=${cursor}&wait=1`)).status, 200)
  leaving.abort()
  await Promise.all(polls)
  await eventually(async () => (await app.as(greedy).get(`/v1/changes?cursor=${cursor}&wait=1`)).status === 200)
})

test('a space has a limit too, and a long poll that ends twice is counted once', () => {
  const group_id = 999_999
  const ends = Array.from({ length: 200 }, (_, id) => startWaiting({ id: 900_000 + id, group_id }))
  assert.throws(() => startWaiting({ id: 1, group_id }), /Your space has 200 requests waiting/)
  startWaiting({ id: 1, group_id: group_id + 1 })()
  ends[0]!()
  ends[0]!()
  const again = startWaiting({ id: 1, group_id })
  assert.throws(() => startWaiting({ id: 2, group_id }), /Your space has 200/)
  for (const end of [...ends, again]) end()
  startWaiting({ id: 1, group_id })()
})
