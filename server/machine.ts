import { statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

/** The connections of this many workers fit into PostgreSQL's default of a hundred. */
const workers_max = 6

/** The memory of this machine or of the container, in bytes. */
export function memory() {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** The space on the disk of a folder that is left for programs without special rights; infinite if it cannot be read. */
export function freeBytes(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The default number of workers: one per core, as far as memory allows. */
export function defaultWorkers(bytes = memory()) {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / 2 ** 30), workers_max))
}
