import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { socketOf, startServer } from '../server/test/process.ts'
import { withBenchServer } from './bench_server.ts'
import { machine } from './machine.ts'
import { measureLoad, only } from './measure.ts'
import { hottest } from './operations.ts'
import { fillSpace, type Size } from './space.ts'

interface ProfileParams {
  size: Size
  seconds: number
  log: (line: string) => void
}

interface Profile {
  startTime: number
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const of = [hottest.list, hottest.read, hottest.create, hottest.contact, hottest.search]
const shown_max = 14
/** In microseconds of the monotonic clock, which profiles use as well. */
const instant = () => Number(process.hrtime.bigint() / 1000n)
const project = fileURLToPath(new URL('..', import.meta.url))

/** Profiles the most frequent operations with --cpu-prof, each with a server of its own on the same database. */
export const benchProfile = ({ size, seconds, log }: ProfileParams): Promise<string> =>
  withBenchServer(async site => {
    const dataset = await fillSpace(site, size, log)
    const parts: string[] = []
    for (const operation of of) {
      log(operation)
      const folder = mkdtempSync(join(tmpdir(), 'muster-profile-'))
      const server = await startServer({
        env: {
          DATABASE_URL: socketOf(site.dataDir),
          DATA_DIR: join(folder, 'data'),
          NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(folder, 'profiles')}`,
          RATE_BURST: '100000000',
          RATE_PER_SECOND: '100000000',
        },
      })
      const muster = { name: 'muster', url: server.url, pid: server.pid }
      await measureLoad(site, muster, only(operation, dataset), seconds)
      const from = instant()
      const { client_ms } = await measureLoad(site, muster, only(operation, dataset), seconds * 3)
      const to = instant()
      await server.stop()
      const files = readdirSync(join(folder, 'profiles'))
      const profiles = files.map(name => JSON.parse(readFileSync(join(folder, 'profiles', name), 'utf8')) as Profile)
      parts.push(
        `## \`${operation}\`\n\n${client_ms.toFixed(2)} ms of Node per request while profiled.\n\n${tablesOf(profiles, from, to)}`,
      )
      rmSync(folder, { recursive: true, force: true })
    }
    return `# CPU profiles

Written by \`npm run bench -- profile\`: the functions that Node ran, without idle time, measured with \`--cpu-prof\` after a warm-up.

${machine(site.postgres)}

${parts.join('\n\n')}
`
  })

function tablesOf(profiles: Profile[], from: number, to: number) {
  const [functions, parts] = [new Map<string, number>(), new Map<string, number>()]
  let whole = 0
  for (const { frame, took } of profiles.flatMap(profile => [...busySamples(profile, from, to)])) {
    const { functionName, url, lineNumber } = frame
    const path = url.replace(`file://${project}`, '').replace('file://', '')
    const name = `${functionName || 'anonymous'}${path && ` · ${path}:${lineNumber + 1}`}`
    functions.set(name, (functions.get(name) ?? 0) + took)
    const part = path ? partOf(path) : functionName
    parts.set(part, (parts.get(part) ?? 0) + took)
    whole += took
  }
  const table = (title: string, times: Map<string, number>) =>
    `| ${title} | share |\n|---|---|\n${[...times]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, shown_max)
      .map(([name, took]) => `| ${name} | ${((took / whole) * 100).toFixed(1)} % |`)
      .join('\n')}`
  return `${table('part', parts)}\n\n${table('function', functions)}`
}

/** The samples between two times at which the process was not idle, with the function and the duration of each. */
function* busySamples({ startTime, nodes, samples, timeDeltas }: Profile, from: number, to: number) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let now = startTime
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame) continue
    const took = timeDeltas[at] ?? 0
    now += took
    if (frame.functionName !== '(idle)' && now >= from && now <= to) yield { frame, took }
  }
}

/** The package, or the folder of the server. */
function partOf(path: string) {
  if (path.startsWith('node:')) return path.split('/').slice(0, 2).join('/')
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return name ?? path.split('/').slice(0, 2).join('/')
}
