import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPublicDocument } from '../http/compression.ts'
import { etagOf, matchesEtag } from '../http/etag.ts'
import { base, readBytes } from './library.ts'

/** Serves the documents of the repository as HTML pages, with their pictures. No token is needed. */
export function registerGuides(app: FastifyInstance) {
  const config = { own_authorization: true }
  app.get<{ Querystring: { q?: unknown } }>(base, { config }, async (request, reply) => {
    const { site, layout } = await loaded()
    const query = typeof request.query.q === 'string' ? request.query.q.trim().slice(0, query_length_max) : ''
    const page = query ? layout.searchPage(site, query, site.search(query)) : layout.startPage(site)
    return send(request, reply, page, 'text/html; charset=utf-8')
  })
  app.get(`${base}/guides.css`, { config }, async (request, reply) =>
    send(request, reply, styles, 'text/css; charset=utf-8'),
  )
  app.get<{ Params: { '*': string } }>(`${base}/*`, { config }, async (request, reply) => {
    const { site, layout } = await loaded()
    const address = `${base}/${request.params['*']}`
    const file = site.library.files.get(address)
    if (file !== undefined) return send(request, reply, readBytes(file), typeOf(file))
    const page = site.page(address)
    if (!page) reply.code(404)
    return send(
      request,
      reply,
      page ? layout.articlePage(site, page) : layout.missingPage(site),
      'text/html; charset=utf-8',
    )
  })
}

const query_length_max = 200

const styles = readFileSync(new URL('./guides.css', import.meta.url), 'utf8')

/** Most processes never show a guide: the Markdown library is loaded with the first one. */
async function loaded() {
  opened ??= Promise.all([import('./site.ts'), import('./layout.ts')]).then(([{ Site }, layout]) => ({
    site: new Site(),
    layout,
  }))
  return opened
}
let opened: Promise<{ site: import('./site.ts').Site; layout: typeof import('./layout.ts') }> | undefined

const typeOf = (file: string) => (extname(file) === '.png' ? 'image/png' : 'text/plain; charset=utf-8')

function send(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, type: string) {
  const etag = etagOf(body)
  reply.headers({ etag, 'content-security-policy': policy })
  const known = request.headers['if-none-match']
  if (known && matchesEtag(known, etag)) return reply.code(304).send()
  reply.type(type)
  return type.startsWith('text/') ? sendPublicDocument(request, reply, body, etag) : reply.send(body)
}

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
