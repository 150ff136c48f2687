import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'
import { type Mailer, reasonOf } from './mailer.ts'

interface DueMail {
  id: number
  created_at: string
  recipient: string
  subject: string
  body: string
  attempts: number
}

const look_again_ms = 30_000
const attempts_max = 18

/** Carries queued mail to the mailer until it is delivered, or has failed for about two days. */
export class Courier {
  readonly #pool: Pool
  readonly #mailer: Mailer
  readonly #log: FastifyBaseLogger
  #round: Promise<void> | undefined
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, mailer: Mailer, listener: Listener, log: FastifyBaseLogger) {
    this.#pool = pool
    this.#mailer = mailer
    this.#log = log
    listener.on('mail', () => this.wake())
  }

  start() {
    this.#timer = setInterval(() => this.wake(), look_again_ms).unref()
    this.wake()
  }

  /** Looks for mail now; when it is already on its way, once more afterwards. */
  wake() {
    if (this.#stopped) return
    this.#again = true
    this.#round ??= this.#deliverAll().finally(() => {
      this.#round = undefined
    })
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#round
    this.#mailer.close()
  }

  async #deliverAll() {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        while (!this.#stopped && (await this.#pool.write({}, sql => this.#deliverOne(sql)))) {
          /* one after the other */
        }
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not look for mail to send')
    }
  }

  // The row stays locked while the mail is under way: other processes pass it by, and a crash gives it back.
  async #deliverOne(sql: Sql): Promise<boolean> {
    const [mail] = await sql<DueMail[]>`
      select id, created_at, recipient, subject, body, attempts
      from mail_outbox
      where sent_at is null and abandoned_at is null and next_attempt <= now()::timestamptz(3)
      order by next_attempt, id
      limit 1
      for update skip locked`
    if (!mail) return false
    try {
      const { id, created_at: queued_at, recipient: to, subject, body: text } = mail
      await this.#mailer.send({ id, queued_at, to, subject, text })
      // The text may hold a secret link; it is not needed any more.
      await sql`update mail_outbox set sent_at = now(), body = null, attempts = attempts + 1 where id = ${mail.id}`
    } catch (error) {
      await this.#postpone(sql, mail, error as Error)
    }
    return true
  }

  async #postpone(sql: Sql, { id, attempts }: DueMail, error: Error) {
    const tried = attempts + 1
    const wait_s = Math.min(2 ** tried * 10, 6 * 3600)
    const over = tried >= attempts_max
    this.#log.warn(
      { mail: id, tried, over, reason: (error as { code?: string }).code ?? error.name },
      'a mail could not be sent',
    )
    await sql`
      update mail_outbox
      set attempts = ${tried}, last_error = ${reasonOf(error).slice(0, 500)}, next_attempt = now() + make_interval(secs => ${wait_s}),
          abandoned_at = ${over ? sql`now()` : null}, body = ${over ? null : sql`body`}
      where id = ${id}`
  }
}
