import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { processesIn } from '../server/test/process.ts'

const ticks_per_second = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

function fieldsOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
  } catch {
    return undefined
  }
}

/** Processor time a process has taken so far, in ms; with its ended children when asked. */
export function cpuOf(pid: number, withChildren = false): number {
  const fields = fieldsOf(pid)
  if (!fields) return 0
  const own = fields[11]! + fields[12]!
  const ended = withChildren ? fields[13]! + fields[14]! : 0
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

/** Memory that a process holds, in MB. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Processor time of all of a database's processes: those that have ended are counted with the postmaster, which was their parent. */
export const cpuOfDatabase = (dataDir: string, postmaster: number) =>
  processesIn(dataDir).reduce((sum, pid) => sum + cpuOf(pid, pid === postmaster), 0)
