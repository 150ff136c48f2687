import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { readConfig } from '../config.ts'
import { prepareDemo } from '../demo/demo.ts'
import type { TestApp } from './harness.ts'

/** Fills the database of an application that is not shared with the demo. */
export async function withDemo({ database_url, url }: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-demo-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DEMO: 'on', DATA_DIR: folder })
  const demo = await prepareDemo({ config, database_url, owner_url: database_url, fresh: true, public_url: url })
  assert.ok(demo, 'the database already has accounts')
  return demo
}
