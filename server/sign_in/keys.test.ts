import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Pool } from '../db/pool.ts'
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
  const [key] = first!.jwks.keys
  assert.deepEqual([key!['kty'], key!['crv'], key!['alg']], ['EC', 'P-256', 'ES256'])
})

test('nobody but the server reads them', async () => {
  const [row] = await app.owner`
    select count(*) as n from information_schema.role_table_grants where table_name = 'server_keys' and grantee = 'muster_worker'`
  assert.equal(row!['n'], 0)
})
