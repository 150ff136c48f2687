import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { request as tlsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { cert } from '../../server/test/certificate.ts'

// Requests through a proxy: each has a connection of its own, so that the address of the client can be chosen.

export interface ProxyRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | Readable
  /** The address of the client, in 127.0.0.0/8. */
  from?: string
}

interface OpenResponse {
  status: number
  header: (name: string) => string | undefined
  /** How often the header was sent. */
  count: (name: string) => number
  /** The decoded body. */
  stream: Readable
}

export type ProxyResponse = Omit<OpenResponse, 'stream'> & { text: string }

const patience_ms = 60_000
const here = { host: '127.0.0.1', servername: 'localhost', ca: cert }

/** Sends a request over HTTP/1.1 with TLS; resolves when the headers of the response have arrived. */
export async function open({ from, body, headers, ...rest }: ProxyRequest): Promise<OpenResponse> {
  const request = tlsRequest({
    ...here,
    ...rest,
    ...(from && { localAddress: from }),
    agent: false,
    headers: { host: `localhost:${rest.port}`, 'accept-encoding': 'gzip, br, zstd', ...headers },
  })
  request.setTimeout(patience_ms, () => request.destroy(new Error(`${rest.path}: no byte for ${patience_ms} ms`)))
  if (typeof body === 'object' && 'pipe' in body) body.pipe(request)
  else request.end(body)
  // A server may answer and close while the body is still being sent.
  const [response] = await once(request, 'response')
  request.on('error', () => {})
  const names: string[] = response.rawHeaders.filter((_: string, index: number) => index % 2 === 0)
  return {
    status: response.statusCode,
    header: name => response.headers[name],
    count: name => names.filter(sent => sent.toLowerCase() === name).length,
    stream: decoded(response, response.headers['content-encoding']),
  }
}

/** Sends a request and reads the whole response. */
export async function send(request: ProxyRequest): Promise<ProxyResponse> {
  const { stream, ...response } = await open(request)
  return { ...response, text: await text(stream) }
}

/** Sends a request over HTTP/2. */
export async function sendHttp2({ port, path, method = 'GET', headers, body }: ProxyRequest) {
  const session = connectHttp2(`https://localhost:${port}`, here)
  try {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: method,
      [constants.HTTP2_HEADER_PATH]: path,
      ...headers,
    })
    stream.end(body)
    const [got] = await once(stream, 'response', { signal: AbortSignal.timeout(patience_ms) })
    return { status: Number(got[':status']), headers: got, text: await text(stream) }
  } finally {
    session.destroy()
  }
}

/** Sends a request without TLS, and does not follow a redirect. */
export async function sendPlain(port: number, path: string) {
  const request = plainRequest({ host: '127.0.0.1', port, path, agent: false, headers: { host: 'localhost' } })
  request.end()
  const [response] = await once(request, 'response', { signal: AbortSignal.timeout(patience_ms) })
  response.resume()
  return { status: response.statusCode as number, location: response.headers.location as string | undefined }
}

/** The version of TLS and the protocol that the proxy accepts; undefined when it refuses. */
export function negotiate(port: number, version: SecureVersion, protocols: string[]) {
  return new Promise<string | undefined>(resolve => {
    const socket = connectTls({
      ...here,
      port,
      minVersion: version,
      maxVersion: version,
      // OpenSSL offers old versions only at this level.
      ciphers: 'DEFAULT@SECLEVEL=0',
      ALPNProtocols: protocols,
    })
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`)
      socket.destroy()
    })
    socket.once('error', () => resolve(undefined))
  })
}

/** The decoded stream. It fails when the response ends too early. */
function decoded(response: Readable, encoding: string | undefined): Readable {
  const decoders = { gzip: createGunzip, br: createBrotliDecompress, zstd: createZstdDecompress }
  const decoder = decoders[encoding as keyof typeof decoders]
  return decoder ? pipeline(response, decoder(), () => {}) : response
}
