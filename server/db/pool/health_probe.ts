import { readDatabaseUrl } from '../../database_url.ts'
import { hostOf, openSession, sqlstateOf } from '../sql.ts'
import { connecting } from './connecting.ts'

const between_probes_ms = 250
/** No probe is sent this soon after an answer. */
const recent_ms = 1000

/**
 * Whether the database is reachable. A connection whose packets are lost looks like a slow statement, so a transaction that waits for long
 * triggers a probe on a separate connection. While the database is unreachable the probe repeats, and requests are refused without waiting.
 */
export class HealthProbe {
  readonly #url: string
  readonly #onLost: (probed_ms: number, new_host?: string) => void
  /** Whether only one of the hosts can be the right one. */
  readonly #one_host: boolean
  #unreachable = false
  #probing = false
  #ended = false
  #answered_ms = 0

  /**
   * Calls `onLost` when the database is unreachable, or when another host has become the primary: statements sent before `probed_ms`, to
   * another host than the new one, will not be answered.
   */
  constructor(url: string, onLost: (probed_ms: number, new_host?: string) => void) {
    const { target, hosts } = readDatabaseUrl(url)
    this.#url = url
    this.#onLost = onLost
    this.#one_host = target !== 'any' && hosts.length > 1
  }

  get unreachable() {
    return this.#unreachable
  }

  /** Records an answer of the database. */
  markAlive() {
    this.#answered_ms = performance.now()
  }

  async check() {
    if (this.#probing || this.#ended || performance.now() - this.#answered_ms < recent_ms) return
    this.#probing = true
    const probed_ms = performance.now()
    const answers = await this.#answers()
    if (answers) this.markAlive()
    if (typeof answers === 'string' && this.#one_host) this.#onLost(probed_ms, answers)
    // Where other sessions still get answers, the database is slow and not unreachable.
    if (!answers && this.#answered_ms < probed_ms && !this.#ended) {
      this.#unreachable = true
      this.#onLost(probed_ms)
      await this.#recovered()
      this.#unreachable = false
    }
    this.#probing = false
  }

  end() {
    this.#ended = true
  }

  // The next probe does not wait for the one before, which may never be answered.
  #recovered() {
    return new Promise<void>(resolve => {
      const timer = setInterval(async () => {
        if (!this.#ended && !(await this.#answers())) return
        clearInterval(timer)
        resolve()
      }, between_probes_ms)
    })
  }

  /** The host that answers, or whether one does. */
  async #answers(): Promise<string | boolean> {
    try {
      const session = await openSession(this.#url, { open_ms_max: connecting.probe_ms_max })
      const host = hostOf(session)
      session.end({ timeout: 0 }).catch(() => {})
      return host
    } catch (error) {
      // A server that reports too many connections is reachable.
      return sqlstateOf(error)?.startsWith('53') ?? false
    }
  }
}
