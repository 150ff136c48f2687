import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { ask, tokenOf } from '../server/test/process.ts'
import { reindexContacts } from '../server/test/search_index.ts'
import { type Call, type Flood, send } from './flood.ts'
import { type Verdict, withTestServer } from './test_server.ts'

interface Params {
  /** Contacts in the space that floods. */
  contacts: number
  /** Requests of the flood in flight at any moment. */
  parallel: number
  quiet_ms: number
  flood_ms: number
  log?: (line: string) => void
}

const slower_max = 5
const pause_ms = 10
const polls = 400
/** The default rate limit, which the other tests turn off. */
const shipped = { RATE_BURST: '1000', RATE_PER_SECOND: '100' }

/** Promise 27: while one space sends expensive requests, another is served at most five times slower. */
export const tortureFairness = ({ contacts, parallel, quiet_ms, flood_ms, log }: Params): Promise<Verdict> =>
  withTestServer(
    600_000,
    async site => {
      const flooding = [tokenOf(site.dataDir), tokenOf(site.dataDir, 'admin')]
      await insertContacts(site.owner, 1, contacts)
      await reindexContacts(site.owner)
      await site.owner.unsafe('analyze')
      const measure = (ms: number) => measureVictim(site.url, site.token, ms)
      await measure(quiet_ms)
      const broken: Record<string, number> = {}
      const results: string[] = []
      for (const [name, calls] of Object.entries(floods(await newestCursor(site.url, flooding[0] ?? '')))) {
        const count = name === 'long polls' ? polls : parallel
        // Measured before each flood, because other load on the machine varies.
        const quiet = await measure(quiet_ms)
        const flood = startFlood({ url: site.url, tokens: flooding, calls, parallel: count })
        const flooded = await measure(flood_ms)
        const statuses = await flood.stop()
        const result =
          `${name}: p99 ${(flooded.p99_ms / quiet.p99_ms).toFixed(1)} x (quiet ${described(quiet)}; flooded ${described(flooded)}; ` +
          `statuses of the flood ${JSON.stringify(statuses)})`
        results.push(result)
        log?.(result)
        broken[`${name}: p99 above ${slower_max} x quiet`] = Number(flooded.p99_ms > slower_max * quiet.p99_ms)
        broken[`${name}: answers other than 200`] = flooded.failed
        await delay(1000)
      }
      return { summary: results.join('. '), broken, notes: results }
    },
    shipped,
  )

const asJson = (data: unknown) => JSON.stringify({ data })
const search = (query: unknown, more = {}) => asJson({ advanced_search: { query, ...more } })

/** The most expensive requests of each kind that are not refused outright. */
function floods(cursor: string): Record<string, Call[]> {
  const tags = (nodes: number) =>
    Array.from({ length: nodes }, (_, node) => ({
      $at_least_one: Array.from({ length: 50 }, (_, n) => ({
        $condition: { attr: 'tags', ope: 'contains', value: `no${node}x${n}` },
      })),
    }))
  const everything = { $all: [{ $all: [{ $condition: { attr: 'surname', ope: 'not_contains', value: 'zz' } }] }] }
  return {
    'searches of 200 conditions': [{ method: 'POST', path: '/search', body: search({ $all: tags(4) }) }],
    'searches of 2 500 conditions': [{ method: 'POST', path: '/search', body: search({ $all: tags(50) }) }],
    'searches with long pages': [{ method: 'POST', path: '/search', body: search(everything, { per_page: 1000 }) }],
    'changes of tags by query': [
      { method: 'POST', path: '/v1/tag_changes', body: asJson({ add: ['flood'], query: { $all: tags(4) } }) },
    ],
    'the search box': [{ path: '/v1/find?q=example' }],
    'long pages': [
      { path: '/contacts?limit=1000' },
      { path: '/v1/transaction_bundles?limit=1000&offset=1' },
      { path: '/users?limit=1000' },
    ],
    'large bodies': [
      {
        method: 'POST',
        path: '/teams',
        body: asJson(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, 1]))),
      },
      {
        method: 'POST',
        path: '/search',
        body: search({
          $all: [{ $all: [{ $condition: { attr: 'id', ope: 'any_of', value: Array(50_000).fill(1.25) } }] }],
        }),
      },
    ],
    'long polls': [{ path: `/v1/changes?wait=20&cursor=${cursor}` }],
  }
}

/** The cursor after the last event: a long poll from there waits. */
async function newestCursor(url: string, token: string) {
  const { body } = await ask(`${url}/v1/changes?from=now`, { token })
  return String(body.next_cursor)
}

interface Measured {
  p50_ms: number
  p99_ms: number
  count: number
  failed: number
}

/** Measures requests of another space for one contact. */
async function measureVictim(url: string, token: string, ms: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let failed = 0
  for (const end = performance.now() + ms; performance.now() < end; await delay(pause_ms)) {
    const begun = performance.now()
    const { status } = await send(url, agent, token, { path: '/contacts?limit=1' })
    times.push(performance.now() - begun)
    if (status !== 200) failed++
  }
  agent.destroy()
  const sorted = times.toSorted((one, other) => one - other)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { p50_ms: percentile(0.5), p99_ms: percentile(0.99), count: times.length, failed }
}

/** Floods from a thread of its own, so that it does not delay the client that measures. */
function startFlood(flood: Flood) {
  const worker = new Worker(new URL('flood.ts', import.meta.url), { workerData: flood })
  return {
    stop: () =>
      new Promise<Record<string, number>>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}

const described = ({ p50_ms, p99_ms, count }: Measured) =>
  `${count} answers, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`
