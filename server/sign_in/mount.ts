import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from 'koa'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC, Session } from 'oidc-provider'
import { allPermissions } from '../access/permissions.ts'
import { ApiError, statusOf } from '../errors.ts'
import { apiErrorOf } from '../http/server.ts'
import { defaultScope, permissionsIn } from './clients.ts'
import type { SignInContext } from './context.ts'
import { setServerError } from './errors.ts'
import { languageFor } from './pages/page.ts'
import { errorPage } from './pages/provider_pages.ts'
import { revokeSessionGrants } from './session.ts'

const body_bytes_max = 32 * 1024

/** Mounts the OpenID provider under /oauth, and its discovery documents. */
export function mountProvider(app: FastifyInstance, context: SignInContext) {
  void app.register(async scoped => {
    scoped.removeAllContentTypeParsers()
    // Fastify reads the body, so that its limits of size and time apply.
    scoped.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: body_bytes_max }, (_, body, done) =>
      done(null, body),
    )
    scoped.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    let handle: ReturnType<Provider['callback']> | undefined
    const forward = async (request: FastifyRequest, reply: FastifyReply) => {
      // Link previews must not start a sign-in.
      if (request.method === 'HEAD' && request.url.startsWith('/oauth/authorize'))
        throw new ApiError('method_not_allowed', 'Use GET.', { headers: { allow: 'GET' } })
      const provider = await context.provider()
      handle ??= withMiddleware(provider, context).callback()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
      reply.raw.setHeader('cache-control', 'no-store')
      if (context.stopping()) reply.raw.setHeader('connection', 'close')
      adaptRequest(request, context.public_url())
      await handle(request.raw, reply.raw)
    }
    const config = { own_authorization: true }
    for (const url of ['/oauth/*', '/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
      scoped.route({ method: ['GET', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'], url, config, handler: forward })
    scoped.get('/.well-known/oauth-protected-resource', { config }, async (_, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(protectedResource(context.public_url()))),
    )
  })
}

/** RFC 9728: where clients get tokens. */
const protectedResource = (public_url: string) => ({
  resource: public_url,
  authorization_servers: [public_url],
  scopes_supported: allPermissions,
  bearer_methods_supported: ['header'],
  resource_name: 'Muster',
  resource_documentation: `${public_url}/docs`,
})

/** Makes the request look like a direct one to the public URL with an unread body. */
function adaptRequest({ raw, body }: FastifyRequest, public_url: string) {
  const { protocol, host } = new URL(public_url)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  // oidc-provider derives its mount path from originalUrl.
  Object.assign(raw, { originalUrl: raw.url })
  if (!Buffer.isBuffer(body)) return
  Object.defineProperty(raw, 'readable', { value: true })
  Object.assign(raw, {
    iterator: async function* () {
      yield body
    },
  })
}

function withMiddleware(provider: Provider, context: SignInContext) {
  provider.use(async (ctx, next) => {
    try {
      if (ctx.path === '/oauth/authorize' && ctx.method === 'GET') await addDefaultParameters(provider, ctx)
      await next()
      await adjustResponse(ctx as KoaContextWithOIDC)
      await revokeAfterSignOut(context, ctx as KoaContextWithOIDC)
    } catch (error) {
      setServerError(ctx as KoaContextWithOIDC, error, context.log)
      ctx.body = { error: 'server_error' }
    }
  })
  return provider
}

/**
 * Adds the default scope, and `prompt=consent` to requests with `offline_access`: without the prompt oidc-provider drops that scope
 * silently.
 */
async function addDefaultParameters(provider: Provider, ctx: Context) {
  const { client_id, scope, prompt } = ctx.query
  if (typeof client_id !== 'string') return
  const client = await provider.Client.find(client_id).catch(() => undefined)
  if (!client) return
  const asked = scope === undefined ? defaultScope(client.scope) : scope
  const prompts = typeof prompt === 'string' ? prompt.split(' ') : []
  const silent = prompts.includes('consent') || prompts.includes('none') || Array.isArray(prompt)
  const away = typeof asked === 'string' && asked.split(' ').includes('offline_access') && !silent
  ctx.query = { ...ctx.query, scope: asked, ...(away && { prompt: [...prompts, 'consent'].join(' ') }) }
}

/** Adjusts responses of oidc-provider: errors, scope of client tokens, discovery, and sign-out without a session. */
async function adjustResponse(ctx: KoaContextWithOIDC) {
  if (ctx.status === 404 && !ctx.body) {
    ctx.status = 404
    ctx.body = { error: 'invalid_request', error_description: 'there is nothing at this URL' }
    return
  }
  const { oidc } = ctx
  const token = oidc?.entities?.ClientCredentials
  if (oidc?.route === 'token' && token && isObject(ctx.body) && !ctx.body['scope'])
    ctx.body = { ...ctx.body, scope: permissionsIn(oidc.client?.scope).join(' ') }
  if (oidc?.route === 'discovery' && isObject(ctx.body)) ctx.body = { ...ctx.body, response_modes_supported: ['query'] }
  // Without a session there is nothing to confirm.
  if (oidc?.route === 'end_session' && ctx.status === 200 && !oidc.session?.accountId) {
    const back = oidc.params?.['post_logout_redirect_uri']
    const state = oidc.params?.['state']
    const target = new URL(typeof back === 'string' ? back : oidc.urlFor('end_session_success'))
    if (typeof back === 'string' && typeof state === 'string') target.searchParams.set('state', state)
    ctx.status = 303
    ctx.redirect(target.href)
  }
}

async function revokeAfterSignOut(context: SignInContext, { oidc }: KoaContextWithOIDC) {
  const session = oidc?.session as (Session & { destroyed?: boolean }) | undefined
  // Only if the session was destroyed: a request without the CSRF token does not sign out.
  if (oidc?.route === 'end_session_confirm' && session?.destroyed) await revokeSessionGrants(context, session)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal: ApiError = apiErrorOf(error, request)
  const status = statusOf(refusal.code)
  if (status >= 500) request.log.error({ err: refusal.cause ?? error, code: refusal.code }, 'request failed')
  reply.code(status).headers(refusal.headers).header('cache-control', 'no-store')
  const code = status >= 500 ? 'server_error' : 'invalid_request'
  if (request.url.startsWith('/oauth/authorize') || request.url.startsWith('/oauth/end_session')) {
    const page = errorPage(languageFor(request.headers['accept-language']), code, refusal.message, status)
    return reply.type('text/html; charset=utf-8').send(page.html)
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: code, error_description: refusal.message }))
}
