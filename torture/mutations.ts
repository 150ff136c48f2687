import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { globalSetup, globalTeardown } from '../e2e/install_browser.ts'
import { affectedBy } from '../server/test/runner/affected.ts'
import { isLong, readCosts } from '../server/test/runner/batches.ts'
import { total } from '../server/test/runner/processor_time.ts'
import { endAll, runBatch } from '../server/test/runner/run_batch.ts'
import { consoleFaults } from './mutations/console.ts'
import { money } from './mutations/money.ts'
import type { Mutation } from './mutations/mutation.ts'
import { people } from './mutations/people.ts'
import type { Verdict } from './test_server.ts'

// Seeds one fault after the other into a copy of the repository, and runs the tests that a change of that file concerns, those nearest to it
// first. A fault that no test finds shows a rule without a test.

export const mutations: Mutation[] = [...money, ...people, ...consoleFaults]

/** It compares the files with the texts of the faults. */
const own_test = 'torture/mutations.test.ts'

/** The first files usually find it. */
const chunk_sizes = [6, 12, 40]
const lanes = 2

interface MutationOptions {
  /** Only these, by their numbers: `3-8`. */
  range?: string | undefined
  log: (line: string) => void
}

export async function tortureMutations({ range = `1-${mutations.length}`, log }: MutationOptions): Promise<Verdict> {
  const [from = 1, to = from] = range.split('-').map(Number)
  const waiting = [...mutations.entries()].slice(from - 1, to)
  const survived: string[] = []
  const chosen = waiting.length
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      interrupted = true
      endAll()
    })
  await globalSetup()
  try {
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const copy = copyOfRepository()
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [at, mutation] = next
          const finder = await seeded(copy, mutation, () => firstFailure(copy, mutation))
          if (interrupted) break
          if (!finder) survived.push(`${mutation.file}: ${mutation.breaks}`)
          log(`${at + 1} ${mutation.area} ${mutation.file}: ${mutation.breaks} | ${finder ?? 'NOT FOUND'}`)
        }
        rmSync(copy, { recursive: true, force: true })
      }),
    )
  } finally {
    await globalTeardown()
  }
  if (interrupted) throw new Error('Interrupted: the other faults were not tried.')
  return {
    summary: `${chosen} faults seeded, ${chosen - survived.length} found`,
    broken: { 'faults not found': survived.length },
    notes: survived,
  }
}

/** The files that Git knows or would add, with the installed packages. */
function copyOfRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'muster-mutations-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { encoding: 'utf8' })
  for (const file of files.split('\n').filter(isFile)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file))
  }
  for (const folder of ['node_modules', 'console/node_modules']) symlinkSync(resolve(folder), join(copy, folder))
  cpSync('console/dist', join(copy, 'console/dist'), { recursive: true })
  return copy
}

const isFile = (path: string) => path !== '' && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)

async function seeded<T>(copy: string, { file, was, now }: Mutation, work: () => Promise<T>) {
  const place = join(copy, file)
  const text = readFileSync(place, 'utf8')
  if (text.split(was).length !== 2)
    throw new Error(`${file} does not contain the text of the fault exactly once: ${was}`)
  writeFileSync(
    place,
    text.replace(was, () => now),
  )
  try {
    return await work()
  } finally {
    writeFileSync(place, text)
  }
}

/** The test that fails, in the nearest of the files that a change concerns. */
async function firstFailure(copy: string, { file }: Mutation) {
  const files = affectedBy([file])
    .filter(({ file }) => !isLong(file) && file !== own_test)
    .map(({ file: test, distance }) => ({ test, rank: distance + 2 * (costRank(test) - sharedFolders(test, file)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ test }) => test)
  for (let start = 0, at = 0; start < files.length; at++) {
    const size = chunk_sizes[at] ?? files.length
    const chunk = files.slice(start, start + size)
    start += size
    // A console that cannot be built is found, too.
    if (chunk.some(file => file.startsWith('e2e/'))) buildConsole(copy)
    const { held, failures } = await runBatch(chunk, { cwd: copy, until_failure: true })
    if (!held) return failures[0] ?? 'the run ended with an error'
  }
  return undefined
}

const costs = readCosts()
const costRank = (test: string) => Math.log2(1 + (costs[test] ? total(costs[test]) : 1))

function sharedFolders(test: string, file: string) {
  const own = dirname(test).split('/')
  return dirname(file)
    .split('/')
    .filter((folder, at) => folder === own[at]).length
}

function buildConsole(copy: string) {
  execFileSync(process.execPath, ['console/build.mjs'], { cwd: copy, stdio: 'ignore' })
}
