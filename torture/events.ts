import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyWebhook } from '../sdk/webhooks.ts'
import { seededRandom } from '../server/demo/random.ts'
import { tokenOf } from '../server/test/process.ts'
import { aKillableServer } from './killable_server.ts'
import { inParallel, requestData, space, type TestServer, type Verdict } from './test_server.ts'

interface EventParams {
  seed: number
  events: number
  kills: number
  /** The limit for the whole run. */
  time_ms_max: number
  log?: (line: string) => void
}

const writers = 8
const pause_ms = 50

/** Promise 21: each acknowledged change is delivered under one event id, although the receiver fails half of the time and the server is killed. */
export async function tortureEvents({ seed, events, kills, time_ms_max, log }: EventParams): Promise<Verdict> {
  const env = { WEBHOOKS_PRIVATE: 'on', WEBHOOKS_RETRY_SECONDS: '0.1' }
  const [victim, receiver] = [await aKillableServer(env), await aReceiver(seed)]
  const deadline = Date.now() + time_ms_max
  try {
    victim.launch()
    await victim.ready()
    const site: TestServer = { url: victim.url, token: tokenOf(victim.dataDir, 'superadmin', space), deadline }
    const hook = { name: 'Torture', url: receiver.url, types: ['team.created'] }
    receiver.secret = (await requestData(site, '/v1/webhooks', { method: 'POST', data: hook })).secret
    const made: number[] = []
    const making = inParallel(
      Array.from({ length: events }, (_, index) => index),
      writers,
      async index => {
        const wish = { method: 'POST', data: { team: { name: `Team ${index}` } }, key: `team-${seed}-${index}` }
        made.push((await requestData(site, '/teams', wish)).team.id)
      },
    )
    // A failure is reported by `await making` below.
    making.catch(() => {})
    for (let killed = 1; killed <= kills; killed++) {
      const due = Math.floor((killed * events) / (kills + 1))
      while (made.length < due && Date.now() < deadline) await delay(pause_ms)
      await victim.kill()
      log?.(`kill ${killed} of ${kills}: ${made.length} acknowledged, ${receiver.accepted.size} arrived`)
      victim.launch()
      await victim.ready()
    }
    await making
    while (made.some(id => !receiver.accepted.has(id)) && Date.now() < deadline) await delay(pause_ms)
    return verdict(made, receiver, victim.complaints)
  } finally {
    receiver.close()
    await victim.stop()
  }
}

function verdict(made: number[], { accepted, ids, asked, forged }: Receiver, complaints: string[]): Verdict {
  const missing = made.filter(id => !accepted.has(id))
  return {
    summary: `${made.length} events acknowledged, ${made.length - missing.length} arrived in ${asked} attempts.`,
    broken: {
      'undelivered events': missing.length,
      'events under more than one id': [...ids.values()].filter(names => names.size > 1).length,
      'attempts without a valid signature': forged,
      'delivered events that were never acknowledged': [...accepted].filter(id => !made.includes(id)).length,
      'runs without a failure': Number(asked <= made.length),
    },
    notes: [...missing.slice(0, 5).map(id => `team ${id} was not delivered`), ...complaints],
  }
}

interface Receiver {
  url: string
  secret: string
  accepted: Set<number>
  ids: Map<number, Set<string>>
  asked: number
  forged: number
  close: () => void
}

/** Refuses deliveries or closes the connection half of the time. */
async function aReceiver(seed: number): Promise<Receiver> {
  const pick = seededRandom(seed)
  const server = createServer(async (request, response) => {
    const body = await text(request)
    receiver.asked++
    const event = await verifyWebhook(body, request.headers, { secret: receiver.secret }).catch(() => undefined)
    if (!event) receiver.forged++
    else {
      const { id } = event.data
      receiver.ids.set(id, (receiver.ids.get(id) ?? new Set()).add(event.id))
      const fate = pick.below(4)
      if (fate === 0) return response.destroy()
      if (fate > 1) receiver.accepted.add(id)
      return response.writeHead(fate === 1 ? 500 : 204).end()
    }
    response.writeHead(400).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const counted = { accepted: new Set<number>(), ids: new Map(), asked: 0, forged: 0 }
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/`, secret: '', ...counted, close }
  return receiver
}
