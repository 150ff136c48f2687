import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Pool } from '../db/pool/pool.ts'
import { startTestApp } from '../test/harness.ts'
import { loadKeys } from './keys.ts'

const app = await startTestApp()
const pools = Array.from({ length: 6 }, () => new Pool({ url: app.database_url, role: 'muster_app', connections: 1 }))
after(() => Promise.all(pools.map(pool => pool.end())))

test('processes that start at once have the same keys, and keep them', async () => {
  const [first, ...others] = await Promise.all(pools.map(loadKeys))
  for (const other of others) assert.deepEqual(other, first)
  assert.deepEqual(await loadKeys(pools[0]!), first)
  assert.equal(Buffer.from(first!.cookies[0]!, 'base64url').length, 32)
  assert.equal(first!.tokens.length, 32)
  const [elliptic, rsa, ...more] = first!.jwks.keys
  assert.deepEqual([elliptic!['kty'], elliptic!['crv'], elliptic!['alg']], ['EC', 'P-256', 'ES256'])
  assert.deepEqual(
    [rsa!['kty'], rsa!['alg'], Buffer.from(String(rsa!['n']), 'base64url').length],
    ['RSA', 'RS256', 256],
  )
  assert.deepEqual(more, [])
})

test('a server older than RS256 keeps its keys and gets one', async () => {
  const before = await loadKeys(pools[0]!)
  await app.owner`delete from server_keys where name = 'jwks_rs256'`
  const [one, other] = await Promise.all([loadKeys(pools[0]!), loadKeys(pools[1]!)])
  assert.deepEqual(one, other)
  assert.deepEqual([one.jwks.keys[0], one.cookies], [before.jwks.keys[0], before.cookies])
  assert.equal(one.jwks.keys[1]!['alg'], 'RS256')
  assert.notEqual(one.jwks.keys[1]!['n'], before.jwks.keys[1]!['n'])
})

test('only the server can read them', async () => {
  const [row] = await app.owner`
    select count(*) as n from information_schema.role_table_grants where table_name = 'server_keys' and grantee = 'muster_worker'`
  assert.equal(row!['n'], 0)
})
