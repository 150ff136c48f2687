import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, postmasterOf, processesIn, type Server, signal, startServer } from '../server/test/process.ts'
import { aProxy, type NetworkFault } from '../server/test/proxy.ts'
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

/** Promise 15: during a database outage requests get a 503 soon, and service resumes soon after it. */
export const tortureOutages = ({ clients, trouble_ms, log }: OutageParams): Promise<Verdict> =>
  withTestServer(600_000, async site => {
    const proxy = await aProxy({ path: join(site.dataDir, 'postgres', '.s.PGSQL.5432') })
    const address = `postgres://muster_owner@127.0.0.1:${proxy.port}/postgres`
    // This server reaches the database through the proxy; the other one runs the database and restarts it.
    const server = await startServer({
      env: { DATABASE_URL: address, RATE_BURST: '1000000', RATE_PER_SECOND: '1000000' },
    })
    const database = () => processesIn(join(site.dataDir, 'postgres'))
    const network = (fault: NetworkFault, slow = false) => ({
      slow,
      begin: () => proxy.fail(fault),
      end: () => proxy.heal(),
    })
    const troubles: Record<string, { begin: () => void; end: () => void; slow?: boolean }> = {
      'packets vanish': network({ kind: 'blackhole' }),
      'connections are reset': network({ kind: 'reset' }),
      'answers are cut in the middle': network({ kind: 'cut', bytes: 700 }),
      'every packet takes 300 ms': network({ kind: 'latency', ms: 300 }, true),
      'a line of 20 kB a second': network({ kind: 'bandwidth', bytes_per_s: 20_000 }, true),
      'the database is stopped (SIGSTOP)': {
        begin: () => database().forEach(pid => void signal(pid, 'SIGSTOP')),
        end: () => database().forEach(pid => void signal(pid, 'SIGCONT')),
      },
      'the database is killed (SIGKILL)': { begin: () => signal(postmasterOf(site.dataDir), 'SIGKILL'), end: () => {} },
    }
    const broken = {
      'answers other than 200 and 503': 0,
      'answers after more than 5 s': 0,
      'outages after which the first success took more than 1 s': 0,
      'acknowledged writes lost or duplicated': 0,
      'crashed servers': 0,
    }
    const notes: string[] = []
    let asked = 0
    let slowest_ms = 0
    let recovery_ms = 0
    const acknowledged = new Set<string>()
    try {
      for (const [name, { begin, end, slow }] of Object.entries(troubles)) {
        const load = underLoad({ server, token: site.token, clients, name })
        await load.warm()
        begin()
        await delay(trouble_ms)
        end()
        const healed = performance.now()
        // A killed database has to start first; this time does not count.
        while ((await ask(`${site.url}/health`)).status !== 200) await delay(pause_ms)
        const back = performance.now()
        await load.success()
        const took_ms = performance.now() - (name.includes('SIGKILL') ? back : healed)
        const seen = await load.end()
        asked += seen.asked
        if (!slow) slowest_ms = Math.max(slowest_ms, seen.slowest_ms)
        recovery_ms = Math.max(recovery_ms, took_ms)
        broken['answers other than 200 and 503'] += seen.others
        // A slow connection is not an outage.
        if (!slow) broken['answers after more than 5 s'] += seen.late
        broken['outages after which the first success took more than 1 s'] += Number(took_ms > recovery_ms_max)
        for (const name of seen.acknowledged) acknowledged.add(name)
        const line = `${name}: slowest answer ${Math.round(seen.slowest_ms)} ms, back after ${Math.round(took_ms)} ms, ${JSON.stringify(seen.statuses)}`
        notes.push(line)
        log?.(line)
      }
      broken['crashed servers'] = Number(server.child.exitCode !== null)
      const rows = await site.owner<{ name: string; n: number }[]>`
        select name, count(*)::int as n from teams where group_id = ${space} and name like 'Outage %' group by 1`
      const counts = new Map(rows.map(({ name, n }) => [name, n]))
      broken['acknowledged writes lost or duplicated'] =
        [...acknowledged].filter(name => !counts.has(name)).length + rows.filter(({ n }) => n !== 1).length
    } finally {
      proxy.heal()
      await server.stop()
      await proxy.stop()
    }
    return {
      summary:
        `${Object.keys(troubles).length} kinds of outage, ${asked} requests of ${clients} clients, ${acknowledged.size} acknowledged writes. ` +
        `Slowest answer ${Math.round(slowest_ms)} ms; slowest first success after healing ${Math.round(recovery_ms)} ms.`,
      broken,
      notes,
    }
  })

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
  const insist = async (request: () => Promise<{ status: number }>) => {
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
      const status = await insist(isWrite ? () => write(team) : read)
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
