import { randomUUID } from 'node:crypto'
import { memoryUsage } from 'node:process'
import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { ApiError, statusOf } from '../errors.ts'
import { Rounds } from '../poll_loop.ts'
import { claimJob, putBack, type Trouble, takeStep, type Work } from './queue.ts'

export interface RunnerParts {
  /** Sees the queue of all spaces, and nothing else. */
  worker: Pool
  /** Acts in one space, for whoever asked. */
  pool: Pool
  listener: Listener
  works: Record<string, Work>
  log: FastifyBaseLogger
}

const look_again_ms = 5000
const at_once_max = 2
/** The thousands of rows of a step live long enough to look as if they would stay. Left to itself Node would let twice as much gather. */
const heap_bytes_max = 110_000_000

type Claim = { group_id: number; id: number; user_id: number }

/** Works on jobs, step by step, until there are none. A job that its holder left behind is taken up where it was. */
export class Runner {
  readonly #parts: RunnerParts
  readonly #holder = randomUUID()
  readonly #running = new Set<Promise<void>>()
  readonly #rounds: Rounds
  #off = () => {}
  #kept_bytes = 0

  constructor(parts: RunnerParts) {
    this.#parts = parts
    this.#rounds = new Rounds(
      () => this.#takeUp(),
      look_again_ms,
      error => parts.log.warn({ err: error }, 'could not look for jobs'),
    )
  }

  start() {
    this.#off = this.#parts.listener.on('jobs', () => this.wake())
    this.#rounds.start()
  }

  /** Looks for jobs now; when it is already looking, once more afterwards. */
  wake() {
    this.#rounds.wake()
  }

  /** Ends after the steps that are under way; what is not finished goes back into the queue. */
  async stop() {
    this.#off()
    await this.#rounds.stop()
    await Promise.all(this.#running)
  }

  async #takeUp() {
    while (!this.#rounds.stopped && this.#running.size < at_once_max) {
      const claim = await this.#parts.worker.write({}, sql => claimJob(sql, this.#holder))
      if (!claim) return
      const run = this.#carryOut(claim).finally(() => {
        this.#running.delete(run)
        this.wake()
      })
      this.#running.add(run)
    }
  }

  async #carryOut(claim: Claim) {
    const { pool, works, log } = this.#parts
    const { group_id, user_id } = claim
    try {
      while (!this.#rounds.stopped) {
        const more = await pool.write({ group_id, user_id }, sql => takeStep(sql, claim, this.#holder, works))
        this.#collect()
        if (!more) return
      }
      await this.#putBack(claim)
    } catch (error) {
      // A refusal is final; anything else may pass.
      const final = error instanceof ApiError && statusOf(error.code) < 500
      if (!final) log.error({ err: error, job: claim.id, space: group_id }, 'a job stumbled')
      const ours = 'Something went wrong on our side. It was logged.'
      const trouble = { sentence: error instanceof ApiError ? error.message : ours, final }
      await this.#putBack(claim, trouble).catch(again => log.warn({ err: again }, 'could not put a job back'))
    }
  }

  // What stays after a collection may be more than that: then it is not tried again for every step.
  #collect() {
    if (memoryUsage().heapUsed < Math.max(heap_bytes_max, 1.5 * this.#kept_bytes)) return
    globalThis.gc?.()
    this.#kept_bytes = memoryUsage().heapUsed
  }

  #putBack(claim: Claim, trouble?: Trouble) {
    const { group_id, user_id } = claim
    return this.#parts.pool.write({ group_id, user_id }, sql => putBack(sql, claim, this.#holder, trouble))
  }
}
