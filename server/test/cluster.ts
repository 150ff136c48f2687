import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openSession } from '../db/sql.ts'

let cluster: Embedded | undefined
let folder: string | undefined

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function globalSetup() {
  folder = mkdtempSync(join(tmpdir(), 'muster-test-'))
  // Nobody minds losing a test database in a power cut, and several applications share it.
  cluster = await startEmbedded(folder, { fsync: 'off', full_page_writes: 'off', max_connections: 300 })
  const owner = openSession(cluster.url)
  await owner.unsafe('create database muster_template')
  await owner.end()
  await migrate(cluster.url.replace('/postgres?', '/muster_template?'))
  process.env.MUSTER_TEST_CLUSTER = cluster.url
}

export async function globalTeardown() {
  await cluster?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}
