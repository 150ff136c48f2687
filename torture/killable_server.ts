import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addEmptySpace } from '../server/test/empty_space.ts'
import {
  aFreePort,
  type ExitResult,
  launchServer,
  type Program,
  processesIn,
  signal,
  whenReady,
} from '../server/test/process.ts'
import { copyStartedDataDir } from '../server/test/started_data_dir.ts'

const death_ms_max = 60_000

/** A server on a data directory of its own that is killed and restarted. */
export interface KillableServer {
  dataDir: string
  url: string
  /** The process of the server. */
  pid: () => number
  /** Starts it, without waiting. */
  launch: () => void
  /** Waits until it serves, and adds the empty space; fails when it ends instead. */
  ready: () => Promise<void>
  /** Kills it and all of its database at once, as a power cut would. */
  kill: () => Promise<void>
  /** Sends SIGTERM, and waits for the exit. */
  end: () => Promise<ExitResult>
  /** Internal errors from the logs of all its runs. */
  complaints: string[]
  stop: () => Promise<void>
}

export async function aKillableServer(settings: Record<string, string> = {}): Promise<KillableServer> {
  if (process.platform !== 'linux') throw new Error('npm run torture reads /proc and runs on Linux only.')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-torture-')))
  const dataDir = join(folder, 'data')
  await copyStartedDataDir(dataDir)
  const port = await aFreePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), RATE_BURST: '1000000', RATE_PER_SECOND: '1000000', ...settings }
  const complaints: string[] = []
  let program: Program | undefined
  const kill = async () => {
    program?.child.kill('SIGKILL')
    await killDatabase(folder)
    await program?.exited
    complaints.push(...(program ? failuresIn(program.stdout()) : []))
  }
  return {
    complaints,
    dataDir,
    pid: () => program?.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    launch: () => {
      program = launchServer({ env })
    },
    ready: async () => {
      if (!program) throw new Error('nothing was launched')
      await whenReady(program).catch(error => {
        const output = `${program?.stderr()}\n${databaseLog(dataDir)}`
        throw new Error(`the server did not come back: ${output}`, { cause: error })
      })
      await addEmptySpace(dataDir)
    },
    kill,
    end: () => {
      program?.child.kill('SIGTERM')
      if (!program) throw new Error('nothing was launched')
      return program.exited
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const log_lines_max = 20

/** The last lines of the database log, to explain a failed start. */
function databaseLog(dataDir: string) {
  const folder = join(dataDir, 'postgres', 'log')
  const texts = existsSync(folder) ? readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8')) : []
  return texts.join('').trim().split('\n').slice(-log_lines_max).join('\n')
}

// Errors with status 500 only. A 503 is expected while the database is down.
const failuresIn = (log: string) => log.split('\n').filter(line => line.includes('"code":"internal"'))

/** Kills all processes whose working directory is in this folder, repeatedly, because new ones may start meanwhile. */
async function killDatabase(folder: string) {
  const deadline = Date.now() + death_ms_max
  for (let left = processesIn(folder); left.length > 0; left = processesIn(folder)) {
    if (Date.now() > deadline) throw new Error(`processes that do not end: ${left.join(', ')}`)
    for (const pid of left) signal(pid, 'SIGKILL')
    await delay(5)
  }
}
