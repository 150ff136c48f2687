import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createAcceptor, type Socket } from 'node:net'
import { ApiError, problemBody, statusOf } from '../errors.ts'

/** How long a request may take to arrive when it brings a file over a slow line. Others get far less, once we know what they are. */
export const request_ms_max = 900_000

/** The listening socket, open before the service behind it is ready: until then every answer is 503. */
export interface HttpListener {
  /** Says who will serve; until `open`, nobody does. */
  serveWith: (listener: RequestListener) => Server
  open: () => void
  /** Accepts connections, and receives those that nobody else wants. */
  listen: (port: number, host: string, handOn?: (socket: Socket) => boolean) => Promise<number>
  receive: (socket: Socket) => void
  close: (patience_ms: number) => Promise<void>
}

export function openListener(): HttpListener {
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
  server.requestTimeout = request_ms_max
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  server.on('clientError', answerBrokenRequest)
  const { all, quiet } = trackConnections(server)
  // They come from an acceptor or from another process, and so the server never hears that it listens. Its time limits begin with that.
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
        // Later ones, such as too many open files, concern one connection that could not be taken.
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

/** A refusal of a request that does not get as far as the service. */
function refuse(response: ServerResponse, refusal: ApiError) {
  const id = randomUUID()
  response.writeHead(statusOf(refusal.code), { ...refusal.headers, ...errorHeaders, 'x-request-id': id })
  response.end(JSON.stringify(problemBody(refusal, id)))
}

/** Connections, and among them those on which nobody has asked anything yet. Node takes those for busy, and would wait for them when it closes. */
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
  const headers = { ...errorHeaders, 'x-request-id': id, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusOf(refusal.code)} Refused\r\n${lines.join('')}\r\n${body}`)
}
