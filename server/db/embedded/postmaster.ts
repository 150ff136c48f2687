import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Who is at work in a data directory, told from the file PostgreSQL keeps there and from the processes themselves.

/** Whether a server runs in this directory, and whether it answers yet. */
export function stateOf(data: string): 'absent' | 'busy' | 'ready' {
  if (postmasterOf(data) === undefined) return 'absent'
  return linesOf(join(data, 'postmaster.pid'))[7]?.trim() === 'ready' ? 'ready' : 'busy'
}

/** The server of this directory, by the file it keeps there. A file that a crash left behind does not count. */
export function postmasterOf(data: string) {
  const pid = Number(linesOf(join(data, 'postmaster.pid'))[0])
  return Number.isInteger(pid) && pid > 1 && worksIn(pid, data) ? pid : undefined
}

/** Numbers of processes are used again: what counts is a PostgreSQL that stands in the data directory, and no zombie. */
function worksIn(pid: number, data: string) {
  if (process.platform !== 'linux') return isRunning(pid)
  const { name, zombie } = statusOf(pid)
  return name === 'postgres' && !zombie && placeOf(pid) === realpathSync(data)
}

function statusOf(pid: number) {
  const [name, state] = /\((.*)\) (\w)/.exec(linesOf(`/proc/${pid}/stat`)[0] ?? '')?.slice(1) ?? []
  return { name, zombie: state === 'Z' }
}

function placeOf(pid: number | string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether any process of PostgreSQL stands in the directory, also one that has not written its file yet or outlived its parent. */
export function isAtWork(data: string) {
  if (process.platform !== 'linux') return postmasterOf(data) !== undefined
  const place = realpathSync(data)
  return readdirSync('/proc').some(entry => /^\d+$/.test(entry) && placeOf(entry) === place)
}

/**
 * PostgreSQL will not start over a lock file whose process number is in use, also when it is in use by something else by now.
 * Then the file is removed, unless some process of the old server is still at work here.
 */
export function dropForeignLock(data: string) {
  const lock = join(data, 'postmaster.pid')
  const pid = Number(linesOf(lock)[0])
  if (process.platform !== 'linux' || !isRunning(pid) || worksIn(pid, data)) return
  if (!isAtWork(data)) rmSync(lock, { force: true })
}

export function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function linesOf(file: string) {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
