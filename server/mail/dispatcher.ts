import type { FastifyBaseLogger } from 'fastify'
import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { PollLoop } from '../poll_loop.ts'
import { type Mailer, reasonOf } from './mailer.ts'

interface DueMail {
  id: number
  created_at: string
  recipient: string
  subject: string
  body: string
  attempts: number
}

const poll_ms = 30_000
const attempts_max = 18
/** Longer than sending may take. After it another process may send a mail whose process died. */
const lease_s = 90

/**
 * Sends queued mail, with retries for about two days. No transaction is open while a mail is sent: the retry of a transaction would send it
 * twice.
 */
export class MailDispatcher {
  readonly #pool: Pool
  readonly #mailer: Mailer
  readonly #log: FastifyBaseLogger
  readonly #loop: PollLoop

  constructor(pool: Pool, mailer: Mailer, listener: NotificationListener, log: FastifyBaseLogger) {
    this.#pool = pool
    this.#mailer = mailer
    this.#log = log
    this.#loop = new PollLoop(
      () => this.#deliverAll(),
      poll_ms,
      error => log.warn({ err: error }, 'could not poll for mail'),
    )
    listener.on('mail', () => this.#loop.wake())
  }

  start() {
    this.#loop.start()
  }

  async stop() {
    await this.#loop.stop()
    this.#mailer.close()
  }

  async #deliverAll() {
    while (!this.#loop.stopped) {
      const mail = await this.#pool.write({}, claimMail)
      if (!mail) return
      const error = await this.#send(mail)
      await this.#pool.write({}, sql => (error ? this.#postpone(sql, mail, error) : markSent(sql, mail)))
    }
  }

  /** Answers the error if it could not be sent. */
  async #send({ id, created_at: queued_at, recipient: to, subject, body: text }: DueMail): Promise<Error | undefined> {
    try {
      await this.#mailer.send({ id, queued_at, to, subject, text })
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  async #postpone(sql: Sql, { id, attempts }: DueMail, error: Error) {
    const attempt = attempts + 1
    const wait_s = Math.min(2 ** attempt * 10, 6 * 3600)
    const abandoned = attempt >= attempts_max
    this.#log.warn(
      { mail: id, attempt, abandoned, reason: (error as { code?: string }).code ?? error.name },
      'could not send a mail',
    )
    await sql`
      update mail_outbox
      set attempts = ${attempt}, last_error = ${reasonOf(error).slice(0, 500)}, next_attempt = now() + make_interval(secs => ${wait_s}),
          abandoned_at = ${abandoned ? sql`now()` : null}, body = ${abandoned ? null : sql`body`}
      where id = ${id}`
  }
}

/** Claims the mail that has waited longest. Other processes skip it until the lease ends. */
async function claimMail(sql: Sql): Promise<DueMail | undefined> {
  const [mail] = await sql<DueMail[]>`
    update mail_outbox
    set next_attempt = now() + make_interval(secs => ${lease_s})
    where id in (
      select id from mail_outbox
      where sent_at is null and abandoned_at is null and next_attempt <= now()::timestamptz(3)
      order by next_attempt, id
      limit 1
      for update skip locked)
    returning id, created_at, recipient, subject, body, attempts`
  return mail
}

// Deletes the text, which may contain a secret link.
async function markSent(sql: Sql, { id }: DueMail) {
  await sql`update mail_outbox set sent_at = now(), body = null, attempts = attempts + 1 where id = ${id}`
}
