import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { pgbenchVersion } from './pgbench.ts'

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN

/** The machine and the versions of a measurement. */
export function machine(postgres: string) {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  // Without the files that the bench writes.
  const changed = git('status', '--porcelain', '--', '.', ':!bench/*.md')
  const commit = `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes on top of it' : ''}`
  return [
    `- ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `- Node ${process.versions.node}, PostgreSQL ${postgres}, ${pgbenchVersion() ?? 'no pgbench: its columns are empty'}`,
    `- commit ${commit}`,
  ].join('\n')
}
