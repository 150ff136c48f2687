import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onceInRun } from './once_in_run.ts'
import { startServer } from './process.ts'

/**
 * Makes a data directory as a first start leaves it, with its demo, by copying the directory of one server that is started per run.
 * start.test.ts tests the first start itself. Outside of a run this does nothing, and the test starts the server for the first time.
 */
export async function copyStartedDataDir(dataDir: string) {
  const model = await onceInRun('started', async folder => {
    const server = await startServer({ env: { DATA_DIR: join(folder, 'data') } })
    const { code, stderr } = await server.stop()
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  })
  if (!model) return
  mkdirSync(dirname(dataDir), { recursive: true })
  // Keeps the owner, who is another user when the tests run as root.
  execFileSync('cp', ['-a', join(model, 'data'), dataDir])
}
