import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded/server.ts'
import { openSession } from '../db/sql.ts'
import { clusterUrl, databaseAt } from './databases.ts'
import { admitSuperuser } from './superuser.ts'

let cluster: EmbeddedServer | undefined
let folder: string | undefined

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that every application of the tests copies: an embedded one, or the
 * one that was named with `npm test -- --database-url`.
 */
export async function globalSetup() {
  folder = mkdtempSync(join(tmpdir(), 'muster-test-'))
  process.env.MUSTER_TEST_FOLDER = folder
  leaveHome(join(folder, 'home'))
  process.env.MUSTER_TEST_CLUSTER = process.env.MUSTER_TEST_DATABASE_URL ?? (await ownCluster(folder))
  process.env.MUSTER_TEST_RUN = `muster_test_${process.pid}_${Date.now().toString(36)}`
  const owner = await openSession(process.env.MUSTER_TEST_CLUSTER)
  try {
    await owner.unsafe(`create database ${process.env.MUSTER_TEST_RUN}_template`)
  } finally {
    await owner.end()
  }
  // As a server does: it refuses a PostgreSQL that is too old, or whose locale does not fit.
  await connectDatabase(readConfig({ DATABASE_URL: databaseAt(`${process.env.MUSTER_TEST_RUN}_template`) }), 'guest')
}

/** The command line finds no profile of the developer's, and nothing in the environment that names a server. */
function leaveHome(home: string) {
  mkdirSync(home)
  process.env.HOME = home
  for (const name of ['XDG_CONFIG_HOME', 'MUSTER_URL', 'MUSTER_TOKEN', 'MUSTER_PROFILE']) delete process.env[name]
}

async function ownCluster(folder: string) {
  cluster = await startEmbedded(folder, {
    // A test database need not survive a power cut.
    fsync: 'off',
    full_page_writes: 'off',
    // Each copy of the migrated database fills a segment of the log: not written with zeros before, it takes half the time.
    wal_init_zero: 'off',
    autovacuum_naptime: '30s',
    autovacuum_vacuum_cost_delay: 0,
    // Imports analyze the contacts again and again: a sample of 3 000 rows does.
    default_statistics_target: 10,
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

/** Removes tens of thousands of files without making the run wait for it. */
function removeAside(folder: string) {
  const remove = 'fs.rmSync(process.argv[1], { recursive: true, force: true })'
  spawn(process.execPath, ['-e', remove, folder], { detached: true, stdio: 'ignore' }).unref()
}

/** Drops the databases of this run, on a server that also has others. */
async function leaveNothing(run: string) {
  const owner = await openSession(clusterUrl())
  const left = await owner<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, ${run})`
  for (const { name } of left) await owner.unsafe(`drop database ${name} with (force)`)
  await owner.end()
}
