import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { serverKey, tokenKey } from '../access/server_keys.ts'
import type { Pool } from '../db/pool/pool.ts'

export interface ServerKeys {
  /** Sign cookies. */
  cookies: string[]
  /** Sign ID tokens, one key per algorithm. */
  jwks: { keys: JsonWebKey[] }
  /** Authenticates access tokens. */
  tokens: Buffer
}

interface KeySet {
  keys: JsonWebKey[]
}

/** Loads the keys of this installation, and creates missing ones. */
export async function loadKeys(pool: Pool): Promise<ServerKeys> {
  // Generating an RSA key is slow, so it happens outside the transaction.
  const [known] = await pool.read({}, sql => sql`select from server_keys where name = 'jwks_rs256'`)
  const made = known ? undefined : await rsaKeySet()
  return pool.write({}, async sql => {
    const elliptic = await serverKey(sql, 'jwks', ellipticKeySet)
    const rsa = await serverKey(sql, 'jwks_rs256', () => made ?? rsaKeySet())
    return {
      cookies: await serverKey(sql, 'cookies', () => [randomBytes(32).toString('base64url')]),
      jwks: { keys: [...elliptic.keys, ...rsa.keys] },
      tokens: await tokenKey(sql),
    }
  })
}

async function ellipticKeySet(): Promise<KeySet> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] }
}

async function rsaKeySet(): Promise<KeySet> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] }
}
