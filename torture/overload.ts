import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { defined } from '../server/test/defined.ts'
import { ask, tokenOf } from '../server/test/process.ts'
import { type Verdict, withTestServer } from './test_server.ts'

interface OverloadParams {
  /** Clients at normal load. The test then runs ten times as many. */
  clients: number
  usual_ms: number
  crowded_ms: number
  log?: (line: string) => void
}

const factor = 10
const served_ms_max = 2000
const refused_ms_max = 2000
const growth_max = 0.1
const calm_ms_max = 60_000

/** Promise 17: with ten times as many clients some get a 503 with Retry-After, the others are served in time, and memory recovers. */
export const tortureOverload = ({ clients, usual_ms, crowded_ms, log }: OverloadParams): Promise<Verdict> =>
  withTestServer(600_000, async site => {
    const flooding = tokenOf(site.dataDir)
    const tokens = [flooding, site.token]
    const crowd = (count: number, ms: number) => runClients(site.url, tokens, count, ms)
    // Memory is compared between two runs of the same size: the first one grows the heap.
    await crowd(clients * factor, usual_ms)
    const before = await calmMemory(site.pid)
    const usual = await crowd(clients, usual_ms)
    log?.(`${clients} clients: ${summaryOf(usual)}`)
    const crowded = await crowd(clients * factor, crowded_ms)
    log?.(`${clients * factor} clients: ${summaryOf(crowded)}`)
    const first = performance.now()
    const { status } = await ask(`${site.url}/teams`, { token: flooding })
    const back_ms = performance.now() - first
    const grown = await calmMemory(site.pid, before)
    const others = Object.entries(crowded.statuses).filter(([status]) => !['200', '429', '503'].includes(status))
    const served_ms = percentile(crowded.served, 0.99)
    const refused_ms = percentile(crowded.refused, 0.99)
    return {
      summary:
        `${clients} clients: ${summaryOf(usual)}. ${clients * factor} clients: ${summaryOf(crowded)}. ` +
        `Afterwards the next answer took ${Math.round(back_ms)} ms; memory ${megabytes(before)} MB before, ${megabytes(grown)} MB after.`,
      broken: {
        'answers other than 200, 429 and 503': others.reduce((sum, [, count]) => sum + count, 0),
        [`99 of 100 served answers took more than ${served_ms_max} ms`]: Number(served_ms > served_ms_max),
        [`99 of 100 refusals took more than ${refused_ms_max} ms`]: Number(refused_ms > refused_ms_max),
        'refusals without Retry-After': crowded.silent,
        'memory not back within 10 %': Number(grown > before * (1 + growth_max)),
        'answers afterwards that were not 200': Number(status !== 200),
      },
      notes: others.map(([status, count]) => `${count} answers ${status}`),
    }
  })

interface Seen {
  statuses: Record<string, number>
  served: number[]
  refused: number[]
  /** Refusals without Retry-After. */
  silent: number
  per_s: number
}

/** Clients that send the next request after each response. One request in ten is a write. */
async function runClients(url: string, tokens: string[], count: number, ms: number): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const seen: Seen = { statuses: {}, served: [], refused: [], silent: 0, per_s: 0 }
  const end = performance.now() + ms
  const client = async (lane: number) => {
    for (let turn = lane; performance.now() < end; turn++) {
      const begun = performance.now()
      const { status, retry } = await askOnce(url, agent, turn, tokens)
      const took_ms = performance.now() - begun
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
      if (status === 200) seen.served.push(took_ms)
      else seen.refused.push(took_ms)
      if ((status === 429 || status === 503) && !retry) seen.silent++
    }
  }
  await Promise.all(Array.from({ length: count }, (_, lane) => client(lane)))
  agent.destroy()
  return { ...seen, per_s: Math.round((seen.served.length * 1000) / ms) }
}

function askOnce(url: string, agent: Agent, turn: number, [reader, writer]: string[]) {
  const writes = turn % 10 === 0
  const path = writes ? '/contacts' : turn % 3 === 0 ? '/teams' : turn % 3 === 1 ? '/contacts?limit=20' : '/me'
  const body = JSON.stringify({ data: { contact: { firstname: 'Ann', surname: `Crowd ${turn}` } } })
  const headers = {
    authorization: `Bearer ${writes ? writer : reader}`,
    ...(writes && { 'content-type': 'application/json', 'content-length': body.length }),
  }
  return new Promise<{ status: number; retry: boolean }>(resolve => {
    const asking = request(url + path, { agent, method: writes ? 'POST' : 'GET', headers }, response => {
      const answer = { status: response.statusCode ?? 0, retry: response.headers['retry-after'] !== undefined }
      response.resume().once('close', () => resolve(answer))
    })
    asking.once('error', () => resolve({ status: 0, retry: false }))
    asking.end(writes ? body : undefined)
  })
}

/** The least memory of the process over some time; returns early when it is back near `before`. */
async function calmMemory(pid: number, before = 0) {
  const deadline = Date.now() + (before ? calm_ms_max : calm_ms_max / 6)
  let least = memoryOf(pid)
  while (Date.now() < deadline && !(before && least <= before * (1 + growth_max))) {
    await delay(500)
    least = Math.min(least, memoryOf(pid))
  }
  return least
}

const memoryOf = (pid: number) =>
  Number(defined(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1], 'VmRSS')) * 1024

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const percentile = (times: number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0

const summaryOf = ({ statuses, served, refused, per_s }: Seen) =>
  `${per_s} served a second, half within ${Math.round(percentile(served, 0.5))} ms, 99 % within ${Math.round(percentile(served, 0.99))} ms` +
  `${refused.length > 0 ? `, refusals 99 % within ${Math.round(percentile(refused, 0.99))} ms` : ''} (${JSON.stringify(statuses)})`
