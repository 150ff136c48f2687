import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from './postmaster.ts'

/**
 * The last error of the embedded server since a time, to report why it did not start. It writes to start.log until it has opened the log of
 * the day, which also has the lines of earlier starts.
 */
export function lastServerError(data: string, since: string) {
  const log = join(data, 'log')
  const newest = existsSync(log) && readdirSync(log).sort((a, b) => ageOf(join(log, a)) - ageOf(join(log, b)))[0]
  const logged = newest ? linesOf(join(log, newest)).filter(line => line >= since) : []
  const startup = linesOf(join(data, 'start.log')).filter(
    line => line.trim() !== '' && !/ (LOG|HINT|DETAIL): /.test(line),
  )
  return [...logged, ...startup].findLast(isError) ?? startup.at(-1)
}

const ageOf = (file: string) => Date.now() - statSync(file).mtimeMs

/** The last line with an error, or else the last line. */
export const lastLine = (text: string) => {
  const lines = text.trim().split('\n')
  return lines.findLast(isError) ?? lines.at(-1) ?? ''
}

const isError = (line: string) => /(FATAL|PANIC|error):/i.test(line)
