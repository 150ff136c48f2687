import { Readable } from 'node:stream'
import type { Listener } from '../../db/listener.ts'
import type { Topic } from '../../db/notifications.ts'
import { startWaiting, type WaitingCaller } from '../limits/waiting_requests.ts'
import type { Reply } from '../reply.ts'

// Proxies cut a silent connection; and whoever left is noticed at the next word.
const silence_ms_max = 15_000
const lifetime_ms_max = 300_000
// In a busy space something happens all the time. What happens within such a moment is read together.
const gather_ms = 250

/**
 * Sends a record as it is now and whenever it changes, until it is over, we stop, or a few minutes have passed: browsers then connect
 * again by themselves. Each reading is a transaction of its own. What is refused at first is an ordinary refusal.
 */
export async function streamEvents<Value>(
  { write, live }: Reply<Value>,
  read: () => Promise<Value>,
  listener: Listener,
  stopping: AbortSignal,
  caller?: WaitingCaller,
): Promise<Readable> {
  const leaveQueue = startWaiting(caller)
  const gone = new AbortController()
  const news = new ChangeSignal(listener, live!.topic, AbortSignal.any([stopping, gone.signal]))
  const leave = () => {
    leaveQueue()
    gone.abort()
    news.stop()
  }
  // What is heard from here on is newer than what we read.
  const first = await read().catch(error => {
    leave()
    throw error
  })
  return Readable.from(events(), { objectMode: false }).once('close', leave)

  async function* events() {
    const deadline = Date.now() + lifetime_ms_max
    let said = write(first)
    yield `retry: 1000\n\ndata: ${said}\n\n`
    for (let value = first; !live!.over(value) && Date.now() < deadline; ) {
      const heard = await news.next(silence_ms_max)
      if (stopping.aborted || gone.signal.aborted) return
      value = await read()
      const now = write(value)
      if (now !== said) yield `data: ${(said = now)}\n\n`
      else if (!heard) yield ': still here\n\n'
    }
  }
}

export interface LongPollOptions {
  wait_ms: number
  topic: Topic
  listener: Listener
  caller?: WaitingCaller | undefined
  /** We stop, or nobody listens any more: then what there is must do. */
  interrupted: AbortSignal
}

/** Reads until there is enough, or the time is up. No session of the database is held in between. */
export async function longPoll<Value>(
  read: () => Promise<Value>,
  enough: (value: Value) => boolean,
  { wait_ms, topic, listener, caller, interrupted }: LongPollOptions,
): Promise<Value> {
  if (wait_ms === 0) return read()
  const leave = startWaiting(caller)
  const deadline = Date.now() + wait_ms
  const news = new ChangeSignal(listener, topic, interrupted)
  try {
    for (;;) {
      const value = await read()
      const left_ms = deadline - Date.now()
      if (enough(value) || left_ms <= 0 || interrupted.aborted) return value
      await news.next(left_ms)
    }
  } finally {
    leave()
    news.stop()
  }
}

/** Waits for news; what was heard while nobody waited is not missed. Whoever has just read rests for a moment first, whatever is heard. */
class ChangeSignal {
  readonly #stop: () => void
  readonly #interrupted: AbortSignal
  #heard = false
  #resting = false
  #wake = () => {}

  constructor(listener: Listener, topic: Topic, interrupted: AbortSignal) {
    this.#interrupted = interrupted
    const off = listener.on(topic, () => {
      this.#heard = true
      if (!this.#resting) this.#wake()
    })
    const wake = () => this.#wake()
    interrupted.addEventListener('abort', wake)
    this.#stop = () => {
      off()
      interrupted.removeEventListener('abort', wake)
    }
  }

  async next(wait_ms: number): Promise<boolean> {
    const rest = Math.min(gather_ms, wait_ms)
    this.#resting = true
    await this.#pause(rest)
    this.#resting = false
    if (!this.#heard) await this.#pause(wait_ms - rest)
    const heard = this.#heard
    this.#heard = false
    return heard
  }

  async #pause(ms: number) {
    if (this.#interrupted.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.#wake = resolve
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }

  stop() {
    this.#stop()
  }
}
