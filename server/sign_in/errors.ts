import type { FastifyBaseLogger } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { ApiError, statusOf } from '../errors.ts'

/** What is not the request's fault: a database that is away for a moment is told as such. */
export function setServerError(
  ctx: Pick<KoaContextWithOIDC, 'status' | 'set'>,
  error: unknown,
  log: FastifyBaseLogger,
) {
  const refusal = error instanceof ApiError ? error : undefined
  if (refusal) ctx.set(refusal.headers)
  ctx.status = refusal ? statusOf(refusal.code) : 500
  log.error({ err: refusal?.cause ?? error }, 'the authorization server failed')
}
