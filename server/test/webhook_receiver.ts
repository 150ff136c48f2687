import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { startTestApp } from './harness.ts'
import type { ReplyBody } from './reply_body.ts'

let delivering: ReturnType<typeof startDelivering> | undefined

/** Two applications on one database, which the tests of a process share: they deliver to this machine, and repeat without a pause. */
export function startDeliveringApps() {
  delivering ??= startDelivering()
  return delivering
}

async function startDelivering() {
  const env = { WEBHOOKS_PRIVATE: 'on', WEBHOOKS_RETRY_SECONDS: '0.02' }
  const app = await startTestApp({ env })
  return { app, beside: await startTestApp({ env, same_database_as: app }) }
}

export interface Received {
  id: string
  path: string
  headers: Record<string, string>
  body: string
  event: ReplyBody
}

/** A server that webhooks are sent to. `answer` decides what it says; 204 when it does nothing. */
export async function aReceiver(
  answer: (received: Received, response: ServerResponse) => void | Promise<void> = () => {},
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const one = { id: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body, event: JSON.parse(body) }
    received.push(one)
    await answer(one, response)
    if (!response.headersSent && !response.destroyed) response.writeHead(204)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received }
}
