import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../server/demo/random.ts'
import { addEmptySpace } from '../server/test/empty_space.ts'
import { run, type Server, startServer, tokenOf } from '../server/test/process.ts'
import { compareWrites } from './acknowledged_writes.ts'
import { type PaymentWork, readBundles, waitForWrites, writePayments } from './money.ts'
import { findPrograms, type PatroniCluster, packages, startPatroni, ttl_s } from './patroni_cluster.ts'
import { createContacts, requestUntilAnswered, space, type TestServer, type Verdict } from './test_server.ts'

interface PatroniParams {
  seed: number
  /** For each of the two servers. */
  writers: number
  log?: (line: string) => void
}

const time_ms_max = 900_000
const recovery_ms_max = 120_000
const contacts_count = 30
const writes_between = 40
const answer_ms_max = 5000

/** A Muster that reaches the cluster by one of its addresses, and what its clients saw. */
interface Site extends TestServer {
  name: string
  server: Server
  work: PaymentWork
  statuses: Record<number, number>
  slowest_ms: number
  /** The longest time without an acknowledged write since the last event. */
  gap_ms: number
  acknowledged_ms: number
}

/** Promise 15 on a real cluster: payments flow through HAProxy and to a list of hosts while the primary changes. */
export async function torturePatroni({ seed, writers, log }: PatroniParams): Promise<Verdict> {
  const programs = findPrograms()
  if (!programs)
    return {
      summary: '',
      broken: {},
      notes: [],
      skipped: `it needs Debian's packages ${packages} (apt-get install ${packages})`,
    }
  const cluster = await startPatroni(programs)
  const folder = mkdtempSync(join(tmpdir(), 'muster-failover-'))
  const sites: Site[] = []
  try {
    for (const [name, DATABASE_URL] of Object.entries(cluster.urls))
      sites.push(await startSite(name, { DATABASE_URL, DATA_DIR: folder, DEMO: 'on', WORKERS: '1' }))
    const [first] = sites as [Site]
    const contacts = await createContacts(first, contacts_count)
    const writing = sites.flatMap((site, place) =>
      Array.from({ length: writers }, (_, index) =>
        writePayments(
          site,
          site.work,
          contacts,
          `${site.name}${index}`,
          seededRandom(seed * 1000 + place * 100 + index),
        ),
      ),
    )
    const lines: string[] = []
    try {
      for (const [event, begin] of events(cluster)) {
        const line = await survive(event, begin, cluster, sites)
        lines.push(line)
        log?.(line)
      }
    } catch (error) {
      // Stops the writers.
      for (const site of sites) site.deadline = 0
      throw error
    } finally {
      for (const { work } of sites) work.over = true
      await Promise.all(writing)
    }
    return await verdictOf(cluster, sites, lines)
  } finally {
    for (const { server } of sites) await server.stop('SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startSite(name: string, env: Record<string, string>): Promise<Site> {
  const server = await startServer({ env: { ...env, RATE_BURST: '1000000', RATE_PER_SECOND: '1000000' } })
  await addEmptySpace(env['DATA_DIR'] ?? '', env['DATABASE_URL'])
  const site: Site = {
    name,
    server,
    url: server.url,
    token: tokenOf(env['DATA_DIR'] ?? '', 'superadmin', space),
    deadline: Date.now() + time_ms_max,
    work: { writes: [], retried: 0, replayed: 0, unexpected: [], over: false },
    statuses: {},
    slowest_ms: 0,
    gap_ms: 0,
    acknowledged_ms: performance.now(),
  }
  site.work.onAnswer = (status, took_ms) => {
    const now_ms = performance.now()
    site.statuses[status] = (site.statuses[status] ?? 0) + 1
    site.slowest_ms = Math.max(site.slowest_ms, took_ms)
    if (status !== 200) return
    site.gap_ms = Math.max(site.gap_ms, now_ms - site.acknowledged_ms)
    site.acknowledged_ms = now_ms
  }
  return site
}

const events = (cluster: PatroniCluster): [string, (leader: number) => Promise<void>][] => [
  ['switchover', () => cluster.switchOver()],
  ['kill -9 of the primary', leader => cluster.kill(leader)],
]

/** Lets one event happen while payments flow; returns what the clients saw. */
async function survive(
  event: string,
  begin: (leader: number) => Promise<void>,
  cluster: PatroniCluster,
  sites: Site[],
) {
  await moreWrites(sites)
  const before = await cluster.leader()
  if (!before) throw new Error('there is no primary')
  for (const site of sites) Object.assign(site, { gap_ms: 0, statuses: {} })
  await begin(before)
  for (const deadline = Date.now() + recovery_ms_max; ; await delay(100)) {
    const now = await cluster.leader()
    if (now && now !== before) break
    if (Date.now() > deadline) throw new Error(`no other node became the primary after ${event}`)
  }
  await moreWrites(sites)
  const seen = sites.map(
    ({ name, gap_ms, statuses }) => `${name} gap ${(gap_ms / 1000).toFixed(1)} s ${JSON.stringify(statuses)}`,
  )
  if (event.startsWith('kill')) await cluster.bringBack(before)
  return `${event}: ${seen.join(', ')}`
}

const moreWrites = (sites: Site[]) =>
  waitForWrites(
    sites.map(({ work }) => work),
    {
      more: writes_between,
      ms_max: recovery_ms_max,
      explain: () => sites.flatMap(({ work, server }) => [...work.unexpected, server.stdout().slice(-500)]).join(' '),
    },
  )

async function verdictOf(cluster: PatroniCluster, sites: Site[], lines: string[]): Promise<Verdict> {
  const [site] = sites as [Site]
  await requestUntilAnswered(site, '/health')
  const writes = sites.flatMap(({ work }) => work.writes)
  const { lost, doubled, half, gaps } = compareWrites(writes, await readBundles(site))
  const { code, stdout, stderr } = await run({
    args: ['cli/muster.ts', 'verify'],
    env: { DATABASE_URL: cluster.urls.hosts },
  })
  const unexpected = sites.flatMap(({ work }) => work.unexpected)
  const slowest_ms = Math.max(...sites.map(({ slowest_ms }) => slowest_ms))
  return {
    summary:
      `${cluster.versions}, synchronous, ttl ${ttl_s} s. ${lines.join('. ')}. ${writes.length} payments acknowledged; ` +
      `slowest answer ${(slowest_ms / 1000).toFixed(1)} s. ${(stdout + stderr).trim().split('\n')[0]}`,
    broken: {
      'acknowledged writes lost': lost,
      'duplicated writes': doubled,
      'incomplete bundles': half,
      'gaps in the membership numbers': gaps,
      'replies that no retry resolves': unexpected.length,
      [`answers after more than ${answer_ms_max / 1000} s`]: Number(slowest_ms > answer_ms_max),
      'findings of muster verify': Number(code !== 0),
      'crashed servers': sites.filter(({ server }) => server.child.exitCode !== null).length,
    },
    notes: unexpected,
  }
}
