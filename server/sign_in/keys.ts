import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { serverKey, tokenKey } from '../access/server_keys.ts'
import type { Pool } from '../db/pool/pool.ts'

export interface ServerKeys {
  /** What signs cookies. */
  cookies: string[]
  /** What signs identity tokens: one key for each algorithm. */
  jwks: { keys: JsonWebKey[] }
  /** What marks access tokens as ours. */
  tokens: Buffer
}

interface KeySet {
  keys: JsonWebKey[]
}

/** The keys of this server, made at its first start; a server from before RS256 makes that key when it next starts. */
export async function loadKeys(pool: Pool): Promise<ServerKeys> {
  // An RSA key takes a while to make: that must not happen within a transaction.
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
