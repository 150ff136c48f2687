import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded/server.ts'
import { withSession } from '../db/sql.ts'
import { closeToSessions, distribute, findNodes, joinNodes, nodeUrls, onCitus, onEachNode } from './citus_cluster.ts'
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
  await findNodes(clusterUrl())
  const template = `${process.env.MUSTER_TEST_RUN}_template`
  const url = databaseAt(template)
  await onEachNode(clusterUrl(), `create database ${template}`)
  await joinNodes(url)
  // As a server does: it refuses a PostgreSQL that is too old, or whose locale does not fit.
  await connectDatabase(readConfig({ DATABASE_URL: url }), 'guest')
  await distribute(url)
  if (onCitus()) await closeToSessions(clusterUrl(), template)
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
  for (const node of nodeUrls(clusterUrl()))
    await withSession(node, async owner => {
      const left = await owner<
        { name: string }[]
      >`select datname as name from pg_database where starts_with(datname, ${run})`
      for (const { name } of left) await owner.unsafe(`drop database ${name} with (force)`)
    })
}
