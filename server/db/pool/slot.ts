import { openSession, type Session } from '../sql.ts'
import type { Demand } from './acquire_queue.ts'

/** A session of a pool and its state. */
export interface Slot {
  session: Session
  broken: boolean
  /** It is discarded after its current transaction. */
  stale?: boolean
  leased: boolean
  /** The request that it is leased to. */
  demand: Demand
  /** Whether its transaction exceeded the time limit. */
  overdue: boolean
  /** Whether its last transaction was read-only and is not committed yet. */
  read_open: boolean
  leased_ms: number
  begun: boolean
}

/** The statement that begins each kind of transaction. */
export const beginStatements = {
  read: 'begin read only',
  write: 'begin',
  auditedRead: 'begin;set local synchronous_commit = off',
  snapshot: 'begin isolation level repeatable read read only',
}
export type TransactionKind = keyof typeof beginStatements

/** The session connects when it is first used. */
export function newSlot(
  { url, role, statement_timeout_ms = 0 }: { url: string; role: string; statement_timeout_ms?: number },
  onclose: () => void,
): Slot {
  const session = openSession(url, { role, statement_timeout_ms, transactional: true, onclose })
  const state = { broken: false, leased: false, overdue: false, read_open: false, begun: false, leased_ms: 0 }
  return { session, ...state, demand: { space: undefined, heavy: false } }
}

// A prepared statement is sent in one packet with the statements before it, and answered in one packet with them.
export const commit = (session: Session) =>
  session.unsafe('commit', [], { prepare: true, simple: false } as { prepare: boolean })

/** Rejects if the transaction cannot begin, and never settles otherwise. */
export const failureOf = (begun: PromiseLike<unknown>) =>
  new Promise<never>((_, reject) => begun.then(undefined, reject))
