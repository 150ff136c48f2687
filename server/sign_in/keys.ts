import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { keyOf, tokenKey } from '../access/server_keys.ts'
import type { Pool } from '../db/pool.ts'

export interface ServerKeys {
  /** What signs cookies. */
  cookies: string[]
  /** What signs identity tokens. */
  jwks: { keys: JsonWebKey[] }
  /** What marks access tokens as ours. */
  tokens: Buffer
}

/** The keys of this server, made at its first start. */
export function loadKeys(pool: Pool): Promise<ServerKeys> {
  return pool.write({}, async sql => ({
    cookies: await keyOf(sql, 'cookies', () => [randomBytes(32).toString('base64url')]),
    jwks: await keyOf(sql, 'jwks', newKeySet),
    tokens: await tokenKey(sql),
  }))
}

async function newKeySet() {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] }
}
