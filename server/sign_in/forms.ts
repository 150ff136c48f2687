import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, forbidden, statusOf } from '../errors.ts'
import { errorScreen } from '../http/html.ts'
import { apiErrorOf } from '../http/server.ts'
import { checkPlain } from '../http/validation/validation.ts'
import type { Page } from './pages/page.ts'

const form_bytes_max = 32 * 1024

/** Registers HTML pages: parses forms, and shows errors as pages. */
export function registerPages(app: FastifyInstance, routes: (scoped: FastifyInstance) => void) {
  void app.register(async scoped => {
    scoped.removeAllContentTypeParsers()
    const media = 'application/x-www-form-urlencoded'
    scoped.addContentTypeParser(media, { parseAs: 'string', bodyLimit: form_bytes_max }, (_, text, done) => {
      const fields = Object.fromEntries(new URLSearchParams(text as string))
      try {
        checkPlain(fields, 'body')
        done(null, fields)
      } catch (error) {
        done(error as Error)
      }
    })
    scoped.setErrorHandler(sendErrorPage)
    routes(scoped)
  })
}

export const fieldsOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, string | undefined>

export const sendPage = (reply: FastifyReply, { status, html }: Page) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

/**
 * Refuses forms from other sites (CSRF). With our referrer policy some browsers send `Origin: null` also from our own pages; then the SameSite
 * cookie protects.
 */
export function checkOrigin({ headers }: FastifyRequest, public_url: string) {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const foreign =
    site !== undefined
      ? site !== 'same-origin' && site !== 'none'
      : origin !== undefined && origin !== 'null' && origin !== new URL(public_url).origin
  if (
    foreign ||
    (site === undefined &&
      origin === undefined &&
      headers.referer &&
      URL.parse(headers.referer)?.origin !== new URL(public_url).origin)
  )
    throw forbidden('This form was sent from another site. Go back to Muster and send it from there.')
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal: ApiError = apiErrorOf(error, request)
  const status = statusOf(refusal.code)
  if (status >= 500) request.log.error({ err: refusal.cause ?? error, code: refusal.code }, 'request failed')
  reply.headers(refusal.headers)
  return sendPage(reply, { status, html: errorScreen(refusal, request.headers['accept-language'] ?? '') })
}
