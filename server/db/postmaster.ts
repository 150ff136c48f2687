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

export const isAlive = (pid: number) => isRunning(pid) && !(process.platform === 'linux' && statusOf(pid).zombie)

function placeOf(pid: number | string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL will not start over a lock file whose process number is in use, also when it is in use by something else by now.
 * Then the file is removed, unless some process of the old server is still at work here.
 */
export function dropForeignLock(data: string) {
  const lock = join(data, 'postmaster.pid')
  const pid = Number(linesOf(lock)[0])
  if (process.platform !== 'linux' || !isRunning(pid) || worksIn(pid, data)) return
  const place = realpathSync(data)
  const atWork = readdirSync('/proc').some(entry => /^\d+$/.test(entry) && placeOf(entry) === place)
  if (!atWork) rmSync(lock, { force: true })
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
