import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../server/db/sql.ts'

/** A statement of the server, with its values. */
export interface Statement {
  text: string
  values: (string | null)[]
}

const patience_ms = 2000

export type Recorder = (work: () => Promise<unknown>) => Promise<Statement[]>

/** Logs all statements. `record` returns the statements of a transaction of this space, from `begin` to `commit`, while work runs. */
export async function recording<T>(
  owner: Session,
  dataDir: string,
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
        const found = transactionIn(linesOf(newestLog(dataDir), before), space)
        if (found) return found
        // A response from a cache has no statements.
        if (Date.now() > deadline) return []
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

/** The last complete transaction of this space, without others such as the lookup of the token. */
function transactionIn(lines: Line[], space: number): Statement[] | undefined {
  const begin = lines.findLast(
    ({ message }) => /^statement: (commit;)?begin/.test(message) && message.includes(`app.group_id = '${space}'`),
  )
  if (!begin) return undefined
  const own = lines.slice(lines.indexOf(begin)).filter(({ pid }) => pid === begin.pid)
  const end = own.findIndex(({ message }) => /^(statement|execute \S+): commit$/.test(message))
  if (end < 0) return undefined
  const statements = own.slice(0, end + 1).flatMap(statementsOf)
  // The commit of the previous read may be sent together with `begin`.
  return statements[0]?.text === 'commit' ? statements.slice(1) : statements
}

function statementsOf({ message, detail = '' }: Line): Statement[] {
  const [, how, text = ''] = /^(statement|execute [^:]+): ([\s\S]*)$/.exec(message) ?? []
  if (how === 'statement') return text.split(';').map(part => ({ text: part.trim(), values: [] }))
  const values = [...detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)].map(([, whole, quoted = '']) =>
    whole === 'NULL' ? null : quoted.replaceAll("''", "'"),
  )
  return how ? [{ text: text.trim(), values }] : []
}
