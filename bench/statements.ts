import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../server/db/sql.ts'
import type { BenchServer } from './bench_server.ts'

/** A statement of the server, with its values. */
export interface Statement {
  text: string
  values: (string | null)[]
}

const patience_ms = 2000

export type Recorder = (work: () => Promise<unknown>) => Promise<Statement[]>

/** Logs all statements. `record` returns those that act for this space while work runs: calls of functions, and transactions. */
export async function recording<T>(
  { owner, dataDir }: BenchServer,
  space: number,
  work: (record: Recorder) => Promise<T>,
): Promise<T> {
  await set(owner, { log_destination: "'jsonlog'", log_statement: "'all'" })
  try {
    return await work(async change => {
      const log = newestLog(dataDir)
      const before = log ? statSync(log).size : 0
      await change()
      const deadline = Date.now() + patience_ms
      for (;;) {
        const found = statementsIn(linesOf(newestLog(dataDir), before), space)
        if (found.length > 0) return found
        if (Date.now() > deadline) throw new Error('no statement was logged')
        await delay(20)
      }
    })
  } finally {
    await set(owner, { log_destination: "'stderr'", log_statement: "'none'" })
  }
}

async function set(owner: Session, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) await owner.unsafe(`alter system set ${name} = ${value}`)
  await owner`select pg_reload_conf()`
  // Sessions apply the setting between two statements.
  await delay(300)
}

function newestLog(dataDir: string) {
  const folder = join(dataDir, 'postgres', 'log')
  const name = readdirSync(folder).find(name => name.endsWith('.json'))
  return name && join(folder, name)
}

interface Line {
  pid: number
  message: string
  detail?: string
}

function linesOf(log: string | undefined, from: number): Line[] {
  if (!log) return []
  const text = readFileSync(log).subarray(from).toString()
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)
}

/** The calls and the complete transactions of this space, without others such as the lookup of the token. */
function statementsIn(lines: Line[], space: number): Statement[] {
  const open = new Set<number>()
  const found = new Map<number, Statement[]>()
  for (const line of lines) {
    const { pid, message, detail } = line
    if (/^statement: (commit;)?begin/.test(message)) {
      if (message.includes(`app.group_id = '${space}'`)) open.add(pid)
      else open.delete(pid)
    }
    const called = /^execute \S+:\s+select [^;]*\w\(\$1\b/.test(message) && detail?.includes(`$1 = '${space}'`)
    if (open.has(pid) || called) found.set(pid, [...(found.get(pid) ?? []), ...statementsOf(line)])
    if (/^(statement|execute \S+): commit$/.test(message)) open.delete(pid)
  }
  if (open.size > 0) return []
  // The commit of the previous read may be sent together with `begin`.
  return [...found.values()].flat().filter(({ text }, at) => at > 0 || text !== 'commit')
}

function statementsOf({ message, detail = '' }: Line): Statement[] {
  const [, how, text = ''] = /^(statement|execute [^:]+): ([\s\S]*)$/.exec(message) ?? []
  if (how === 'statement') return text.split(';').map(part => ({ text: part.trim(), values: [] }))
  const values = [...detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)].map(([, whole, quoted = '']) =>
    whole === 'NULL' ? null : quoted.replaceAll("''", "'"),
  )
  return how ? [{ text: text.trim(), values }] : []
}
