import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Finds the PostgreSQL processes of a data directory, by its postmaster.pid and by /proc.

/** Whether a server runs in this directory, and whether it accepts connections yet. */
export function stateOf(data: string): 'absent' | 'busy' | 'ready' {
  // After a crash, processes of the old server may still use its memory.
  if (postmasterOf(data) === undefined) return isPostgresRunning(data) ? 'busy' : 'absent'
  return linesOf(join(data, 'postmaster.pid'))[7]?.trim() === 'ready' ? 'ready' : 'busy'
}

/** The process id in postmaster.pid, unless the file is left over from a crash. */
export function postmasterOf(data: string) {
  const pid = Number(linesOf(join(data, 'postmaster.pid'))[0])
  return Number.isInteger(pid) && pid > 1 && isServerOf(pid, data) ? pid : undefined
}

/** Process ids are reused, so the process must be PostgreSQL, with this working directory, and not a zombie. */
function isServerOf(pid: number, data: string) {
  if (process.platform !== 'linux') return isRunning(pid)
  const { name, zombie } = statusOf(pid)
  return name === 'postgres' && !zombie && workingDirectoryOf(pid) === realpathSync(data)
}

function statusOf(pid: number) {
  const [name, state] = /\((.*)\) (\w)/.exec(linesOf(`/proc/${pid}/stat`)[0] ?? '')?.slice(1) ?? []
  return { name, zombie: state === 'Z' }
}

function workingDirectoryOf(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether any process of PostgreSQL has this working directory, also one that has not written postmaster.pid yet or has outlived its parent. */
export function isPostgresRunning(data: string) {
  if (process.platform !== 'linux') return postmasterOf(data) !== undefined
  return readdirSync('/proc').some(entry => /^\d+$/.test(entry) && isServerOf(Number(entry), data))
}

/**
 * Removes a postmaster.pid whose process id now belongs to another program: PostgreSQL would refuse to start. The file stays if a process of
 * the old server still runs.
 */
export function removeStaleLock(data: string) {
  const lock = join(data, 'postmaster.pid')
  const pid = Number(linesOf(lock)[0])
  if (process.platform !== 'linux' || !isRunning(pid) || isServerOf(pid, data)) return
  if (!isPostgresRunning(data)) rmSync(lock, { force: true })
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
