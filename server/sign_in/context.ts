import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import type { Pool } from '../db/pool/pool.ts'
import { loadKeys } from './keys.ts'

export interface Surroundings {
  pool: Pool
  log: FastifyBaseLogger
  public_url: () => string
  /** Whether this process is about to end. */
  stopping: () => boolean
}

/** What every part of signing in needs. */
export interface Gate extends Surroundings {
  /**
   * The authorization server. It is made when it is first needed: only then is it certain under which address. Its two hundred files are not
   * read before either, so that a process which signs nobody in starts a quarter sooner.
   */
  provider: () => Promise<Provider>
  https: () => boolean
}

export function openGate(surroundings: Surroundings): Gate {
  const { pool, log, public_url } = surroundings
  let made: Promise<Provider> | undefined
  const provider = () => {
    made ??= Promise.all([loadKeys(pool), import('./provider.ts')])
      .then(([keys, { createProvider }]) => createProvider({ pool, keys, log, public_url: public_url() }))
      .catch(error => {
        made = undefined
        throw error
      })
    return made
  }
  return { ...surroundings, provider, https: () => public_url().startsWith('https:') }
}
