import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { processesIn } from '../server/test/process.ts'

const ticks_per_second = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Processor time a process has taken so far, in ms; with its ended children when asked. */
export function cpuOf(pid: number, withChildren = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
    const own = fields[11]! + fields[12]!
    const ended = withChildren ? fields[13]! + fields[14]! : 0
    return ((own + ended) * 1000) / ticks_per_second
  } catch {
    return 0
  }
}

/** Processor time of all of a database's processes: those that have ended are counted with the postmaster, which was their parent. */
export const cpuOfDatabase = (dataDir: string, postmaster: number) =>
  processesIn(dataDir).reduce((sum, pid) => sum + cpuOf(pid, pid === postmaster), 0)
