import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { ReplyBody } from './reply_body.ts'

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
