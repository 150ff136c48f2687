import { text as readAll } from 'node:stream/consumers'
import { openSession } from '../server/db/sql.ts'
import { runInChild } from './run_in_child.ts'
import type { Statement } from './statements.ts'

// The same statements through the driver of the server, one after the other and without HTTP.

/** The id that was recorded in the statements, and the range of ids that replace it. */
export interface IdRange {
  recorded: string
  first: number
  count: number
}

export interface DriverJob {
  url: string
  statements: Statement[]
  drawn: IdRange
  connections: number
  seconds: number
}

interface DriverResult {
  transactions: number
  cpu_ms: number
}

/** Runs the job in child processes, each with its share of the connections. */
export async function runDriver(job: DriverJob, processes: number): Promise<DriverResult> {
  const share = { ...job, connections: Math.ceil(job.connections / processes) }
  const parts = await Promise.all(Array.from({ length: processes }, () => runInChild<DriverResult>('driver.ts', share)))
  const sum = (part: keyof DriverResult) => parts.reduce((total, one) => total + one[part], 0)
  return { transactions: sum('transactions'), cpu_ms: sum('cpu_ms') }
}

async function run({ url, statements, drawn, connections, seconds }: DriverJob): Promise<DriverResult> {
  const sessions = await Promise.all(
    Array.from({ length: connections }, () => openSession(url, { role: 'muster_app' })),
  )
  let transactions = 0
  let turn = 0
  const once = async (session: (typeof sessions)[number]) => {
    const id = String(drawn.first + ((turn++ * 7919) % drawn.count))
    for (const { text, values } of statements) {
      const own = values.map(value => (value === drawn.recorded ? id : value))
      if (values.length > 0) await session.unsafe(text, own, { prepare: true })
      else await session.unsafe(text)
    }
    transactions++
  }
  await Promise.all(sessions.map(once))
  transactions = 0
  const before = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  const drive = async (session: (typeof sessions)[number]) => {
    while (performance.now() < until) await once(session)
  }
  await Promise.all(sessions.map(drive))
  const { user, system } = process.cpuUsage(before)
  await Promise.all(sessions.map(session => session.end()))
  return { transactions, cpu_ms: (user + system) / 1000 }
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(await readAll(process.stdin)) as DriverJob)))
