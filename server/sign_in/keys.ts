import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Pool } from '../db/pool.ts'
import { rowOf, type Sql } from '../db/sql.ts'

export interface ServerKeys {
  /** What signs cookies. */
  cookies: string[]
  /** What signs identity tokens. */
  jwks: { keys: JsonWebKey[] }
}

/** The keys of this server, made at its first start. Of two processes that start at once, the second takes those of the first. */
export function loadKeys(pool: Pool): Promise<ServerKeys> {
  return pool.write({}, async sql => ({
    cookies: await keyOf(sql, 'cookies', async () => [randomBytes(32).toString('base64url')]),
    jwks: await keyOf(sql, 'jwks', newKeySet),
  }))
}

async function keyOf<T extends object>(sql: Sql, name: string, make: () => Promise<T>): Promise<T> {
  const read = () => sql<{ value: T }[]>`select value from server_keys where name = ${name}`
  const [known] = await read()
  if (known) return known.value
  await sql`insert into server_keys ${sql(rowOf({ name, value: await make() }))} on conflict (name) do nothing`
  const [kept] = await read()
  return kept!.value
}

async function newKeySet() {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] }
}
