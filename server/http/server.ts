import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Caller, Callers } from '../access/caller.ts'
import { ApiError, problemBody, statusOf } from '../errors.ts'
import { parseExact } from '../json.ts'
import { errorScreen } from './html.ts'
import type { OverloadMonitor } from './limits/overload.ts'
import { addressKey, type RateLimiter, rateLimited } from './limits/rate_limit.ts'
import { Charge, costOfBytes } from './limits/request_cost.ts'
import { request_ms_max } from './listener.ts'
import { isMergePatch, merge_patch, unsupportedMedia } from './media.ts'
import { checkSingleHeaders, pathOf } from './validation/single_headers.ts'
import { checkPlain, checkSize } from './validation/validation.ts'

export interface ServerOptions {
  callers: Callers
  limiter: RateLimiter
  overload: OverloadMonitor
  logger: FastifyBaseLogger
  https: boolean
  /** The address people reach us at. */
  public_url: () => string
  /** Reverse proxies whose word about where a request comes from is believed. */
  trusted_proxies?: string | undefined
  /** Whether this process is about to end: then every answer closes its connection. */
  stopping: () => boolean
  serverFactory?: (handler: (request: any, response: any) => void) => Server
}

const body_bytes_max = 1024 * 1024
/** How long the body of a request may take to arrive, unless it is a file. */
const body_ms_max = 15_000

/** Fastify, set up so that every answer to anything is one of ours: same headers, same problems. */
export function createServer({
  callers,
  limiter,
  overload: pressure,
  logger,
  https,
  public_url,
  trusted_proxies,
  stopping,
  serverFactory,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: request => pathOf(request),
    bodyLimit: body_bytes_max,
    requestTimeout: request_ms_max,
    trustProxy: trusted_proxies ?? false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, https)
      reply.headers(limiter.take(addressKey(request.ip)).headers)
      return answerError(error, request, reply)
    },
    ...(serverFactory && { serverFactory }),
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('charge', undefined)
  app.decorateRequest('sent', undefined)
  app.decorateRequest('text', undefined)
  parseJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, https)
    checkSingleHeaders(request.raw)
    if (!isHealth(request)) pressure.admit()
    await authenticate(request, reply, callers, limiter)
  })
  limitBodyTime(app)
  app.addHook('onSend', async (request, reply) => {
    // Whoever is refused before their body has come must not keep the line for as long as a file may take to arrive.
    if (stopping() || isBodyPending(request)) reply.header('connection', 'close')
    addResourceMetadata(reply, public_url())
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async () => {
    throw new ApiError('not_found', 'There is nothing at this address; /docs lists every one there is.')
  })
  return app
}

function limitBodyTime(app: FastifyInstance) {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.complete || request.routeOptions.config.operation?.definition.upload) return
    const refuse = () => reply.header('connection', 'close').send(requestTimeout())
    timers.set(request, setTimeout(refuse, body_ms_max).unref())
  })
  const arrived = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preValidation', arrived)
  app.addHook('onResponse', arrived)
}

const isBodyPending = ({ raw }: FastifyRequest) =>
  !raw.complete && (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)

const requestTimeout = () => new ApiError('request_timeout', 'The request did not arrive in time; send it again.')

function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, https: boolean) {
  reply.headers({
    'x-request-id': request.id,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    // Answers are about one person's view: no shared cache may keep them, and a browser must ask again.
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Language',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  })
}

/** Whoever lacks a token is told where to read how one is had (RFC 9728). */
function addResourceMetadata(reply: FastifyReply, public_url: string) {
  const challenge = reply.getHeader('www-authenticate')
  if (reply.statusCode !== 401 || typeof challenge !== 'string' || !challenge.startsWith('Bearer')) return
  const address = `${public_url}/.well-known/oauth-protected-resource`
  reply.header('www-authenticate', `${challenge}, resource_metadata="${address}"`)
}

export const tokenIn = ({ headers }: FastifyRequest) => /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1]

/** Finds the caller, and counts the request against the token, or against the address when there is no valid token. */
async function authenticate(request: FastifyRequest, reply: FastifyReply, callers: Callers, limiter: RateLimiter) {
  const sent = request.headers.authorization
  const token = tokenIn(request)
  let failure: unknown
  const address = addressKey(request.ip)
  request.caller = token
    ? await findCaller(token, address, callers, limiter).catch(error => void (failure = error))
    : undefined
  request.charge = new Charge(limiter, request.caller ? rateLimitKey(request.caller) : address, reply)
  request.charge.take(isHealth(request) ? 0 : 1)
  const { operation, own_authorization } = request.routeOptions.config
  const open = own_authorization || operation?.definition.access.needs === 'anyone'
  const bearable =
    open && failure instanceof ApiError && ['second_factor_required', 'rate_limited'].includes(failure.code)
  if (failure && !bearable) throw failure
  if (sent && !request.caller && !open) {
    throw new ApiError(
      'unauthenticated',
      'This access token is not valid: it may have expired or been revoked. Ask for a new one.',
      {
        headers: { 'www-authenticate': 'Bearer realm="muster", error="invalid_token"' },
      },
    )
  }
}

/**
 * To look up a token costs its address something until it proves good: otherwise whoever invents tokens would have us ask the database for
 * each. Tokens that bear our mark or were good before are looked up whatever else comes from their address.
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
    // Also where we could not tell, or it was a good one that needs more.
    if (owed) limiter.refund(guesses)
  }
}

const isHealth = ({ routeOptions }: FastifyRequest) => routeOptions.config.operation?.path === '/health'

// Who is vouched for by others can have as many tokens as they like, and still counts once.
const rateLimitKey = ({ id, token }: Caller) => (token.id ? `token:${token.id}` : `user:${id}`)

function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', merge_patch], { parseAs: 'string' }, (request, text, done) => {
    if (isMergePatch(request) && !request.routeOptions.config.operation?.definition.merge)
      return done(unsupportedMedia(request))
    // Some clients announce JSON and send nothing where nothing is asked for.
    if (text === '' && !request.routeOptions.config.operation?.definition.body) return done(null, undefined)
    try {
      checkUtf8(request)
      request.charge?.take(costOfBytes(Buffer.byteLength(text)))
      checkSize(text as string)
      request.text = text as string
      done(
        null,
        parseExact(text as string, value => checkPlain(value, 'body')),
      )
    } catch (error) {
      done(
        error instanceof ApiError
          ? error
          : new ApiError('invalid_json', `The body is not valid JSON: ${(error as Error).message}.`),
      )
    }
  })
}

// Read as anything else, its letters would be other letters.
function checkUtf8({ headers }: FastifyRequest) {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('unsupported_media_type', `Send the body in UTF-8, not in ${charset}.`)
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}

/** The one place that writes a refusal. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toApiError(error, request)
  const status = statusOf(refusal.code)
  if (status >= 500) request.log.error({ err: refusal.cause ?? error, code: refusal.code }, 'refused')
  reply.code(status).headers(refusal.headers)
  if (request.routeOptions?.config?.operation?.definition.returns.media === 'text/html') {
    return reply.type('text/html; charset=utf-8').send(errorScreen(refusal, request.headers['accept-language'] ?? ''))
  }
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problemBody(refusal, request.id)))
}

/** Whatever was thrown, as a refusal of ours. */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  switch ((error as { code?: string }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('too_large', `The body may have at most ${body_bytes_max} bytes; send less at once.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMedia(request)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('bad_request', 'Content-Length does not match the body.')
    case 'FST_ERR_BAD_URL':
      return new ApiError('bad_request', 'The address is not a valid URL.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('uri_too_long', 'A part of the address is too long.')
    default:
      return Object.assign(
        new ApiError('internal', 'Something went wrong on our side. It was logged under this request id.'),
        { cause: error },
      )
  }
}

// The route, never the address as sent: that may hold a secret link or a name.
function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const facts = {
    request: request.id,
    operation: `${request.method} ${request.routeOptions.url ?? 'nowhere'}`,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(request.caller && { user: request.caller.id, space: request.caller.group_id }),
  }
  request.log[reply.statusCode >= 500 ? 'error' : 'debug'](facts, 'answered')
}
