import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { NotificationListener } from '../../db/notification_listener.ts'
import type { LiveResponseFormat } from '../response_format.ts'
import { longPoll, streamEvents } from './sse.ts'

// The clock is mocked and moves when the test says so.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => mock.timers.reset())

/** Runs all pending microtasks and immediates. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise(resolve => setImmediate(resolve))
}
async function passes(ms: number) {
  mock.timers.tick(ms)
  await settle()
}

/** A space with events, and a reader that counts them. */
function aSpaceWithNews() {
  const listener = new NotificationListener('')
  const seen = { happened: 0, reads: 0 }
  return {
    seen,
    listener,
    happens: async () => {
      seen.happened++
      listener.react('progress')
      await settle()
    },
    read: async () => {
      seen.reads++
      return seen.happened
    },
  }
}

type Place = ReturnType<typeof aSpaceWithNews>

function awaiting(
  { read, listener }: Place,
  count: number,
  wait_ms = 25_000,
  interrupted = new AbortController().signal,
) {
  let answer: number | undefined
  const done = longPoll(read, happened => happened >= count, { wait_ms, topic: 'progress', listener, interrupted })
  void done.then(value => {
    answer = value
  })
  return { answer: () => answer }
}

describe('a long poll', () => {
  test('reads once for all events within a quarter of a second, and misses none', async () => {
    const place = aSpaceWithNews()
    const { answer } = awaiting(place, 300)
    await settle()
    await passes(1000)
    for (let tenth = 0; tenth < 10; tenth++) {
      for (let n = 0; n < 30; n++) await place.happens()
      await passes(100)
    }
    await passes(250)
    assert.equal(answer(), 300)
    assert.ok(place.seen.reads <= 7, `read ${place.seen.reads} times`)
  })

  test('is answered at once for an event after a pause', async () => {
    const place = aSpaceWithNews()
    const { answer } = awaiting(place, 1)
    await settle()
    await passes(250)
    await place.happens()
    assert.equal(answer(), 1)
  })

  test('is answered for an event right after its read, though no other event follows', async () => {
    const place = aSpaceWithNews()
    const { answer } = awaiting(place, 1)
    await settle()
    await place.happens()
    assert.equal(answer(), undefined)
    await passes(250)
    assert.equal(answer(), 1)
  })

  test('gets the current result at its timeout, also while events are batched', async () => {
    const place = aSpaceWithNews()
    const { answer } = awaiting(place, 2, 100)
    await settle()
    await place.happens()
    await passes(100)
    assert.equal(answer(), 1)
  })

  test('ends at once when the server stops', async () => {
    const place = aSpaceWithNews()
    const stopping = new AbortController()
    const { answer } = awaiting(place, 1, 25_000, stopping.signal)
    await settle()
    stopping.abort()
    await settle()
    assert.equal(answer(), 0)
  })
})

test('an event stream sends the last state and a few earlier ones, however fast the record changes', async () => {
  const place = aSpaceWithNews()
  const reply = {
    write: String,
    live: { topic: 'progress', isFinal: (n: number) => n >= 100 },
  } as unknown as LiveResponseFormat<number>
  const stream = await streamEvents(reply, place.read, place.listener, new AbortController().signal)
  let sent = ''
  stream.on('data', chunk => {
    sent += chunk
  })
  await settle()
  for (let n = 0; n < 100; n++) {
    await place.happens()
    await passes(10)
  }
  await passes(250)
  assert.match(sent, /data: 100\n\n$/)
  assert.ok(place.seen.reads <= 6, `read ${place.seen.reads} times`)
})
