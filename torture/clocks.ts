import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyWebhook } from '../sdk/webhooks.ts'
import { createPersonalToken } from '../server/access/tokens.ts'
import { defined } from '../server/test/defined.ts'
import { ask, startServer } from '../server/test/process.ts'
import { aProxy } from '../server/test/proxy.ts'
import {
  createContacts,
  request,
  requestData,
  space,
  type TestServer,
  type Verdict,
  withTestServer,
} from './test_server.ts'

interface ClockParams {
  /** The clock of one server is this much behind, of another as much ahead. */
  skew_ms: number
  rounds: number
}

const patience_ms = 15_000
const refused_ms_max = 1000
// For all servers, because any of them may deliver an event.
const settings = { WEBHOOKS_PRIVATE: 'on', WEBHOOKS_RETRY_SECONDS: '0.1' }

/** Promise 25: servers on one database whose clocks differ give the same responses, and do everything once. */
export const tortureClocks = ({ skew_ms, rounds }: ClockParams): Promise<Verdict> =>
  withTestServer(
    600_000,
    async site => {
      const proxy = await aProxy({ path: join(site.dataDir, 'postgres', '.s.PGSQL.5432') })
      const receiver = await aReceiver()
      const DATABASE_URL = `postgres://muster_owner@127.0.0.1:${proxy.port}/postgres`
      const skewed = await Promise.all(
        [-skew_ms, skew_ms].map(shift_ms =>
          startServer({
            env: {
              DATABASE_URL,
              CLOCK_SHIFT_MS: String(shift_ms),
              NODE_OPTIONS: `--import=${resolve('torture/shifted_clock.ts')}`,
              RATE_BURST: '1000000',
              ...settings,
            },
          }),
        ),
      )
      const servers = [...skewed.map(({ url }) => ({ ...site, url })), site]
      try {
        const hook = { name: 'Torture', url: receiver.url, types: ['team.created'] }
        receiver.secret = (
          await requestData(serverAt(servers, 0), '/v1/webhooks', { method: 'POST', data: hook })
        ).secret
        const told = await orderOf(servers, rounds)
        const broken = {
          ...(await tokensAt(servers, site, rounds)),
          ...(await keysAt(servers, rounds)),
          ...told.broken,
          'servers with the correct clock': await rightClocks(servers.slice(0, skewed.length)),
        }
        const deadline = Date.now() + patience_ms
        while (told.made.some(id => !receiver.good.has(id)) && Date.now() < deadline) await delay(50)
        return {
          summary: `${rounds} rounds over three servers, one ${skew_ms / 60_000} min behind and one as much ahead.`,
          broken: {
            ...broken,
            'undelivered events': told.made.filter(id => !receiver.good.has(id)).length,
            'deliveries with a wrong time': receiver.refused,
          },
          notes: receiver.notes,
        }
      } finally {
        await Promise.all(skewed.map(server => server.stop()))
        await proxy.stop()
        receiver.close()
      }
    },
    settings,
  )

/** Each of the servers in turn. */
const serverAt = (servers: TestServer[], turn: number) => defined(servers[turn % servers.length], 'the server')

/** Servers whose clock is not shifted, which would make the test pointless. `received_at` is set by the clock of the server. */
async function rightClocks(servers: TestServer[]) {
  const [contact_id] = await createContacts(serverAt(servers, 0), 1)
  let right = 0
  for (const server of servers) {
    const data = { kind: 'access', contact_id }
    const { received_at } = await requestData(server, '/v1/privacy_requests', { method: 'POST', data })
    right += Number(Math.abs(Date.parse(received_at) - Date.now()) < 60_000)
  }
  return right
}

/** Tokens expire by the clock of the database, in all servers at once. */
async function tokensAt(
  servers: TestServer[],
  site: Parameters<Parameters<typeof withTestServer>[1]>[0],
  rounds: number,
) {
  const pool = site.poolAs('muster_app')
  const { user: me } = await requestData(site, '/me')
  const counts = { 'valid tokens refused': 0, 'expired tokens accepted': 0, 'revoked tokens accepted after 1 s': 0 }
  const lookAt = async ({ url }: TestServer, token: string) => (await ask(`${url}/me`, { token })).status
  for (let round = 0; round < rounds; round++) {
    const name = `Clock ${round}`
    const { secret: token } = await pool.write({ group_id: space, user_id: me.id }, sql =>
      createPersonalToken(sql, { user_id: me.id, group_id: space, name, scopes: null }),
    )
    const endsIn = (seconds: number) =>
      site.owner`update tokens set expires_at = now() + make_interval(secs => ${seconds}) where name = ${name}`
    await endsIn(60)
    for (const server of servers) counts['valid tokens refused'] += Number((await lookAt(server, token)) !== 200)
    if (round % 2 === 0) {
      await endsIn(-1)
      await site.owner`select pg_notify('muster', 'access')`
    } else {
      const [{ id }] = await site.owner<[{ id: number }]>`select id from tokens where name = ${name}`
      await requestData(serverAt(servers, round), `/v1/tokens/${id}`, { method: 'DELETE' })
    }
    const what = round % 2 === 0 ? 'expired tokens accepted' : 'revoked tokens accepted after 1 s'
    await delay(refused_ms_max)
    for (const server of servers) counts[what] += Number((await lookAt(server, token)) !== 401)
  }
  return counts
}

/** The same idempotency key at all servers at once. */
async function keysAt(servers: TestServer[], rounds: number) {
  const counts = { 'keys with more than one effect': 0, 'keys with different replies': 0 }
  for (let round = 0; round < rounds; round++) {
    const [key, name] = [randomUUID(), `Key ${round}`]
    const wish = { method: 'POST', key, data: { team: { name } } }
    const answers = await Promise.all(servers.map(server => requestData(server, '/teams', wish)))
    const ids = new Set(answers.map(({ team }) => team.id))
    counts['keys with different replies'] += Number(ids.size !== 1)
    const { body } = await request(serverAt(servers, 0), '/teams?limit=1000')
    counts['keys with more than one effect'] += Number(
      body.data.teams.filter((team: { name: string }) => team.name === name).length !== 1,
    )
  }
  return counts
}

/** Changes at alternating servers appear as events in the same order, with increasing times. */
async function orderOf(servers: TestServer[], rounds: number) {
  const { body } = await request(serverAt(servers, 0), '/v1/changes?from=now')
  const made: number[] = []
  for (let count = 0; count < rounds * servers.length; count++) {
    const server = serverAt(servers, count)
    made.push(
      (await requestData(server, '/teams', { method: 'POST', data: { team: { name: `Order ${count}` } } })).team.id,
    )
  }
  const seen: { id: number; at: string }[] = []
  const deadline = Date.now() + patience_ms
  for (let cursor = body.next_cursor; seen.length < made.length && Date.now() < deadline; ) {
    const page = await request(serverAt(servers, seen.length), `/v1/changes?cursor=${cursor}&wait=2&types=team.created`)
    for (const { data, timestamp } of page.body.data) seen.push({ id: data.id, at: timestamp })
    cursor = page.body.next_cursor
  }
  const off = (at: string) => Math.abs(Date.parse(at) - Date.now()) > 120_000
  return {
    made,
    broken: {
      'events out of order': made.filter((id, index) => seen[index]?.id !== id).length,
      'events with decreasing time': seen.filter(({ at }, index) => at < (seen[index - 1]?.at ?? '')).length,
      'events with a wrong time': seen.filter(({ at }) => off(at)).length,
    },
  }
}

/** A receiver that refuses deliveries whose time differs by more than five minutes, as Standard Webhooks requires. */
async function aReceiver() {
  const receiver = { secret: '', url: '', good: new Set<number>(), refused: 0, notes: [] as string[], close: () => {} }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    try {
      const { data } = await verifyWebhook(body, request.headers, { secret: receiver.secret })
      receiver.good.add(data.id)
      response.writeHead(204).end()
    } catch (error) {
      receiver.refused++
      receiver.notes.push(String(error))
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
