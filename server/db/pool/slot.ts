import { openSession, type Session } from '../sql.ts'
import type { Demand } from './acquire_queue.ts'

/** A session of a pool, and what it is used for. */
export interface Slot {
  session: Session
  broken: boolean
  /** It may end what it does, and is not used again. */
  stale?: boolean
  leased: boolean
  /** What it is used for now. */
  demand: Demand
  /** Whether its work took longer than any may. */
  overdue: boolean
  /** Whether its last transaction has only been read from, and not been ended yet. */
  unended: boolean
  leased_ms: number
  begun: boolean
}

/** How each kind of transaction begins. */
export const beginnings = {
  read: 'begin read only',
  write: 'begin',
  witness: 'begin;set local synchronous_commit = off',
  snapshot: 'begin isolation level repeatable read read only',
}
export type Kind = keyof typeof beginnings

/** A session that connects when it is first used. */
export function newSlot(
  { url, role, statement_timeout_ms = 0 }: { url: string; role: string; statement_timeout_ms?: number },
  onclose: () => void,
): Slot {
  const session = openSession(url, { role, statement_timeout_ms, transactional: true, onclose })
  const state = { broken: false, leased: false, overdue: false, unended: false, begun: false, leased_ms: 0 }
  return { session, ...state, demand: { space: undefined, heavy: false } }
}

// Prepared, so that it travels with the statements before it, and its answer with theirs.
export const commit = (session: Session) =>
  session.unsafe('commit', [], { prepare: true, simple: false } as { prepare: boolean })

/** Rejects where the transaction cannot begin, and never settles otherwise. */
export const failureOf = (begun: PromiseLike<unknown>) =>
  new Promise<never>((_, reject) => begun.then(undefined, reject))
