import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { channel, type Topic } from './notifications.ts'
import { openSession, type Session, withTimeout } from './sql.ts'

const retry_ms = 250
const echo_ms_max = 2000
/** A listener counts as connected for this long after its last probe; the next probe is sent at half that age. */
const probe_age_ms_max = 800

/**
 * Receives notifications. `connected` is false while it might miss one: caches must not be used then.
 * It is connected only after it has received its own notification, since a connection pooler may drop them, and only shortly after the
 * database has answered, since a connection whose packets are lost looks like one without notifications.
 */
export class NotificationListener {
  readonly #url: string
  readonly #reactions = new EventEmitter().setMaxListeners(0)
  #session: Session | undefined
  #connected = false
  #probed_ms = 0
  #probing = false
  #stopped = false

  constructor(url: string) {
    this.#url = url
  }

  /** Reading it triggers the next probe, so that a process which uses no cache sends none. */
  get connected() {
    if (!this.#connected) return false
    const age_ms = performance.now() - this.#probed_ms
    if (age_ms > probe_age_ms_max / 2) void this.#probe()
    return age_ms <= probe_age_ms_max
  }

  // Notifications sent before the probe arrive before its answer.
  async #probe() {
    const session = this.#session
    if (!session || this.#probing) return
    this.#probing = true
    const sent_ms = performance.now()
    try {
      await withTimeout(echo_ms_max, session`select 1 as alive`)
      if (this.#session === session) this.#probed_ms = sent_ms
    } catch {
      this.#lost(session)
    } finally {
      this.#probing = false
    }
  }

  /** Calls `react` for each notification of the topic. Returns a function that removes it. */
  on(topic: Topic, react: () => void): () => void {
    this.#reactions.on(topic, react)
    return () => this.#reactions.off(topic, react)
  }

  async start() {
    const echo = randomUUID()
    const echoed = Promise.withResolvers<void>()
    let session: Session | undefined
    try {
      session = await openSession(this.#url, {
        open_ms_max: echo_ms_max,
        onclose: () => this.#lost(session),
        onnotify: (_, payload) => (payload === echo ? echoed.resolve() : this.react(payload as Topic)),
      })
      this.#session = session
      if (this.#stopped) return await this.stop()
      await withTimeout(echo_ms_max, session.unsafe(`listen ${channel}`))
      await withTimeout(echo_ms_max, session`select pg_notify(${channel}, ${echo})`)
      await withTimeout(echo_ms_max, echoed.promise)
      this.#connected = this.#session === session && !this.#stopped
      this.#probed_ms = performance.now()
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

  /** Calls the reactions at once: a process need not wait for its own notification to come back. */
  react(topic: Topic) {
    this.#reactions.emit(topic)
  }

  // Notifications may have been lost while it was not connected.
  #reactToAll() {
    for (const topic of this.#reactions.eventNames()) this.#reactions.emit(topic)
  }

  #lost(session: Session | undefined) {
    if (this.#session !== session) return
    this.#connected = false
    this.#session = undefined
    this.#reactToAll()
    session?.end({ timeout: 0 }).catch(() => {})
    if (!this.#stopped)
      setTimeout(() => {
        if (!this.#stopped) void this.start()
      }, retry_ms).unref()
  }
}
