import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ask, startServer } from '../server/test/process.ts'
import { newFolder, settings } from './bench_server.ts'
import { familyOf, memoryOf } from './cpu.ts'

/** The time from the command to the first reply with an existing database, and the memory of the largest idle process. */
export async function measureIdle() {
  const folder = newFolder()
  const dataDir = join(folder, 'data')
  const start = () => startServer({ env: { DATA_DIR: dataDir, ...settings } })
  try {
    await (await start()).stop()
    const before = performance.now()
    const server = await start()
    await ask(`${server.url}/health`)
    const warm_start_s = (performance.now() - before) / 1000
    const family = familyOf(server.pid, dataDir)
    const idle_mb = Math.max(...family.map(memoryOf))
    await server.stop()
    return { warm_start_s, idle_mb, processes: family.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
