import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { start_ms_max } from './process.ts'

/**
 * Returns a folder that the first process of a run that asks for it fills, and that the others wait for. Undefined outside of a run: a test
 * makes then what it needs for itself.
 */
export async function onceInRun(name: string, fill: (folder: string) => Promise<void>): Promise<string | undefined> {
  const run = process.env.MUSTER_TEST_FOLDER
  if (!run) return undefined
  const filled = join(run, name)
  const claim = join(run, `${name}-claimed`)
  await eventually(async () => {
    if (!existsSync(filled) && claimed(claim)) await make(claim, filled, fill)
    return existsSync(filled)
  }, start_ms_max)
  return filled
}

/** Whether this process is the first. */
function claimed(claim: string) {
  try {
    mkdirSync(claim)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function make(claim: string, filled: string, fill: (folder: string) => Promise<void>) {
  try {
    const folder = join(claim, 'folder')
    mkdirSync(folder, { mode: 0o755 })
    await fill(folder)
    renameSync(folder, filled)
  } catch (error) {
    // Others that wait for it try again.
    rmSync(claim, { recursive: true, force: true })
    throw error
  }
}
