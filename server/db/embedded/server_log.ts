import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from './postmaster.ts'

/**
 * Why the server that was started at this time has ended. It writes to start.log until it has opened the log of the day, which also has the
 * lines of earlier starts.
 */
export function startError(data: string, since: string) {
  const folder = join(data, 'log')
  const logs = existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : []
  const logged = logs.flatMap(linesOf).filter(line => line >= since)
  return lastError([...linesOf(join(data, 'start.log')), ...logged])
}

/** The last error, or that the disk is full: other errors follow from it. */
export const lastError = (lines: string[]) =>
  lines.find(isFull) ?? lines.findLast(line => /(FATAL|PANIC|error):/i.test(line))

export const isFull = (message: string) => /no space left/i.test(message)
