import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { Rounds } from '../poll_loop.ts'
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
/** Longer than a mail server may take. Whoever dies in the middle of sending lets go of a mail by this. */
const lease_s = 90

/**
 * Carries queued mail to the mailer until it is delivered, or has failed for about two days. No transaction is open while we talk to a mail
 * server: one that is tried again would send a mail twice.
 */
export class Courier {
  readonly #pool: Pool
  readonly #mailer: Mailer
  readonly #log: FastifyBaseLogger
  readonly #rounds: Rounds

  constructor(pool: Pool, mailer: Mailer, listener: Listener, log: FastifyBaseLogger) {
    this.#pool = pool
    this.#mailer = mailer
    this.#log = log
    this.#rounds = new Rounds(
      () => this.#deliverAll(),
      look_again_ms,
      error => log.warn({ err: error }, 'could not look for mail to send'),
    )
    listener.on('mail', () => this.#rounds.wake())
  }

  start() {
    this.#rounds.start()
  }

  async stop() {
    await this.#rounds.stop()
    this.#mailer.close()
  }

  async #deliverAll() {
    while (!this.#rounds.stopped) {
      const mail = await this.#pool.write({}, claimMail)
      if (!mail) return
      const error = await this.#send(mail)
      await this.#pool.write({}, sql => (error ? this.#postpone(sql, mail, error) : noteSent(sql, mail)))
    }
  }

  /** Answers why it could not be sent. */
  async #send({ id, created_at: queued_at, recipient: to, subject, body: text }: DueMail): Promise<Error | undefined> {
    try {
      await this.#mailer.send({ id, queued_at, to, subject, text })
      return undefined
    } catch (error) {
      return error as Error
    }
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

/** Takes the mail that has waited longest. Other processes pass it by, and a crash gives it back when the lease is over. */
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

// The text may hold a secret link; it is not needed any more.
async function noteSent(sql: Sql, { id }: DueMail) {
  await sql`update mail_outbox set sent_at = now(), body = null, attempts = attempts + 1 where id = ${id}`
}
