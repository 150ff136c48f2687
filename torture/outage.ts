import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../server/db/sql.ts'
import { ask, postmasterOf, processesIn, type Server, signal, startServer } from '../server/test/process.ts'
import { aProxy, type DatabaseProxy, type NetworkFault } from '../server/test/proxy.ts'
import { space, type Verdict, withTestServer } from './test_server.ts'

interface OutageParams {
  clients: number
  /** The duration of each outage. */
  trouble_ms: number
  log?: (line: string) => void
}

const refusal_ms_max = 5000
const recovery_ms_max = 1000
const pause_ms = 5

interface Outage {
  begin: () => void
  end: () => void
  /** Replies are slow but arrive: a slow connection is not an outage. */
  slow?: boolean
}

const faults = {
  'answers other than 200 and 503': 0,
  'answers after more than 5 s': 0,
  'outages after which the first success took more than 1 s': 0,
  'acknowledged writes lost or duplicated': 0,
  'crashed servers': 0,
}

/** Promise 15: during a database outage requests get a 503 soon, and service resumes soon after it. */
export const tortureOutages = ({ clients, trouble_ms, log }: OutageParams): Promise<Verdict> =>
  withTestServer(600_000, async site => {
    const proxy = await aProxy({ path: join(site.dataDir, 'postgres', '.s.PGSQL.5432') })
    const address = `postgres://muster_owner@127.0.0.1:${proxy.port}/postgres`
    // This server reaches the database through the proxy; the other one runs the database and restarts it.
    const server = await startServer({
      env: { DATABASE_URL: address, RATE_BURST: '1000000', RATE_PER_SECOND: '1000000' },
    })
    const outages = outagesOf(proxy, site.dataDir)
    const broken = { ...faults }
    const totals = { requests: 0, slowest_ms: 0, recovery_ms: 0 }
    const notes: string[] = []
    const acknowledged = new Set<string>()
    try {
      for (const [name, outage] of Object.entries(outages)) {
        const load = underLoad({ server, token: site.token, clients, name })
        const took_ms = await survive(name, outage, trouble_ms, load, site.url)
        const seen = await load.end()
        const slow = outage.slow ?? false
        totals.requests += seen.asked
        totals.slowest_ms = Math.max(totals.slowest_ms, slow ? 0 : seen.slowest_ms)
        totals.recovery_ms = Math.max(totals.recovery_ms, took_ms)
        broken['answers other than 200 and 503'] += seen.others
        broken['answers after more than 5 s'] += slow ? 0 : seen.late
        broken['outages after which the first success took more than 1 s'] += Number(took_ms > recovery_ms_max)
        for (const name of seen.acknowledged) acknowledged.add(name)
        const line =
          `${name}: slowest answer ${Math.round(seen.slowest_ms)} ms, first success after ${Math.round(took_ms)} ms, ` +
          `statuses ${JSON.stringify(seen.statuses)}`
        notes.push(line)
        log?.(line)
      }
      broken['crashed servers'] = Number(server.child.exitCode !== null)
      broken['acknowledged writes lost or duplicated'] = await lostOrDuplicated(site.owner, acknowledged)
    } finally {
      proxy.heal()
      await server.stop()
      await proxy.stop()
    }
    return {
      summary:
        `${Object.keys(outages).length} kinds of outage, ${totals.requests} requests of ${clients} clients, ` +
        `${acknowledged.size} acknowledged writes. Slowest answer ${Math.round(totals.slowest_ms)} ms; ` +
        `slowest first success after an outage ${Math.round(totals.recovery_ms)} ms.`,
      broken,
      notes,
    }
  })

function outagesOf(proxy: DatabaseProxy, dataDir: string): Record<string, Outage> {
  const database = () => processesIn(join(dataDir, 'postgres'))
  const network = (fault: NetworkFault, slow = false) => ({
    slow,
    begin: () => proxy.fail(fault),
    end: () => proxy.heal(),
  })
  return {
    'packets are lost': network({ kind: 'blackhole' }),
    'connections are reset': network({ kind: 'reset' }),
    'replies are cut off': network({ kind: 'cut', bytes: 700 }),
    'every packet takes 300 ms': network({ kind: 'latency', ms: 300 }, true),
    'the connection carries 20 kB per second': network({ kind: 'bandwidth', bytes_per_s: 20_000 }, true),
    'the database is stopped (SIGSTOP)': {
      begin: () => database().forEach(pid => void signal(pid, 'SIGSTOP')),
      end: () => database().forEach(pid => void signal(pid, 'SIGCONT')),
    },
    'the database is killed (SIGKILL)': { begin: () => signal(postmasterOf(dataDir), 'SIGKILL'), end: () => {} },
  }
}

/** Runs one outage under load; returns how long the first success took after it. */
async function survive(
  name: string,
  { begin, end }: Outage,
  trouble_ms: number,
  load: ReturnType<typeof underLoad>,
  url: string,
) {
  await load.warm()
  begin()
  await delay(trouble_ms)
  end()
  const ended = performance.now()
  // A killed database has to start first; this time does not count.
  while ((await ask(`${url}/health`)).status !== 200) await delay(pause_ms)
  const started = performance.now()
  await load.success()
  return performance.now() - (name.includes('SIGKILL') ? started : ended)
}

async function lostOrDuplicated(owner: Session, acknowledged: Set<string>) {
  const rows = await owner<{ name: string; n: number }[]>`
    select name, count(*)::int as n from teams where group_id = ${space} and name like 'Outage %' group by 1`
  const stored = new Set(rows.map(({ name }) => name))
  return [...acknowledged].filter(name => !stored.has(name)).length + rows.filter(({ n }) => n !== 1).length
}

interface Load {
  server: Server
  token: string
  clients: number
  name: string
}

/** Clients that send requests without a pause. One request in three is a write, repeated with its key until acknowledged. */
function underLoad({ server, token, clients, name }: Load) {
  const seen = {
    asked: 0,
    others: 0,
    late: 0,
    slowest_ms: 0,
    statuses: {} as Record<number, number>,
    acknowledged: [] as string[],
  }
  let ending = false
  let waiting: (() => void) | undefined
  const read = () => ask(`${server.url}/me`, { token })
  const write = (team: { name: string }) =>
    ask(`${server.url}/teams`, { token, method: 'POST', data: { team }, key: team.name.replace(/\W+/g, '-') })
  const count = (status: number, took_ms: number) => {
    seen.asked++
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    seen.slowest_ms = Math.max(seen.slowest_ms, took_ms)
    seen.late += Number(took_ms > refusal_ms_max)
    seen.others += Number(status !== 200 && status !== 503)
    if (status === 200) waiting?.()
  }
  /** Sends a request until it succeeds, or until the end of the load. */
  const repeat = async (request: () => Promise<{ status: number }>) => {
    for (;;) {
      const begun = performance.now()
      const { status } = await request()
      count(status, performance.now() - begun)
      if (status === 200 || ending) return status
      await delay(pause_ms)
    }
  }
  const client = async (lane: number) => {
    for (let turn = 0; !ending; turn++) {
      const team = { name: `Outage ${name} ${lane} ${turn}` }
      const isWrite = turn % 3 === 0
      const status = await repeat(isWrite ? () => write(team) : read)
      if (status === 200 && isWrite) seen.acknowledged.push(team.name)
      await delay(pause_ms)
    }
  }
  const lanes = Array.from({ length: clients }, (_, lane) => client(lane))
  const success = () =>
    new Promise<void>(resolve => {
      waiting = resolve
    })
  return {
    warm: async () => {
      for (let count = 0; count < clients; count++) await success()
    },
    success,
    end: async () => {
      ending = true
      await Promise.all(lanes)
      return seen
    },
  }
}
