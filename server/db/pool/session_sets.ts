import { HealthProbe } from './health_probe.ts'
import type { PoolOptions } from './options.ts'
import { Sessions } from './sessions.ts'
import {
  calls_of_session_max,
  list_connections,
  type Shares,
  shared_connections,
  shares_of_calls,
  shares_of_lists,
} from './shares.ts'

/** The sessions of a pool, by what runs on them. */
export class SessionSets {
  readonly #probe: HealthProbe
  /** For transactions and calls that may wait for locks: one at a time. */
  readonly leased: Sessions
  /** For calls that read a page: one at a time. */
  readonly lists: Sessions
  /** For short calls, several at a time. */
  readonly shared: Sessions

  constructor(options: PoolOptions) {
    const probe = new HealthProbe(options.url, (probed_ms, new_host) => {
      for (const sessions of this.#all()) sessions.abandon(probed_ms, new_host)
    })
    const lender = (borrower: Sessions) => this.#lenderFor(borrower)
    const set = (connections: number, shares: Shares | undefined, uses_max: number) =>
      new Sessions(
        { ...options, connections, ...(options.shares && shares && { shares }) },
        { uses_max, probe, lender },
      )
    this.#probe = probe
    this.leased = set(options.connections, options.shares, 1)
    this.lists = set(list_connections, shares_of_lists, 1)
    this.shared = set(shared_connections, shares_of_calls, calls_of_session_max)
  }

  get unreachable() {
    return this.#probe.unreachable
  }

  /** Records an answer: a long transaction whose statements are answered shows that the database is reachable. */
  readonly markAlive = () => this.#probe.markAlive()

  get load() {
    const waiting = this.#all().reduce((sum, { load }) => sum + load.waiting, 0)
    return { ...this.leased.load, waiting }
  }

  /** Replaces all sessions. */
  retire() {
    for (const { open } of this.#all()) open.retire()
  }

  async end() {
    this.#probe.end()
    await Promise.all(this.#all().map(sessions => sessions.end()))
  }

  /** A set that runs one piece of work at a time and has sessions. Shared sessions cannot be lent: one is closed to make room. */
  #lenderFor(borrower: Sessions) {
    const lender = [this.leased, this.lists].find(set => set !== borrower && set.open.count > 0)
    if (!lender) this.shared.open.giveUpOne()
    return lender
  }

  #all() {
    return [this.leased, this.lists, this.shared]
  }
}
