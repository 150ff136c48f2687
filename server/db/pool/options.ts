import type { NodeWatch } from '../citus/node_watch.ts'
import type { Topic } from '../notifications.ts'
import type { Fragment, Sql } from '../sql.ts'
import type { HealthProbe } from './health_probe.ts'
import type { Sessions } from './sessions.ts'
import type { Shares } from './shares.ts'
import type { WriteFailures } from './write_failures.ts'

export interface PoolOptions {
  url: string
  role: string
  connections: number
  statement_timeout_ms?: number
  /** How long work waits for a session before it is refused. */
  wait_ms_max?: number
  /** How spaces share the sessions; left out, one space may hold all of them. */
  shares?: Shares
  /** The nodes of a distributed database, shared by the pools of a process. */
  nodes?: NodeWatch
  /** What this process knows of failing writes. */
  write_failures?: WriteFailures
  /** Called with each topic that a transaction announced, after its commit and before the response. */
  onNotification?: (topic: Topic) => void
  /** Wraps each transaction in a span, if tracing is on. */
  trace?: <T>(work: () => Promise<T>) => Promise<T>
}

/** The options of a set of sessions within a pool. */
export interface SetOptions {
  /** How much work uses a session at once. */
  uses_max: number
  probe: HealthProbe
  /** The set whose sessions this one uses while it has none and the server has no connection left. */
  lender: (borrower: Sessions) => Sessions | undefined
}

/** Work in a transaction. */
export type Work<T> = (sql: Sql) => Promise<T>

/** Work over all spaces. `isReachable` is the condition that a column names a space whose node can be reached. */
export type WorkOverSpaces<T> = (sql: Sql, isReachable: (column: string) => Fragment) => Promise<T>

/** Sends one statement, which calls a function of db/functions.ts. */
export type Send<T> = (sql: Sql) => PromiseLike<T>

/** How work without a transaction around it uses the database, for one space and user. */
export interface Database {
  /** Runs one statement, which is a transaction of its own. It calls a function that sets the context; see db/functions.ts. */
  call: <T>(send: Send<T>) => Promise<T>
  /** The same for a call that reads a page. Only a few run at once. */
  listCall: <T>(send: Send<T>) => Promise<T>
  /** The same for a call that writes: it may wait for locks, so it does not share its session. */
  writeCall: <T>(send: Send<T>) => Promise<T>
  /** Runs several statements in one transaction. */
  transaction: <T>(work: Work<T>) => Promise<T>
  /** Notifies this process, after the call that wrote. */
  notifyLocal: (topic: Topic) => void
}
