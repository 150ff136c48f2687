import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOnce } from '../../e2e/install_browser.ts'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded/server.ts'
import { withSession } from '../db/sql.ts'
import { closeToSessions, distribute, findNodes, joinNodes, nodeUrls, onCitus, onEachNode } from './citus_cluster.ts'
import { clusterUrl, databaseAt } from './databases.ts'
import { admitSuperuser, socketFor } from './superuser.ts'

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
  process.env.MUSTER_TEST_RUN = `muster_test_${process.pid}_${Date.now().toString(36)}`
  if (process.env.MUSTER_TEST_DATABASE_URL) await prepareOn(process.env.MUSTER_TEST_DATABASE_URL)
  else await startCopy(folder)
}

async function prepareOn(url: string) {
  process.env.MUSTER_TEST_CLUSTER = url
  process.env.MUSTER_TEST_TEMPLATE = `${process.env.MUSTER_TEST_RUN}_template`
  await findNodes(url)
  await migrateTemplate(process.env.MUSTER_TEST_TEMPLATE)
}

async function migrateTemplate(template: string) {
  const url = databaseAt(template)
  await onEachNode(clusterUrl(), `create database ${template}`)
  await joinNodes(url)
  // As a server does: it refuses a PostgreSQL that is too old, or whose locale does not fit.
  await connectDatabase(readConfig({ DATABASE_URL: url }), 'guest')
  await distribute(url)
  if (onCitus()) await closeToSessions(clusterUrl(), template)
}

/** Starts a copy of a data directory that is prepared once for each state of the schema and kept for later runs. */
async function startCopy(folder: string) {
  process.env.MUSTER_TEST_TEMPLATE = 'muster_test_template'
  const prepared = await createOnce(`test-database-${schemaHash()}`, prepareDataDir)
  utimesSync(prepared, new Date(), new Date())
  // Keeps the owner, who is another user when the tests run as root.
  execFileSync('cp', ['-a', join(prepared, 'postgres'), folder])
  cluster = await startEmbedded(folder, settings)
  process.env.MUSTER_TEST_CLUSTER = socketFor(folder, 'postgres')
}

async function prepareDataDir(place: string) {
  for (const other of globSync(join(place, '../test-database-*')))
    if (Date.now() - statSync(other).mtimeMs > unused_ms_max) rmSync(other, { recursive: true, force: true })
  const server = await startEmbedded(place, settings)
  process.env.MUSTER_TEST_CLUSTER = await admitSuperuser(place)
  await migrateTemplate('muster_test_template')
  await server.stop()
}

const unused_ms_max = 7 * 86_400_000

/** Everything that the prepared database depends on. */
function schemaHash() {
  const hash = createHash('sha256')
  for (const file of globSync([
    'server/db/migrations/*',
    'server/db/functions.{sql,ts}',
    'server/db/embedded/*.ts',
  ]).sort())
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(file))
  hash.update(JSON.stringify([JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies, settings]))
  return hash.digest('hex').slice(0, 16)
}

const settings = {
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
}

/** The command line finds no profile of the developer's, and nothing in the environment that names a server. */
function leaveHome(home: string) {
  mkdirSync(home)
  process.env.HOME = home
  for (const name of ['XDG_CONFIG_HOME', 'MUSTER_URL', 'MUSTER_TOKEN', 'MUSTER_PROFILE']) delete process.env[name]
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
