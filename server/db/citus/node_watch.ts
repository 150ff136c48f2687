import type { FastifyBaseLogger } from 'fastify'
import { PollLoop } from '../../poll_loop.ts'
import type { Pool } from '../pool/pool.ts'
import type { Fragment, Sql } from '../sql.ts'
import { checkNodes, type NodeCheck, type UnreachableNode } from './nodes.ts'

// Each check opens a connection from the coordinator to every worker.
const every_ms = 5000

/**
 * What this process knows of the nodes of a distributed database. While one cannot be reached, requests of its spaces are refused without waiting, and
 * work over all spaces leaves them out.
 */
export class NodeWatch {
  /** Whether the tables are distributed. Set as soon as a session shows it. */
  distributed = false
  #check: NodeCheck | undefined
  #spaces = new Set<number>()

  get unreachable(): UnreachableNode[] {
    return this.#check?.unreachable ?? []
  }

  isUnreachable(space: number | undefined) {
    return space !== undefined && this.#spaces.has(space)
  }

  /** The condition that `column` names a space whose node can be reached. It names the spaces, so that Citus asks only their nodes. */
  isReachable(sql: Sql, column: string): Fragment {
    return this.#check ? sql`${sql(column)} = any(${this.#check.reachable_spaces})` : sql`true`
  }

  /** Checks the nodes regularly. Returns a function that stops it. */
  start(pool: Pool, log: FastifyBaseLogger) {
    const check = async () => {
      if (this.distributed) this.#update(await pool.read({}, checkNodes), log)
    }
    const loop = new PollLoop(check, every_ms, error => log.warn({ err: error }, 'could not check the database nodes'))
    loop.start()
    return () => loop.stop()
  }

  #update(check: NodeCheck | undefined, log: FastifyBaseLogger) {
    const before = new Set(this.unreachable.map(({ id }) => id))
    this.#check = check
    this.#spaces = new Set(this.unreachable.flatMap(({ spaces }) => spaces))
    const now = new Set(this.unreachable.map(({ id }) => id))
    for (const { id, address, spaces } of this.unreachable)
      if (!before.has(id))
        log.error({ node: id, address, spaces: spaces.length }, 'a node of the database cannot be reached')
    for (const id of before.difference(now)) log.info({ node: id }, 'a node of the database can be reached again')
  }
}
