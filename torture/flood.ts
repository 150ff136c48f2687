import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface Call {
  method?: 'GET' | 'POST'
  path: string
  body?: string
}

export interface Flood {
  url: string
  /** Tokens of one space, used in turn. */
  tokens: string[]
  calls: Call[]
  /** Requests in flight at any moment. */
  parallel: number
}

const pause_ms = 10

// As a worker thread: sends requests until it gets a message, then posts the counts of statuses.
if (parentPort && workerData) await run(workerData as Flood)

async function run({ url, tokens, calls, parallel }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const statuses: Record<string, number> = {}
  let stopped = false
  const sender = async (lane: number) => {
    for (let turn = lane; !stopped; turn++) {
      const call = calls[turn % calls.length]
      const token = tokens[turn % tokens.length]
      if (!call || !token) return
      const { status, retry_s } = await send(url, agent, token, call)
      statuses[status] = (statuses[status] ?? 0) + 1
      // A refused long poll waits for Retry-After; other requests are repeated at once.
      if (status === 429 || status === 503) await delay(parallel > 100 ? retry_s * 1000 : pause_ms)
    }
  }
  void Promise.all(Array.from({ length: parallel }, (_, lane) => sender(lane)))
  parentPort?.once('message', () => {
    stopped = true
    agent.destroy()
    parentPort?.postMessage(statuses)
    parentPort?.close()
  })
}

/** Sends one request; status 0 when there is no answer. */
export function send(url: string, agent: Agent, token: string, { method = 'GET', path, body }: Call) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise<{ status: number; retry_s: number }>(resolve => {
    const sent = request(url + path, { agent, method, headers }, response => {
      const answer = { status: response.statusCode ?? 0, retry_s: Number(response.headers['retry-after'] ?? 1) }
      response.resume().once('close', () => resolve(answer))
    })
    sent.once('error', () => resolve({ status: 0, retry_s: 1 }))
    sent.end(body)
  })
}
