import type { FastifyBaseLogger } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { ApiError, statusOf } from '../errors.ts'

/** Sets the status of an internal error: 503 for an unreachable database, else 500. */
export function setServerError(
  ctx: Pick<KoaContextWithOIDC, 'status' | 'set'>,
  error: unknown,
  log: FastifyBaseLogger,
) {
  const refusal = error instanceof ApiError ? error : undefined
  if (refusal) ctx.set(refusal.headers)
  ctx.status = refusal ? statusOf(refusal.code) : 500
  log.error({ err: refusal?.cause ?? error }, 'authorization server failed')
}
