import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { type Embedded, startEmbedded } from '../db/embedded/server.ts'
import { openSession } from '../db/sql.ts'
import { databaseAt } from './databases.ts'
import { admitSuperuser } from './superuser.ts'

let cluster: Embedded | undefined
let folder: string | undefined

/**
 * One PostgreSQL for the whole run, with a migrated database that every test file copies: one of our own, or the one that was named with
 * `npm test -- --database-url`.
 */
export async function globalSetup() {
  folder = mkdtempSync(join(tmpdir(), 'muster-test-'))
  process.env.MUSTER_TEST_FOLDER = folder
  process.env.MUSTER_TEST_CLUSTER = process.env.MUSTER_TEST_DATABASE_URL ?? (await ownCluster(folder))
  process.env.MUSTER_TEST_RUN = `muster_test_${process.pid}_${Date.now().toString(36)}`
  const owner = openSession(process.env.MUSTER_TEST_CLUSTER)
  try {
    await owner.unsafe(`create database ${process.env.MUSTER_TEST_RUN}_template`)
  } finally {
    await owner.end()
  }
  // As a server would: a PostgreSQL that is too old, or knows no capital É, is told by a sentence.
  await connectDatabase(readConfig({ DATABASE_URL: databaseAt(`${process.env.MUSTER_TEST_RUN}_template`) }), 'guest')
}

async function ownCluster(folder: string) {
  cluster = await startEmbedded(folder, {
    // Nobody minds losing a test database in a power cut.
    fsync: 'off',
    full_page_writes: 'off',
    // Each copy of the migrated database fills a segment of the log, which need not be written full of zeros before.
    wal_init_zero: 'off',
    // A database for each file, which lives for seconds: tidying them up all the time is work for nobody. Who needs statistics asks for them.
    autovacuum: 'off',
    // Several applications share it.
    max_connections: 600,
    shared_buffers: '128MB',
  })
  return admitSuperuser(folder)
}

export async function globalTeardown() {
  if (!cluster && process.env.MUSTER_TEST_RUN) await leaveNothing(process.env.MUSTER_TEST_RUN)
  await cluster?.stop()
  if (folder) removeAside(folder)
}

/** A database for each file of tests is tens of thousands of files to remove: nobody has to wait for that. */
function removeAside(folder: string) {
  const remove = 'fs.rmSync(process.argv[1], { recursive: true, force: true })'
  spawn(process.execPath, ['-e', remove, folder], { detached: true, stdio: 'ignore' }).unref()
}

/** On a server that is not ours the databases of this run go, and no others. */
async function leaveNothing(run: string) {
  const owner = openSession(process.env.MUSTER_TEST_CLUSTER!)
  const left = await owner<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, ${run})`
  for (const { name } of left) await owner.unsafe(`drop database ${name} with (force)`)
  await owner.end()
}
