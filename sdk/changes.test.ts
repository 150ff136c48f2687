import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../server/test/harness.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { type ApiError, connect, type FollowOptions } from './client.ts'

type Reply = (query: URLSearchParams) => Response | Promise<Response>

const ids = (count: number) => Array.from({ length: count }, (_, index) => `evt_${index + 1}`)

/** A feed whose pages have three events, and whose cursor is the number of events before it. */
function feedOf(count: number): Reply {
  return query => {
    const start = query.get('from') === 'now' ? count : Number(query.get('cursor') ?? 0)
    const data = ids(count).slice(start, start + Math.min(3, Number(query.get('limit'))))
    const next_cursor = String(start + data.length)
    return Response.json({ data: data.map(id => ({ id })), next_cursor, more: start + data.length < count })
  }
}

/** A client whose server sends the given responses first, and then events. Pauses are recorded and skipped. */
function clientOf(feed: Reply, ...first: Reply[]) {
  const [waits, queries] = [[] as number[], [] as URLSearchParams[]]
  const muster = connect({
    url: 'https://muster.example.org',
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      waits.push(ms)
    },
    fetch: (async (address: string) => {
      const query = new URL(address).searchParams
      queries.push(query)
      return (first.shift() ?? feed)(query)
    }) as typeof fetch,
  })
  return { muster, waits, queries }
}

const connectionLost = () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}
const answer =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ code }, { status, headers })

/** Reads this many events, then stops. */
async function take(count: number, muster: ReturnType<typeof clientOf>['muster'], options: FollowOptions) {
  const feed = muster.changes.follow(options)
  const seen: string[] = []
  for await (const { id } of feed) if (seen.push(id) === count) break
  return { seen, cursor: feed.cursor }
}

describe('following the change feed', () => {
  test('returns every event once and in order, over pages and lost connections', async () => {
    const restart = [connectionLost, answer(502, 'unknown'), answer(500, 'internal'), answer(429, 'rate_limited')]
    const { muster, waits } = clientOf(feedOf(10), feedOf(10), ...restart)
    const lost: number[] = []
    const options = {
      from: 'start',
      onDisconnect: (_: unknown, retry_in_ms: number) => lost.push(retry_in_ms),
    } as const
    assert.deepEqual((await take(10, muster, options)).seen, ids(10))
    assert.equal(waits.length, 4)
    assert.deepEqual(lost, waits)
  })

  test('continues after any event with the cursor that was stored then', async () => {
    for (let count = 1; count < 10; count++) {
      const { cursor } = await take(count, clientOf(feedOf(10)).muster, { from: 'start' })
      const rest = await take(10 - count, clientOf(feedOf(10)).muster, { cursor })
      assert.deepEqual(rest.seen, ids(10).slice(count), `after ${count}`)
    }
  })

  test('begins now by default, and has a cursor before the first event', async () => {
    const { muster, queries } = clientOf(feedOf(12), feedOf(10))
    assert.deepEqual((await take(2, muster, { types: ['team.created', 'team.deleted'] })).seen, ['evt_11', 'evt_12'])
    assert.deepEqual(queries.map(String), [
      'from=now&types=team.created%2Cteam.deleted&limit=1&wait=0',
      'cursor=10&types=team.created%2Cteam.deleted&limit=200&wait=25',
    ])
  })

  test('waits longer after each failure, and at least as long as the server asks', async () => {
    const failures = Array(12).fill(connectionLost)
    const { muster, waits } = clientOf(feedOf(1), ...failures, answer(503, 'unavailable', { 'retry-after': '300' }))
    await take(1, muster, { from: 'start' })
    assert.ok(waits[0]! <= 1000 && waits.slice(0, 12).every(ms => ms <= 30_000), String(waits))
    assert.ok(waits[11]! >= 15_000 && waits[12]! >= 300_000, String(waits))
  })

  test('throws errors that do not pass', async () => {
    for (const [status, code] of [
      [401, 'unauthenticated'],
      [403, 'forbidden'],
      [410, 'cursor_expired'],
    ] as const) {
      const { muster, waits } = clientOf(answer(status, code))
      await assert.rejects(take(1, muster, { cursor: '5' }), (error: ApiError) => error.code === code)
      assert.equal(waits.length, 0)
    }
  })

  test('ends with the reason of its signal: between events, and while it waits', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    const { muster } = clientOf(feedOf(10))
    const reading = (async () => {
      for await (const { id } of muster.changes.follow({ from: 'start', signal: controller.signal })) {
        if (seen.push(id) === 2) controller.abort(new Error('enough'))
      }
    })()
    await assert.rejects(reading, /enough/)
    assert.deepEqual(seen, ids(2))
    const waiting = new AbortController()
    const never: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))
        waiting.abort(new Error('stop waiting'))
      })
    const silent = connect({ url: 'https://muster.example.org', fetch: never })
    await assert.rejects(take(1, silent, { cursor: '1', signal: waiting.signal }), /stop waiting/)
  })

  test('works with a server, while events happen and after a restart of the program', async () => {
    const app = await startTestApp()
    const admin = await aUser(app, await aSpace(app), { role: 'admin' })
    const muster = connect({ url: app.url, token: admin.token })
    const { next_cursor } = await muster.changes.list({ from: 'now' })
    const [made, seen] = [[] as number[], [] as number[]]
    const makeTeam = async () => made.push((await aTeam(app, admin)).id)
    const readUntil = async (count: number, cursor: string | undefined) => {
      const feed = muster.changes.follow({ cursor, types: ['team.created'] })
      for await (const { data } of feed) {
        if (seen.push(data.id) === count - 1) await makeTeam()
        if (seen.length === count) return feed.cursor
      }
    }
    await makeTeam()
    const stored = await readUntil(2, next_cursor)
    await makeTeam()
    await readUntil(4, stored)
    assert.deepEqual(seen, made)
  })
})
