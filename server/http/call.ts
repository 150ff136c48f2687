import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Callers } from '../access/caller.ts'
import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { RlsContext } from '../db/rls_context.ts'
import type { Charge } from './limits/request_cost.ts'
import type { AnyCall, Operation } from './operation.ts'
import type { Downloads } from './stream/downloads.ts'
import type { RequestCheck } from './validation/request_checks.ts'

/** What calls are run with. */
export interface CallDependencies {
  pool: Pool
  /** For long calls: they never occupy a session that short calls need. */
  reports: Pool
  downloads: Downloads
  callers: Callers
  listener: NotificationListener
  /** Aborted when the process is about to stop: streams and long polls then end. */
  stopping: AbortSignal
  public_url: () => string
}

/** A request whose caller is admitted and whose path, query and body are valid. Only the transaction is missing. */
export type CheckedCall = Omit<AnyCall, 'sql'>

/** A checked request, and what is needed to answer it. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  operation: Operation
  call: CheckedCall
  /** The pool for the transactions of this operation. */
  pool: Pool
  dependencies: CallDependencies
}

export function checkCall(check: RequestCheck, request: FastifyRequest, { public_url }: CallDependencies): CheckedCall {
  return {
    ...check(request),
    caller: request.caller,
    request: {
      id: request.id,
      languages: request.headers['accept-language'] ?? '',
      public_url: public_url(),
    },
  }
}

/** The space and the user that row-level security limits a transaction to. */
export const rlsContextOf = (caller: Caller | undefined): RlsContext =>
  caller ? { group_id: caller.group_id, user_id: caller.id } : {}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    charge: Charge | undefined
    /** The body as it was sent, or its hash, for the fingerprint of an idempotency key. */
    sent: string | undefined
    /** The body as text, from which raw JSON fields are cut. */
    text: string | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
    /** The route reads the Authorization header itself, or ignores it. */
    own_authorization?: boolean
  }
}
