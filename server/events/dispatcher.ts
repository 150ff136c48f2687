import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { NotificationListener } from '../db/notification_listener.ts'
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
  /** Finds due webhooks in all spaces. */
  worker: Pool
  /** Leases and records deliveries in one space. */
  pool: Pool
  listener: NotificationListener
  log: FastifyBaseLogger
  /** The wait after a first failure. */
  retry_s: number
  private_addresses: boolean
}

const poll_ms_max = 1000
const receivers_at_once = 32
const receivers_of_a_space_at_once = 4
const deliveries_at_once = 8
const turn_ms = 10_000
const wait_s_max = 6 * 3600
const stop_ms_max = 2000
const release_ms_max = 3000

/**
 * Delivers events to webhooks. Webhooks are served concurrently, each with a few deliveries at a time and for a limited turn, so that a slow one does
 * not delay others. Failed deliveries are retried with exponential backoff.
 */
export class WebhookDispatcher {
  readonly #options: DispatcherOptions
  readonly #loop: PollLoop
  readonly #turns = new Map<string, Promise<void>>()
  readonly #aborting = new AbortController()
  /** A due webhook had to wait for a free slot. */
  #passed_over = false
  #off = () => {}

  constructor(options: DispatcherOptions) {
    this.#options = options
    const poll_ms = Math.min(poll_ms_max, Math.max(50, options.retry_s * 1000))
    this.#loop = new PollLoop(
      () => this.#serveAll(),
      poll_ms,
      error => options.log.warn({ err: error }, 'could not read due deliveries'),
    )
    setMaxListeners(0, this.#aborting.signal)
  }

  start() {
    this.#off = this.#options.listener.on('deliveries', () => this.#loop.wake())
    this.#loop.start()
  }

  /** Waits a moment for running requests, then aborts them and ends their leases. A lease that cannot be ended expires by itself. */
  async stop() {
    this.#off()
    await this.#loop.stop()
    const ended = Promise.all(this.#turns.values())
    const waiting = new AbortController()
    const giveUp = async () => {
      await delay(stop_ms_max, undefined, waiting)
      this.#aborting.abort()
      await delay(release_ms_max, undefined, waiting)
      this.#options.log.warn('stopped before all deliveries were recorded')
    }
    await Promise.race([ended, giveUp()])
    waiting.abort()
  }

  async #serveAll() {
    for (const receiver of await this.#options.worker.readReachableSpaces(dueReceivers)) {
      const key = `${receiver.group_id}/${receiver.id}`
      if (this.#turns.has(key)) continue
      if (!this.#hasSlotFor(receiver)) {
        this.#passed_over = true
        continue
      }
      const turn = this.#serve(receiver).finally(() => {
        this.#turns.delete(key)
        if (!this.#passed_over) return
        this.#passed_over = false
        this.#loop.wake()
      })
      this.#turns.set(key, turn)
    }
  }

  // The limit per space leaves slots for other spaces.
  #hasSlotFor({ group_id }: Receiver) {
    const of_space = [...this.#turns.keys()].filter(key => key.startsWith(`${group_id}/`)).length
    return this.#turns.size < receivers_at_once && of_space < receivers_of_a_space_at_once
  }

  async #serve(receiver: Receiver) {
    const { pool, log, private_addresses } = this.#options
    const until = Date.now() + turn_ms
    let connection: { url: string; client: WebhookClient } | undefined
    try {
      while (!this.#loop.stopped && Date.now() < until) {
        const claim = await pool.write({ group_id: receiver.group_id }, sql =>
          claimDeliveries(sql, receiver, deliveries_at_once),
        )
        if (!claim) return
        if (connection?.url !== claim.url) {
          connection?.client.close()
          connection = { url: claim.url, client: webhookClient(claim.url, private_addresses) }
        }
        await this.#deliver(receiver, claim, connection.client)
      }
      this.#loop.wake()
    } catch (error) {
      log.warn({ err: error, space: receiver.group_id, webhook: receiver.id }, 'could not deliver events')
    } finally {
      connection?.client.close()
    }
  }

  async #deliver(receiver: Receiver, { deliveries, secrets, claimed_at_s }: Claim, client: WebhookClient) {
    const { pool, retry_s } = this.#options
    const attempts = await Promise.all(
      deliveries.map(delivery => this.#attempt(delivery, secrets, claimed_at_s, client)),
    )
    const done = attempts.filter(attempt => attempt !== undefined)
    const unattempted = deliveries.filter((_, index) => !attempts[index]).map(({ id }) => id)
    await pool.write({ group_id: receiver.group_id }, async sql => {
      if (done.length > 0) await recordAttempts(sql, receiver, done, retry_s)
      if (unattempted.length > 0) await releaseDeliveries(sql, receiver, unattempted)
    })
  }

  async #attempt(
    { id, attempts, event }: ClaimedDelivery,
    secrets: string[],
    timestamp_s: number,
    client: WebhookClient,
  ): Promise<Attempt | undefined> {
    const sent = eventOf(event)
    const body = JSON.stringify(sent)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Muster',
      'webhook-id': sent.id,
      'webhook-timestamp': String(timestamp_s),
      'webhook-signature': signaturesOf(secrets, sent.id, timestamp_s, body),
    }
    const outcome = await client.post(headers, body, this.#aborting.signal)
    if (outcome.status === null && this.#aborting.signal.aborted) return undefined
    const wait_s = Math.min(wait_s_max, this.#options.retry_s * 2 ** attempts)
    // Jitter: deliveries that failed together are not retried together.
    return { ...outcome, id, wait_s: wait_s * (0.5 + Math.random() / 2) }
  }
}
