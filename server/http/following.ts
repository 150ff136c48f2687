import { Readable } from 'node:stream'
import type { Listener } from '../db/listener.ts'
import { ApiError } from '../errors.ts'
import type { Reply } from './reply.ts'

// Proxies cut a silent connection; and whoever left is noticed at the next word.
const silence_ms_max = 15_000
const lifetime_ms_max = 300_000
const followers_max = 200

let followers = 0

/**
 * Sends a record as it is now and whenever it changes, until it is over, we stop, or a few minutes have passed: browsers then connect
 * again by themselves. Each reading is a transaction of its own. What is refused at first is an ordinary refusal.
 */
export async function follow<Value>(
  { write, live }: Reply<Value>,
  read: () => Promise<Value>,
  listener: Listener,
  stopping: AbortSignal,
): Promise<Readable> {
  if (followers >= followers_max)
    throw new ApiError('unavailable', 'Too many are following something just now; ask now and then instead.')
  const gone = new AbortController()
  const news = new News(listener, live!.topic, AbortSignal.any([stopping, gone.signal]))
  followers++
  const leave = () => {
    followers--
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

/** Waits for news; what was heard while nobody waited is not missed. */
class News {
  readonly #stop: () => void
  readonly #interrupted: AbortSignal
  #heard = false
  #wake = () => {}

  constructor(listener: Listener, topic: Parameters<Listener['on']>[0], interrupted: AbortSignal) {
    this.#interrupted = interrupted
    const off = listener.on(topic, () => {
      this.#heard = true
      this.#wake()
    })
    const wake = () => this.#wake()
    interrupted.addEventListener('abort', wake)
    this.#stop = () => {
      off()
      interrupted.removeEventListener('abort', wake)
    }
  }

  async next(wait_ms: number): Promise<boolean> {
    if (!this.#heard && !this.#interrupted.aborted) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
        timer = setTimeout(resolve, wait_ms)
      })
      clearTimeout(timer)
    }
    const heard = this.#heard
    this.#heard = false
    return heard
  }

  stop() {
    this.#stop()
  }
}
