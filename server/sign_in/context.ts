import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import type { Pool } from '../db/pool/pool.ts'
import type { ProveDomain } from '../organisation/core/identity_providers/domain_proof.ts'
import type { OperatorProvider } from './identity_provider/providers.ts'
import { loadKeys } from './keys.ts'

export interface SignInDependencies {
  pool: Pool
  log: FastifyBaseLogger
  public_url: () => string
  /** Whether this process is shutting down. */
  stopping: () => boolean
  /** The identity provider of the operator. */
  operator_provider: OperatorProvider | undefined
  /** Whether identity providers of spaces may be in private networks. */
  private_addresses: boolean
  proveDomain: ProveDomain
}

/** Shared by all parts of sign-in. */
export interface SignInContext extends SignInDependencies {
  /**
   * The OpenID provider, created on first use: the public URL is known only after the server listens, and loading its modules takes a quarter
   * of the start-up time.
   */
  provider: () => Promise<Provider>
  https: () => boolean
}

export function createSignInContext(dependencies: SignInDependencies): SignInContext {
  const { pool, log, public_url } = dependencies
  let created: Promise<Provider> | undefined
  const provider = () => {
    created ??= Promise.all([loadKeys(pool), import('./provider.ts')])
      .then(([keys, { createProvider }]) => createProvider({ pool, keys, log, public_url: public_url() }))
      .catch(error => {
        created = undefined
        throw error
      })
    return created
  }
  return { ...dependencies, provider, https: () => public_url().startsWith('https:') }
}
