import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, problemBody, statusOf } from '../errors.ts'

/** The listening socket, open before the service behind it is ready: until then every answer is 503. */
export interface Front {
  /** Says who will serve; until `open`, nobody does. */
  serveWith: (listener: RequestListener) => Server
  open: () => void
  listen: (port: number, host: string) => Promise<number>
  close: (patience_ms: number) => Promise<void>
}

export function openFront(): Front {
  const starting = new ApiError('unavailable', 'Muster is starting; try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
  let ready: RequestListener | undefined
  let serve: RequestListener = (_, response) => refuse(response, starting)
  // Node would refuse a request without a host by itself, and without a word.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      refuse(response, new ApiError('bad_request', 'The request lacks a Host header.'))
    else serve(request, response)
  })
  server.on('checkExpectation', (_, response) =>
    refuse(response, new ApiError('bad_request', 'The only Expect header that is understood is 100-continue.')),
  )
  server.requestTimeout = 15_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  server.on('clientError', answerBrokenRequest)
  const quiet = trackQuiet(server)
  return {
    serveWith: listener => {
      ready = listener
      return server
    },
    open: () => {
      if (ready) serve = ready
    },
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve((server.address() as { port: number }).port))
      }),
    close: async patience_ms => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      for (const socket of quiet) socket.destroy()
      const timer = setTimeout(() => server.closeAllConnections(), patience_ms)
      await closed
      clearTimeout(timer)
    },
  }
}

const plainHeaders = {
  'content-type': 'application/problem+json',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
}

/** A refusal of a request that does not get as far as the service. */
function refuse(response: ServerResponse, refusal: ApiError) {
  const id = randomUUID()
  response.writeHead(statusOf(refusal.code), { ...refusal.headers, ...plainHeaders, 'x-request-id': id })
  response.end(JSON.stringify(problemBody(refusal, id)))
}

/** Connections on which nobody has asked anything yet. Node takes those for busy, and would wait for them when it closes. */
function trackQuiet(server: Server) {
  const quiet = new Set<Socket>()
  server.on('connection', socket => {
    quiet.add(socket)
    socket.once('close', () => quiet.delete(socket))
  })
  server.on('request', ({ socket }) => quiet.delete(socket))
  return quiet
}

/** Requests that are not HTTP at all, or too slow or too large to read, get a problem like any other. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError('headers_too_large', 'The headers of this request are too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ApiError('request_timeout', 'The request did not arrive in time; send it again.')
        : new ApiError('bad_request', 'This is not a valid HTTP request.')
  const id = randomUUID()
  const body = JSON.stringify(problemBody(refusal, id))
  const headers = { ...plainHeaders, 'x-request-id': id, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusOf(refusal.code)} Refused\r\n${lines.join('')}\r\n${body}`)
}
