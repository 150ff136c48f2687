import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { readConfig } from '../config.ts'
import { withSession } from '../db/sql.ts'
import { prepareDemo } from '../demo/demo.ts'
import { onCitus } from './citus_cluster.ts'
import { clusterUrl, databaseAt, freshDatabase, freshName } from './databases.ts'
import { demoOf } from './demo_file.ts'
import type { TestApp } from './harness.ts'
import { onceInRun } from './once_in_run.ts'

/** Fills the database of an application that is not shared with the demo. */
export async function withDemo({ database_url, url }: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-demo-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return fill(database_url, folder, url)
}

/** A database with the demo of its own, copied from one that is filled once per run, and the accounts of the demo. */
export async function aDemoDatabase() {
  const template = `${process.env.MUSTER_TEST_RUN}_demo`
  const model = onCitus()
    ? undefined
    : await onceInRun('demo', async folder => {
        await createDatabase(template, process.env.MUSTER_TEST_TEMPLATE)
        await fill(databaseAt(template), join(folder, 'data'))
      })
  if (!model) {
    const database_url = await freshDatabase('demo', 'migrated')
    return { database_url, demo: await withDemo({ database_url, url: 'http://127.0.0.1' } as TestApp) }
  }
  const name = freshName('demo')
  await createDatabase(name, template)
  return { database_url: databaseAt(name), demo: demoOf(join(model, 'data')) }
}

const createDatabase = (name: string, template = '') =>
  withSession(clusterUrl(), owner => owner.unsafe(`create database ${name} template ${template}`))

async function fill(database_url: string, folder: string, public_url = 'http://127.0.0.1') {
  mkdirSync(folder, { recursive: true })
  const config = readConfig({ DEMO: 'on', DATA_DIR: folder })
  const demo = await prepareDemo({ config, database_url, owner_url: database_url, fresh: true, public_url })
  assert.ok(demo, 'the database already has accounts')
  return demo
}
