import { randomUUID } from 'node:crypto'
import { channel, type Topic } from './notifications.ts'
import { openSession, type Session, within } from './sql.ts'

const retry_ms = 250
const echo_ms_max = 2000
/** How old a proof may be that we still hear; a new one is asked for at half that age. */
const proof_ms_max = 800

/**
 * Hears what is announced. `connected` is false while it might miss something: then nobody may trust a cache.
 * It counts as connected only once it has heard itself, since a connection pooler may swallow notifications; and only for moments after
 * the database has last answered it, since a connection whose packets vanish looks like one on which nothing is said.
 */
export class Listener {
  readonly #url: string
  readonly #heard = new Map<Topic, (() => void)[]>()
  #session: Session | undefined
  #connected = false
  #proven_ms = 0
  #proving = false
  #stopped = false

  constructor(url: string) {
    this.#url = url
  }

  /** Whoever asks keeps it proven: where nobody trusts a cache, nothing is sent. */
  get connected() {
    if (!this.#connected) return false
    const age_ms = performance.now() - this.#proven_ms
    if (age_ms > proof_ms_max / 2) void this.#prove()
    return age_ms <= proof_ms_max
  }

  // What was announced well before this question has come before its answer.
  async #prove() {
    const session = this.#session
    if (!session || this.#proving) return
    this.#proving = true
    const asked_ms = performance.now()
    try {
      await within(echo_ms_max, session`select 1 as heard`)
      if (this.#session === session) this.#proven_ms = asked_ms
    } catch {
      this.#lost(session)
    } finally {
      this.#proving = false
    }
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
      this.#proven_ms = performance.now()
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
