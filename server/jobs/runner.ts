import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool.ts'
import { ApiError, statusOf } from '../errors.ts'
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

type Claim = { group_id: number; id: number; user_id: number }

/** Works on jobs, step by step, until there are none. A job that its holder left behind is taken up where it was. */
export class Runner {
  readonly #parts: RunnerParts
  readonly #holder = randomUUID()
  readonly #running = new Set<Promise<void>>()
  #round: Promise<void> | undefined
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #off = () => {}

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  start() {
    this.#off = this.#parts.listener.on('jobs', () => this.wake())
    this.#timer = setInterval(() => this.wake(), look_again_ms).unref()
    this.wake()
  }

  /** Looks for jobs now; when it is already looking, once more afterwards. */
  wake() {
    if (this.#stopped) return
    this.#again = true
    this.#round ??= this.#takeUp().finally(() => {
      this.#round = undefined
    })
  }

  /** Ends after the steps that are under way; what is not finished goes back into the queue. */
  async stop() {
    this.#stopped = true
    this.#off()
    clearInterval(this.#timer)
    await this.#round
    await Promise.all(this.#running)
  }

  async #takeUp() {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        while (!this.#stopped && this.#running.size < at_once_max) {
          const claim = await this.#parts.worker.write({}, sql => claimJob(sql, this.#holder))
          if (!claim) break
          const run = this.#carryOut(claim).finally(() => {
            this.#running.delete(run)
            this.wake()
          })
          this.#running.add(run)
        }
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'could not look for jobs')
    }
  }

  async #carryOut(claim: Claim) {
    const { pool, works, log } = this.#parts
    const { group_id, user_id } = claim
    try {
      while (!this.#stopped)
        if (!(await pool.write({ group_id, user_id }, sql => takeStep(sql, claim, this.#holder, works)))) return
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

  #putBack(claim: Claim, trouble?: Trouble) {
    const { group_id, user_id } = claim
    return this.#parts.pool.write({ group_id, user_id }, sql => putBack(sql, claim, this.#holder, trouble))
  }
}
