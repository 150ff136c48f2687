import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from './statements.ts'

/** Values that differ between transactions: the recorded value, and the pgbench command that sets the variable. */
export type Variables = Partial<Record<'key' | 'bundle' | 'contact', { value: string; draw: string }>>

export interface Script {
  text: string
  constants: Record<string, string>
}

interface Pace {
  transactions: number
  per_second: number
  latency_ms: number
  cpu_ms: number
}

export const pgbenchVersion = () => {
  const { status, stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The statements as a pgbench script. Recorded values become constants or variables. */
export function scriptOf(statements: Statement[], variables: Variables): Script {
  const constants: Record<string, string> = {}
  const names = new Map(Object.entries(variables).map(([name, { value }]) => [value, `:${name}`]))
  const constant = (value: string) => {
    // pgbench has no empty variables.
    if (value === '') return `''`
    const name = `c${Object.keys(constants).length}`
    constants[name] = value
    return `:${name}`
  }
  const written = (value: string | null | undefined) => {
    if (value === null || value === undefined) return 'null'
    const listed = /^\{(\d+(?:,\d+)*)\}$/.exec(value)?.[1]?.split(',')
    if (listed?.some(part => names.has(part)))
      return `array[${listed.map(part => names.get(part) ?? part).join(', ')}]::bigint[]`
    // The contact first: the id of a bundle may contain that of the contact. In a longer text the database replaces them, which costs little.
    const parts = [...names].reverse().filter(([part]) => value.includes(part))
    return (
      names.get(value) ??
      parts.reduce((whole, [part, name]) => `replace(${whole}, '${part}', ${name}::text)`, constant(value))
    )
  }
  const lines = statements.map(
    ({ text, values }) => `${text.replace(/\$(\d+)/g, (_, number) => written(values[Number(number) - 1]))};`,
  )
  const drawn = Object.values(variables).map(({ draw }) => draw)
  return { text: `${['\\set n :n + 1', ...drawn, ...lines].join('\n')}\n`, constants }
}

let runs = 0

/** Runs a script over the socket of the server, in its database role. */
export async function runPgbench(script: Script, dataDir: string, connections: number, seconds: number): Promise<Pace> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script.text)
  const constants = Object.entries({ ...script.constants, n: '0', base: String(1000 + ++runs) })
  const args = [
    '-h',
    join(dataDir, 'postgres'),
    ...`-U postgres -n -M prepared -c ${connections} -T ${seconds}`.split(' '),
    '-f',
    file,
  ]
  const named = constants.flatMap(([name, value]) => ['-D', `${name}=${value}`])
  // `time` of bash reports the processor time of pgbench.
  const timed = ['-c', 'TIMEFORMAT="cpu %U %S"; time pgbench "$@"', 'pgbench', ...args, ...named, 'postgres']
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGOPTIONS: '-c role=muster_app -c TimeZone=UTC -c statement_timeout=15000',
  }
  try {
    return paceFrom(await outputOf('bash', timed, env))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outputOf(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench failed:\n${output.slice(-2000)}`)),
    )
  })
}

function paceFrom(output: string): Pace {
  const number = (pattern: RegExp) => {
    const found = Number(pattern.exec(output)?.[1])
    if (Number.isNaN(found)) throw new Error(`no ${pattern} in the output of pgbench:\n${output}`)
    return found
  }
  const transactions = number(/actually processed: (\d+)/)
  const cpu_ms = (number(/^cpu ([\d.]+)/m) + number(/^cpu [\d.]+ ([\d.]+)/m)) * 1000
  return {
    transactions,
    per_second: number(/tps = ([\d.]+)/),
    latency_ms: number(/latency average = ([\d.]+)/),
    cpu_ms,
  }
}
