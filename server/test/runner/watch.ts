import { watch as watchFolder } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { globalSetup, globalTeardown } from '../../../e2e/install_browser.ts'
import { affectedBy } from './affected.ts'
import { isStory } from './batches.ts'
import { endAll, runBatch } from './run_batch.ts'

const folders = ['server', 'sdk', 'cli', 'console/src', 'e2e', 'torture']
/** An editor saves several files at once. */
const pause_ms = 100
/** The nearest tests answer in seconds, and stories in a browser do not: npm test runs the others. */
const files_max = 12

/** Runs the nearest tests of each file that is saved, until Ctrl-C. */
export async function watch(): Promise<never> {
  await globalSetup()
  const saved = new Set<string>()
  for (const folder of folders)
    watchFolder(folder, { recursive: true }, (_, name) => {
      if (name && /\.(tsx?|mjs|sql)$/.test(name)) saved.add(join(folder, name))
    })
  process.once('SIGINT', async () => {
    endAll()
    await globalTeardown()
    process.exit(130)
  })
  console.log('Waiting for a file to be saved. Ctrl-C ends.')
  for (;;) {
    await delay(pause_ms)
    if (saved.size === 0) continue
    const changed = [...saved]
    saved.clear()
    await runNearest(changed)
  }
}

async function runNearest(changed: string[]) {
  const files = affectedBy(changed).map(({ file }) => file)
  console.log(`\n${changed.join(', ')}`)
  if (files.length === 0) return console.log('No test reaches it.')
  const near = files.filter(file => !isStory(file) || changed.includes(file)).slice(0, files_max)
  if (near.length > 0) await runBatch(near)
  const later = files.length - near.length
  if (later > 0) console.log(`${later} more test files are further away: npm test -- --changed runs them.`)
}
