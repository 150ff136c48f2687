import { Readable } from 'node:stream'
import timers from 'node:timers/promises'
import type { NotificationListener } from '../../db/notification_listener.ts'
import type { Topic } from '../../db/notifications.ts'
import { startWaiting, type WaitingCaller } from '../limits/waiting_requests.ts'
import type { LiveResponseFormat } from '../response_format.ts'

// Proxies close silent connections, and a client that has left is noticed at the next write.
const silence_ms_max = 15_000
const lifetime_ms_max = 300_000
// In a busy space changes never stop. All changes within this time are read at once.
const gather_ms = 250

/**
 * Sends a record now and whenever it changes, until it is final, the process stops, or a few minutes have passed: browsers then reconnect by
 * themselves. Each read is a transaction of its own. If the first one fails, the response is an ordinary error.
 */
export async function streamEvents<Value>(
  { write, live }: LiveResponseFormat<Value>,
  read: () => Promise<Value>,
  listener: NotificationListener,
  stopping: AbortSignal,
  caller?: WaitingCaller,
): Promise<Readable> {
  const stopWaiting = startWaiting(caller)
  const gone = new AbortController()
  const changes = watchTopic(listener, live.topic, AbortSignal.any([stopping, gone.signal]))
  const leave = () => {
    stopWaiting()
    gone.abort()
    changes.stop()
  }
  // The subscription comes first: a change during the read leads to another read.
  const first = await read().catch(error => {
    leave()
    throw error
  })
  return Readable.from(events(), { objectMode: false }).once('close', leave)

  async function* events() {
    const deadline = Date.now() + lifetime_ms_max
    let sent = write(first)
    yield `retry: 1000\n\ndata: ${sent}\n\n`
    for (let value = first; !live.isFinal(value) && Date.now() < deadline; ) {
      const changed = await changes.next(silence_ms_max)
      if (stopping.aborted || gone.signal.aborted) return
      value = await read()
      const now = write(value)
      if (now !== sent) yield `data: ${(sent = now)}\n\n`
      else if (!changed) yield ': still here\n\n'
    }
  }
}

export interface LongPollOptions {
  wait_ms: number
  topic: Topic
  listener: NotificationListener
  caller?: WaitingCaller | undefined
  /** Aborted when the process stops or the client disconnects. The current result is then returned. */
  interrupted: AbortSignal
}

/** Reads until the result is enough or the time is up. No database session is held in between. */
export async function longPoll<Value>(
  read: () => Promise<Value>,
  enough: (value: Value) => boolean,
  { wait_ms, topic, listener, caller, interrupted }: LongPollOptions,
): Promise<Value> {
  if (wait_ms === 0) return read()
  const stopWaiting = startWaiting(caller)
  const deadline = Date.now() + wait_ms
  const changes = watchTopic(listener, topic, interrupted)
  try {
    for (;;) {
      const value = await read()
      const left_ms = deadline - Date.now()
      if (enough(value) || left_ms <= 0 || interrupted.aborted) return value
      await changes.next(left_ms)
    }
  } finally {
    stopWaiting()
    changes.stop()
  }
}

/** Waits for notifications of a topic. One that arrives between two waits is not lost. Each wait lasts at least `gather_ms`. */
function watchTopic(listener: NotificationListener, topic: Topic, interrupted: AbortSignal) {
  let change = new AbortController()
  const stop = listener.on(topic, () => change.abort())
  const next = async (wait_ms: number) => {
    const gathering_ms = Math.min(gather_ms, wait_ms)
    await pause(gathering_ms, interrupted)
    await pause(wait_ms - gathering_ms, AbortSignal.any([interrupted, change.signal]))
    const changed = change.signal.aborted
    change = new AbortController()
    return changed
  }
  return { next, stop }
}

const pause = (ms: number, signal: AbortSignal) => timers.setTimeout(ms, undefined, { signal }).catch(() => {})
