import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../server/demo/random.ts'
import { aCitusDatabase, type CitusDatabase, type CitusWorker, isOnThisMachine } from '../server/test/citus_database.ts'
import { createSpaceWithToken, printed } from '../server/test/cli_space.ts'
import { demoOf, type ExitResult, run, type Server, startServer } from '../server/test/process.ts'
import type { NetworkFault } from '../server/test/proxy.ts'
import { Browser, signIn } from '../server/test/sign_in.ts'
import { compareWrites, type WriteCounts } from './acknowledged_writes.ts'
import { type PaymentWork, readBundles, waitForWrites, writePayments } from './money.ts'
import { createContacts, request, type TestServer, type Verdict } from './test_server.ts'
import { runSuite } from './tests.ts'

interface CitusParams {
  /** The address of a coordinator, as a superuser. Its workers are those of the cluster. */
  url: string | undefined
  seed: number
  log?: (line: string) => void
}

const time_ms_max = 3_600_000
const step_ms_max = 300_000
const spaces_count = 6
const contacts_count = 20
const writes_between = 5
/** How long a worker is cut off. */
const fault_ms = 15_000
/** A server knows within this time that a worker is cut off. */
const notice_ms = 15_000

/** A space with a client that writes payments without a break. */
interface WritingSpace extends TestServer {
  id: number
  work: PaymentWork
  statuses: Record<number, number>
  writing: Promise<void>
}

interface Tortured {
  database: CitusDatabase
  server: Server
  folder: string
  spaces: WritingSpace[]
  broken: Record<string, number>
  lines: string[]
  say: (line: string) => void
}

/**
 * Promises on a Citus cluster: a filled database is distributed, a worker is added and workers are cut off while payments flow; then the tests of the
 * server run there.
 */
export async function tortureCitus({ url, seed, log }: CitusParams): Promise<Verdict> {
  const skipped = !url
    ? 'CITUS_URL does not name the coordinator of a Citus cluster'
    : isOnThisMachine(url)
      ? undefined
      : 'the cluster of CITUS_URL is not on this machine, so its workers cannot be cut off'
  if (!url || skipped) return { summary: '', broken: {}, notes: [], ...(skipped && { skipped }) }
  const flowing = await tortureWithPayments(url, seed, log)
  const tests = await runSuite(['server'], url)
  return {
    summary: `${flowing.summary} ${tests.summary} of the server`,
    broken: { ...flowing.broken, ...tests.broken },
    notes: [...flowing.notes, ...tests.notes],
  }
}

async function tortureWithPayments(url: string, seed: number, log?: (line: string) => void): Promise<Verdict> {
  const database = await aCitusDatabase(url, true)
  const folder = mkdtempSync(join(tmpdir(), 'muster-citus-'))
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    log?.(line)
  }
  let server: Server | undefined
  try {
    server = await startServer({ env: { ...envOf(database, folder), DEMO: 'on', RATE_BURST: '1000000' } })
    const broken: Record<string, number> = {}
    const tortured: Tortured = { database, server, folder, spaces: [], broken, lines, say }
    for (let number = 0; number < spaces_count; number++)
      tortured.spaces.push(await aWritingSpace(tortured, seed + number))
    try {
      await distributeUnderLoad(tortured)
      await addWorkerUnderLoad(tortured)
      for (const fault of [{ kind: 'reset' }, { kind: 'blackhole' }] as const) await cutOffWorker(tortured, fault)
    } finally {
      for (const space of tortured.spaces) Object.assign(space.work, { over: true })
      await Promise.all(tortured.spaces.map(({ writing }) => writing))
    }
    return await verdictOf(tortured)
  } finally {
    await server?.stop('SIGKILL')
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const envOf = ({ url }: CitusDatabase, folder: string) => ({ DATABASE_URL: url, DATA_DIR: folder })

const muster = ({ database, folder }: Pick<Tortured, 'database' | 'folder'>, ...args: string[]): Promise<ExitResult> =>
  run({ args: ['cli/muster.ts', ...args], env: envOf(database, folder), patience_ms: step_ms_max })

async function aWritingSpace(tortured: Tortured, seed: number): Promise<WritingSpace> {
  const { id, token } = await createSpaceWithToken(envOf(tortured.database, tortured.folder), `Space ${seed}`)
  const site: TestServer = { url: tortured.server.url, token, deadline: Date.now() + time_ms_max }
  const contacts = await createContacts(site, contacts_count)
  const statuses: Record<number, number> = {}
  const onAnswer = (status: number) => {
    space.statuses[status] = (space.statuses[status] ?? 0) + 1
  }
  const work: PaymentWork = { writes: [], retried: 0, replayed: 0, unexpected: [], over: false, onAnswer }
  const space: WritingSpace = { ...site, id, work, statuses, writing: Promise.resolve() }
  space.writing = writePayments(space, work, contacts, `space${id}`, seededRandom(seed))
  return space
}

const moreWrites = (spaces: WritingSpace[]) =>
  waitForWrites(
    spaces.map(({ work }) => work),
    {
      more: writes_between,
      ms_max: step_ms_max,
      explain: () => JSON.stringify(spaces.map(({ statuses }) => statuses)),
    },
  )

async function distributeUnderLoad(tortured: Tortured) {
  const { database, spaces, say, broken } = tortured
  const [, ...first] = database.workers.toReversed()
  if (first.length === 0) throw new Error('the cluster has fewer than two workers')
  await database.create()
  for (const worker of first.toReversed()) await worker.join()
  await moreWrites(spaces)
  const began_ms = Date.now()
  await printed(envOf(database, tortured.folder), 'distribute')
  say(`distributed under load over ${first.length} workers in ${seconds(began_ms)}`)
  await moreWrites(spaces)
  broken['distribute cannot be repeated'] = Number((await muster(tortured, 'distribute')).code !== 0)
  await moreWrites(spaces)
}

async function addWorkerUnderLoad({ database, spaces, say }: Tortured) {
  const began_ms = Date.now()
  await database.workers.at(-1)?.join()
  await database.owner.unsafe("select rebalance_table_shards(shard_transfer_mode => 'block_writes')")
  const placed = [...(await database.spaces()).values()].map(ids => ids.length)
  say(`one more worker and rebalancing under load in ${seconds(began_ms)}, spaces by worker: ${placed.join(', ')}`)
  await moreWrites(spaces)
}

async function cutOffWorker(tortured: Tortured, fault: NetworkFault & { kind: 'reset' | 'blackhole' }) {
  const { database, server, folder, broken, say } = tortured
  const [worker, lost] = await busiestWorker(database)
  const hurt = tortured.spaces.filter(({ id }) => lost.includes(id))
  const others = tortured.spaces.filter(({ id }) => !lost.includes(id))
  for (const space of tortured.spaces) space.statuses = {}
  worker.line?.fail(fault)
  await delay(notice_ms)
  for (const space of hurt) space.statuses = {}
  await delay(fault_ms)
  const { body: health } = await request({ url: server.url, token: '', deadline: 0 }, '/health')
  const doctor = await muster(tortured, 'doctor')
  const [person] = demoOf(folder).accounts
  const page = await signIn(new Browser(server.url), '/account', person ?? { mail: '' }, {
    typed: person?.password ?? '',
  }).catch(error => ({ url: String(error) }))
  const counted = (spaces: WritingSpace[]) => totalsOf(spaces.map(({ statuses }) => statuses))
  say(
    `${fault.kind} of a worker: its spaces ${counted(hurt)}, the others ${counted(others)}, /health ${JSON.stringify(health?.unreachable_nodes)}`,
  )
  const mark = (what: string, wrong: boolean) => {
    broken[`${fault.kind}: ${what}`] = Number(wrong)
  }
  mark(
    'spaces on other workers that stopped',
    others.some(({ statuses }) => !statuses[200]),
  )
  mark('refused requests of spaces on other workers', fault.kind === 'reset' && others.some(refused))
  mark(
    'acknowledged payments of lost spaces',
    hurt.some(({ statuses }) => (statuses[200] ?? 0) > 0),
  )
  mark('/health without the worker', health?.unreachable_nodes?.length !== 1)
  mark('doctor without the worker', doctor.code !== 1 || !doctor.stdout.includes(worker.address))
  mark('sign-in', page.url !== '/account')
  worker.line?.heal()
  // A connection with lost packets is reset by the next one.
  for (const { lost, client, server } of worker.line?.connections ?? [])
    if (lost) for (const side of [client, server]) side.destroy()
  await moreWrites(tortured.spaces)
}

const refused = ({ statuses }: WritingSpace) => Object.keys(statuses).some(status => status !== '200')

async function busiestWorker(database: CitusDatabase): Promise<[CitusWorker, number[]]> {
  const placed = [...(await database.spaces())].filter(([, spaces]) => spaces.includes(1) === false)
  const [address, lost = []] = placed.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  const worker = database.workers.find(worker => worker.address === address)
  if (!worker) throw new Error('no worker has spaces other than those of the demo')
  return [worker, lost]
}

const totalsOf = (list: Record<number, number>[]) => {
  const totals: Record<string, number> = {}
  for (const [status, count] of list.flatMap(Object.entries)) totals[status] = (totals[status] ?? 0) + Number(count)
  return JSON.stringify(totals)
}

const seconds = (began_ms: number) => `${Math.round((Date.now() - began_ms) / 1000)} s`

async function verdictOf(tortured: Tortured): Promise<Verdict> {
  const { spaces, server, broken, lines, folder } = tortured
  const sum: WriteCounts = { lost: 0, doubled: 0, half: 0, gaps: 0 }
  for (const space of spaces) {
    const found = compareWrites(space.work.writes, await readBundles(space))
    for (const key of Object.keys(sum) as (keyof WriteCounts)[]) sum[key] += found[key]
  }
  const unexpected = spaces.flatMap(({ work }) => work.unexpected)
  const verified = await muster(tortured, 'verify')
  const file = join(folder, 'backup.muster')
  const backup = await muster(tortured, 'backup', file)
  const restored = await run({
    args: ['cli/muster.ts', 'restore', file],
    env: { DATA_DIR: join(folder, 'restored') },
    patience_ms: step_ms_max,
  })
  const rows = (text: string) => /(\d+) rows/.exec(text)?.[1]
  const acknowledged = spaces.reduce((count, { work }) => count + work.writes.length, 0)
  return {
    summary: `${lines.join('. ')}. ${acknowledged} payments acknowledged, ${rows(backup.stdout)} rows backed up and restored.`,
    broken: {
      ...broken,
      'acknowledged writes lost': sum.lost,
      'duplicated writes': sum.doubled,
      'incomplete bundles': sum.half,
      'gaps in the membership numbers': sum.gaps,
      'replies that no retry resolves': unexpected.length,
      'findings of muster verify': Number(verified.code !== 0),
      'failed backups': Number(backup.code !== 0),
      'failed restores': Number(restored.code !== 0 || rows(restored.stdout) !== rows(backup.stdout)),
      'crashed servers': Number(server.child.exitCode !== null),
    },
    notes: [...unexpected, verified.stdout + verified.stderr, backup.stderr, restored.stderr],
  }
}
