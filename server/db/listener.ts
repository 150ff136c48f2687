import { randomUUID } from 'node:crypto'
import { channel, type Topic } from './news.ts'
import { openSession, type Session, within } from './sql.ts'

const retry_ms = 250
const echo_ms_max = 2000

/**
 * Hears what is announced. `connected` is false while it might miss something: then nobody may trust a cache.
 * It counts as connected only once it has heard itself, since a connection pooler may swallow notifications.
 */
export class Listener {
  readonly #url: string
  readonly #heard = new Map<Topic, (() => void)[]>()
  #session: Session | undefined
  #connected = false
  #stopped = false

  constructor(url: string) {
    this.#url = url
  }

  get connected() {
    return this.#connected
  }

  /** Calls `react` whenever the topic is heard, until the function that it returns is called. */
  on(topic: Topic, react: () => void): () => void {
    this.#heard.set(topic, [...(this.#heard.get(topic) ?? []), react])
    return () => {
      const others = (this.#heard.get(topic) ?? []).filter(other => other !== react)
      if (others.length > 0) this.#heard.set(topic, others)
      else this.#heard.delete(topic)
    }
  }

  async start() {
    const echo = randomUUID()
    let hears = () => {}
    const heardItself = new Promise<void>(resolve => {
      hears = resolve
    })
    const session = openSession(this.#url, {
      onclose: () => this.#lost(session),
      onnotify: (_, payload) => (payload === echo ? hears() : this.react(payload as Topic)),
    })
    this.#session = session
    try {
      await within(echo_ms_max, session.unsafe(`listen ${channel}`))
      await within(echo_ms_max, session`select pg_notify(${channel}, ${echo})`)
      await within(echo_ms_max, heardItself)
      this.#connected = this.#session === session && !this.#stopped
      this.#reactToAll()
    } catch {
      this.#lost(session)
    }
  }

  async stop() {
    this.#stopped = true
    this.#connected = false
    await this.#session?.end({ timeout: 1 })
  }

  /** Reacts as if the topic had been heard: a process need not wait for the echo of its own words. */
  react(topic: Topic) {
    for (const react of this.#heard.get(topic) ?? []) react()
  }

  // Something may have been said while nobody listened.
  #reactToAll() {
    for (const topic of this.#heard.keys()) this.react(topic)
  }

  #lost(session: Session) {
    if (this.#session !== session) return
    this.#connected = false
    this.#session = undefined
    this.#reactToAll()
    session.end({ timeout: 0 }).catch(() => {})
    if (!this.#stopped)
      setTimeout(() => {
        if (!this.#stopped) void this.start()
      }, retry_ms).unref()
  }
}
