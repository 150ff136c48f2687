import { openSession, stateOf, within } from '../sql.ts'

const answer_ms_max = 2000
const between_questions_ms = 250
/** Who was heard this lately need not be asked. */
const fresh_ms = 1000

/**
 * Whether the database is there at all. A connection whose packets vanish looks like a statement that takes long; so whoever has waited for
 * a while doubts, and one question on a connection of its own settles it for all. While the database is away it is asked again and again,
 * so that nobody has to wait in order to find out that it is back.
 */
export class Pulse {
  readonly #url: string
  readonly #onLost: (asked_ms: number) => void
  #away = false
  #asking = false
  #ended = false
  #heard_ms = 0

  /** `onLost` hears that nothing which began before that moment will be answered any more. */
  constructor(url: string, onLost: (asked_ms: number) => void) {
    this.#url = url
    this.#onLost = onLost
  }

  get away() {
    return this.#away
  }

  /** Somebody had an answer just now. */
  heard() {
    this.#heard_ms = performance.now()
  }

  async doubt() {
    if (this.#asking || this.#ended || performance.now() - this.#heard_ms < fresh_ms) return
    this.#asking = true
    const asked_ms = performance.now()
    const answers = await this.#answers()
    if (answers) this.heard()
    // Where others still hear it, it is slow and not away.
    if (!answers && this.#heard_ms < asked_ms && !this.#ended) {
      this.#away = true
      this.#onLost(asked_ms)
      await this.#returned()
      this.#away = false
    }
    this.#asking = false
  }

  end() {
    this.#ended = true
  }

  // A question that vanished is not waited for before the next one is asked.
  #returned() {
    return new Promise<void>(resolve => {
      const timer = setInterval(async () => {
        if (!this.#ended && !(await this.#answers())) return
        clearInterval(timer)
        resolve()
      }, between_questions_ms)
    })
  }

  async #answers() {
    const session = openSession(this.#url)
    try {
      await within(answer_ms_max, session`select 1`)
      return true
    } catch (error) {
      // It has no connection to spare, and says so.
      return stateOf(error)?.startsWith('53') ?? false
    } finally {
      session.end({ timeout: 0 }).catch(() => {})
    }
  }
}
