import { readdirSync, readFileSync } from 'node:fs'

// The processor time of a run by test file, from what Linux says of every process. A wait costs nothing, so the figures of a busy and of a
// quiet machine are close.

export const kinds = ['node', 'postgres', 'browser'] as const
export type Kind = (typeof kinds)[number]
export type Cost = Record<Kind, number>

const sample_ms = 1000
const ticks_per_second = 100

interface Process {
  pid: number
  parent: number
  name: string
  started: string
  /** Its own seconds. */
  own: number
  /** The seconds of its children that have ended. */
  reaped: number
  /** The worker that it belongs to. */
  owner?: number | undefined
}

/** Adds up the processor time of this process and of all that it starts, also of what outlives its parent. */
export class ProcessorTime {
  readonly costs = new Map<string, Cost>()
  /** The test file that each worker runs at present, by its process id. */
  readonly current = new Map<number, string>()
  #before = new Map<number, Process>()
  readonly #timer = setInterval(() => this.#sample(), sample_ms)

  constructor() {
    this.#timer.unref()
  }

  /** Ends the measurement and returns the seconds of each kind. */
  stop(): Cost {
    clearInterval(this.#timer)
    this.#sample()
    return sumOf([...this.costs.values()])
  }

  #sample() {
    const now = new Map(processes().map(one => [one.pid, one]))
    const counted = this.#countedInEnded(now)
    for (const one of now.values()) {
      const before = sameProcess(this.#before.get(one.pid), one)
      one.owner = this.#ownerOf(one, now)
      if (one.owner === undefined) continue
      // What ran for less than a sample shows only in its parent.
      const unseen = one.reaped - (before?.reaped ?? 0) - (counted.get(one.pid) ?? 0)
      this.#add(this.current.get(one.owner) ?? outside, kindOf(one), one.own - (before?.own ?? 0) + Math.max(0, unseen))
    }
    this.#before = now
  }

  /** The seconds already counted for the children of each process that have ended since the last sample. */
  #countedInEnded(now: Map<number, Process>) {
    const counted = new Map<number, number>()
    for (const one of this.#before.values())
      if (one.owner !== undefined && !sameProcess(now.get(one.pid), one))
        counted.set(one.parent, (counted.get(one.parent) ?? 0) + one.own + one.reaped)
    return counted
  }

  #add(file: string, kind: Kind, seconds: number) {
    const cost = this.costs.get(file) ?? { node: 0, postgres: 0, browser: 0 }
    cost[kind] += seconds
    this.costs.set(file, cost)
  }

  /** The worker that a process belongs to, or this process; undefined when it is not of this run. */
  #ownerOf(one: Process, now: Map<number, Process>): number | undefined {
    const worker = kindOf(one) === 'postgres' ? workerOfSession(one.pid) : undefined
    if (worker !== undefined && this.current.has(worker)) return worker
    for (let at: Process | undefined = one; at; at = now.get(at.parent)) {
      if (this.current.has(at.pid) || at.pid === process.pid) return at.pid
      // One whose parent has ended keeps its owner.
      const known = sameProcess(this.#before.get(at.pid), at)?.owner
      if (known !== undefined) return known
    }
    return undefined
  }
}

const sameProcess = (one: Process | undefined, other: Process) => (one?.started === other.started ? one : undefined)

/** What belongs to no test file: the start, types and style. */
export const outside = 'outside of the tests'

export function sumOf(costs: Cost[]): Cost {
  const sum = { node: 0, postgres: 0, browser: 0 }
  for (const cost of costs) for (const kind of kinds) sum[kind] += cost[kind]
  return sum
}

export const total = (cost: Cost) => cost.node + cost.postgres + cost.browser

const kindOf = ({ name }: Process): Kind =>
  name.startsWith('postgres') ? 'postgres' : /chrom|headless/.test(name) ? 'browser' : 'node'

/** The databases of tests have the process id of their worker in their names, and a session shows the name of its database. */
function workerOfSession(pid: number) {
  const title = read(`/proc/${pid}/cmdline`)
  const worker = /\bmuster_test_\w+_(\d+)_\d+ /.exec(title)?.[1]
  return worker === undefined ? undefined : Number(worker)
}

function processes(): Process[] {
  try {
    return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? processOf(Number(name)) : []))
  } catch {
    // Another operating system: nothing is measured.
    return []
  }
}

function processOf(pid: number): Process[] {
  const text = read(`/proc/${pid}/stat`)
  const end = text.lastIndexOf(')')
  if (end < 0) return []
  const fields = text.slice(end + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return [
    {
      pid,
      parent: field(4),
      name: text.slice(text.indexOf('(') + 1, end),
      started: fields[19] ?? '',
      own: (field(14) + field(15)) / ticks_per_second,
      reaped: (field(16) + field(17)) / ticks_per_second,
    },
  ]
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}
