import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A small S3-compatible server in memory. It checks signatures (AWS Signature Version 4) and the hash of what is sent, with code of its own.

export const s3_key = { id: 'AKIATEST', secret: 'a secret/with+signs' }
const region = 'eu-west-9'
const bucket = 'muster-files'

export async function startS3Server() {
  const objects = new Map<string, Buffer>()
  /** How the next requests are answered, if not normally. */
  const faults: (number | 'reset' | 'stall')[] = []
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    requests.push(`${request.method} ${request.url}`)
    const fault = faults.shift()
    if (fault === 'reset') return request.socket.destroy()
    // Sends a part of a file and nothing more.
    if (fault === 'stall') return response.writeHead(200, { 'content-length': 1_000_000 }).write('part')
    const status = fault ?? problemOf(request, body)
    if (status) return response.writeHead(status).end('<Error/>')
    return answer(request, response, body, objects)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: s3_key.id,
      S3_SECRET_KEY: s3_key.secret,
    },
    settings: { endpoint, bucket, region, access_key_id: s3_key.id, secret_key: s3_key.secret },
    objects,
    faults,
    requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: Map<string, Buffer>,
) {
  const key = url.slice(bucket.length + 2)
  const object = objects.get(key)
  if (method === 'PUT') objects.set(key, body)
  if (method === 'DELETE') objects.delete(key)
  if (method === 'PUT' || method === 'DELETE') return response.writeHead(method === 'PUT' ? 200 : 204).end()
  if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (start && end) {
    const part = object.subarray(Number(start), Number(end) + 1)
    return response.writeHead(206, { 'content-length': part.length }).end(part)
  }
  return response.writeHead(200, { 'content-length': object.length }).end(method === 'HEAD' ? undefined : object)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The status of the refusal; undefined if the request is right. */
function problemOf({ method, url, headers }: IncomingMessage, body: Buffer): number | undefined {
  if (!url?.startsWith(`/${bucket}/`)) return 404
  const [, id, date = '', scope_region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (id !== s3_key.id || scope_region !== region) return 403
  if (method === 'PUT' && hash !== sha256(body)) return 400
  const signed = names.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', signed.join(''), names, hash].join('\n')
  const time = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3_key.secret}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 403
}
