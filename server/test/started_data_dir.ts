import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eventually } from './eventually.ts'
import { start_ms_max, startServer } from './process.ts'

/**
 * Makes a data directory as a first start leaves it, with its demo, by copying the directory of one server that is started per run.
 * start.test.ts tests the first start itself. Outside of a run this does nothing, and the test starts the server for the first time.
 */
export async function copyStartedDataDir(dataDir: string) {
  const folder = process.env.MUSTER_TEST_FOLDER
  if (!folder) return
  const model = join(folder, 'started')
  const claim = join(folder, 'starting')
  await eventually(async () => {
    if (!existsSync(model) && claimed(claim)) await start(claim, model)
    return existsSync(model)
  }, start_ms_max)
  mkdirSync(dirname(dataDir), { recursive: true })
  // Keeps the owner, who is another user when the tests run as root.
  execFileSync('cp', ['-a', model, dataDir])
}

/** Whether this process is the first. */
function claimed(place: string) {
  try {
    mkdirSync(place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function start(claim: string, model: string) {
  try {
    const dataDir = join(claim, 'data')
    const server = await startServer({ env: { DATA_DIR: dataDir } })
    const { code, stderr } = await server.stop()
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    renameSync(dataDir, model)
  } catch (error) {
    // Others that wait for it try again.
    rmSync(claim, { recursive: true, force: true })
    throw error
  }
}
