import { globSync, readFileSync } from 'node:fs'
import { type Cost, total } from './processor_time.ts'

// Which test files there are, which of them npm test runs, and which share a process.

export const costs_file = 'server/test/runner/costs.json'

/** The processor time of each test file in an earlier run: npm test -- --record writes it. */
export const readCosts = (): Record<string, Cost> => JSON.parse(readFileSync(costs_file, 'utf8'))

/** These run in npm run torture only: every story but those of e2e/journeys. */
const is_long = /^e2e\/(?!journeys\/)/

/** It replaces the clock of its process. */
const alone = ['server/http/stream/sse.test.ts']

const folders = ['*.test.ts', '{server,sdk,cli,torture}/**/*.test.ts', 'console/*.test.ts', 'e2e/**/*.test.ts']

/** The test files below these paths, or all. */
export function testFiles(paths: string[] = []) {
  const files = globSync(folders, { exclude: ['**/node_modules/**'] }).sort()
  return paths.length === 0 ? files : files.filter(file => paths.some(path => file.startsWith(path)))
}

export const isLong = (file: string) => is_long.test(file)

/** How many tests a file has, as far as its text shows: one in a loop counts once. */
export const testsIn = (file: string) => [...readFileSync(file, 'utf8').matchAll(/^\s*(?:test|longTest)\(/gm)].length

/** What a file costs that is not in the table, and what the start of another process costs, in seconds. */
const unknown_cost = 2
const process_cost = 4
/** A process of more files than this needs more memory than it saves in starts. */
const files_max = 60

/**
 * Deals the files out to processes that share an application and a browser, so that all take about the same time. The dearest batch comes
 * first.
 */
export function batchesOf(files: string[], costs: Record<string, Cost>, at_once: number): string[][] {
  const costOf = (file: string) => (costs[file] ? total(costs[file]) : unknown_cost)
  const separate = files.filter(file => alone.includes(file)).map(file => [file])
  const [stories, others] = [files.filter(isStory), files.filter(file => !isStory(file) && !alone.includes(file))]
  return [...[stories, others].flatMap(kind => dealt(kind, costOf, at_once)), ...separate].sort(
    (a, b) => sum(b, costOf) - sum(a, costOf),
  )
}

export const isStory = (file: string) => file.startsWith('e2e/')

function dealt(files: string[], costOf: (file: string) => number, at_once: number) {
  const worthwhile = Math.ceil(sum(files, costOf) / (process_cost * 10))
  const count = Math.max(Math.min(at_once, worthwhile), Math.ceil(files.length / files_max))
  const batches = Array.from({ length: count }, () => ({ files: [] as string[], cost: 0 }))
  for (const file of [...files].sort((a, b) => costOf(b) - costOf(a))) {
    const cheapest = batches.reduce((least, batch) => (batch.cost < least.cost ? batch : least))
    cheapest.files.push(file)
    cheapest.cost += costOf(file)
  }
  return batches.map(({ files }) => files.sort()).filter(files => files.length > 0)
}

const sum = (files: string[], costOf: (file: string) => number) =>
  files.reduce((total, file) => total + costOf(file), 0)
