import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { acceptsEncoding } from '../http/compression.ts'
import { html } from '../http/html.ts'

const built = fileURLToPath(new URL('../../console/dist', import.meta.url))

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

// In order of preference. The build of the console writes these files.
const encodings = { br: '.br', gzip: '.gz' } as const

interface File {
  type: string
  plain: Buffer
  compressed: Partial<Record<keyof typeof encodings, Buffer>>
}

export interface ConsoleOptions {
  folder?: string
  /** The address of map tiles and their credit; by default maps load no tiles. */
  tiles?: string | undefined
  credit?: string | undefined
  /** The address at which people sign in. */
  public_url?: () => string
}

/** Serves the built files of the console, and its page for every other address below /console. */
export function registerConsole(
  app: FastifyInstance,
  { folder = built, tiles = '', credit = '', public_url = () => '' }: ConsoleOptions = {},
) {
  const page = pageIn(folder, { '%MAP_TILES%': tiles, '%MAP_CREDIT%': credit })
  const files = page ? readFiles(folder) : new Map<string, File>()
  const config = { own_authorization: true }
  const showPage = (request: FastifyRequest, reply: FastifyReply) => {
    const address = otherLoopbackAddress(request, public_url())
    if (address) return reply.redirect(address, 302)
    if (!page) throw new ApiError('not_found', 'The console was not built. `npm start` builds it.')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policyWith(nonce, originOf(tiles)))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('%NONCE%', nonce))
  }
  app.get('/', { config }, async (_, reply) => reply.redirect('/console/', 302))
  app.get('/console', { config }, async (request, reply) => showPage(request, reply))
  app.get('/console/*', { config }, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(name)
    if (file) return sendFile(request, reply, name, file)
    if (name.startsWith('assets/')) throw new ApiError('not_found', 'There is no such file. Reload the page.')
    return showPage(request, reply)
  })
}

const loopback_names = ['localhost', '127.0.0.1', '[::1]']

/** The same page at the public address, if that is another name of this machine: sign-in accepts only the public address. */
function otherLoopbackAddress({ host, hostname, port, url }: FastifyRequest, public_url: string) {
  if (!loopback_names.includes(hostname) || !URL.canParse(public_url)) return undefined
  const known = new URL(public_url)
  if (!loopback_names.includes(known.hostname) || known.host === host || Number(known.port) !== port) return undefined
  return `${known.origin}${url}`
}

function pageIn(folder: string, words: Record<string, string>) {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8').replace(/%MAP_\w+%/g, mark => html`${words[mark]}`.text)
}

/** The only other origin that the page may load from, and only images. */
const originOf = (tiles: string) => (tiles.startsWith('http') ? new URL(tiles).origin : '')

function readFiles(folder: string) {
  const files = new Map<string, File>()
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const type = types[extname(name)]
    if (!type) continue
    const compressed = Object.entries(encodings)
      .filter(([, ending]) => existsSync(join(folder, name + ending)))
      .map(([encoding, ending]) => [encoding, readFileSync(join(folder, name + ending))])
    files.set(name.replaceAll('\\', '/'), {
      type,
      plain: readFileSync(join(folder, name)),
      compressed: Object.fromEntries(compressed),
    })
  }
  return files
}

function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, { type, plain, compressed }: File) {
  const accepted = request.headers['accept-encoding']
  const encoding = (Object.keys(compressed) as (keyof typeof encodings)[]).find(encoding =>
    acceptsEncoding(accepted, encoding),
  )
  if (encoding) reply.header('content-encoding', encoding)
  // A worker script follows the policy of its own response, not that of the page.
  if (type === types['.js']) reply.header('content-security-policy', worker_policy)
  return (
    reply
      // The names in assets contain a hash of their content.
      .header('cache-control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'accept-encoding')
      .type(type)
      .send(encoding ? compressed[encoding] : plain)
  )
}

const worker_policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Loads nothing from other origins, and applies inline styles only with the nonce. */
const policyWith = (nonce: string, tiles_origin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${tiles_origin}`.trim(),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
