import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { PollLoop } from '../poll_loop.ts'
import {
  type Attempt,
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  dueReceivers,
  type Receiver,
  recordAttempts,
  releaseDeliveries,
} from './deliveries.ts'
import { eventOf } from './event.ts'
import { signaturesOf } from './signature.ts'
import { type WebhookClient, webhookClient } from './webhook_client.ts'

export interface DispatcherOptions {
  /** Sees who waits, in all spaces. */
  worker: Pool
  /** Acts in one space. */
  pool: Pool
  listener: Listener
  log: FastifyBaseLogger
  /** How long after a first failure we try again. */
  retry_s: number
  private_addresses: boolean
}

const look_again_ms_max = 1000
const receivers_at_once = 32
const receivers_of_a_space_at_once = 4
const deliveries_at_once = 8
const turn_ms = 10_000
const wait_s_max = 6 * 3600
const stop_ms_max = 2000
const put_away_ms_max = 3000

/**
 * Carries events to webhooks. Receivers are served side by side, each with a few deliveries at a time and for a limited turn, so that a slow
 * one holds up nobody else. What fails is tried again later, and later still.
 */
export class WebhookDispatcher {
  readonly #parts: DispatcherOptions
  readonly #rounds: PollLoop
  readonly #turns = new Map<string, Promise<void>>()
  readonly #hurry = new AbortController()
  /** Somebody waits for a place. */
  #passed_over = false
  #off = () => {}

  constructor(parts: DispatcherOptions) {
    this.#parts = parts
    const look_again_ms = Math.min(look_again_ms_max, Math.max(50, parts.retry_s * 1000))
    this.#rounds = new PollLoop(
      () => this.#serveAll(),
      look_again_ms,
      error => parts.log.warn({ err: error }, 'could not look for events to deliver'),
    )
    setMaxListeners(0, this.#hurry.signal)
  }

  start() {
    this.#off = this.#parts.listener.on('deliveries', () => this.#rounds.wake())
    this.#rounds.start()
  }

  /**
   * Gives what is under way a moment to be answered; the rest goes back, to be delivered by somebody else or later. What cannot even be given
   * back is free again when its lease is over.
   */
  async stop() {
    this.#off()
    await this.#rounds.stop()
    const ended = Promise.all(this.#turns.values())
    const waiting = new AbortController()
    const giveUp = async () => {
      await delay(stop_ms_max, undefined, waiting)
      this.#hurry.abort()
      await delay(put_away_ms_max, undefined, waiting)
      this.#parts.log.warn('stopped without waiting for all that was being delivered')
    }
    await Promise.race([ended, giveUp()])
    waiting.abort()
  }

  async #serveAll() {
    for (const receiver of await this.#parts.worker.read({}, dueReceivers)) {
      const key = `${receiver.group_id}/${receiver.id}`
      if (this.#turns.has(key)) continue
      if (!this.#hasPlaceFor(receiver)) {
        this.#passed_over = true
        continue
      }
      const turn = this.#serve(receiver).finally(() => {
        this.#turns.delete(key)
        if (!this.#passed_over) return
        this.#passed_over = false
        this.#rounds.wake()
      })
      this.#turns.set(key, turn)
    }
  }

  // However many receivers of one space are slow, the others have places left.
  #hasPlaceFor({ group_id }: Receiver) {
    const of_space = [...this.#turns.keys()].filter(key => key.startsWith(`${group_id}/`)).length
    return this.#turns.size < receivers_at_once && of_space < receivers_of_a_space_at_once
  }

  async #serve(receiver: Receiver) {
    const { pool, log, private_addresses } = this.#parts
    const until = Date.now() + turn_ms
    let line: { url: string; line: WebhookClient } | undefined
    try {
      while (!this.#rounds.stopped && Date.now() < until) {
        const claim = await pool.write({ group_id: receiver.group_id }, sql =>
          claimDeliveries(sql, receiver, deliveries_at_once),
        )
        if (!claim) return
        if (line?.url !== claim.url) {
          line?.line.close()
          line = { url: claim.url, line: webhookClient(claim.url, private_addresses) }
        }
        await this.#deliver(receiver, claim, line.line)
      }
      this.#rounds.wake()
    } catch (error) {
      log.warn({ err: error, space: receiver.group_id, webhook: receiver.id }, 'could not deliver events')
    } finally {
      line?.line.close()
    }
  }

  async #deliver(receiver: Receiver, { deliveries, secrets, taken_s }: Claim, line: WebhookClient) {
    const { pool, retry_s } = this.#parts
    const attempts = await Promise.all(deliveries.map(delivery => this.#attempt(delivery, secrets, taken_s, line)))
    const done = attempts.filter(attempt => attempt !== undefined)
    const undone = deliveries.filter((_, index) => !attempts[index]).map(({ id }) => id)
    await pool.write({ group_id: receiver.group_id }, async sql => {
      if (undone.length > 0) await releaseDeliveries(sql, receiver, undone)
      if (done.length > 0) await recordAttempts(sql, receiver, done, retry_s)
    })
  }

  async #attempt(
    { id, attempts, event }: ClaimedDelivery,
    secrets: string[],
    timestamp_s: number,
    line: WebhookClient,
  ): Promise<Attempt | undefined> {
    const told = eventOf(event)
    const body = JSON.stringify(told)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Muster',
      'webhook-id': told.id,
      'webhook-timestamp': String(timestamp_s),
      'webhook-signature': signaturesOf(secrets, told.id, timestamp_s, body),
    }
    const outcome = await line.post(headers, body, this.#hurry.signal)
    if (outcome.status === null && this.#hurry.signal.aborted) return undefined
    const wait_s = Math.min(wait_s_max, this.#parts.retry_s * 2 ** attempts)
    // Never the same for two that failed together.
    return { ...outcome, id, wait_s: wait_s * (0.5 + Math.random() / 2) }
  }
}
