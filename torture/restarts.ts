import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase, tokenOf } from '../server/test/process.ts'
import { aKillableServer } from './killable_server.ts'
import { request, space, type TestServer, type Verdict } from './test_server.ts'

interface RestartParams {
  restarts: number
  clients: number
  life_ms: number
  log?: (line: string) => void
}

const exit_ms_max = 10_000
const pause_ms = 20

/** Promise 14: a graceful stop loses no acknowledged write, and completes requests in progress. */
export async function tortureRestarts({ restarts, clients, life_ms, log }: RestartParams): Promise<Verdict> {
  const victim = await aKillableServer()
  const acknowledged = new Set<string>()
  const broken = {
    'acknowledged writes lost': 0,
    'duplicate writes': 0,
    'answers other than 200, 409 and 503': 0,
    'stops longer than 10 s or failed': 0,
  }
  let over = false
  let slowest_ms = 0
  try {
    victim.launch()
    await victim.ready()
    const site: TestServer = {
      url: victim.url,
      token: tokenOf(victim.dataDir, 'superadmin', space),
      deadline: Number.MAX_SAFE_INTEGER,
    }
    const client = async (lane: number) => {
      for (let turn = 0; !over; turn++) {
        const name = `Restart ${lane} ${turn}`
        for (let status = 0; status !== 200 && !over; ) {
          ;({ status } = await request(site, '/teams', {
            method: 'POST',
            data: { team: { name } },
            key: name.replaceAll(' ', '-'),
          }))
          if (status === 200) acknowledged.add(name)
          else await delay(pause_ms)
          broken['answers other than 200, 409 and 503'] += Number(![0, 200, 409, 503].includes(status))
        }
      }
    }
    const lanes = Array.from({ length: clients }, (_, lane) => client(lane))
    for (let count = 1; count <= restarts; count++) {
      await delay(life_ms)
      const begun = performance.now()
      const { code } = await victim.end()
      const took_ms = performance.now() - begun
      slowest_ms = Math.max(slowest_ms, took_ms)
      broken['stops longer than 10 s or failed'] += Number(took_ms > exit_ms_max || code !== 0)
      log?.(`stop ${count} of ${restarts} took ${Math.round(took_ms)} ms; ${acknowledged.size} writes acknowledged`)
      victim.launch()
      await victim.ready()
    }
    over = true
    await Promise.all(lanes)
    const owner = await openDatabase(victim.dataDir)
    const rows = await owner<{ name: string; n: number }[]>`
      select name, count(*)::int as n from teams where group_id = ${space} and name like 'Restart %' group by 1`
    await owner.end()
    const stored = new Map(rows.map(({ name, n }) => [name, n]))
    broken['acknowledged writes lost'] = [...acknowledged].filter(name => !stored.has(name)).length
    broken['duplicate writes'] = rows.filter(({ n }) => n > 1).length
  } finally {
    over = true
    await victim.stop()
  }
  const summary = `${restarts} restarts under ${clients} clients: ${acknowledged.size} acknowledged writes, slowest stop ${Math.round(slowest_ms)} ms.`
  return { summary, broken, notes: [] }
}
