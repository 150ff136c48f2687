import { randomUUID } from 'node:crypto'
import { memoryUsage } from 'node:process'
import type { FastifyBaseLogger } from 'fastify'
import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { ApiError, statusOf } from '../errors.ts'
import { msg } from '../messages/message.ts'
import { storedText } from '../messages/stored.ts'
import { PollLoop } from '../poll_loop.ts'
import { claimJob, type JobFailure, type JobStep, releaseJob, runStep } from './queue.ts'

export interface RunnerOptions {
  /** Reads the queues of all spaces, and nothing else. */
  worker: Pool
  /** Runs the steps, in the space and as the user of the job. */
  pool: Pool
  listener: NotificationListener
  steps: Record<string, JobStep>
  log: FastifyBaseLogger
}

const poll_ms = 5000
const jobs_at_once_max = 2
/** The rows of a step live long enough to reach the old generation. Node by itself would let the heap grow to twice this size. */
const heap_bytes_max = 110_000_000

type Claim = { group_id: number; id: number; user_id: number }

/** Claims jobs and runs them step by step. A job whose process died continues at its last step. */
export class JobRunner {
  readonly #options: RunnerOptions
  readonly #holder = randomUUID()
  readonly #running = new Set<Promise<void>>()
  readonly #loop: PollLoop
  #off = () => {}
  #live_bytes = 0

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#loop = new PollLoop(
      () => this.#claimJobs(),
      poll_ms,
      error => options.log.warn({ err: error }, 'could not poll for jobs'),
    )
  }

  start() {
    this.#off = this.#options.listener.on('jobs', () => this.wake())
    this.#loop.start()
  }

  /** Polls now; during a poll, once more afterwards. */
  wake() {
    this.#loop.wake()
  }

  /** Waits for the current steps, and puts unfinished jobs back into the queue. */
  async stop() {
    this.#off()
    await this.#loop.stop()
    await Promise.all(this.#running)
  }

  async #claimJobs() {
    while (!this.#loop.stopped && this.#running.size < jobs_at_once_max) {
      const claim = await claimJob(this.#options.worker, this.#holder)
      if (!claim) return
      const run = this.#run(claim).finally(() => {
        this.#running.delete(run)
        this.wake()
      })
      this.#running.add(run)
    }
  }

  async #run(claim: Claim) {
    const { pool, steps, log } = this.#options
    const { group_id, user_id } = claim
    try {
      while (!this.#loop.stopped) {
        const more = await pool.write({ group_id, user_id }, sql => runStep(sql, claim, this.#holder, steps))
        this.#collectGarbage()
        if (!more) return
      }
      await this.#release(claim)
    } catch (error) {
      // A client error is final; any other error may be temporary.
      const final = error instanceof ApiError && statusOf(error.code) < 500
      if (!final) log.error({ err: error, job: claim.id, space: group_id }, 'job step failed')
      const internal = msg`Something went wrong on our side. It was logged.`
      const failure = { reason: storedText(error instanceof ApiError ? error.detail : internal), final }
      await this.#release(claim, failure).catch(again => log.warn({ err: again }, 'could not release a job'))
    }
  }

  // The live heap may be larger than the limit. Then the next collection waits until it has grown by half.
  #collectGarbage() {
    if (memoryUsage().heapUsed < Math.max(heap_bytes_max, 1.5 * this.#live_bytes)) return
    globalThis.gc?.()
    this.#live_bytes = memoryUsage().heapUsed
  }

  #release(claim: Claim, failure?: JobFailure) {
    const { group_id, user_id } = claim
    return this.#options.pool.write({ group_id, user_id }, sql => releaseJob(sql, claim, this.#holder, failure))
  }
}
