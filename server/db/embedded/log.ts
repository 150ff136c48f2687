import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from './postmaster.ts'

// What the embedded server said last, for the sentence about why it did not start.

// Until it has opened its own log it speaks to us, afterwards to the log of the day, where those before it spoke too.
export function lastWords(data: string, since: string) {
  const log = join(data, 'log')
  const newest = existsSync(log) && readdirSync(log).sort((a, b) => ageOf(join(log, a)) - ageOf(join(log, b)))[0]
  const logged = newest ? linesOf(join(log, newest)).filter(line => line >= since) : []
  const told = linesOf(join(data, 'start.log')).filter(line => line.trim() !== '' && !/ (LOG|HINT|DETAIL): /.test(line))
  return [...logged, ...told].findLast(isComplaint) ?? told.at(-1)
}

const ageOf = (file: string) => Date.now() - statSync(file).mtimeMs

/** The last line of this that complains, or else the last of all. */
export const lastLine = (text: string) => {
  const lines = text.trim().split('\n')
  return lines.findLast(isComplaint) ?? lines.at(-1) ?? ''
}

const isComplaint = (line: string) => /(FATAL|PANIC|error):/i.test(line)
