import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { processesIn } from '../server/test/process.ts'

const ticks_per_second = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

function fieldsOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number)
  } catch {
    return undefined
  }
}

/** Processor time of a process, in ms, optionally with its ended children. */
export function cpuOf(pid: number, withChildren = false): number {
  const fields = fieldsOf(pid)
  if (!fields) return 0
  const [user = 0, system = 0, children_user = 0, children_system = 0] = fields.slice(11, 15)
  const own = user + system
  const ended = withChildren ? children_user + children_system : 0
  return ((own + ended) * 1000) / ticks_per_second
}

/** A process and its workers, without the database it may have started. */
export function familyOf(pid: number, dataDir: string): number[] {
  const database = new Set(processesIn(dataDir))
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && !database.has(Number(name)))
    .map(name => [Number(name), fieldsOf(Number(name))?.[1]] as const)
  const family = [pid]
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return family
}

export const cpuOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

/** Resident memory of a process, in MB. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Processor time of all processes of a database. Ended ones are counted with the postmaster, their parent. */
export const cpuOfDatabase = (dataDir: string, postmaster: number) =>
  processesIn(dataDir).reduce((sum, pid) => sum + cpuOf(pid, pid === postmaster), 0)
