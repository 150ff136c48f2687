import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addEmptySpace } from '../server/test/empty_space.ts'
import { ask, isRoot, openDatabase, type Server, startServer, tokenOf } from '../server/test/process.ts'
import { space, type Verdict } from './test_server.ts'

interface DiskParams {
  disk_mb: number
  full_ms: number
}

const recovery_ms_max = 30_000

/** Promise 16: on a full disk writes are refused, none is incomplete, and service resumes when there is space. */
export async function tortureDisk({ disk_mb, full_ms }: DiskParams): Promise<Verdict> {
  if (!isRoot || process.platform !== 'linux')
    return { summary: '', broken: {}, notes: [], skipped: 'only root on Linux can make a small disk' }
  const disk = realpathSync(mkdtempSync(join(tmpdir(), 'muster-disk-')))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_mb}m,mode=755`, 'tmpfs', disk])
  const dataDir = join(disk, 'data')
  const env = {
    DATA_DIR: dataDir,
    RATE_BURST: '1000000',
    RATE_PER_SECOND: '1000000',
    BACKUP_HOURS: '0',
    LOG_LEVEL: 'silent',
  }
  let server: Server | undefined
  try {
    server = await startServer({ env })
    await addEmptySpace(dataDir)
    return await fillUp(server, disk, dataDir, full_ms)
  } finally {
    await server?.stop()
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function fillUp(server: Server, disk: string, dataDir: string, full_ms: number): Promise<Verdict> {
  const token = tokenOf(dataDir, 'superadmin', space)
  const statuses: Record<number, number> = {}
  const acknowledged: string[] = []
  let made = 0
  // A long text fills the disk soon.
  const description = 'x'.repeat(15_000)
  const write = async () => {
    const name = `Disk ${++made}`
    const data = { team: { name, description: `${made} ${description}`, leaders: [], users: [] } }
    const { status } = await ask(`${server.url}/teams`, { token, method: 'POST', data, key: `disk-${made}` })
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) acknowledged.push(name)
    return status
  }
  for (let count = 0; count < 20; count++) await write()
  const { bavail, bsize } = statfsSync(disk)
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 200_000), 1))
  const until = Date.now() + full_ms
  while (Date.now() < until) if ((await write()) !== 200) await delay(20)
  const refused = statuses[503] ?? 0
  rmSync(ballast)
  const freed = performance.now()
  while ((await write()) !== 200 && performance.now() - freed < recovery_ms_max) await delay(20)
  const recovery_ms = performance.now() - freed
  const owner = await openDatabase(dataDir)
  const rows = await owner<{ name: string; size: number }[]>`
    select name, length(description)::int as size from teams where group_id = ${space} and name like 'Disk %'`
  await owner.end()
  const stored = new Set(rows.map(({ name }) => name))
  const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '503')
  return {
    summary:
      `${made} writes, ${refused} refused while the disk was full; ${acknowledged.length} acknowledged. ` +
      `Writes resumed ${Math.round(recovery_ms)} ms after space was freed.`,
    broken: {
      'answers other than 200 and 503': others.reduce((sum, [, count]) => sum + count, 0),
      'acknowledged writes lost': acknowledged.filter(name => !stored.has(name)).length,
      'duplicate or incomplete writes':
        rows.length - stored.size + rows.filter(({ size }) => size < description.length).length,
      'runs in which the disk was never full': Number(refused === 0),
      'servers that did not recover': Number(recovery_ms > recovery_ms_max || server.child.exitCode !== null),
    },
    notes: others.map(([status, count]) => `${count} answers ${status}`),
  }
}
