import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createAcceptor, type Socket } from 'node:net'
import { ApiError, problemBody, statusOf } from '../errors.ts'
import { languageOf } from '../messages/language.ts'

/** The longest time a request may take to arrive: an upload over a slow connection. Other routes set a shorter limit. */
export const request_ms_max = 900_000

/** The listening socket. It opens before the application is ready; until then every response is 503. */
export interface HttpListener {
  /** Sets the application; it gets requests after `open`. */
  serveWith: (listener: RequestListener) => Server
  open: () => void
  /** Accepts connections. `handOn` may pass one to another process; the others are served here. */
  listen: (port: number, host: string, handOn?: (socket: Socket) => boolean) => Promise<number>
  receive: (socket: Socket) => void
  close: (patience_ms: number) => Promise<void>
}

export function openListener(): HttpListener {
  const starting = new ApiError('unavailable', 'Muster is starting. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
  let ready: RequestListener | undefined
  let serve: RequestListener = (request, response) => refuse(request, response, starting)
  // By default Node refuses a request without a Host header with an empty response.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      refuse(request, response, new ApiError('bad_request', 'The request lacks a Host header.'))
    else serve(request, response)
  })
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, new ApiError('bad_request', 'The Expect header must be 100-continue.')),
  )
  server.requestTimeout = request_ms_max
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  server.on('clientError', refuseBrokenRequest)
  const { all, quiet } = trackConnections(server)
  // Connections come from the acceptor or from another process. Node enforces the timeouts above only after this event.
  server.emit('listening')
  const acceptor = createAcceptor({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true })
  const receive = (socket: Socket) => {
    socket.allowHalfOpen = true
    server.emit('connection', socket)
    socket.resume()
  }
  return {
    receive,
    serveWith: listener => {
      ready = listener
      return server
    },
    open: () => {
      if (ready) serve = ready
    },
    listen: (port, host, handOn = () => false) =>
      new Promise((resolve, reject) => {
        acceptor.on('connection', socket => {
          if (!handOn(socket)) receive(socket)
        })
        // After `listening`, an error such as EMFILE concerns one connection only, and rejecting has no effect.
        acceptor.on('error', reject)
        acceptor.listen(port, host, () => resolve((acceptor.address() as { port: number }).port))
      }),
    close: async patience_ms => {
      acceptor.close()
      server.close()
      server.closeIdleConnections()
      for (const socket of quiet) socket.destroy()
      const timer = setTimeout(() => server.closeAllConnections(), patience_ms)
      await Promise.all([...all].map(socket => socket.closed || new Promise(resolve => socket.once('close', resolve))))
      clearTimeout(timer)
    },
  }
}

const errorHeaders = {
  'content-type': 'application/problem+json',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
}

/** Sends the error response to a request that does not reach the application. */
function refuse(request: IncomingMessage, response: ServerResponse, refusal: ApiError) {
  const id = randomUUID()
  const language = languageOf(request.headers['accept-language'] ?? '')
  const headers = { ...refusal.headers, ...errorHeaders, 'x-request-id': id, 'content-language': language }
  response.writeHead(statusOf(refusal.code), { ...headers, vary: 'Accept-Language' })
  response.end(JSON.stringify(problemBody(refusal, id, language)))
}

/** All connections, and those without a request yet. Node counts the latter as busy, and would wait for them when it closes. */
function trackConnections(server: Server) {
  const all = new Set<Socket>()
  const quiet = new Set<Socket>()
  server.on('connection', socket => {
    all.add(socket)
    quiet.add(socket)
    socket.once('close', () => {
      all.delete(socket)
      quiet.delete(socket)
    })
  })
  server.on('request', ({ socket }) => quiet.delete(socket))
  return { all, quiet }
}

/** Sends the error response to data that Node cannot parse as a request, or received too slowly. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError('headers_too_large', 'The headers of this request are too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ApiError('request_timeout', 'The request took too long to arrive. Send it again.')
        : new ApiError('bad_request', 'This is not a valid HTTP request.')
  const id = randomUUID()
  const body = JSON.stringify(problemBody(refusal, id))
  const headers = { ...errorHeaders, 'x-request-id': id, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusOf(refusal.code)} Refused\r\n${lines.join('')}\r\n${body}`)
}
