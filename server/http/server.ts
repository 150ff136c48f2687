import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Caller, Callers } from '../access/caller.ts'
import { ApiError, type ProblemCode, problemBody, statusOf } from '../errors.ts'
import { msg, type Text } from '../messages/message.ts'
import { parseJson } from './body_parsers.ts'
import { closeAfterBody } from './delayed_close.ts'
import { errorScreen, languageOf, unknownPage } from './html.ts'
import type { OverloadMonitor } from './limits/overload.ts'
import { addressKey, type RateLimiter, rateLimited } from './limits/rate_limit.ts'
import { Charge } from './limits/request_cost.ts'
import { request_ms_max } from './listener.ts'
import { unsupportedMedia } from './media.ts'
import { checkSingleHeaders, pathOf } from './validation/single_headers.ts'

export interface ServerOptions {
  callers: Callers
  limiter: RateLimiter
  overload: OverloadMonitor
  logger: FastifyBaseLogger
  https: boolean
  public_url: () => string
  /** Reverse proxies whose X-Forwarded-* headers are trusted. */
  trusted_proxies?: string | undefined
  /** Whether the process is about to stop: every response then closes its connection. */
  stopping: () => boolean
  serverFactory?: (handler: RequestListener) => Server
}

const body_bytes_max = 1024 * 1024
/** The longest time a body may take to arrive, unless it is a file. */
const body_ms_max = 15_000

/** Sets up Fastify so that every response has the same headers, and every error the same form. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { callers, limiter, overload, https, serverFactory } = options
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: request => pathOf(request),
    bodyLimit: body_bytes_max,
    requestTimeout: request_ms_max,
    trustProxy: options.trusted_proxies ?? false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, https)
      reply.headers(limiter.take(addressKey(request.ip)).headers)
      return sendError(error, request, reply)
    },
    ...(serverFactory && { serverFactory }),
  })
  for (const name of ['caller', 'charge', 'sent', 'text']) app.decorateRequest(name, undefined)
  parseJson(app)
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, https)
    checkSingleHeaders(request.raw)
    if (!isHealth(request)) overload.admit()
    await authenticate(request, reply, callers, limiter)
  })
  app.addHook('onRequest', limitBodyTime)
  app.addHook('onSend', async (request, reply) => {
    // Otherwise a client whose request is refused early could keep its connection for as long as an upload may take.
    if (options.stopping() || isBodyPending(request)) reply.header('connection', 'close')
    if (isBodyPending(request)) closeAfterBody(request.raw)
    addResourceMetadata(reply, options.public_url())
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(async () => {
    throw new ApiError('not_found', 'There is nothing at this address. /docs lists all addresses.')
  })
  return app
}

async function limitBodyTime(request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.complete || request.routeOptions.config.operation?.definition.upload) return
  const refuse = () => {
    if (!request.raw.complete && !reply.sent) reply.header('connection', 'close').send(requestTimeout())
  }
  const timer = setTimeout(refuse, body_ms_max).unref()
  request.raw.once('close', () => clearTimeout(timer))
}

const isBodyPending = ({ raw }: FastifyRequest) =>
  !raw.complete && (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)

const requestTimeout = () => new ApiError('request_timeout', 'The request took too long to arrive. Send it again.')

function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, https: boolean) {
  reply.headers({
    'x-request-id': request.id,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    // Responses depend on the caller: shared caches must not store them, and browsers must revalidate.
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Language',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  })
}

/** Points clients without a valid token to the metadata of the authorization server (RFC 9728). */
function addResourceMetadata(reply: FastifyReply, public_url: string) {
  const challenge = reply.getHeader('www-authenticate')
  if (reply.statusCode !== 401 || typeof challenge !== 'string' || !challenge.startsWith('Bearer')) return
  const address = `${public_url}/.well-known/oauth-protected-resource`
  reply.header('www-authenticate', `${challenge}, resource_metadata="${address}"`)
}

export const tokenIn = ({ headers }: FastifyRequest) => /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1]

/** Finds the caller and counts the request: against the token, or against the IP address if there is no valid token. */
async function authenticate(request: FastifyRequest, reply: FastifyReply, callers: Callers, limiter: RateLimiter) {
  const sent = request.headers.authorization
  const token = tokenIn(request)
  let failure: unknown
  const address = addressKey(request.ip)
  if (token) request.caller = await findCaller(token, address, callers, limiter).catch(error => void (failure = error))
  request.charge = new Charge(limiter, request.caller ? rateLimitKey(request.caller) : address, reply)
  request.charge.take(isHealth(request) ? 0 : 1)
  const { operation, own_authorization } = request.routeOptions.config
  const isPublic = own_authorization || operation?.definition.access.needs === 'anyone'
  if (failure && !(isPublic && isIgnorable(failure))) throw failure
  if (sent && !request.caller && !isPublic) throw invalidToken()
}

/** Errors of a token that do not matter where none is needed. */
const isIgnorable = (failure: unknown) =>
  failure instanceof ApiError && ['second_factor_required', 'provider_required', 'rate_limited'].includes(failure.code)

const invalidToken = () =>
  new ApiError(
    'unauthenticated',
    'This access token is not valid. It may have expired or been revoked. Request a new one.',
    { headers: { 'www-authenticate': 'Bearer realm="muster", error="invalid_token"' } },
  )

/**
 * Limits how many invalid tokens an IP address can try: each lookup is counted, and refunded if the token is valid. Tokens with a valid MAC,
 * and those that were valid before, are always looked up.
 */
async function findCaller(token: string, address: string, callers: Callers, limiter: RateLimiter) {
  const guesses = `guesses:${address}`
  let owed = false
  try {
    const caller = await callers.find(token, () => {
      const { allowed, headers } = limiter.take(guesses)
      if (!allowed) throw rateLimited(headers)
      owed = true
    })
    if (!caller) owed = false
    return caller
  } finally {
    // Also when the lookup failed, or the token is valid and lacks a second factor.
    if (owed) limiter.refund(guesses)
  }
}

const isHealth = ({ routeOptions }: FastifyRequest) =>
  /^\/health(\/live)?$/.test(routeOptions.config.operation?.path ?? '')

// Tokens of an external issuer have no id: they share the limit of their user.
const rateLimitKey = ({ id, token }: Caller) => (token.id ? `token:${token.id}` : `user:${id}`)

/** The only place that writes error responses. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = apiErrorOf(error, request)
  const status = statusOf(refusal.code)
  if (status >= 500) request.log.error({ err: refusal.cause ?? error, code: refusal.code }, 'request failed')
  reply.code(status).headers(refusal.headers)
  if (request.routeOptions?.config?.operation?.definition.returns.media === 'text/html') {
    return reply.type('text/html; charset=utf-8').send(errorScreen(refusal, request.headers['accept-language'] ?? ''))
  }
  const language = languageOf(request.headers['accept-language'] ?? '')
  reply.header('content-language', language)
  if (isUnknownPage(request)) return reply.type('text/html; charset=utf-8').send(unknownPage(language))
  const body = problemBody(refusal, request.id, language)
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
}

/** A person mistyped an address in a browser: programs ask for JSON, or for anything. */
const isUnknownPage = ({ is404, method, headers }: FastifyRequest) =>
  is404 && method === 'GET' && /^text\/html\b/.test(headers.accept ?? '')

/** Turns any thrown error into an ApiError. */
export function apiErrorOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMedia(request)
  const known = frameworkErrors[code]
  if (known) return new ApiError(...known)
  const message = 'Something went wrong on our side. The error was logged under this request id.'
  return Object.assign(new ApiError('internal', message), { cause: error })
}

const frameworkErrors: Record<string, [ProblemCode, Text]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', msg`The body is larger than ${body_bytes_max} bytes. Send less at once.`],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', msg`Content-Length does not match the body.`],
  FST_ERR_BAD_URL: ['bad_request', msg`The address is not a valid URL.`],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', msg`A part of the address is too long.`],
}

// Logs the route and not the address, which may contain a secret link or a name.
function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const facts = {
    request: request.id,
    operation: `${request.method} ${request.routeOptions.url ?? 'unmatched'}`,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(request.caller && { user: request.caller.id, space: request.caller.group_id }),
  }
  request.log[reply.statusCode >= 500 ? 'error' : 'debug'](facts, 'request completed')
}
